// A step's operations carried out on a board (docs/protocol.md, "step"). Boards are never changed in place: what did not
// change is the same object in the old and in the new one.
import type { Board } from "./join";
import type { Op, Step } from "./proto";

type Thing = { id: string | number } & Record<string, unknown>;
type ListName = "zones" | "items" | "seats";

/** The step does not fit the view at hand: ask for a whole one. */
export class Misfit extends Error {}

function indexOf(list: Thing[], id: string | number): number {
  const i = list.findIndex((x) => x.id === id);
  if (i < 0) throw new Misfit(`no ${id}`);
  return i;
}

function patched(thing: Thing, to: Record<string, unknown>): Thing {
  const out: Thing = { ...thing };
  for (const [k, v] of Object.entries(to)) {
    if (v === null) delete out[k];
    else out[k] = v;
  }
  return out;
}

function put(list: Thing[], op: { id: string | number; after: string | number | null; to?: Record<string, unknown> }): void {
  const old = list.findIndex((x) => x.id === op.id);
  let thing = op.to as Thing | undefined;
  if (!thing) {
    if (old < 0) throw new Misfit(`no ${op.id}`);
    thing = list[old]!;
  }
  if (old >= 0) list.splice(old, 1);
  list.splice(op.after === null ? 0 : indexOf(list, op.after) + 1, 0, thing);
}

export function applyOps(view: Board, ops: readonly Op[], rev: number): Board {
  const next = { ...view, rev } as unknown as Record<string, unknown> & Board;
  const copied = new Set<string>();
  const list = (name: ListName): Thing[] => {
    if (!copied.has(name)) {
      copied.add(name);
      if (!Array.isArray(next[name])) throw new Misfit(name);
      (next as Record<string, unknown>)[name] = next[name].slice();
    }
    return next[name] as unknown as Thing[];
  };
  for (const op of ops) {
    if ("set" in op) {
      (next as Record<string, unknown>)[op.set] = op.to;
      copied.delete(op.set);
    } else if ("patch" in op) {
      const l = list(op.patch);
      const i = indexOf(l, op.id);
      l[i] = patched(l[i]!, op.to);
    } else if ("put" in op) put(list(op.put), op);
    else if ("drop" in op) {
      const l = list(op.drop);
      l.splice(indexOf(l, op.id), 1);
    } else throw new Misfit("an operation of another version");
  }
  return next;
}

/** The board after the step; null: known already. Throws Misfit when something is missing in between. */
export function applyStep(view: Board, step: Step): Board | null {
  if (step.rev <= view.rev) return null;
  if (step.from !== view.rev) throw new Misfit(`from ${step.from} at ${view.rev}`);
  const all = step.ops ?? step.entries.flatMap((e) => [...e.events.flatMap((x) => x.ops ?? []), ...(e.ops ?? [])]);
  return applyOps(view, all, step.rev);
}

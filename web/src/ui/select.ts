// Clicks and keys on things, made into actions. What may be clicked follows from src, dst and also of the actions alone:
// in any order, at most two clicks for a pair, and a second click on the same spot for what cannot be taken back.
// Skins paint the state that is kept here; they never handle a click themselves.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Action, Actions, Item, View, WhyNot } from "../core/proto";

/** The part of a table that is needed here. */
export interface Choices {
  readonly view: ReadonlySignal<View | null>;
  readonly actions: ReadonlySignal<Actions | null>;
  move(a: Action): void;
}

export interface SelectState {
  picked: string | null;          // the last thing that was clicked
  picks: readonly string[];       // all of them, in the order of the clicks
  lit: Set<string>;               // things that can be clicked next
  narrowed: Action[];             // actions that the picks still allow; all of them when nothing is picked
  armed: string | null;           // the action that the next click on the same spot carries out
}

export interface Status { usable: boolean; lit: boolean; picked: boolean; armed: boolean; whyNot?: WhyNot }

export type Outcome = "done" | "armed" | "picked" | "cancelled" | "refused" | "nothing";

/** Members are interchangeable (the dice of a reroll), the target is apart. */
interface Touch { action: Action; members: string[]; dst: string | undefined; all: Set<string> }

function touchOf(action: Action): Touch {
  const members = action.src === undefined ? [] : [action.src, ...(action.also ?? [])];
  const all = new Set(members);
  if (action.dst !== undefined) all.add(action.dst);
  return { action, members, dst: action.dst, all };
}

/** Whether the picks may still become this action. A set grows only once its target is known: a second die alone never means
 *  "these two", so that a pair (block with dice 0 and 3) stays two clicks. */
function allows(picks: readonly string[], touch: Touch): boolean {
  let members = 0;
  for (const p of picks) {
    if (!touch.all.has(p)) return false;
    if (p !== touch.dst) members++;
  }
  return members <= 1 || touch.dst === undefined || picks.includes(touch.dst);
}

const isWhole = (picks: readonly string[], touch: Touch): boolean => touch.all.size === picks.length && allows(picks, touch);

/** What makes two things of a tray the same but for their place. */
function looks(i: Item): string {
  return JSON.stringify([i.zone, i.kind, i.face, i.stats, i.badges, i.pips]);
}

/** Equal dice are listed once (the lowest): a click on any of them means the same. */
function twinsOf(view: View | null): Map<string, string[]> {
  const trays = new Set(view?.zones.filter((z) => z.kind === "tray").map((z) => z.id));
  const groups = new Map<string, string[]>();
  for (const i of view?.items ?? []) {
    if (!trays.has(i.zone) || i.face === null) continue;
    const group = groups.get(looks(i));
    if (group) group.push(i.id);
    else groups.set(looks(i), [i.id]);
  }
  const twins = new Map<string, string[]>();
  for (const group of groups.values())
    if (group.length > 1) for (const id of group) twins.set(id, group);
  return twins;
}

/** The picks with every group of twins replaced by its first ones, as the list of actions names them. */
function lowest(picks: readonly string[], twins: Map<string, string[]>): string[] {
  const taken = new Map<string[], number>();
  return picks.map((p) => {
    const group = twins.get(p);
    if (!group) return p;
    const n = taken.get(group) ?? 0;
    taken.set(group, n + 1);
    return group[n] ?? p;
  });
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

export class Select {
  private readonly picks = signal<readonly string[]>([]);
  private readonly armedId = signal<string | null>(null);
  private readonly under = signal<string | null>(null);
  private readonly touches: ReadonlySignal<Touch[]>;
  private readonly twins: ReadonlySignal<Map<string, string[]>>;
  private readonly first: ReadonlySignal<Set<string>>;
  readonly state: ReadonlySignal<SelectState>;
  /** The thing under the pointer, the focus or a long press. */
  readonly focused: ReadonlySignal<string | null> = this.under;
  private readonly stop: () => void;

  /** confirm: whether what cannot be taken back waits for a second click. */
  constructor(private readonly table: Choices, private readonly confirm: () => boolean = () => true) {
    this.touches = computed(() => (this.table.actions.value?.actions ?? []).map(touchOf));
    this.twins = computed(() => twinsOf(this.table.view.value));
    this.first = computed(() => this.reach([]));
    this.state = computed(() => {
      const picks = this.picks.value;
      return {
        picked: picks.at(-1) ?? null,
        picks,
        lit: picks.length > 0 ? this.reach(picks) : new Set<string>(),
        narrowed: this.possible(picks).map((t) => t.action),
        armed: this.armedId.value,
      };
    });
    // Other actions, other choices: nothing stays picked.
    this.stop = effect(() => {
      void this.table.actions.value;
      this.cancel();
    });
  }

  close(): void {
    this.stop();
  }

  // ---- what the picks allow ----

  private possible(picks: readonly string[]): Touch[] {
    const low = lowest(picks, this.twins.value);
    const both = !same(low, picks);
    return this.touches.value.filter((t) => allows(picks, t) || (both && allows(low, t)));
  }

  private whole(picks: readonly string[], among: Touch[]): Touch[] {
    const low = lowest(picks, this.twins.value);
    return among.filter((t) => isWhole(picks, t) || isWhole(low, t));
  }

  /** Things that can be clicked after these. */
  private reach(picks: readonly string[]): Set<string> {
    const found = new Set<string>();
    const twins = this.twins.value;
    const candidates = new Set<string>();
    for (const t of this.touches.value) for (const id of t.all) {
      candidates.add(id);
      for (const twin of twins.get(id) ?? []) candidates.add(twin);
    }
    for (const id of candidates)
      if (!picks.includes(id) && this.possible([...picks, id]).length > 0) found.add(id);
    return found;
  }

  status(item: string): Status {
    const { picks, lit, armed } = this.state.value;
    const why = this.table.actions.value?.why_not[item];
    const usable = this.first.value.has(item);
    const picked = picks.includes(item);
    return {
      usable, picked, lit: lit.has(item), armed: armed !== null && picked && picks.at(-1) === item,
      ...(why && !usable && { whyNot: why }),
    };
  }

  /** The actions that a thing takes part in. */
  actionsOf(item: string): Action[] {
    return this.possible([item]).map((t) => t.action);
  }

  /** Why a thing cannot be used, also when some of what it does can. */
  whyNot(item: string): WhyNot | undefined {
    return this.table.actions.value?.why_not[item];
  }

  // ---- clicks ----

  click(item: string): Outcome {
    const { picks, armed } = this.state.peek();
    if (!this.table.actions.peek()) return "nothing";
    if (picks.includes(item)) {
      if (picks.at(-1) === item && armed !== null) return this.carryOut(armed);
      return this.unpick(item);
    }
    const more = [...picks, item];
    if (picks.length > 0 && this.possible(more).length > 0) return this.pick(more);
    if (this.possible([item]).length > 0) return this.pick([item]);
    this.cancel();
    return this.table.actions.peek()?.why_not[item] ? "refused" : "nothing";
  }

  private pick(picks: readonly string[]): Outcome {
    const left = this.possible(picks);
    const whole = this.whole(picks, left);
    const only = left.length === 1 ? left[0] : undefined;
    if (only && !this.needsConfirm(only.action)) return this.carryOut(only.action.id);
    // Whole already, but more could follow (other dice, another power): the same spot again says that this is all.
    const meant = only ?? (whole.length === 1 ? whole[0] : undefined);
    batch(() => {
      this.picks.value = picks;
      this.armedId.value = meant?.action.id ?? null;
    });
    return meant ? "armed" : "picked";
  }

  private unpick(item: string): Outcome {
    const rest = this.picks.peek().filter((p) => p !== item);
    this.cancel();
    if (rest.length === 0) return "cancelled";
    const left = this.possible(rest);
    const whole = this.whole(rest, left);
    batch(() => {
      this.picks.value = rest;
      this.armedId.value = whole.length === 1 && left.length >= 1 ? whole[0]!.action.id : null;
    });
    return "picked";
  }

  private needsConfirm(a: Action): boolean {
    return a.undo !== "free" && this.confirm();
  }

  private carryOut(id: string): Outcome {
    const action = this.table.actions.peek()?.actions.find((a) => a.id === id);
    this.cancel();
    if (!action) return "nothing";
    this.table.move(action);
    return "done";
  }

  /** From the list, or by its number. */
  choose(action: Action): Outcome {
    if (!this.table.actions.peek()?.actions.some((a) => a.id === action.id)) return "nothing";
    if (this.armedId.peek() === action.id || !this.needsConfirm(action)) return this.carryOut(action.id);
    batch(() => {
      this.picks.value = [];
      this.armedId.value = action.id;
    });
    return "armed";
  }

  /** The pointer, the focus or a long press is on a thing; null: on none. */
  focus(item: string | null): void {
    this.under.value = item;
  }

  /** Whether there was anything to cancel. */
  cancel(): boolean {
    const had = this.picks.peek().length > 0 || this.armedId.peek() !== null;
    batch(() => {
      this.picks.value = [];
      this.armedId.value = null;
    });
    return had;
  }
}

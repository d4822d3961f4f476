// Where my dice lead: the ways that the engine offers (`go HEX WAY`), by hex, with the dice that each takes. Nothing is found out here.
import type { Action, GameEvent, Item, MapView } from "../../core/proto";

/** ways: the first takes the least; dice: of the first, -1: it is no matter of dice. */
export interface Goal { hex: string; ways: Action[]; dice: number }

export const diceOf = (a: Action): string[] => [a.src, ...(a.also ?? [])].filter((x): x is string => x !== undefined && x.startsWith("die."));

/** Every hex that a move leads to, by its id. A single step counts where no way does; towns that a card or a knock-out leads to. */
export function goals(actions: readonly Action[]): Map<string, Goal> {
  const found = new Map<string, Goal>();
  for (const verb of ["go", "step", "step_free", "choose_town", "target_town"])
    for (const a of actions) {
      if (a.verb !== verb || a.dst === undefined) continue;
      const goal = found.get(a.dst);
      if (!goal) found.set(a.dst, { hex: a.dst, ways: [a], dice: verb.endsWith("town") ? -1 : diceOf(a).length });
      else if (goal.ways[0]!.verb === verb) goal.ways.push(a);
    }
  return found;
}

/** Of a hex without a name where it lies, as the engine says it: “To the road east of Tamalir”. */
export const whither = (goal: Goal): string => goal.ways[0]!.text.replace(/\s*:[^:]*$/, "");

/** The hexes of a way in their order, the first of them where it begins, out of what it would bring about. */
export function pathOf(from: string, events: readonly GameEvent[]): string[] {
  return [from, ...events.filter((e) => e.type === "stepped").map((e) => `hex.${String(e.args["hex"])}`)];
}

// ---- where from, how far ----

/** Steps between two cells of a map of hexes, terrain left out. */
export function distance(map: MapView, a: number, b: number): number {
  const p = map.cells[a], q = map.cells[b];
  if (!p || !q) return 0;
  const dy = Math.abs(p.y - q.y), dx = Math.abs(p.x - q.x); // in half cells
  return dy + Math.max(0, dx - dy) / 2;
}

export type Sort = "dice" | "distance" | "level";
export interface Destination { hex: string; place: Item | null; name: string; terrain: string; dice: number; far: number; level: number; goal: Goal }

/** The list of destinations: sites and towns by their names, everything else by its terrain. */
export function destinations(map: MapView, found: Map<string, Goal>, at: number, sites: ReadonlyMap<number, Item>, levelOf: (i: Item) => number, by: Sort): Destination[] {
  const list = map.cells.flatMap((c, i): Destination[] => {
    const goal = found.get(c.id);
    if (!goal) return [];
    const site = sites.get(i) ?? null;
    return [{ hex: c.id, place: site, name: site?.name ?? c.place_text ?? "", terrain: c.terrain_text ?? "", dice: goal.dice, far: distance(map, at, i), level: site ? levelOf(site) : 0, goal }];
  });
  const rank = (d: Destination): number[] => (by === "level" ? [-d.level, d.dice] : by === "dice" ? [d.dice, -d.level] : [d.far, d.dice]);
  const named = (d: Destination): number => (d.name ? 0 : 1);
  return list.sort((a, b) => {
    const x = [...rank(a), named(a)], y = [...rank(b), named(b)];
    const k = x.findIndex((v, n) => v !== y[n]);
    return k < 0 ? 0 : x[k]! - y[k]!;
  });
}

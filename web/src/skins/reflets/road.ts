// The board as a journey: where each square lies, and what is drawn around the road. Made once out of the cells of the map.
import type { MapView } from "../../core/proto";
import { LANDS } from "./icon";
import { SPACES, type Land } from "./words";

export interface Spot { x: number; y: number }
export const STRETCH = 1.3;
export const spotOf = (map: MapView, cell: number): Spot => { const c = map.cells[cell]!; return { x: c.x + 1.5, y: c.y * STRETCH + 1.7 }; };

const number = (id: string): number => Number(id.replace(/\D/g, ""));
/** The road from the void to the end of the corridor, square by square. */
export const onRoad = (id: string): boolean => /^node\.([AWG]\d+|CITY)$/.test(id);

/** Through points, rounded at the corners. */
export function line(spots: readonly Spot[], r = 0.8): string {
  if (spots.length === 0) return "";
  const at = (s: Spot): string => `${s.x.toFixed(2)} ${s.y.toFixed(2)}`;
  let d = `M${at(spots[0]!)}`;
  for (let k = 1; k < spots.length - 1; k++) {
    const [a, b, c] = [spots[k - 1]!, spots[k]!, spots[k + 1]!];
    const toward = (p: Spot): Spot => { const l = Math.hypot(p.x - b.x, p.y - b.y) || 1; return { x: b.x + (p.x - b.x) * Math.min(r, l / 2) / l, y: b.y + (p.y - b.y) * Math.min(r, l / 2) / l }; };
    d += `L${at(toward(a))}Q${at(b)} ${at(toward(c))}`;
  }
  return d + (spots.length > 1 ? `L${at(spots.at(-1)!)}` : "");
}

const ENDS: readonly [Land, number][] = [["forest", 6], ["river", 13], ["cave", 19], ["camp", 26], ["hills", 32], ["mount", 39], ["door", 45]];

export interface Road {
  wide: number; high: number;
  whole: string; void: string; gouffre: string;
  lands: { land: Land; d: string }[];
  scenes: { land: Land; at: Spot; shapes: readonly { d: string; cls: string }[] }[];
  trees: { d: string; cls: string }[];
  shortcuts: string[];
  stones: { id: string; at: Spot; kind: "plain" | "short" | "city" | "room" }[];
  /** Places on the road, from the void on. */
  order: number[];
}

const kept = new WeakMap<MapView, Road>();
export function roadOf(map: MapView): Road {
  const was = kept.get(map);
  if (was) return was;
  const at = new Map(map.cells.map((c, i) => [c.id, i]));
  const spot = (name: string): Spot => spotOf(map, at.get(`node.${name}`) ?? 0);
  const order = map.cells.flatMap((c, i) => (onRoad(c.id) ? [i] : []));
  const spots = (names: string[]): Spot[] => names.filter((n) => at.has(`node.${n}`)).map(spot);
  const two = (n: number): string => String(n).padStart(2, "0");
  const run = (letter: string, from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, k) => `${letter}${two(from + k)}`);
  const lands = ENDS.map(([land, end], k) => ({ land, d: line(spots([k === 0 ? "CITY" : `W${two(ENDS[k - 1]![1])}`, ...run("W", k === 0 ? 1 : ENDS[k - 1]![1] + 1, end)])) }));
  // trees, reeds, stones: always the same
  const trees: Road["trees"] = [];
  let dice = 7;
  const roll = (): number => { dice = (dice * 16807) % 2147483647; return dice / 2147483647; };
  for (const [k, [land, end]] of ENDS.entries()) {
    const shape = LANDS[land][0]!;
    for (const name of run("W", k === 0 ? 1 : ENDS[k - 1]![1] + 1, end - 1)) {
      const p = spot(name), size = 0.85 + roll() * 0.45, dx = (roll() - 0.5) * 0.7;
      if (land === "door" && roll() < 0.5) continue;
      for (const side of [-1, 1]) if (roll() < 0.72) trees.push({ cls: shape.cls, d: placed(shape.d, p.x + dx * side - size / 2, p.y + side * 0.9 - size * 0.78, size) });
    }
  }
  const shortcuts = map.cells.flatMap((c, i) => {
    if (!c.id.startsWith("node.PS")) return [];
    const ends = c.near.map((n) => ({ n, order: number(map.cells[n]!.id) })).sort((a, b) => a.order - b.order).map((e) => spotOf(map, e.n));
    const mid = spotOf(map, i), from = ends[0]!, to = ends.at(-1)!;
    return [`M${from.x.toFixed(2)} ${from.y.toFixed(2)}Q${mid.x.toFixed(2)} ${(mid.y + 0.2).toFixed(2)} ${to.x.toFixed(2)} ${to.y.toFixed(2)}`];
  });
  const road: Road = {
    wide: Math.max(...map.cells.map((c) => c.x)) + 3, high: Math.max(...map.cells.map((c) => c.y)) * STRETCH + 3.5,
    whole: line(spots(["CITY", ...run("W", 1, 45)])), void: line(spots([...run("A", 0, 14), "CITY"])),
    gouffre: line(spots(run("G", 1, 10))),
    lands,
    scenes: ENDS.map(([land]) => ({ land, at: spot(SPACES[land]), shapes: LANDS[land] })),
    trees, shortcuts,
    stones: map.cells.map((c, i) => ({ id: c.id.slice(5), at: spotOf(map, i), kind: c.id === "node.CITY" ? "city" as const : c.id.startsWith("node.R") ? "room" as const : c.id.startsWith("node.PS") ? "short" as const : "plain" as const })),
    order,
  };
  kept.set(map, road);
  return road;
}

/** A path of a square of 100, made so large, there. Capitals only, with their pairs of figures; small letters are relative. */
function placed(d: string, x: number, y: number, size: number): string {
  return d.replace(/([MLCQSTHVZmlcqsthvz])([^MLCQSTHVZmlcqsthvz]*)/g, (_, c: string, rest: string) => {
    const n = rest.match(/-?\d*\.?\d+/g)?.map(Number) ?? [];
    const absolute = c === c.toUpperCase();
    const out = n.map((v, k) => {
      const across = c.toUpperCase() === "H" || (c.toUpperCase() !== "V" && k % 2 === 0);
      return (v * size / 100 + (absolute ? (across ? x : y) : 0)).toFixed(2);
    });
    return c + out.join(" ");
  });
}

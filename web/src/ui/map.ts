// Where the cells of a map lie on the screen, and the letter of each terrain. Half a cell is one wide.
import type { Cell, MapView } from "../core/proto";

export const ROW = Math.sqrt(3);                  // from one row of hexes to the next
const RADIUS = 2 / Math.sqrt(3);
const GRAPH_ROW = 2;

export interface Spot { x: number; y: number }

/** The middle of a cell. */
export function middle(map: MapView, c: Cell): Spot {
  return map.shape === "hex" ? { x: c.x + 1, y: c.y * ROW + RADIUS } : { x: c.x + 1, y: c.y * GRAPH_ROW + 1 };
}

export function size(map: MapView): { wide: number; high: number } {
  const spots = map.cells.map((c) => middle(map, c));
  const edge = map.shape === "hex" ? RADIUS : 1;
  return { wide: Math.max(0, ...spots.map((s) => s.x)) + 1, high: Math.max(0, ...spots.map((s) => s.y)) + edge };
}

/** The six corners of a hex, as `points` of a polygon has them. */
export function corners({ x, y }: Spot): string {
  return [[0, -RADIUS], [1, -RADIUS / 2], [1, RADIUS / 2], [0, RADIUS], [-1, RADIUS / 2], [-1, -RADIUS / 2]]
    .map(([dx, dy]) => `${(x + dx!).toFixed(3)},${(y + dy!).toFixed(3)}`).join(" ");
}

/** The lines of a graph, each once. */
export function lines(map: MapView): [Spot, Spot][] {
  const seen = new Set<string>();
  return map.cells.flatMap((c, i) => c.near.flatMap((n): [Spot, Spot][] => {
    const key = `${Math.min(i, n)} ${Math.max(i, n)}`;
    const other = map.cells[n];
    if (!other || seen.has(key)) return [];
    seen.add(key);
    return [[middle(map, c), middle(map, other)]];
  }));
}

export interface Terrain { id: string; text: string; letter: string; n: number }

/** By id, in the order in which they are met: each has the first letter of its name that no other one has. */
export function terrains(map: MapView): Map<string, Terrain> {
  const found = new Map<string, Terrain>();
  const taken = new Set<string>();
  for (const { terrain: id, terrain_text } of map.cells) {
    if (id === undefined || found.has(id)) continue;
    const text = terrain_text ?? id;
    const letter = [...text.toUpperCase()].find((l) => /\p{L}/u.test(l) && !taken.has(l)) ?? "?";
    taken.add(letter);
    found.set(id, { id, text, letter, n: found.size });
  }
  return found;
}

// The land as drawings: one path for each kind of thing and row, so that hills stand before those behind them. Units are those of
// ui/map.ts: a hex is two wide. Nothing is left to chance: a cell looks the same every time.
import type { MapView } from "../../core/proto";
import { corners, middle, size, type Spot } from "../../ui/map";

export const MARGIN = 1.5; // of sea
export interface Stroke { cls: string; d: string }
export interface Land { wide: number; high: number; shore: string; ground: Stroke[]; rows: Stroke[][]; rivers: string; lakes: string; ripples: string; roads: string; net: string; towns: { id: string; at: Spot }[] }

const f = (n: number): string => String(Math.round(n * 100) / 100);
const at = (x: number, y: number, shape: string): string => `M${f(x)} ${f(y)}${shape}`;

/** Shapes around their foot. */
const shapes = {
  fir: "m0-.62.2.34h-.09l.17.28h-.56l.17-.28h-.09Z",
  oak: "m-.02-.1c-.3.04-.36-.26-.18-.34-.02-.26.38-.28.4-.02.22.06.14.38-.12.34Z",
  trunk: "v-.16h.07v.16Z",
  peak: "m-.56 0 .42-.78.1.1.1-.16.5.84Z",
  shade: "m.06-.84.5.84h-.46l-.1-.34.12-.12-.12-.2Z",
  snow: "m-.2-.7.06-.08.1.1.1-.16.15.26-.11-.05-.09.1-.09-.1Z",
  knoll: "h-.44c.08-.34.3-.4.44-.34.18-.1.42.04.5.34Z",
  reeds: "v-.36m.1.36.07-.28m-.19.28-.07-.24m-.1.24.02-.16",
  pool: "m-.3 0c.04-.13.56-.13.6 0-.04.12-.56.12-.6 0Z",
  tuft: "l-.05-.14m.05.14.01-.17m0 .17.07-.12",
  flower: "m-.04 0a.04.04 0 1 1 .08 0 .04.04 0 1 1-.08 0Z",
  tarn: "m-.5.02c-.04-.24.2-.36.44-.3.22-.12.56 0 .54.26.02.22-.2.34-.42.28-.24.1-.54 0-.56-.24Z",
  ripple: "m-.2 0q.1-.09.2 0t.2 0",
} as const;

/** 0 ≤ n < 1, of a cell and a number. */
function chance(i: number, k: number): number {
  let h = (i * 374761393 + k * 668265263) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

type Put = (cls: string, x: number, y: number, shape: string) => void;

const WOOD: readonly [number, number][] = [[-.45, -.3], [.1, -.42], [.52, -.12], [-.62, .18], [-.1, .12], [.36, .38], [-.32, .62], [.1, .78]];
function forest(i: number, { x, y }: Spot, put: Put): void {
  WOOD.forEach(([dx, dy], k) => {
    const tx = x + dx + (chance(i, k) - .5) * .22, ty = y + dy + (chance(i, k + 20) - .5) * .14, leafy = chance(i, k + 40) < .35;
    put("trunk", tx - .035, ty + .08, shapes.trunk);
    put(leafy ? "oak" : "fir", tx, ty, leafy ? shapes.oak : shapes.fir);
  });
}
function hills(i: number, { x, y }: Spot, put: Put): void {
  const left = chance(i, 1) < .5 ? -1 : 1;
  for (const [dx, dy] of [[left * .3, .12], [-left * .34, .5]] as const) {
    const px = x + dx + (chance(i, dy * 10) - .5) * .14;
    put("peak", px, y + dy, shapes.peak);
    put("shade", px, y + dy, shapes.shade);
    put("snow", px, y + dy, shapes.snow);
  }
  put("knoll", x + left * .42, y + .74, shapes.knoll);
}
function swamp(i: number, { x, y }: Spot, put: Put): void {
  for (let k = 0; k < 3; k++) put("pool", x - .4 + k * .42 + (chance(i, k) - .5) * .2, y - .35 + ((k * 2) % 3) * .42, shapes.pool);
  for (let k = 0; k < 5; k++) put("reeds", x - .62 + k * .3 + (chance(i, k + 9) - .5) * .14, y - .2 + ((k * 3) % 5) * .2, shapes.reeds);
}
function plains(i: number, { x, y }: Spot, put: Put): void {
  for (let k = 0; k < 4; k++) put("tuft", x + (chance(i, k) - .5) * 1.3, y + (chance(i, k + 7) - .5) * 1.3, shapes.tuft);
  if (chance(i, 30) < .4) for (let k = 0; k < 3; k++) put("flower", x + (chance(i, k + 31) - .5) * 1.2, y + (chance(i, k + 35) - .5) * 1.2, shapes.flower);
}
const grows: Record<string, (i: number, at: Spot, put: Put) => void> = { forest, hills, swamp, plains };

type Links = Map<number, Set<number>>;

/** Whether one leads to the other over at most so many links. */
function leads(links: Links, from: number, to: number, within: number): boolean {
  let edge = [from];
  const seen = new Set(edge);
  for (let k = 0; k < within; k++) {
    edge = edge.flatMap((n) => [...(links.get(n) ?? [])].filter((x) => !seen.has(x) && seen.add(x)));
    if (edge.includes(to)) return true;
  }
  return false;
}

/** Which cells of a kind are joined: neighbours, but for those that a short way round joins already. Along the rows first. */
function linked(map: MapView, kinds: readonly string[], round: number): Links {
  const kind = (i: number): boolean => kinds.includes(map.cells[i]?.terrain?.replace(/^.*\./, "") ?? "");
  const links: Links = new Map();
  const pairs: [number, number][] = [];
  map.cells.forEach((c, i) => { if (kind(i)) for (const n of c.near) if (n > i && kind(n)) pairs.push([i, n]); });
  const level = ([a, b]: [number, number]): number => Number(map.cells[a]!.y !== map.cells[b]!.y);
  for (const [a, b] of pairs.sort((p, q) => level(p) - level(q))) {
    if (leads(links, a, b, round)) continue;
    for (const [x, y] of [[a, b], [b, a]] as const) links.set(x, (links.get(x) ?? new Set()).add(y));
  }
  return links;
}

/** Ways through cells, from edge to edge; one that ends at the border of the map goes on into the sea. `middles` gets the middle of the way in each cell, `stops` where one ends. */
function ribbon(map: MapView, kinds: readonly string[], round: number, runsOut: boolean, middles: Spot[] = [], stops: Spot[] = []): string {
  const links = linked(map, kinds, round);
  let d = "";
  map.cells.forEach((c, i) => {
    if (!kinds.includes(c.terrain?.replace(/^.*\./, "") ?? "")) return;
    const m = middle(map, c);
    const ends = [...(links.get(i) ?? [])].map((n): Spot => { const p = middle(map, map.cells[n]!); return { x: (m.x + p.x) / 2, y: (m.y + p.y) / 2 }; });
    if (ends.length === 1 && runsOut && c.near.length < 6) ends.push({ x: 2 * m.x - ends[0]!.x + (m.x - ends[0]!.x) * .6, y: 2 * m.y - ends[0]!.y + (m.y - ends[0]!.y) * .6 });
    middles.push(ends.length === 2 ? { x: (ends[0]!.x + 2 * m.x + ends[1]!.x) / 4, y: (ends[0]!.y + 2 * m.y + ends[1]!.y) / 4 } : m);
    if (ends.length < 2) stops.push(m);
    if (ends.length === 2) d += `M${f(ends[0]!.x)} ${f(ends[0]!.y)}Q${f(m.x)} ${f(m.y)} ${f(ends[1]!.x)} ${f(ends[1]!.y)}`;
    else for (const e of ends) d += `M${f(m.x)} ${f(m.y)}L${f(e.x)} ${f(e.y)}`;
  });
  return d;
}

const polygon = (s: Spot): string => `M${corners(s).replace(/ /g, "L")}Z`;
const made = new WeakMap<MapView, Land>();

export function landOf(map: MapView): Land {
  const known = made.get(map);
  if (known) return known;
  const { wide, high } = size(map);
  const ground = new Map<string, string>(), rows: Map<string, string>[] = [];
  let shore = "";
  const towns: Land["towns"] = [];
  map.cells.forEach((c, i) => {
    const m = middle(map, c), kind = c.terrain?.replace(/^.*\./, "") ?? "plains", hex = polygon(m);
    shore += hex;
    const soil = kind === "road" || kind === "river" || kind === "town" ? "plains" : kind;
    ground.set(soil, (ground.get(soil) ?? "") + hex);
    if (kind === "town") towns.push({ id: c.id, at: m });
    const row = (rows[c.y] ??= new Map<string, string>());
    const put: Put = (cls, x, y, shape) => row.set(cls, (row.get(cls) ?? "") + at(x, y, shape));
    grows[kind]?.(i, m, put);
  });
  const middles: Spot[] = [], springs: Spot[] = [];
  const rivers = ribbon(map, ["river"], 2, true, middles, springs);
  const strokes = (m: Map<string, string>): Stroke[] => [...m].map(([cls, d]) => ({ cls, d }));
  const land: Land = {
    wide: wide + 2 * MARGIN, high: high + 2 * MARGIN, shore, net: shore, towns,
    ground: strokes(ground), rows: rows.filter((r) => r !== undefined).map(strokes),
    rivers,
    lakes: springs.map(({ x, y }) => at(x, y, shapes.tarn)).join(""),
    ripples: middles.map(({ x, y }, k) => at(x - .1 + chance(k, 3) * .12, y - .12, shapes.ripple) + at(x + .1 - chance(k, 4) * .12, y + .12, shapes.ripple)).join(""),
    roads: ribbon(map, ["road", "town"], 4, false),
  };
  made.set(map, land);
  return land;
}

/** The middle of a cell in the drawing, sea included. */
export function spotOf(map: MapView, cell: number): Spot {
  const c = map.cells[cell];
  const m = c ? middle(map, c) : { x: 0, y: 0 };
  return { x: m.x + MARGIN, y: m.y + MARGIN };
}

/** A hex of one terrain by itself, around its middle: the face of a die. */
export function tileOf(kind: string): Stroke[] {
  const soil = kind === "road" || kind === "river" || kind === "town" ? "plains" : kind;
  const out: Stroke[] = [{ cls: `tile rb-l-${soil}`, d: polygon({ x: 0, y: 0 }) }];
  if (kind === "river") out.push({ cls: "bank", d: "M-.85-.5Q0-.2 0 0T.85 .5" }, { cls: "water", d: "M-.85-.5Q0-.2 0 0T.85 .5" });
  if (kind === "road") out.push({ cls: "verge", d: "M-.85 .5Q-.1 .4 0 0T.85-.5" }, { cls: "road", d: "M-.85 .5Q-.1 .4 0 0T.85-.5" });
  if (kind === "town") out.push({ cls: "wall", d: TOWN.wall }, { cls: "roof", d: TOWN.roof });
  const drawn = new Map<string, string>();
  grows[kind]?.(5, { x: 0, y: 0 }, (cls, x, y, shape) => drawn.set(cls, (drawn.get(cls) ?? "") + at(x, y, shape)));
  for (const [cls, d] of drawn) out.push({ cls, d });
  return out;
}

/** Walls, roofs and windows round the middle of a hex. */
export const TOWN = {
  wall: "M-.78 .48V.02h.3V-.12h.34v-.4h.4v.52h.26v.1h.3V.48Z",
  shade: "M.06 .48V-.52h.2v.52h.26v.1h.3V.48Z",
  roof: "M-.86 .06-.62-.26-.38 .06ZM-.54-.1-.3-.4-.06-.1ZM-.2-.48 .06-.98 .32-.48ZM.2 .04 .42-.3 .64 .04ZM.46 .12 .68-.14 .9 .12Z",
  lamp: "M-.68 .18h.12v.16h-.12ZM-.36 .1h.12v.16h-.12ZM0-.34h.12v.18H0ZM.36 .2h.12v.16H.36Z",
  gate: "M-.1 .48V.22a.16.16 0 0 1 .32 0V.48Z",
} as const;

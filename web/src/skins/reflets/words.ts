// Which drawing stands for which key of the engine, and facts read off its things. No sentences here: those come with the view.
import type { Action, Item, MapView, View, Zone } from "../../core/proto";
import type { IconName } from "./icon";

export const has = (i: Item | undefined, id: string): boolean => i?.badges?.some((b) => b.id === id) ?? false;
export const stat = (i: Item | undefined, id: string): number => i?.stats?.[id]?.value ?? 0;
export const maxOf = (i: Item | undefined, id: string): number => i?.stats?.[id]?.max ?? stat(i, id);
export const key = (id: string | null | undefined): string => id?.replace(/^[a-z]+\./, "") ?? "";

export const CHARS = ["attack", "perception", "intelligence", "agility", "defence"] as const;
export type Char = (typeof CHARS)[number];
export const COLOURS = ["red", "orange", "violet", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export const colourOf = (gem: Item): Colour => COLOURS.find((c) => gem.id.endsWith(`_${c}`)) ?? "red";
export const charOf = (face: string | null | undefined): Char | undefined => CHARS.find((c) => face === `char.${c}`);
export const colourOfChar = (c: Char): Colour => COLOURS[CHARS.indexOf(c)]!;

// ---- drawings ----

const byRace: IconName[] = ["elf", "dwarf", "visored", "halfling", "orc", "skull", "fire"];
/** Heroes stand in their deck by race, nine of each. */
export const raceOf = (face: string | null | undefined): number => Math.floor((Number(key(face).slice(1)) - 1) / 9);
export const heroIcon = (face: string | null | undefined): IconName => byRace[raceOf(face)] ?? "visored";

const items: Record<string, IconName> = { L25: "amulet", L26: "amulet", L30: "amulet", L20: "potion", L49: "potion", L50: "potion", L51: "potion", L52: "scroll", L53: "scroll", L47: "coins", L13: "boots", L34: "boots" };
const byKind: Record<string, IconName> = { loot: "plate", relic: "amulet", dilemma: "scroll", creature: "beast", critter: "spider" };
export function cardIcon(i: Item): IconName | null {
  if (i.kind === "hero") return heroIcon(i.face);
  return items[key(i.face)] ?? byKind[i.kind] ?? null;
}

// ---- the board ----

export const ZONES = ["forest", "river", "cave", "camp", "hills", "mount"] as const;
export type Land = (typeof ZONES)[number] | "door";
export const SPACES: Record<Land, string> = { forest: "W06", river: "W13", cave: "W19", camp: "W26", hills: "W32", mount: "W39", door: "W45" };
export const LUCK: ReadonlySet<string> = new Set(["W03", "W10", "W16", "W23", "W29", "W42"]);
/** Of a zone's card, by where it stands. */
export const landAt = (node: string): Land | null => (Object.keys(SPACES) as Land[]).find((l) => SPACES[l] === node) ?? null;

export const nodeOf = (map: MapView, pos: number): string => key(map.cells[pos - 1]?.id);

/** Everything of a view by zone, in its order. */
export class Spread {
  readonly zones: Map<string, Zone>;
  private readonly things = new Map<string, Item[]>();

  constructor(readonly view: View, readonly actions: readonly Action[], /** Things that some action touches. */ readonly wanted: ReadonlySet<string>) {
    this.zones = new Map(view.zones.map((z) => [z.id, z]));
    for (const i of view.items) {
      const list = this.things.get(i.zone);
      if (list) list.push(i);
      else this.things.set(i.zone, [i]);
    }
    for (const list of this.things.values()) list.sort((a, b) => a.pos - b.pos);
  }

  of(zone: string): Item[] {
    return this.things.get(zone) ?? [];
  }

  one(id: string): Item | undefined {
    return this.view.items.find((i) => i.id === id);
  }

  get boards(): Zone[] {
    return this.view.zones.filter((z) => z.id.startsWith("board."));
  }

  get heroes(): Item[] {
    return this.of("heroes").filter((i) => i.kind === "hero" && i.pos > 0);
  }

  /** To choose from, before the team stands. */
  get drawn(): Item[] {
    return this.of("heroes").filter((i) => i.kind === "hero" && i.pos === 0);
  }

  /** The six are being put in their places: their cards are read in full meanwhile. */
  get standing(): boolean {
    return this.view.turn.phase === "setup_team";
  }

  /** What a hero has; 0: what nobody has yet. */
  gearAt(place: number): Item[] {
    return this.of("heroes").filter((i) => i.kind !== "hero" && i.pos === place);
  }

  get quest(): Item | undefined {
    return this.of("quest").find((i) => i.kind === "quest" && i.stats?.["step"] !== undefined && !has(i, "vils"));
  }

  get vilsQuest(): Item | undefined {
    return this.of("quest").find((i) => i.kind === "quest" && has(i, "vils"));
  }

  get offered(): Item[] {
    return this.of("quest").filter((i) => i.kind === "quest" && i.stats?.["step"] === undefined);
  }

  get challenges(): Item[] {
    return this.of("quest").filter((i) => i.kind === "challenge");
  }

  get gold(): Item | undefined {
    return this.one("pawn.gold");
  }

  get objectives(): Item[] {
    return this.of("trial").filter((i) => i.kind === "objective");
  }

  get dice(): Item[] {
    return this.of("trial").filter((i) => i.id.startsWith("spot."));
  }

  get foes(): Item[] {
    return this.of("trial").filter((i) => i.pos >= 20 && i.pos < 30);
  }

  /** Cards that have been drawn and lie open. */
  get open(): Item[] {
    return this.of("trial").filter((i) => i.pos === 40);
  }

  get lines(): Item[] {
    return this.of("trial").filter((i) => i.kind === "line");
  }

  /** The hazard of a trial, or the one that a question is about where the team stands. */
  get hazard(): Item | undefined {
    const trial = this.of("trial").find((i) => i.pos === 0);
    if (trial) return trial;
    const team = this.one("pawn.team");
    return HERE.has(this.view.turn.phase) ? this.of("journey").find((i) => i.pos === team?.pos && i.id.startsWith("card.") && !has(i, "face_down")) : undefined;
  }

  /** The token that has been turned up where the team stands. */
  get token(): Item | undefined {
    const team = this.one("pawn.team");
    return this.view.turn.phase === "token" ? this.of("journey").find((i) => i.pos === team?.pos && i.kind === "token") : undefined;
  }
}

const HERE = new Set(["options", "door", "room", "octuple", "relic_choice"]);
export type Scene = "pick" | "hand" | "count" | "map";

/** What the middle of the board shows. */
export function sceneOf(s: Spread): Scene {
  if (s.lines.length > 0) return "count";
  if (s.drawn.length > 0 || s.offered.length > 0 || s.challenges.length > 1) return "pick";
  const journey = new Set(s.of("journey").filter((i) => i !== s.hazard).map((i) => i.id));
  for (const id of s.wanted) if (id.startsWith("node.") || journey.has(id)) return "map";
  if (s.hazard || s.open.length > 0 || s.dice.length > 0 || s.foes.length > 0 || s.one("pawn.test") || s.gearAt(0).length > 0) return "hand";
  if (["luck", "debt", "trade", "imp_tax", "alt_choice", "peek", "take_gem", "burn_gem"].includes(s.view.turn.phase)) return "hand";
  return "map";
}

/** The land of a zone's card or a door, by its number: six of each. */
export function landOfCard(i: Item): Land | null {
  const k = key(i.face ?? i.id), n = Number(k.slice(1));
  if (/^P\d/.test(k)) return "door";
  return /^Z\d/.test(k) ? ZONES[Math.floor((n - 1) / 6)] ?? null : null;
}

// Which drawing stands for which key of the engine, and facts read off its things. No sentences here: those come with the view.
import type { Badge, Item, SeatView, View, Zone } from "../../core/proto";
import type { IconName } from "./icon";

export const badge = (i: Item | undefined, id: string): Badge | undefined => i?.badges?.find((b) => b.id === id);
export const has = (i: Item | undefined, id: string): boolean => badge(i, id) !== undefined;
export const stat = (i: Item | undefined, id: string): number => i?.stats?.[id]?.value ?? 0;
export const key = (face: string | null | undefined): string => face?.replace(/^[a-z]+\./, "") ?? "";

export const ATTRS = ["mind", "body", "spirit"] as const;
export type Attr = (typeof ATTRS)[number];
export const PHASES = ["escape", "ranged", "melee", "magic"] as const;
export type Phase = (typeof PHASES)[number];
export const attrOf: Record<Phase, Attr> = { escape: "mind", ranged: "mind", melee: "body", magic: "spirit" };

export const COLOURS = ["green", "yellow", "blue", "red"] as const;
export type Colour = (typeof COLOURS)[number];
/** Of a site, by its face; of a card, by its level. */
export const colourOf = (i: Item): Colour => COLOURS.find((c) => i.face === `colour.${c}`) ?? COLOURS[stat(i, "level") - 1] ?? "green";
export const levelOf = (i: Item): number => 1 + COLOURS.indexOf(colourOf(i));

export const totalOf = (s: SeatView, id: string): number => s.totals[id]?.value ?? 0;
export const maxOf = (s: SeatView, id: string): number => s.totals[id]?.max ?? totalOf(s, id);

// ---- drawings ----

const heroes: Record<string, IconName> = {
  H01: "wizard", H02: "barbarian", H03: "sting", H04: "knight", H05: "fist", H06: "hood", H07: "winged", H08: "wolf", H09: "bowman", H10: "quill", H11: "visored", H12: "rider",
};
const designs: Record<string, IconName> = {
  G02: "wolf", G03: "wing", G04: "skull", G05: "snake", G06: "goblin", G07: "wolf", G08: "imp", G09: "visored", G10: "raven", G11: "hood", G12: "hood", G13: "wolf", G14: "wing", G15: "swords",
  G16: "skull", G17: "beast", G18: "hood", G19: "spider", G20: "fire", G01: "hood",
  Y01: "ogre", Y02: "wing", Y03: "reaper", Y04: "knight", Y05: "snake", Y06: "spider", Y07: "hood", Y08: "lich", Y09: "ogre", Y10: "fire", Y11: "visored", Y12: "reaper", Y13: "wolf", Y14: "golem",
  Y15: "skull", Y16: "eagle",
  B01: "ogre", B02: "dragon", B03: "lich", B04: "knight", B05: "storm", B06: "barbarian", B07: "hydra", B08: "hood", B09: "imp", B10: "golem", D06: "lich",
};
const kinds: Record<string, IconName> = {
  weapon: "swords", armour: "plate", ring: "coins", amulet: "amulet", cloak: "hood", boots: "boots", consumable: "potion", scroll: "scroll",
  ally: "cowl", hero: "visored", encounter: "road", event: "storm", challenge: "beast",
};
const byLevel: Record<Colour, IconName> = { green: "goblin", yellow: "ogre", blue: "hydra", red: "dragon" };

export const cardIcon = (i: Item): IconName => heroes[key(i.face)] ?? designs[key(i.face)] ?? (i.kind === "challenge" ? byLevel[colourOf(i)] : kinds[i.kind]) ?? "beast";
export const heroIcon = (face: string | null | undefined): IconName => heroes[key(face)] ?? "visored";

const crests: Record<string, IconName> = {
  tamalir: "lion", dawnsmoor: "horse", forge: "beast", frostgate: "wolf", greyhaven: "raven", nerekhall: "snake", riverwatch: "fox", vynelvale: "eagle",
};
export const crestOf = (town: string): IconName => crests[town.replace(/^.*\./, "")] ?? "lion";

// ---- the table ----

export const isArtifact = (i: Item): boolean => ["weapon", "armour", "ring", "amulet", "cloak", "boots", "consumable", "scroll"].includes(i.kind);

/** Everything of a view by zone, in its order. */
export class Spread {
  readonly zones: Map<string, Zone>;
  private readonly things = new Map<string, Item[]>();
  readonly heroes: Map<string, SeatView>;

  constructor(readonly view: View, /** Things that some action touches. */ readonly wanted: ReadonlySet<string>) {
    this.zones = new Map(view.zones.map((z) => [z.id, z]));
    this.heroes = new Map(view.seats.flatMap((s) => (s.face ? [[s.face, s] as const] : [])));
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

  /** The hero of a seat, as it stands on the map. */
  hero(seat: SeatView | undefined): Item | undefined {
    return seat?.face ? this.of("map").find((i) => i.id === seat.face) : undefined;
  }

  get active(): SeatView | undefined {
    return this.view.seats.find((s) => s.badges.some((b) => b.id === "active"));
  }

  /** What lies open besides decks, the event in play and heroes to choose. */
  get open(): Item | undefined {
    return this.of("table").find((i) => i.kind === "challenge" || i.kind === "encounter" || (i.kind === "event" && i.stats?.["numeral"] === undefined));
  }

  get event(): Item | undefined {
    return this.of("table").find((i) => i.kind === "event" && i.stats?.["numeral"] !== undefined);
  }

  get decks(): Item[] {
    return this.of("table").filter((i) => i.kind === "deck");
  }
}

export type Scene = "pick" | "fight" | "market" | "card" | "map";

const MARKET = new Set(["market", "market_enter", "market_draw"]);

/** What the middle of the board shows. */
export function sceneOf(spread: Spread): Scene {
  const { phase } = spread.view.turn;
  if (phase === "hero_pick") return "pick";
  for (const id of spread.wanted) if (id.startsWith("hex.")) return "map";
  if (spread.of("fight").length > 0) return "fight";
  if (MARKET.has(phase)) return "market";
  if (spread.open) return "card";
  return "map";
}

/** The town where the active hero stands, by the place of its hex: "tamalir". */
export function townOf(spread: Spread): string | null {
  const hero = spread.hero(spread.active);
  const place = hero ? spread.view.map?.cells[hero.pos - 1]?.place : undefined;
  return place?.startsWith("town.") ? place.slice(5) : null;
}

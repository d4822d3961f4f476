// A board, as the engine and a server tell it, and the faces of its pack in one language, told once, are the view that screens
// are made of (docs/protocol.md, "faces"). This is the only place that knows both.
import type { Gift, Action, Actions, Badge, Cell, Item, Lang, MapView, Pip, Prompt, SeatView, Stat, Turn, View, Zone, ZoneKind } from "./proto";

export interface FacesTold {
  faces: string; game: string; lang: Lang;
  words: Record<"zone" | "kind" | "stat" | "badge" | "group", Record<string, string>>;
  things: Record<string, { name: string; short?: string; kind: string; about?: string; flavour?: string }>;
  map?: { shape: MapView["shape"]; cells: CellTold[] };
}
type CellTold = Omit<Cell, "terrain_text" | "place_text">;

type Figures = Record<string, number | [value: number, max: number]>;
export interface BoardZone { id: string; kind: ZoneKind; of?: string; seat?: number; cells?: number; first?: number }
/** `zone` is a place in the list of zones; of `pips` those that are done have a "-" before them. */
export interface BoardItem { id: string; zone: number; pos?: number; face?: string; stats?: Figures; badges?: string[]; pips?: string[] }
export interface BoardSeat { id: number; name: string; player: number; face?: string; totals: Figures; badges: string[] }
export interface Board {
  rev: number; game: string; lang: Lang; faces: string; turn: Turn; prompt: Prompt;
  zones: BoardZone[]; items: BoardItem[]; seats: BoardSeat[];
}
/** A row has no verb here: of it comes only what differs from the others, its things in one text. */
type BoardRow = Pick<Action, "id" | "text" | "src" | "dst"> & { also?: string };
export type BoardAction = Omit<Action, "group"> | BoardRow;
export interface BoardActions extends Omit<Actions, "actions"> { actions: BoardAction[] }

function isRow(a: BoardAction): a is BoardRow {
  return !("verb" in a);
}

function whole(a: BoardAction): Omit<Action, "group"> {
  if (!isRow(a)) return a;
  const { also, ...rest } = a, family = a.src?.slice(0, a.src.indexOf(".") + 1) ?? "";
  return { ...rest, verb: a.id.split(" ")[0]!, rules: [], undo: "free", row: true, ...(also ? { also: also.split(" ").map((key) => family + key) } : {}) };
}

const afterDot = (id: string): string => id.slice(id.indexOf(".") + 1);
const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export class Joiner {
  /** Joined things by their boards': what did not change stays the same object. */
  private joined = new WeakMap<BoardItem, Item>();
  private zones: BoardZone[] | null = null;

  private readonly map: MapView | undefined;

  constructor(readonly faces: FacesTold) {
    this.map = faces.map && { ...faces.map, cells: faces.map.cells.map((c) => this.cell(c)) };
  }

  view(b: Board): View {
    const { faces: _faces, ...rest } = b;
    return {
      ...rest,
      zones: b.zones.map((z) => this.zone(z, b)),
      items: b.items.map((i) => this.item(i, b)),
      seats: b.seats.map((s) => this.seat(s)),
      ...(this.map ? { map: this.map } : {}),
    };
  }

  actions<A extends BoardActions>(a: A): A & Actions {
    return { ...a, actions: a.actions.map(whole).map((x) => ({ ...x, group: this.word("group", x.verb) })) };
  }

  private word(what: keyof FacesTold["words"], key: string): string {
    return this.faces.words[what]?.[key] ?? key;
  }

  private name(id: string): string {
    return this.faces.things[id]?.name ?? afterDot(id);
  }

  private cell({ terrain, place, ...rest }: CellTold): Cell {
    return {
      ...rest, ...(terrain !== undefined ? { terrain, terrain_text: this.name(terrain) } : {}),
      ...(place !== undefined ? { place, place_text: this.name(place) } : {}),
    };
  }

  zone(z: BoardZone, b: Board): Zone {
    const { of, ...rest } = z;
    const thing = of === undefined ? "" : this.name(of);
    const player = z.seat === undefined ? "" : b.seats[z.seat]?.name ?? "";
    const label = this.word("zone", z.id.split(".")[0]!).replace("{thing}", () => thing).replace("{player}", () => player);
    return { ...rest, label: title(label), ...(z.seat !== undefined && thing ? { short: thing } : {}) };
  }

  item(i: BoardItem, b: Board): Item {
    if (b.zones !== this.zones) {
      this.zones = b.zones;
      this.joined = new WeakMap();
    }
    const known = this.joined.get(i);
    if (known) return known;
    const told = this.faces.things[i.id];
    const kind = told?.kind ?? i.id.split(".")[0]!;
    const face = i.face ?? i.id;
    const { about, flavour } = this.faces.things[face] ?? {};
    const gifts = this.gifts(i.id);
    const item: Item = {
      id: i.id, kind, kind_text: this.word("kind", kind), zone: b.zones[i.zone]?.id ?? "", pos: i.pos ?? 0,
      name: i.id.startsWith("seat.") ? b.seats[Number(afterDot(i.id))]?.name ?? i.id : this.name(i.id),
      ...(told?.short !== undefined ? { short: told.short } : {}), face,
      ...(i.face !== undefined ? { face_text: this.name(i.face) } : {}), ...(about !== undefined ? { about } : {}), ...(flavour !== undefined ? { flavour } : {}),
      ...(i.stats ? { stats: this.stats(i.stats) } : {}), ...(i.badges ? { badges: this.badges(i.badges) } : {}),
      ...(i.pips ? { pips: i.pips.map((p) => this.pip(p)) } : {}), ...(gifts.length > 0 ? { gifts } : {}),
    };
    this.joined.set(i, item);
    return item;
  }

  private readonly byKey = new Map<string, Gift[]>();

  /** What stands in other families under the same key and says something. */
  private gifts(id: string): Gift[] {
    if (this.byKey.size === 0) {
      this.byKey.set("", []);
      for (const [of, { name, about }] of Object.entries(this.faces.things))
        if (about !== undefined) this.byKey.set(afterDot(of), [...(this.byKey.get(afterDot(of)) ?? []), { id: of, name, about }]);
    }
    return (this.byKey.get(afterDot(id)) ?? []).filter((g) => g.id !== id);
  }

  seat(s: BoardSeat): SeatView {
    const { face, totals, badges, ...rest } = s;
    return {
      ...rest, ...(face !== undefined ? { face, face_text: this.name(face) } : {}), totals: this.stats(totals), badges: this.badges(badges),
    };
  }

  private stats(figures: Figures): Record<string, Stat> {
    return Object.fromEntries(Object.entries(figures).map(([key, f]) => {
      const text = this.word("stat", key);
      return [key, typeof f === "number" ? { value: f, text } : { value: f[0], max: f[1], text }];
    }));
  }

  private badges(ids: string[]): Badge[] {
    return ids.map((id) => ({ id, text: this.word("badge", id) }));
  }

  private pip(told: string): Pip {
    const done = told.startsWith("-");
    const face = done ? told.slice(1) : told;
    return { face, text: this.name(face), done };
  }
}

const KEPT = 6;

/** Faces that were told, the latest: those of a table that is left for another are still there when it is taken up again. */
export class FacesKept {
  private readonly kept = new Map<string, Joiner>();

  keep(f: FacesTold): Joiner {
    const joiner = this.kept.get(f.faces) ?? new Joiner(f);
    this.kept.delete(f.faces);
    this.kept.set(f.faces, joiner);
    for (const key of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(key);
    }
    return joiner;
  }

  get(key: string): Joiner | undefined {
    return this.kept.get(key);
  }
}

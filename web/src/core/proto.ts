// The messages of the server's protocol, version 2 (docs/protocol.md), and what they carry.
// A local table (worker.ts) speaks the same messages, so nothing above core/ knows the difference.

export type Lang = "fr" | "en";

export interface Stat { value: number; max?: number; text: string }
export interface Badge { id: string; text: string }
export interface Pip { face: string; text: string; done: boolean }
export interface Turn { round?: number; phase: string; actor: number | "chance" | null }
export interface Prompt { text: string; id: string; args: Record<string, unknown> }
export type ZoneKind = "track" | "tray" | "strip" | "sheet" | "pile" | "map";
/** `seat`: whose it is, then `label` names the player and `short` does not. `first`: the number of its first cell, else 1. */
export interface Zone { id: string; kind: ZoneKind; label: string; short?: string; seat?: number; cells?: number; first?: number }
export interface Item {
  id: string; kind: string; kind_text: string; zone: string; pos: number; name: string; short?: string;
  face: string | null; face_text?: string; about?: string; flavour?: string;
  stats?: Record<string, Stat>; badges?: Badge[]; pips?: Pip[];
  gifts?: Gift[];
}
/** What a thing has of its own, by the same key in another family: a guardian's mark and ultimate. */
export interface Gift { id: string; name: string; about: string }
export interface SeatView {
  id: number; name: string; player: number; face?: string; face_text?: string;
  totals: Record<string, Stat>; badges: Badge[];
}
/** In a grid of half cells; moves name a cell by its id, a thing on the cell at place i stands at i + 1. */
export interface Cell { id: string; x: number; y: number; terrain?: string; terrain_text?: string; place?: string; place_text?: string; near: number[] }
export interface MapView { shape: "hex" | "graph"; cells: Cell[] }
/** What a screen is made of: a board and the faces (core/join.ts). */
export interface View {
  rev: number; game: string; lang: Lang; turn: Turn; prompt: Prompt;
  zones: Zone[]; items: Item[]; seats: SeatView[]; map?: MapView;
}

export type UndoKind = "free" | "reveal" | "never";
export interface Action {
  id: string; verb: string; group: string; text: string; src?: string; dst?: string; also?: string[]; rules: string[]; undo: UndoKind; ends?: boolean; row?: boolean;
}
export interface WhyNot { rule: string; text: string }
export interface Actions { rev: number; seat: number; player?: number; actions: Action[]; why_not: Record<string, WhyNot> }

export interface GameEvent {
  type: string; rule: string; seat: number | null; args: Record<string, unknown>; items: string[]; text: string;
  ops?: Op[];                                             // of an event that is told with what it changed
}
export interface Entry {
  rev: number; kind: "move" | "chance" | "undo"; seat?: number; player?: number; move?: string; more?: boolean; to?: number; events: GameEvent[];
  text?: string;                                          // the move in words
  ops?: Op[];                                             // what it changed beside its events
}
export interface UndoFree { player: number; to: number }

export interface Player {
  player: number; kind: "human" | "bot" | "open"; name?: string; here: boolean; level?: string; lent?: boolean; seats: number[];
}
export interface Said { n: number; player: number; phrase?: string; text: string; time: number }
export interface Vote {
  vote: number; what: "undo" | "bot" | "delete"; to?: number; player?: number; level?: string; by: number; need: number[]; yes: number[];
}
export interface Result { seat: number; score: number; rank: number; won: boolean }
/** What a game that is over brings to its campaign: the count that it raises; `id` is what it is known by. */
export interface Earned { id: string; earned: string | null; text: string }
export interface Over { rev: number; outcome: string; rule: string; text: string; results: Result[]; campaign?: Earned; seed?: string }
export interface Preview { id: string; text: string; events?: GameEvent[]; why_not?: WhyNot }
export interface Why { move: string; legal: boolean; rule?: string; code?: string; text: string; rules: { id: string; text: string }[] }

export interface OptionInfo {
  name: string; type: "number" | "word" | "bool"; entries?: number; lo?: number; hi?: number; values?: string[];
  means?: "players" | "seats" | "player" | "seat";  // how many there are, or which one
  unset?: string; default: number | string | boolean; rule: string;
  names: Record<Lang, string>; help: Record<Lang, string>; value_names?: Record<string, Record<Lang, string>>;
}
/** What outlives a game: the counts that a list option takes, and what each brings. */
export interface SagaInfo { option: string; most: number; crown: string; counts: { key: string; names: Record<Lang, string>; brings: Record<Lang, string> }[] }
export interface GameInfo {
  id: string; names: Record<Lang, string>; blurb: Record<Lang, string>; seats: [number, number]; seat_each: boolean; revision: number;
  content: { id: string; version: string; hash: string }; options: OptionInfo[]; campaign?: SagaInfo;
}
export interface SeatWanted { kind: "human" | "bot" | "open"; name?: string; level?: string }
export type OptionValues = Record<string, number | string | boolean | (number | string | null)[]>;

export interface Refusal { status: string; rule?: string; code?: string; given?: string; where?: string; text: string; re?: string; cid?: string }
export interface Welcome {
  version: number; server: string; lang: Lang; games: { id: string; name: string; blurb: string; players: [number, number] }[];
  bots: string[]; phrases: { id: string; text: string }[]; limits: Record<string, number>; store: "ok" | "read_only";
}
export interface TableListed {
  room: string; game: string; options: OptionValues; players: { player: number; kind: string; name?: string; level?: string }[]; created: number;
  lang?: Lang;
}
/** How a table stands that is followed from afar. */
export interface News {
  room: string; player: number; state: "open" | "running" | "over"; rev: number; turn: number | null; mine: boolean; players: Player[]; won?: boolean;
  gone?: "renewed" | "deleted";
}
export interface Link { player: number; token: string; path: string }
export interface Created { room: string; game: string; seed_hash: string; links: Link[]; watch: { token: string; path: string } }
export interface Joined {
  room: string; game: string; options: OptionValues; public: boolean; chat: "all" | "phrases" | "off"; created: number;
  state: "open" | "running" | "over"; rev: number; seed_hash: string; player: number | null; seats: number[];
  players: Player[]; cids: { cid: string; rev: number }[]; said: Said[]; vote?: Vote; token?: string; from?: { room: string; rev: number };
  lang?: Lang; hints?: boolean; watch_delay?: number; away?: number; host?: number; same?: boolean;  // hints may be asked for; watchers see it so many seconds later; a deal played before
}

export type Op =
  | { set: "turn" | "prompt" | "zones" | "items" | "seats"; to: unknown }
  | { patch: "zones" | "items" | "seats"; id: string | number; to: Record<string, unknown> }
  | { put: "zones" | "items" | "seats"; id: string | number; after: string | number | null; to?: Record<string, unknown> }
  | { drop: "zones" | "items" | "seats"; id: string | number };
/** Changes stand in `ops`, or event by event in the entries. */
export interface Step { from: number; rev: number; entries: Entry[]; ops?: Op[]; undo: UndoFree | null }

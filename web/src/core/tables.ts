// What the games say in keys: the messages of proto.ts, made narrow by the tables of a game (tools/mktypes.c). A key that no table
// has does not compile; tests/web/unit/tables.test.mjs holds recorded answers to these types.
import type { Tables } from "../gen/tables";
import type { Action, Badge, Entry, GameEvent, Item, SeatView, Stat, Turn, View, Zone } from "./proto";

export type Game = keyof Tables;
export type PhaseOf<G extends Game> = Tables[G]["phase"];
export type VerbOf<G extends Game> = Tables[G]["verb"];
export type BadgeOf<G extends Game> = Tables[G]["badge"];
export type StatOf<G extends Game> = Tables[G]["stat"];
type Family<G extends Game> = keyof Tables[G]["key"] & string;
type Numbered<Z extends string> = Z | `${Z}.${string}`;

interface Shows<G extends Game> { badges?: (Badge & { id: BadgeOf<G> })[]; stats?: Partial<Record<StatOf<G>, Stat>> }
export type ItemOf<G extends Game> = Omit<Item, "kind" | "zone" | "badges" | "stats"> & Shows<G> & {
  kind: Tables[G]["kind"] | Family<G>; zone: Numbered<Tables[G]["zone"]>;
};
export type ZoneOf<G extends Game> = Omit<Zone, "id"> & { id: Numbered<Tables[G]["zone"]> };
export type SeatOf<G extends Game> = Omit<SeatView, "badges" | "totals"> & { badges: (Badge & { id: BadgeOf<G> })[]; totals: Partial<Record<StatOf<G>, Stat>> };
export type ViewOf<G extends Game> = Omit<View, "turn" | "zones" | "items" | "seats"> & {
  turn: Omit<Turn, "phase"> & { phase: PhaseOf<G> }; zones: ZoneOf<G>[]; items: ItemOf<G>[]; seats: SeatOf<G>[];
};
export type ActionOf<G extends Game> = Omit<Action, "verb"> & { verb: VerbOf<G> };
export type EventName<G extends Game> = keyof Tables[G]["event"] & string;
/** Told apart by its type. */
export type EventOf<G extends Game> = { [T in EventName<G>]: Omit<GameEvent, "type" | "args"> & { type: T; args: Tables[G]["event"][T] } }[EventName<G>];
export type EntryOf<G extends Game> = Omit<Entry, "events"> & { events: EventOf<G>[] };

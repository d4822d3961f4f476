// A table as the screens see it: one object per open game, the same for a game in this browser and one on a server.
// Everything that changes is a signal. Nothing here draws.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type {
  Action, Actions, Entry, Joined, Lang, OptionValues, Over, Player, Preview, Refusal, Said, UndoFree, View, Vote, Welcome, Why,
} from "./proto";
import type { Moment } from "./tale";

/** Why the table is as it is; the screen words it (web.conn.*). */
export type Connection =
  | { state: "ok" }
  | { state: "connecting"; tries: number }
  | { state: "offline" }                                  // the device has no network
  | { state: "restarting"; until: number }                // the server said bye
  | { state: "lost"; tries: number; next: number }        // connection gone, tried again at `next` (ms)
  | { state: "read_only" }                                // the server's store cannot write
  | { state: "refused"; why: Refusal }                    // wrong or used token, room gone: not tried again
  | { state: "version"; server: string }                  // server of another version: reload
  | { state: "elsewhere" }                                // the same local game is played in another tab; revive() brings it here
  | { state: "dead"; why: string };                       // the worker died; the game is kept, "start again" revives it

/** Something has happened at a table: what led from one view to the other. */
export interface Happened { from: View; to: View; entries: Entry[]; moments: Moment[] }

/** A part of a phase by its name, or a sentence. */
export type Banner = { scene: string } | { text: string };

/** Who shows what has happened one thing after the other (ui/narrator.ts). What it shows is never more than a picture: the truth is the table's. */
export interface Teller {
  readonly picture: ReadonlySignal<View | null>;          // null: as it is now
  readonly told: ReadonlySignal<{ rev: number; events: number } | null>; // of the log: up to this entry, and so many of its events; null: all
  readonly isTelling: boolean;
  readonly banner: ReadonlySignal<Banner | null>;         // what is being told
  readonly ribbon: ReadonlySignal<string[] | null>;       // what was told, in short
  tell(h: Happened): void;                                // before the table shows it
  idle(): Promise<void>;                                  // when all is told
  flush(): void;
}

export interface Table {
  readonly kind: "local" | "net";
  readonly id: string;                                    // of "my games"
  readonly game: ReadonlySignal<string>;
  readonly info: ReadonlySignal<Joined | null>;
  readonly me: ReadonlySignal<{ player: number | null; seats: number[] }>; // local hot seat: the player who is to decide

  /** What is shown: the state now, or the one at `cursor`. */
  readonly view: ReadonlySignal<View | null>;
  readonly live: ReadonlySignal<View | null>;
  /** What is drawn of it: `view`, or where the telling has come. */
  readonly picture: ReadonlySignal<View | null>;
  readonly teller: Signal<Teller | null>;                 // whoever draws the board tells
  readonly actions: ReadonlySignal<Actions | null>;       // null: not mine to decide, looking back, or a move is under way
  readonly entries: ReadonlySignal<Entry[]>;              // all that are known, oldest first; may begin later than rev 1
  readonly fresh: ReadonlySignal<Entry[]>;                // those of the last step, for animation and announcement
  readonly players: ReadonlySignal<Player[]>;
  readonly watching: ReadonlySignal<number>;
  readonly over: ReadonlySignal<Over | null>;
  readonly undo: ReadonlySignal<UndoFree | null>;         // what can be taken back without asking
  readonly vote: ReadonlySignal<Vote | null>;
  readonly said: ReadonlySignal<Said[]>;
  readonly pings: ReadonlySignal<{ player: number; item: string; n: number }[]>; // the last few "look here"
  readonly pending: ReadonlySignal<string | null>;        // the move that was sent and is not yet acknowledged
  readonly thinking: ReadonlySignal<{ player: number; since: number } | null>; // a bot decides
  readonly refusal: ReadonlySignal<Refusal | null>;       // the last one, until the next request
  readonly conn: ReadonlySignal<Connection>;
  readonly welcome?: ReadonlySignal<Welcome | null>;      // net: phrases of the chat, levels of bots
  readonly left?: Signal<Seen | null>;                    // net: how it stood when I left; null: I was not away, or was told

  /** History: null is now. Views come from the same engine. */
  readonly cursor: ReadonlySignal<number | null>;
  seek(rev: number | null): void;
  viewAt(rev: number): Promise<View>;
  /** All entries from the first on; resolves when `entries` is complete. */
  history(): Promise<void>;

  move(a: Action | string): void;
  takeBack(to?: number): void;                            // free, or asks for a vote
  redo?(): void;                                          // local only
  readonly canRedo?: ReadonlySignal<boolean>;
  answer(vote: number, agree: boolean): void;
  say(what: { phrase: string } | { text: string }): void;
  readonly muted?: ReadonlySignal<ReadonlySet<number>>;   // players whose lines are not shown here
  mute?(player: number, on: boolean): void;
  point(item: string): void;                              // "look here" for the others
  name(name: string): void;
  handToBot(level: string, player?: number): void;
  /** local: what a bot plays next, if somebody else than the bot knows (a lesson); called with all entries. */
  partner?: (entries: Entry[]) => string | undefined;
  back(): void;
  fork(rev?: number, same?: boolean): Promise<{ href: string }>;   // a new table from there; same: the same dice again (only when over)
  readonly invite?: ReadonlySignal<{ href: string; by: number; rev: number } | null>; // somebody else at the table forked it
  renew(): Promise<string>;                               // a new link for my seat
  renewWatch?(): Promise<string>;                         // and one to watch, by the host: the old one is void
  erase?(): void;                                         // net: deletes the table for everybody, if the others agree (a vote)
  verify?(): Promise<{ ok: boolean; text: string }>;      // recomputes the dice from the seed, once it is known
  preview(move: string): Promise<Preview>;
  why(move: string): Promise<Why>;
  hint(): Promise<{ move: string; text: string }>;
  record(): Promise<string>;
  setLang(l: Lang): void;
  revive(): void;                                         // try again now
  close(): void;
}

/** What somebody who comes back compares with: the revision, and what my seats had then, by seat and total. */
export interface Seen { rev: number; round?: number; totals: Record<string, Record<string, number>> }

/** What "my games" lists: kept in this browser (IndexedDB). */
export interface Kept {
  id: string;                                             // "local:…" or "net:ROOM"
  kind: "local" | "net";
  game: string;
  options: OptionValues;
  names: string[];                                        // of the players
  updated: number;
  state: "open" | "running" | "over";
  outcome?: string;
  won?: boolean;
  turn?: string;                                          // the last prompt, for the list
  mine?: boolean;                                         // it is my turn
  who?: string;                                           // net: whose turn it is, if it is not mine; "" where nobody is to decide
  seen?: Seen;                                            // net: how it stood when I saw it last
  room?: string; token?: string; player?: number | null;  // net: all that is needed to come back
  next?: string;                                          // net: the token that was asked for, whose answer has not come
  links?: { player: number; path: string }[]; watch?: string;
  record?: string; seed?: string;                         // local: all that is needed to go on
}

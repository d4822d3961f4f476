// What the end of a game tells beyond the result. Each game says it in end.ts of its folder; one without has only its totals.
import type { GameEvent, View } from "../core/proto";

export interface End {
  /** Counted by the seat of the event; `whole`: by nobody's, for the table. */
  deeds: { word: () => string; of: (e: GameEvent) => number; whole?: boolean }[];
  /** What the rank is made of, in the order in which it decides, where a number of points would say nothing. */
  count?: { key: string; word: () => string; of: (v: View, seat: number) => number }[];
  /** What went up and down: a line each. */
  course: { word: () => string; lines: (v: View) => { id: string; name: string; value: number }[] };
}

const files = import.meta.glob<End>("./*/end.ts", { eager: true, import: "default" });

export const endOf = (game: string): End | undefined => files[`./${game}/end.ts`];

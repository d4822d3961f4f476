// What happened while I was away, from how my seats stood when I left and how they stand now.
import type { Entry, View } from "./proto";
import type { Seen } from "./table";

export function seenOf(view: View, seats: readonly number[]): Seen {
  const mine = view.seats.filter((s) => seats.includes(s.id));
  return {
    rev: view.rev, ...(view.turn.round !== undefined && { round: view.turn.round }),
    totals: Object.fromEntries(mine.map((s) => [s.id, Object.fromEntries(Object.entries(s.totals).map(([key, x]) => [key, x.value]))])),
  };
}

export interface Change { seat: string; what: string; from: number; to: number }
export interface Recap {
  turns: number;          // of others: moves in a row by the same seat are one
  changes: Change[];      // of my seats, what became less first
}

/** null: nothing that others did. Entries before `seen` are passed over; those of my own are known to me. */
export function recapOf(seen: Seen, view: View, entries: readonly Entry[], seats: readonly number[]): Recap | null {
  let turns = 0;
  let last: number | undefined;
  for (const e of entries) {
    if (e.rev <= seen.rev || e.kind !== "move" || e.seat === undefined) continue;
    if (e.seat !== last && !seats.includes(e.seat)) turns++;
    last = e.seat;
  }
  if (turns === 0) return null;
  const changes = view.seats.filter((s) => seats.includes(s.id)).flatMap((s) =>
    Object.entries(s.totals).flatMap(([key, x]): Change[] => {
      const from = seen.totals[s.id]?.[key];
      return from === undefined || from === x.value ? [] : [{ seat: s.name, what: x.text, from, to: x.value }];
    }));
  return { turns, changes: changes.sort((a, b) => Number(a.to > a.from) - Number(b.to > b.from)) };
}

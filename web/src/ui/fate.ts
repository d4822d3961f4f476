// Whose end it is, and who did what: pure, for the panel of the end.
import type { Entry, Over, Player, View } from "../core/proto";
import type { End } from "../skins/end";

/** How it ended for those on this side: people of a table on one screen, or me. null: some won and some lost, or I only watched. */
export function fateOf(over: Over, view: View, players: readonly Player[], me: number | null, net: boolean): "won" | "lost" | null {
  const mine = net ? players.filter((p) => p.player === me) : players.filter((p) => p.kind === "human" || p.lent);
  const seats = view.seats.filter((s) => mine.some((p) => p.player === s.player)).map((s) => s.id);
  const ends = over.results.filter((r) => seats.includes(r.seat));
  if (ends.length === 0) return null;
  return ends.every((r) => r.won) ? "won" : ends.some((r) => r.won) ? null : "lost";
}

/** How often each did what, by seat; a deed of nobody's is counted under -1. */
export function countDeeds(end: End, entries: readonly Entry[]): Map<number, number>[] {
  const standing: Entry[] = [];
  for (const e of entries) {
    if (e.kind !== "undo") standing.push(e);
    else while (standing.length > 0 && standing.at(-1)!.rev > (e.to ?? 0)) standing.pop();
  }
  return end.deeds.map((d) => {
    const by = new Map<number, number>();
    for (const entry of standing)
      for (const e of entry.events) {
        const n = d.of(e);
        const seat = d.whole ? -1 : e.seat;
        if (n > 0 && seat !== null) by.set(seat, (by.get(seat) ?? 0) + n);
      }
    return by;
  });
}

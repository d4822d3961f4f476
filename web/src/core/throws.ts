// How often each face of the dice came, by who threw it: counted for the statistics.
import type { Finished, Throws } from "./kept";
import type { Entry, GameEvent, Player, SeatView } from "./proto";

/** me: of me alone; where several people play at one screen (me: null) all of them are people. */
export function throwsOf(thrown: (e: GameEvent) => string[], entries: readonly Entry[], seats: readonly SeatView[], players: readonly Player[], me: number | null): Throws | null {
  const isPerson = (p: Player): boolean => p.kind !== "bot" || p.lent === true;
  const alone = players.filter(isPerson).length === 1;
  const who = (seat: number | null): keyof Throws => {
    const p = players.find((x) => x.player === seats.find((s) => s.id === seat)?.player);
    if (p && !isPerson(p)) return "machines";
    return p && (p.player === me || (me === null && alone)) ? "me" : "people";
  };
  const out: Throws = {};
  for (const entry of entries)
    for (const e of entry.events)
      for (const face of thrown(e)) {
        const of = (out[who(e.seat)] ??= {});
        of[face] = (of[face] ?? 0) + 1;
      }
  return Object.keys(out).length > 0 ? out : null;
}

/** All of them together. */
export function allThrows(games: readonly Finished[]): Throws {
  const out: Throws = {};
  for (const g of games)
    for (const [who, faces] of Object.entries(g.dice ?? {}) as [keyof Throws, Record<string, number>][])
      for (const [face, n] of Object.entries(faces)) {
        const of = (out[who] ??= {});
        of[face] = (of[face] ?? 0) + n;
      }
  return out;
}

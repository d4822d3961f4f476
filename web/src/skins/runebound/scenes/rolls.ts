// The last roll of a fight or test, out of what has been told: what the die showed, what was added, what had to be reached.
import type { Entry, GameEvent } from "../../../core/proto";

export interface Rolled { seat: number; roll: string; die: number; bonus: number; total: number; against: number | null; met: boolean | null }

const number = (e: GameEvent, name: string): number => Number(e.args[name] ?? 0) || 0;
const ENDS = new Set(["challenged", "duelled", "fight_round", "turn_begun", "drew"]);

/** told: the last entry and how many of its events are on the board; null: all. */
export function lastRoll(entries: readonly Entry[], told: { rev: number; events: number } | null): Rolled | null {
  let end: { met: boolean; against: number } | null = null;
  for (let k = entries.length - 1; k >= Math.max(0, entries.length - 24); k--) {
    const entry = entries[k]!;
    if (told && entry.rev > told.rev) continue;
    const events = told && entry.rev === told.rev ? entry.events.slice(0, told.events) : entry.events;
    for (const e of [...events].reverse()) {
      if (e.type === "rolled") return { seat: number(e, "player"), roll: String(e.args["roll"] ?? ""), die: number(e, "die"), bonus: number(e, "total") - number(e, "die"), total: number(e, "total"), against: end?.against ?? null, met: end?.met ?? null };
      if ((e.type === "met" || e.type === "missed") && !end) end = { met: e.type === "met", against: number(e, "against") };
      if (ENDS.has(e.type)) return null;
    }
  }
  return null;
}

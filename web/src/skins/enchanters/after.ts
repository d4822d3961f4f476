// The totals of a seat once a card is taken or an action done, as far as that is certain: from what the engine says of the card,
// and from the events that it foretells. What is not certain is left out.
import type { Action, GameEvent } from "../../core/proto";
import type { EventName, EventOf } from "../../core/tables";
import { has, pileOf, stat, type Item, type SeatView, type Spread } from "./words";

export const TOTALS = ["attack", "defence", "wounds", "crystals", "glory"] as const;
export type Total = (typeof TOTALS)[number];
export type After = Partial<Record<Total, number>>;

/** What is looked at: a card that may be taken, an action and its events. */
export interface Look { card: Item | null; action: Action | null; events: GameEvent[] }

export const valueOf = (seat: SeatView, total: Total): number => seat.totals[total]?.value ?? 0;

/** Attack or Defence with the card on its pile: the upper icons of the card it covers are gone. */
function laid(spread: Spread, seat: SeatView, card: Item, which: "attack" | "defence"): number | undefined {
  let sum = 0;
  for (const i of spread.view.items) if (i.zone.startsWith(`pile.${seat.id}.`)) sum += stat(i, which);
  const now = valueOf(seat, which), top = spread.top(seat.id, pileOf(card));
  if (now === 0 && sum < 0) return undefined; // how far below zero is not told
  return Math.max(0, now + stat(card, which) - (stat(top, which) - stat(top, `kept_${which}`)));
}

/** Events that a forecast of the card alone has taken into account. */
const plain: ReadonlySet<string> = new Set<EventName<"enchanters">>(["journeyed", "fought", "struck", "wounded", "taken"]);
/** Events that change piles in ways that are not added up here. */
const stirring: ReadonlySet<string> = new Set<EventName<"enchanters">>(["discarded", "removed", "stolen", "swapped", "given", "fled"]);

export function afterOf(look: Look, spread: Spread, seat: SeatView): After {
  const out: After = {};
  const { card, events } = look;
  const now = (total: Total): number => out[total] ?? valueOf(seat, total);
  if (card) {
    for (const which of ["attack", "defence"] as const) {
      const n = laid(spread, seat, card, which);
      if (n !== undefined) out[which] = n;
    }
    if (stat(card, "would_wound")) out.wounds = valueOf(seat, "wounds") + stat(card, "would_wound");
    if (card.stats?.["then_glory"] && canTake(card) && !has(card, "immediate") && events.every((e) => plain.has(e.type))) out.glory = stat(card, "then_glory");
    if (card.zone === "road") out.crystals = valueOf(seat, "crystals") - stat(card, "cost");
  }
  for (const e of events) {
    const n = Number(e.args["n"] ?? 0), mine = e.args["player"] === seat.id, aimed = e.args["target"] === seat.id;
    const told = (total: Total): void => { if (mine && typeof e.args[total] === "number") out[total] = e.args[total] as number; };
    switch ((e as EventOf<"enchanters">).type) {
      case "attack_raised": told("attack"); break;
      case "defence_raised": told("defence"); break;
      case "paid": case "gained": case "lost": told("crystals"); break;
      case "wounded": case "healed": told("wounds"); break;
      case "robbed": if (mine) out.crystals = now("crystals") + n; else if (aimed) out.crystals = now("crystals") - n; break;
      case "transferred": if (mine) out.wounds = now("wounds") - n; else if (aimed) out.wounds = now("wounds") + n; break;
      case "taken": {
        const other = mine ? spread.view.items.find((i) => i.id !== card?.id && i.id === e.items.find((id) => id.startsWith("card."))) : undefined;
        for (const which of other ? (["attack", "defence"] as const) : []) {
          const sum = laid(spread, seat, other!, which);
          if (sum !== undefined && !card) out[which] = sum;
        }
        break;
      }
    }
  }
  if (events.some((e) => stirring.has(e.type))) for (const total of ["attack", "defence", "glory"] as const) delete out[total];
  return out;
}

/** A card that the one whose turn it is could take. */
export const canTake = (card: Item | undefined): card is Item => has(card, "take") || has(card, "beaten") || has(card, "beaten_with_wounds");

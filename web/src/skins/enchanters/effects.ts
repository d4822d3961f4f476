// How Enchanters tells what happens: beats, movements and sounds of its events (ui/events.ts).
import type { GameEvent, View } from "../../core/proto";
import type { Table } from "../../core/table";
import { number, one, type EventRow, type EventRows, type Find, type Ghost, type Show } from "../../ui/events";
import type { Stage } from "../../ui/motion";
import { tellOn } from "../../ui/stage";

/** A total of a player: in the middle, or in the line of one of the others. */
const sum = (s: Show, seat: unknown, total: string): HTMLElement | null =>
  s.find(`[data-seat="${String(seat)}"] [data-sum="${total}"]`) ?? s.find(`.en-other[data-seat="${String(seat)}"]`);
const card: Find = (s, { event }) => s.thing(one(event, "card."));
const total = (name: string, who = "player"): Find => (s, { event }) => sum(s, event.args[who], name);

/** A change of a total rises from it. */
const rises = (name: string, n: (e: GameEvent) => number, tone: "good" | "bad", who = "player"): NonNullable<EventRow["motion"]> => (s, e, at) => {
  const el = sum(s, e.args[who], name);
  if (el && n(e) !== 0) s.stage.pulse(el, at);
  s.rise(el, n(e), tone, at);
};
const n = (e: GameEvent): number => number(e, "n");
const less = (e: GameEvent): number => -number(e, "n");
const pulses: EventRow = { beat: "cause", lead: 0, gap: 220, motion: (s, e, at) => s.pulse(one(e, "card."), at) };
const FALLS: Keyframe[] = [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(50px) rotate(-8deg) scale(.7)" }];
const falls: EventRow = { beat: "cause", lead: 0, motion: (s, e, at) => s.leave(one(e, "card."), FALLS, at) };
const goes: EventRow = { beat: "cause", lead: 0, sound: "wind", weight: 3 };
const shakes: NonNullable<EventRow["motion"]> = (s, e, at) => s.shake(one(e, "card."), at);

const rows: EventRows<"enchanters"> = {
  kingdom_chosen: { beat: "cause", lead: 0, sound: "gong", motion: (s, e, at) => s.pulse(one(e, "kingdom."), at) },
  kingdom_drawn: { beat: "cause", lead: 0, gap: 120 }, removed_at_start: { beat: "quiet" }, place_empty: { beat: "quiet" }, first_drawn: { beat: "quiet" },
  village_drawn: { beat: "cause", lead: 0, sound: "gong" },
  revealed: { beat: "cause", lead: 0, gap: 150, scene: "road", sound: "wind", motion: (s, e, at) => s.enter(one(e, "card."), "translateX(60px) rotate(3deg)", at) },
  turn_begun: { beat: "quiet", scene: "own" }, turn_ended: { beat: "quiet" },
  journeyed: {
    beat: "cause", lead: 240, sound: "step", weight: 1,
    fly: { what: "crystal", from: (s, t, b) => (number(t.event, "crystals") > 0 ? total("crystals")(s, t, b) : null), to: card },
    motion: rises("crystals", (e) => -number(e, "crystals"), "bad"),
  },
  used: pulses, rested: { ...pulses, sound: "bless" }, triggered: { ...pulses, sound: "charge" }, immediate: pulses,
  targeted: { beat: "quiet" },
  fought: { beat: "cause", sound: "hit", weight: 4, fly: { what: "blade", from: total("attack"), to: card }, motion: shakes },
  fled: { beat: "cause", sound: "fall", weight: 5, fly: { what: "blade", from: total("attack"), to: card }, motion: shakes },
  struck: { beat: "cause", sound: "strike", fly: { what: "claw", from: card, to: total("wounds") }, begin: (s, { event }) => s.pulse(one(event, "card.")) },
  wounded: { beat: "effect", sound: "hurt", weight: 6, motion: rises("wounds", n, "bad") },
  healed: { beat: "effect", sound: "bless", weight: 2, motion: rises("wounds", less, "good") },
  transferred: {
    beat: "cause", sound: "dark", weight: 6, fly: { what: "wound", from: total("wounds"), to: total("wounds", "target") },
    motion: (s, e, at) => { rises("wounds", less, "good")(s, e, at); rises("wounds", n, "bad", "target")(s, e, at); },
  },
  gained: { beat: "effect", sound: "coin", weight: 1, motion: rises("crystals", n, "good") },
  lost: { beat: "effect", sound: "break", weight: 3, motion: rises("crystals", less, "bad") },
  paid: { beat: "effect", sound: "coin", motion: rises("crystals", less, "bad") },
  robbed: {
    beat: "cause", sound: "coin", weight: 6, fly: { what: "crystal", from: total("crystals", "target"), to: total("crystals") },
    motion: (s, e, at) => { rises("crystals", n, "good")(s, e, at); rises("crystals", less, "bad", "target")(s, e, at); },
  },
  attack_raised: { beat: "effect", sound: "charge", motion: rises("attack", n, "good") },
  defence_raised: { beat: "effect", sound: "shield", motion: rises("defence", n, "good") },
  cheaper: { beat: "effect", sound: "coin" }, protected: { beat: "effect", sound: "shield", weight: 2 },
  taken: { beat: "cause", lead: 0, sound: "charge", weight: 4 },
  given: { ...goes, sound: "dark", weight: 5 }, stolen: { ...goes, weight: 6 }, swapped: goes, sunk: { ...goes, sound: "step" },
  discarded: { ...falls, sound: "kill", weight: 4 }, removed: { ...falls, sound: "kill", weight: 4 }, road_discarded: { ...falls, sound: "wind", scene: "road" },
  visited: { ...goes, sound: "dark" }, visit_failed: { beat: "cause", lead: 0, sound: "bolt", weight: 3 }, visit_empty: { beat: "cause", lead: 0, sound: "bolt", weight: 3 },
  scored: { beat: "quiet" },
  game_ended: { beat: "cause", lead: 0, sound: "win", weight: 12 },
};

/** Cards that are gone; of those that were on the road only, others are small. */
function ghosts(stage: Stage, view: View): Map<string, Ghost> {
  const here = new Set(view.items.filter((i) => i.zone !== "graveyard" && i.zone !== "removed").map((i) => i.id));
  const found = new Map<string, Ghost>();
  for (const el of stage.root.querySelectorAll<HTMLElement>(".en-road [data-item]")) {
    const id = el.dataset["item"]!, ghost = here.has(id) ? null : stage.ghost(id);
    if (ghost) found.set(id, { el: ghost, at: stage.place(el) });
  }
  return found;
}

export { rows };

export function tell(table: Table, root: HTMLElement): () => void {
  return tellOn(table, root, { board: ".en-board", layer: ".en-fx", slides: /^card\./, rows, ghosts });
}

// How Runebound tells what happens: beats, movements and sounds of its events (ui/events.ts).
import type { GameEvent, View } from "../../core/proto";
import type { Table } from "../../core/table";
import { number, one, type EventRow, type EventRows, type Find, type Ghost, type Show } from "../../ui/events";
import type { Stage } from "../../ui/motion";
import { tellOn } from "../../ui/stage";

/** A total of a player: on the sheet, or in the line of one of the others. */
const sum = (s: Show, seat: unknown, total: string): HTMLElement | null =>
  s.find(`[data-seat="${String(seat)}"] [data-sum="${total}"]`) ?? s.find(`.rb-other[data-seat="${String(seat)}"]`);
const total = (name: string): Find => (s, { event }) => sum(s, event.args["player"], name);
/** The hero or ally that an event is about; a hero may be a figure on the map. */
const who = (s: Show, e: GameEvent): HTMLElement | null => { const id = one(e, "card."); return s.thing(id) ?? s.find(`[data-figure="${id}"]`); };
const foe: Find = (s) => s.find(".rb-side-foe .thing");
const fighter: Find = (s, { event }) => who(s, event) ?? s.find(".rb-side-own .thing");

const rises = (name: string, n: (e: GameEvent) => number, tone: "good" | "bad"): NonNullable<EventRow["motion"]> => (s, e, at) => {
  const el = sum(s, e.args["player"], name);
  if (el && n(e) !== 0) s.stage.pulse(el, at);
  s.rise(el, n(e), tone, at);
};
const n = (e: GameEvent): number => number(e, "n");
const less = (e: GameEvent): number => -number(e, "n");
const shown: NonNullable<EventRow["motion"]> = (s, e, at) => s.enter(one(e, "card."), "rotateY(70deg) scale(.8)", at);
const pulses: EventRow = { beat: "cause", lead: 0, gap: 220, motion: (s, e, at) => { const el = who(s, e); if (el) s.stage.pulse(el, at); } };
const thrown = (s: Show): void => {
  [...s.stage.root.querySelectorAll<HTMLElement>(".rb-die:not(:has(.rb-is-spent))")].forEach((el, k) => s.stage.play(el, [
    { transform: `translate(${-30 - 14 * k}px, -26px) rotate(-${200 + 60 * k}deg) scale(.8)`, opacity: 0.2 },
    { transform: "translate(4px, 2px) rotate(14deg)", opacity: 1, offset: 0.7 }, { transform: "none" },
  ], 440, 30 * k));
};
const d20 = (s: Show): void => {
  const el = s.find(".rb-d20");
  if (el) s.stage.play(el, [{ transform: "translateX(-60px) rotate(-420deg) scale(.6)", opacity: 0.2 }, { transform: "rotate(20deg) scale(1.15)", opacity: 1, offset: 0.7 }, { transform: "none" }], 460);
};
const FALLS: Keyframe[] = [{ opacity: 1, transform: "none" }, { opacity: 1, transform: "scale(1.06) rotate(-2deg)", offset: 0.25 }, { opacity: 0, transform: "translateY(40px) rotate(8deg) scale(.6)" }];
const falls = (s: Show, e: GameEvent, at: number): void => s.leave(one(e, "card."), FALLS, at);
const FOE = { beat: "cause", sound: "strike", weight: 2 } as const;

const rows: EventRows<"runebound"> = {
  stocked: { beat: "cause", lead: 0, gap: 120, sound: "wind", motion: shown },
  hero_dealt: { beat: "cause", lead: 0, sound: "gong" }, hero_chosen: { beat: "cause", lead: 0, sound: "gong" }, first_drawn: { beat: "quiet" },
  turn_begun: { beat: "quiet", scene: "own" },
  refreshed: { beat: "effect", motion: (s, e, at) => s.pulse(one(e, "card."), at) },
  planned: { beat: "quiet" },
  rested: { beat: "effect", sound: "bless", motion: rises("fatigue", less, "good") },
  dice: { beat: "cause", lead: 0, sound: "dice", motion: thrown }, dice_again: { beat: "cause", lead: 0, sound: "dice", motion: thrown },
  stepped: { beat: "cause", lead: 0, gap: 300, sound: "step" },
  came_to: { beat: "cause", lead: 0, sound: "wind", weight: 2 }, retreated: { beat: "cause", lead: 0, sound: "step", weight: 2 },
  recovered: { beat: "cause", lead: 0, sound: "bless", weight: 4, motion: (s, e, at) => { const el = sum(s, e.args["player"], "life"); if (el) s.stage.pulse(el, at); } },
  fatigued: { beat: "effect", sound: "dark", weight: 1, motion: rises("fatigue", () => 1, "bad") },
  wounded: { beat: "effect", sound: "hurt", weight: 7, motion: (s, e, at) => { const el = who(s, e); if (el) { s.stage.shake(el, at); s.rise(el, less(e), "bad", at); } } },
  healed: { beat: "effect", sound: "bless", weight: 2, motion: (s, e, at) => s.rise(who(s, e), n(e), "good", at) },
  prevented: { beat: "effect", sound: "shield", weight: 3 },
  died: { beat: "cause", lead: 0, sound: "fall", weight: 8, motion: falls },
  knocked_out: { beat: "cause", lead: 0, sound: "fall", weight: 10, motion: (s, _, at) => s.flash("rb-flash", at) },
  ko_lost: { beat: "effect", weight: 3, motion: rises("gold", (e) => -number(e, "gold"), "bad") },
  adventured: { beat: "cause", lead: 0, sound: "gong", weight: 2, motion: (s, e, at) => s.pulse(one(e, "site."), at) },
  drew: { beat: "cause", lead: 0, gap: 480, sound: "wind", motion: shown }, nothing_left: { beat: "cause", lead: 0 },
  event_begun: { beat: "cause", lead: 0, sound: "gong", weight: 6, scene: "own", motion: shown }, event_vain: { beat: "cause", lead: 0, weight: 2, motion: falls },
  challenged: { beat: "cause", lead: 0, sound: "dark", weight: 4, scene: "own", motion: (s, e, at) => s.enter(one(e, "card."), "translateX(60px) scale(.9)", at) },
  duelled: { beat: "cause", lead: 0, sound: "dark", weight: 6, scene: "own" },
  fight_round: { beat: "quiet" },
  attacked: { beat: "cause", lead: 0, gap: 160, motion: pulses.motion! }, defended: { beat: "cause", lead: 0, gap: 160, motion: pulses.motion! },
  rolled: { beat: "cause", lead: 0, gap: 480, sound: "dice", motion: d20 }, rolled_again: { beat: "cause", lead: 0, sound: "dice" },
  met: { beat: "cause", lead: 220, sound: "hit", weight: 1, fly: { what: "blade", from: fighter, to: foe } },
  missed: { ...FOE, lead: 220, fly: { what: "claw", from: foe, to: fighter } },
  boosted: { beat: "effect", sound: "charge" },
  softened: { beat: "effect", sound: "break" }, blunted: { beat: "effect", sound: "shield" },
  enemy_wounded: { beat: "effect", sound: "hit", weight: 5, motion: (s, e, at) => { const id = one(e, "card."); s.shake(id, at); s.rise(s.thing(id), less(e), "good", at); } },
  defeated: { beat: "cause", lead: 0, sound: "kill", weight: 9, motion: falls },
  escaped: { beat: "cause", lead: 0, sound: "wind", weight: 5 }, failed: { beat: "cause", lead: 0, sound: "fall", weight: 6 },
  tracked: { beat: "cause", lead: 0, sound: "dark", weight: 3, motion: (s, e, at) => s.enter(one(e, "card."), "translateY(-30px)", at) },
  evicted: { beat: "cause", lead: 0, sound: "wind", weight: 3, motion: falls },
  gold: { beat: "effect", sound: "coin", weight: 3, motion: rises("gold", n, "good") }, paid: { beat: "effect", sound: "coin", motion: rises("gold", less, "bad") },
  learned: { beat: "effect", sound: "bless", weight: 3, motion: rises("xp", n, "good") },
  kept: { beat: "cause", lead: 0, sound: "charge", weight: 8 }, gained: { beat: "cause", lead: 0, sound: "charge", weight: 5 },
  used: { ...pulses, sound: "charge", weight: 1 },
  discarded: { beat: "cause", lead: 0, sound: "wind", weight: 2, motion: falls },
  looted: { beat: "cause", lead: 0, sound: "coin", weight: 8 },
  market: { beat: "cause", lead: 0, sound: "gong", scene: "own" },
  bought: { beat: "cause", lead: 0, sound: "coin", weight: 4 }, hired: { beat: "cause", lead: 0, sound: "coin", weight: 4 }, sold: { beat: "cause", lead: 0, sound: "coin", weight: 3 },
  grew: { beat: "cause", lead: 0, sound: "charge", weight: 5, fly: { what: "spark", from: total("xp"), to: (s, { event }) => sum(s, event.args["player"], String(event.args["attr"]).replace(/^.*\./, "")) },
    motion: (s, e, at) => s.rise(sum(s, e.args["player"], String(e.args["attr"]).replace(/^.*\./, "")), 1, "good", at) },
  game_ended: { beat: "cause", lead: 0, sound: "win", weight: 12 },
};

/** Cards that are gone. */
function ghosts(stage: Stage, view: View): Map<string, Ghost> {
  const here = new Set(view.items.map((i) => i.id));
  const found = new Map<string, Ghost>();
  for (const el of stage.root.querySelectorAll<HTMLElement>('[data-item^="card."]')) {
    const id = el.dataset["item"]!, ghost = here.has(id) ? null : stage.ghost(id);
    if (ghost) found.set(id, { el: ghost, at: stage.place(el) });
  }
  return found;
}

export { rows };

export function tell(table: Table, root: HTMLElement): () => void {
  return tellOn(table, root, { board: ".rb-board", layer: ".rb-fx", slides: /^card\.(?!H)/, rows, ghosts });
}

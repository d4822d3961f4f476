// How Runemasters tells what happens: beats, movements and sounds of its events (ui/events.ts).
import type { View } from "../../core/proto";
import type { Table } from "../../core/table";
import { number, one, type EventRow, type EventRows, type Find, type Ghost, type Show } from "../../ui/events";
import type { Stage } from "../../ui/motion";
import type { Beat } from "../../ui/narrator";
import { tellOn } from "../../ui/stage";

const card: Find = (s, { event }) => s.thing(one(event, "card."));
/** Whom an attack hits: what follows it says so. */
const HITS = new Set(["hurt", "saved", "shield_broken", "died"]);
const victim: Find = (s, _, beat: Beat) => {
  const hit = beat.told.find((x) => HITS.has(x.event.type))?.event;
  return hit ? s.thing(one(hit, "guardian.")) : s.thing("place.temple");
};
/** The die that was played for it; else whoever did it. */
const played: Find = (s, { event, change }) => {
  const die = change?.items?.find((i) => i.kind === "die" && i.badges?.some((b) => b.id === "used"));
  return s.thing(die?.id ?? one(event, "guardian."));
};
const throws = (which: string) => (s: Show): void => {
  [...s.stage.root.querySelectorAll<HTMLElement>(which)].forEach((el, k) => s.stage.play(el, [
    { transform: `translate(${-30 - 14 * k}px, -26px) rotate(-${200 + 60 * k}deg) scale(.8)`, opacity: 0.2 },
    { transform: "translate(4px, 2px) rotate(14deg)", opacity: 1, offset: 0.7 }, { transform: "none" },
  ], 440, 30 * k));
};
const DIES: Keyframe[] = [
  { opacity: 1, transform: "none" }, { opacity: 1, transform: "scale(1.12) rotate(-3deg)", offset: 0.25 },
  { opacity: 0, transform: "scale(.5) rotate(12deg)", filter: "brightness(2)" },
];
const hurts: EventRow["motion"] = (s, e, at) => {
  const id = one(e, "guardian.");
  s.shake(id, at);
  s.rise(s.thing(id), -1, "bad", at);
};
const blessed: EventRow = { beat: "cause", lead: 0, motion: (s, e, at) => s.pulse(one(e, "guardian."), at) };
const flashes: EventRow = { beat: "cause", lead: 0, sound: "ultimate", weight: 4, motion: (s, e, at) => { s.flash("rm-flash", at); s.pulse(one(e, "guardian."), at); } };
const goes: EventRow = { beat: "cause", lead: 0, sound: "step" };
const MONSTERS = { beat: "cause", scene: "monsters" } as const;

const rows: EventRows<"runemasters"> = {
  guardian_chosen: goes, guardian_placed: goes, moved: goes, swapped: goes,
  exchanged: { ...goes, sound: "wind" },
  dean_named: { ...blessed, sound: "bless" }, angel_given: { ...blessed, sound: "bless" }, revived: { ...blessed, sound: "bless", weight: 6 },
  shielded: { ...blessed, sound: "shield" }, saved: { beat: "effect", sound: "shield", weight: 7, motion: blessed.motion! },
  shield_broken: { beat: "effect", sound: "break", weight: 5, motion: blessed.motion! },
  charged: { ...blessed, sound: "charge", motion: (s, e, at) => { s.pulse(one(e, "guardian."), at); s.pulse("place.ultimate", at); } },
  round_begun: { beat: "quiet" }, turn_ended: { beat: "quiet" }, reroll_paid: { beat: "quiet" }, angel_returned: { beat: "quiet" }, ultimate_discarded: { beat: "quiet" },
  seat_skipped: { beat: "quiet" }, block_broken: { beat: "effect", sound: "break", weight: 3 }, block_lifted: { beat: "effect" },
  recovered: { beat: "cause", lead: 0, sound: "dark", weight: 3, motion: (s, e, at) => s.pulse(one(e, "card."), at) },
  turn_begun: { beat: "quiet", scene: "own" },
  event_revealed: { beat: "cause", lead: 0, scene: "own", sound: "gong", weight: 4, motion: (s, e, at) => s.enter(one(e, "event."), "scaleX(.2)", at) },
  events_empty: { beat: "cause", lead: 0 },
  rolled: { beat: "cause", lead: 0, sound: "dice", motion: throws(".rm-die") },
  rerolled: { beat: "cause", lead: 0, sound: "dice", motion: throws(".rm-die.rm-is-rerolled:not(.rm-is-used)") },
  wounded: { beat: "cause", sound: "hit", weight: 1, fly: { what: "itself", from: played, to: card }, motion: (s, e, at) => s.shake(one(e, "card."), at) },
  killed: { beat: "effect", sound: "kill", weight: 6, motion: (s, e, at) => s.leave(one(e, "card."), DIES, at) },
  rewarded: {
    beat: "effect", sound: "coin",
    motion: (s, e, at) => s.rise(s.thing(one(e, "guardian.")), number(e, "hp") + number(e, "mana"), number(e, "hp") > 0 ? "good" : "mana", at + 90),
  },
  healed: { beat: "cause", lead: 0, sound: "bless", motion: (s, e, at) => { s.pulse(one(e, "guardian."), at); s.rise(s.thing(one(e, "guardian.")), 1, "good", at); } },
  blocked: {
    beat: "cause", lead: 0, sound: "bolt", motion: (s, e, at) => {
      const wall = s.find(`[data-zone="lanes.${String(e.args["path"])}"] .rm-wall`);
      if (wall) s.stage.play(wall, [{ transform: "translateY(-40px)", opacity: 0 }, { transform: "none", opacity: 1 }], 300, at, "cubic-bezier(.4,0,.9,.4)");
    },
  },
  ultimate_used: flashes, petrified: flashes, released: flashes,
  advanced: { ...MONSTERS, lead: 0, gap: 230 },
  block_held: { ...MONSTERS, lead: 0, sound: "bolt", weight: 3 },
  monsters_skipped: { ...MONSTERS, lead: 0, weight: 4 },
  struck: {
    ...MONSTERS, sound: "strike", fly: { what: "claw", from: card, to: victim },
    begin: (s, { event }) => s.on(one(event, "card."), (el) => s.stage.play(el, [
      { transform: "none" }, { transform: "translateX(8px)", offset: 0.35 }, { transform: "translateX(-26px) scale(1.06)", offset: 0.7 }, { transform: "none" },
    ], 420, 0, "ease-in-out", true)),
  },
  shot: {
    ...MONSTERS, lead: 320, sound: "shot", fly: { what: "arrow", from: card, to: victim },
    begin: (s, { event }) => s.on(one(event, "card."), (el) => s.stage.play(el, [{ transform: "none" }, { transform: "translateX(7px)" }, { transform: "none" }], 260)),
  },
  hurt: { beat: "effect", sound: "hurt", weight: 8, motion: hurts },
  poisoned: { beat: "effect", sound: "dark", weight: 5, motion: (s, e, at) => s.pulse(one(e, "guardian."), at) },
  poison_bites: { beat: "cause", lead: 0, sound: "hurt", weight: 8, motion: hurts },
  died: { beat: "effect", sound: "fall", weight: 10 },
  temple_hit: {
    beat: "effect", sound: "boom", weight: 9, motion: (s, _, at) => {
      s.shake("place.temple", at);
      s.rise(s.thing("place.temple"), -1, "bad", at);
    },
  },
  spawned: { beat: "cause", lead: 0, sound: "dark", weight: 2, motion: (s, e, at) => s.enter(one(e, "card."), "translateX(70px)", at) },
  overflowed: { beat: "cause", lead: 0, sound: "strike", weight: 6, motion: (s, _, at) => s.shake("place.pile", at) },
  dawn_revealed: { beat: "cause", lead: 0, sound: "win", weight: 10, motion: (s, _, at) => s.flash("rm-flash rm-flash-dawn", at) },
  game_ended: { beat: "cause", lead: 0, sound: (e) => (String(e.args["outcome"] ?? "").includes("victory") ? "win" : "lose"), weight: 12 },
};

/** Monsters that are gone, each drawn for the path it stood on. */
function ghosts(stage: Stage, view: View): Map<string, Ghost> {
  const found = new Map<string, Ghost>(), here = new Set(view.items.map((i) => i.id));
  for (const lane of stage.root.querySelectorAll(".rm-lane")) {
    for (const thing of lane.querySelectorAll<HTMLElement>('[data-item^="card."]')) {
      const id = thing.dataset["item"]!, el = here.has(id) ? null : stage.ghost(id);
      if (!el) continue;
      const at = stage.place(lane), own = stage.place(thing), x = own.x - at.x, y = own.y - at.y;
      Object.assign(el.style, { left: `${x}px`, top: `${y}px`, width: `${own.w}px`, height: `${own.h}px` });
      const box = document.createElement("div");
      box.className = "rm-ghost";
      box.style.transformOrigin = `${x + own.w / 2}px ${y + own.h / 2}px`;
      box.append(el);
      found.set(id, { el: box, at });
    }
  }
  return found;
}

export { rows };

export function tell(table: Table, root: HTMLElement): () => void {
  return tellOn(table, root, { board: ".rm-board", layer: ".rm-fx", slides: /^(card|guardian)\./, rows, keeps: ".rm-hand", ghosts });
}

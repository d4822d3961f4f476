// How Reflets d'Acide tells what happens: beats, movements and sounds of its events (ui/events.ts).
import type { GameEvent, View } from "../../core/proto";
import type { Table } from "../../core/table";
import { number, one, type EventRow, type EventRows, type Find, type Ghost, type Show } from "../../ui/events";
import type { Stage } from "../../ui/motion";
import { tellOn } from "../../ui/stage";

type Motion = NonNullable<EventRow["motion"]>;
const word = (e: GameEvent, name: string): string => String(e.args[name] ?? "").replace(/^.*\./, "");
const COLOUR: Record<string, string> = { attack: "red", perception: "orange", intelligence: "violet", agility: "green", defence: "blue" };
const gem = (s: Show, board: string, colour: string): HTMLElement | null => s.thing(`gem.${board}_${COLOUR[colour] ?? colour}`);
const gemOf = (e: GameEvent, board = word(e, "board")) => (s: Show): HTMLElement | null => gem(s, board, word(e, "colour"));
const who = (s: Show, e: GameEvent): HTMLElement | null => s.thing(one(e, "card."));
const shown: Motion = (s, e, at) => s.enter(one(e, "card."), "rotateY(70deg) scale(.8)", at);
const pulses: Motion = (s, e, at) => { const el = who(s, e); if (el) s.stage.pulse(el, at); };
const FALLS: Keyframe[] = [{ opacity: 1, transform: "none" }, { opacity: 1, transform: "scale(1.06) rotate(-2deg)", offset: 0.25 }, { opacity: 0, transform: "translateY(40px) rotate(8deg) scale(.6)" }];
const falls: Motion = (s, e, at) => s.leave(one(e, "card."), FALLS, at);
const tumbles = (s: Show, el: Element, k: number): void => {
  s.stage.play(el, [
    { transform: `translate(${-40 - 12 * k}px, -30px) rotate(-${260 + 50 * k}deg) scale(.7)`, opacity: 0.2 },
    { transform: "translate(4px, 2px) rotate(14deg)", opacity: 1, offset: 0.7 }, { transform: "none" },
  ], 440, 45 * k);
};
const appears = (s: Show, el: Element | null, at: number): void => { if (el) s.stage.play(el, [{ opacity: 0, transform: "scale(1.5)" }, { opacity: 1, transform: "none" }], 100, at); };
const LANDED = 400, SUMMED = 500;
/** Die by die: what each gives is seen as it lands, and what they come to when all lie. */
const dice: Motion = (s) => {
  const { root } = s.stage;
  root.querySelectorAll(".ra-die").forEach((el, k) => { tumbles(s, el, k); appears(s, el.querySelector(".ra-gives"), LANDED + 20 * k); });
  for (const el of root.querySelectorAll(".ra-need > :is(.ra-reached, .ra-verdict, .ra-chance), .ra-bar i")) appears(s, el, SUMMED);
  for (const el of root.querySelectorAll(".ra-need")) s.stage.play(el, [{ filter: "grayscale(1)" }, { filter: "grayscale(1)", offset: 0.9 }, { filter: "none" }], SUMMED + 100);
};
const golden: Motion = (s) => { const el = s.find(".ra-gold"); if (el) tumbles(s, el, 0); };
const gained = (tone: "good" | "bad", n: number, board?: string): Motion => (s, e, at) => {
  const el = gemOf(e, board)(s);
  if (!el) return;
  s.stage.pulse(el, at);
  s.rise(el, n, tone, at);
};
const team: Find = (s) => s.find(".ra-team");
const hazard: Find = (s) => s.find(".ra-card");
const drew: EventRow = { beat: "cause", lead: 0, gap: 420, sound: "wind", motion: shown };
const said: EventRow = { beat: "quiet" };
const flag: EventRow = { beat: "cause", lead: 0, sound: "gong", weight: 4 };

const rows: EventRows<"reflets"> = {
  dealt: said, quest_drawn: said, quests: { beat: "cause", lead: 0, sound: "gong" },
  hero_kept: { beat: "effect", motion: pulses }, swapped: { beat: "effect", sound: "step" }, replaced: drew, challenge: flag,
  token_laid: { beat: "effect", sound: "step" }, tokens_hidden: { beat: "effect", sound: "wind" },
  turn_begun: { beat: "quiet", scene: "own" },
  used: { beat: "cause", lead: 0, gap: 220, sound: "charge", weight: 1, motion: pulses }, token_used: { beat: "cause", lead: 0, sound: "charge", weight: 2 },
  golden: { beat: "cause", lead: 0, gap: 420, sound: "dice", motion: golden },
  braked: { beat: "effect", sound: "shield", weight: 2 },
  avatar: { beat: "cause", lead: 0, gap: 420, sound: "dark", weight: 3, motion: (s, _, at) => { const el = s.find(".ra-avatar"); if (el) s.stage.pulse(el, at); } },
  swept: { beat: "effect", sound: "dark", weight: 3 },
  walks: { beat: "cause", lead: 0, sound: "step" }, runs: { beat: "cause", lead: 0, sound: "step" }, move_die: { beat: "cause", lead: 0, sound: "dice", motion: golden },
  went: { beat: "cause", lead: 0, gap: 400, sound: "step", weight: 2 }, pushed: { beat: "cause", lead: 0, gap: 320, sound: "wind", weight: 3 },
  token_seen: { beat: "cause", lead: 0, gap: 380, sound: "gong", weight: 3, motion: (s, e, at) => s.enter(one(e, "token."), "rotateY(80deg) scale(.7)", at) },
  token_kept: { beat: "effect", sound: "charge" }, token_gone: { beat: "effect" }, token_taken: { beat: "effect", sound: "dark", weight: 2 }, token_moved: { beat: "effect", sound: "wind", weight: 2 },
  gem: { beat: "effect", sound: "coin", weight: 1, motion: gained("good", 1) }, gem_lost: said,
  paid: { beat: "effect", sound: "coin", motion: gained("bad", -1) }, ceded: { beat: "effect", sound: "dark", weight: 2, motion: gained("bad", -1) },
  vgem: { beat: "effect", sound: "dark", weight: 1, motion: gained("bad", 1, "vils") }, vgem_gone: { beat: "effect", sound: "coin", weight: 2, motion: gained("good", -1, "vils") },
  gem_moved: { beat: "cause", lead: 260, sound: "coin", fly: { what: "crystal", from: (s, { event }) => gemOf(event)(s), to: (s, { event }) => gem(s, word(event, "to"), word(event, "colour")) } },
  card_moved: { beat: "effect", sound: "wind" }, debt: { beat: "effect", sound: "coin", weight: 3 },
  power: { beat: "cause", lead: 0, sound: "dark", weight: 7, scene: "own", motion: (s, e, at) => { const el = gemOf(e, "vils")(s); if (el) s.stage.shake(el, at); s.flash("ra-flash", at); } },
  vils_got: { beat: "effect", sound: "dark", weight: 4, motion: falls }, vils_hid: { beat: "effect", sound: "dark", weight: 2 },
  drew, kept: { beat: "effect", sound: "charge" }, discarded: { beat: "effect", sound: "wind", motion: falls }, refilled: said,
  saw: { ...drew, weight: 2 }, turned_up: { ...drew, sound: "gong", weight: 4 },
  vils_step: { beat: "cause", lead: 0, sound: "dark", weight: 9, scene: "own", motion: (s, _, at) => { const el = s.find(".ra-theirs"); if (el) s.stage.shake(el, at); } },
  vils_blocked: { ...flag, weight: 8 }, countdown: { beat: "cause", lead: 0, sound: "gong", weight: 9, scene: "own" },
  foe: { beat: "cause", lead: 0, gap: 380, sound: "dark", weight: 3, motion: (s, e, at) => s.enter(one(e, "card."), "translateX(60px) scale(.9)", at) },
  prey: { beat: "cause", lead: 0, sound: "hurt", weight: 3, motion: (s, e, at) => s.shake(e.items.find((i) => i.startsWith("card.H")) ?? "", at) }, foe_gone: { beat: "effect", motion: falls },
  hazard: { beat: "cause", lead: 0, gap: 480, sound: "gong", weight: 5, scene: "own", motion: shown },
  objective: said, tester: { beat: "effect", motion: pulses },
  threw: { beat: "cause", lead: 0, gap: 520, sound: "dice", motion: dice },
  die_changed: { beat: "effect", sound: "dice", motion: (s, e, at) => s.on(one(e, "card."), (el) => s.stage.pulse(el, at)) },
  eased: { beat: "effect", sound: "break", weight: 2, motion: (s, _, at) => { const el = s.find(".ra-need"); if (el) s.stage.pulse(el, at); } },
  reached: { beat: "cause", lead: 220, sound: "hit", weight: 4, fly: { what: "blade", from: team, to: hazard } },
  missed: { beat: "cause", lead: 220, sound: "strike", weight: 4, fly: { what: "claw", from: hazard, to: team } },
  trial_won: { beat: "cause", lead: 0, sound: "kill", weight: 9 }, trial_lost: { beat: "cause", lead: 0, sound: "fall", weight: 9, motion: (s, _, at) => s.flash("ra-flash", at) },
  pursed: { beat: "effect", sound: "charge", weight: 3, motion: falls }, slid: { beat: "effect", sound: "step" }, door_open: { beat: "cause", lead: 0, sound: "gong", weight: 9 },
  vitality: { beat: "cause", lead: 0, gap: 420, sound: "dice", weight: 2, motion: (s) => { const el = s.find(".ra-test .ra-die-face"); if (el) tumbles(s, el, 0); } },
  wounded: { beat: "effect", sound: "hurt", weight: 7, motion: (s, e, at) => { const el = who(s, e); if (el) { s.stage.shake(el, at); s.rise(el, -1, "bad", at); } } },
  unhurt: { beat: "effect", sound: "shield" }, died: { beat: "cause", lead: 0, sound: "fall", weight: 10, motion: falls },
  healed: { beat: "effect", sound: "bless", weight: 2, motion: (s, e, at) => s.rise(who(s, e), 1, "good", at) },
  enrolled: { ...drew, sound: "charge", weight: 5 }, equipped: { beat: "effect", sound: "shield", motion: pulses }, traded: { beat: "cause", lead: 0, sound: "charge", weight: 3 },
  step_done: { beat: "cause", lead: 0, sound: "win", weight: 11, scene: "own", motion: (s, _, at) => { const el = s.find(".ra-quest"); if (el) s.stage.pulse(el, at); } },
  portal: { beat: "cause", lead: 0, sound: "gong", weight: 8 }, treasure: { beat: "cause", lead: 0, sound: "win", weight: 8 }, treasure_lost: { beat: "cause", lead: 0, sound: "fall", weight: 6 },
  epic: { beat: "effect", sound: "charge", weight: 3, motion: (s, e, at) => s.rise(s.find(".ra-quest"), number(e, "n"), "good", at) },
  counted: { beat: "cause", lead: 0, weight: 10 }, game_ended: { beat: "cause", lead: 0, sound: "win", weight: 12 },
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
  return tellOn(table, root, { board: ".ra-frame", layer: ".ra-fx", slides: /^(card\.H|spot\.)/, rows, ghosts });
}

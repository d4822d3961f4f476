// What moves, shakes and glows when something happens. Taken from the events of the last step; see ui/motion.ts.
import type { RefObject } from "preact";
import type { Entry, GameEvent } from "../../core/proto";
import type { Table } from "../../core/table";
import type { Place, Stage } from "../../ui/motion";
import { useStage } from "../../ui/stage";

/** A monster that is gone: its picture, and the path whose size it is drawn for. */
interface Ghost { el: HTMLElement; path: Place }
interface Before { places: Map<string, Place>; ghosts: Map<string, Ghost> }

/** What has a place that it can move from. */
const SLIDES = /^(card|guardian)\./;

const number = (e: GameEvent, name: string): number => Number(e.args[name] ?? 0) || 0;
const one = (e: GameEvent, family: string): string => e.items.find((i) => i.startsWith(family)) ?? "";

class Show {
  private readonly now: Map<string, Place>;
  private readonly sky: Place;

  constructor(private readonly stage: Stage, private readonly before: Before) {
    this.sky = { ...stage.place(stage.root), x: 0, y: 0 };
    this.now = stage.places(/^(card|guardian)\.|^place\.temple$/);
  }

  private on(id: string, play: (el: HTMLElement) => void): void {
    const el = id ? this.stage.thing(id) : null;
    if (el) play(el);
  }

  private rise(id: string, text: string, cls: string, at: number): void {
    const place = this.now.get(id);
    if (place) this.stage.rise(text, place, `rm-rise rm-rise-${cls}`, at);
  }

  /** What is gone leaves; how depends on what happened to it. */
  private leave(id: string, frames: Keyframe[], at: number): void {
    const ghost = this.before.ghosts.get(id), place = this.before.places.get(id);
    if (!ghost || !place) return;
    this.before.ghosts.delete(id);
    const { el, path } = ghost, x = place.x - path.x, y = place.y - path.y;
    Object.assign(el.style, { left: `${x}px`, top: `${y}px`, width: `${place.w}px`, height: `${place.h}px` });
    const box = document.createElement("div");
    box.className = "rm-ghost";
    box.style.transformOrigin = `${x + place.w / 2}px ${y + place.h / 2}px`;
    box.append(el);
    this.stage.visit(box, path, frames, 420, at);
  }

  event(e: GameEvent, at: number): void {
    const s = this.stage, card = one(e, "card."), guardian = one(e, "guardian.");
    switch (e.type) {
      case "rolled": case "rerolled":
        [...s.root.querySelectorAll<HTMLElement>(e.type === "rolled" ? ".rm-die" : ".rm-die.rm-is-rerolled:not(.rm-is-used)")].forEach((el, k) =>
          s.play(el, [
            { transform: `translate(${-30 - 14 * k}px, -26px) rotate(-${200 + 60 * k}deg) scale(.8)`, opacity: 0.2 },
            { transform: "translate(4px, 2px) rotate(14deg)", opacity: 1, offset: 0.7 }, { transform: "none" },
          ], 440, 30 * k));
        break;
      case "wounded": this.on(card, (el) => s.shake(el, at)); break;
      case "killed":
        this.leave(card, [{ opacity: 1, transform: "none" }, { opacity: 1, transform: "scale(1.12) rotate(-3deg)", offset: 0.25 }, { opacity: 0, transform: "scale(.5) rotate(12deg)", filter: "brightness(2)" }], at);
        break;
      case "overflowed": this.on("place.pile", (el) => s.shake(el, at)); break;
      case "struck":
        this.on(card, (el) => s.play(el, [{ transform: "none" }, { transform: "translateX(-18px) scale(1.05)" }, { transform: "none" }], 280, at, undefined, true));
        break;
      case "shot":
        this.on(card, (el) => s.play(el, [{ transform: "none" }, { transform: "translateX(6px)" }, { transform: "none" }], 220, at));
        break;
      case "spawned":
        this.on(card, (el) => s.play(el, [{ transform: "translateX(70px)", opacity: 0 }, { transform: "none", opacity: 1 }], 380, at));
        break;
      case "hurt": case "poison_bites":
        this.on(guardian, (el) => s.shake(el, at));
        this.rise(guardian, "−1", "bad", at);
        break;
      case "temple_hit":
        this.on("place.temple", (el) => s.shake(el, at));
        this.rise("place.temple", "−1", "bad", at);
        s.play(s.root, [0, -3, 3, -2, 0].map((y) => ({ transform: `translateY(${y}px)` })), 260, at, "linear");
        break;
      case "healed":
        this.on(guardian, (el) => s.pulse(el, at));
        this.rise(guardian, "+1", "good", at);
        break;
      case "rewarded": {
        const won = number(e, "hp") + number(e, "mana");
        if (won > 0) this.rise(guardian, `+${won}`, number(e, "hp") > 0 ? "good" : "mana", at);
        break;
      }
      case "shielded": case "shield_broken": case "saved": case "angel_given": case "revived": case "dean_named": case "charged":
        this.on(guardian, (el) => s.pulse(el, at));
        if (e.type === "charged") this.on("place.ultimate", (el) => s.pulse(el, at));
        break;
      case "blocked": {
        const wall = s.root.querySelector(`[data-zone="lanes.${String(e.args["path"])}"] .rm-wall`);
        if (wall) s.play(wall, [{ transform: "translateY(-40px)", opacity: 0 }, { transform: "none", opacity: 1 }], 300, at, "cubic-bezier(.4,0,.9,.4)");
        break;
      }
      case "ultimate_used": case "petrified": case "released":
        this.flash("rm-flash", at);
        this.on(guardian, (el) => s.pulse(el, at));
        break;
      case "event_revealed": case "events_empty":
        this.on(one(e, "event."), (el) => s.play(el, [{ transform: "scaleX(.2)", opacity: 0 }, { transform: "none", opacity: 1 }], 380, at));
        break;
      case "dawn_revealed": this.flash("rm-flash rm-flash-dawn", at); break;
    }
  }

  private flash(cls: string, at: number): void {
    const el = document.createElement("span");
    el.className = cls;
    this.stage.visit(el, this.sky, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], 520, at);
  }

  /** Events one after the other, all within the longest time. */
  all(entries: Entry[]): void {
    const events = entries.flatMap((e) => e.events);
    const apart = Math.min(60, 240 / Math.max(1, events.length));
    const advance = new Map(events.map((e, k) => [one(e, "card."), k * apart]));
    this.stage.slide(this.before.places, this.now, (id) => advance.get(id) ?? 0);
    events.forEach((e, k) => this.event(e, k * apart));
    for (const id of [...this.before.ghosts.keys()]) this.leave(id, [{ opacity: 1 }, { opacity: 0 }], 0);
  }
}

/** Monsters that are gone, each with the path it stood on. */
function ghostsOf(stage: Stage, ids: Iterable<string>, here: ReadonlySet<string>): Map<string, Ghost> {
  const found = new Map<string, Ghost>();
  for (const id of ids) {
    const path = id.startsWith("card.") && !here.has(id) ? stage.thing(id)?.closest(".rm-lane") : null;
    const el = path && stage.ghost(id);
    if (el) found.set(id, { el, path: stage.place(path) });
  }
  return found;
}

export function useEffects(table: Table, root: RefObject<HTMLElement | null>): void {
  useStage(table, root, { board: ".rm-board", layer: ".rm-fx" }, (stage, view) => {
    const places = stage.places(SLIDES);
    return { places, ghosts: ghostsOf(stage, places.keys(), new Set(view.items.map((i) => i.id))) };
  }, (stage, was, entries) => new Show(stage, was).all(entries));
}

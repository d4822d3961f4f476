// What moves, shakes and rises when something happens. Taken from the events of the last step; see ui/motion.ts.
import type { RefObject } from "preact";
import type { Entry, GameEvent } from "../../core/proto";
import type { Table } from "../../core/table";
import type { Place, Stage } from "../../ui/motion";
import { useStage } from "../../ui/stage";

interface Before { places: Map<string, Place>; ghosts: Map<string, HTMLElement> }

const SLIDES = /^card\./;
const number = (e: GameEvent, name: string): number => Number(e.args[name] ?? 0) || 0;
const card = (e: GameEvent): string => e.items.find((i) => i.startsWith("card.")) ?? "";

class Show {
  /** seat: whose totals are in the middle. */
  constructor(private readonly stage: Stage, private readonly before: Before, private readonly seat: number) {}

  private on(id: string, play: (el: HTMLElement) => void): void {
    const el = id ? this.stage.thing(id) : null;
    if (el) play(el);
  }

  /** A change of a total rises from it. */
  private rise(e: GameEvent, total: string, n: number, good: boolean, at: number, who: unknown = e.args["player"]): void {
    const el = who === this.seat && n !== 0 ? this.stage.root.querySelector(`[data-sum="${total}"]`) : null;
    if (!el) return;
    this.stage.pulse(el as HTMLElement, at);
    this.stage.rise(n > 0 ? `+${n}` : `−${-n}`, this.stage.place(el), `en-rise en-rise-${good ? "good" : "bad"}`, at);
  }

  /** What is gone from the board leaves it. */
  private leave(id: string, frames: Keyframe[], at: number): void {
    const ghost = this.before.ghosts.get(id), place = this.before.places.get(id);
    if (!ghost || !place) return;
    this.before.ghosts.delete(id);
    this.stage.visit(ghost, place, frames, 380, at);
  }

  event(e: GameEvent, at: number): void {
    const s = this.stage, n = number(e, "n");
    switch (e.type) {
      case "revealed":
        this.on(card(e), (el) => s.play(el, [{ transform: "translateX(60px) rotate(3deg)", opacity: 0 }, { transform: "none", opacity: 1 }], 340, at));
        break;
      case "fought": case "struck": this.on(card(e), (el) => s.shake(el, at)); break;
      case "wounded": this.rise(e, "wounds", n, false, at); break;
      case "healed": this.rise(e, "wounds", -n, true, at); break;
      case "gained": this.rise(e, "crystals", n, true, at); break;
      case "paid": case "lost": this.rise(e, "crystals", -n, false, at); break;
      case "journeyed": this.rise(e, "crystals", -number(e, "crystals"), false, at); break;
      case "robbed": this.rise(e, "crystals", n, true, at); this.rise(e, "crystals", -n, false, at, e.args["target"]); break;
      case "transferred": this.rise(e, "wounds", -n, true, at); this.rise(e, "wounds", n, false, at, e.args["target"]); break;
      case "attack_raised": this.rise(e, "attack", n, true, at); break;
      case "defence_raised": this.rise(e, "defence", n, true, at); break;
      case "used": case "triggered": case "rested": this.on(card(e), (el) => s.pulse(el, at)); break;
      case "road_discarded": case "discarded":
        this.leave(card(e), [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(50px) rotate(-8deg) scale(.7)" }], at);
        break;
      case "kingdom_chosen": this.on(e.items.find((i) => i.startsWith("kingdom.")) ?? "", (el) => s.pulse(el, at)); break;
    }
  }

  all(entries: Entry[]): void {
    const events = entries.flatMap((e) => e.events);
    const apart = Math.min(60, 240 / Math.max(1, events.length));
    this.stage.slide(this.before.places, this.stage.places(SLIDES));
    events.forEach((e, k) => this.event(e, k * apart));
    for (const id of [...this.before.ghosts.keys()]) this.leave(id, [{ opacity: 1 }, { opacity: 0 }], 0);
  }
}

/** Ghosts of cards that are gone; of those that were on the road only, others are small. */
function ghostsOf(stage: Stage, here: ReadonlySet<string>): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const el of stage.root.querySelectorAll<HTMLElement>(".en-road [data-item]")) {
    const id = el.dataset["item"]!, ghost = here.has(id) ? null : stage.ghost(id);
    if (ghost) found.set(id, ghost);
  }
  return found;
}

export function useEffects(table: Table, root: RefObject<HTMLElement | null>): void {
  useStage(table, root, { board: ".en-board", layer: ".en-fx" }, (stage, view) => {
    const here = new Set(view.items.filter((i) => i.zone !== "graveyard" && i.zone !== "removed").map((i) => i.id));
    return { places: stage.places(SLIDES), ghosts: ghostsOf(stage, here) };
  }, (stage, was, entries) => new Show(stage, was, Number(root.current?.dataset["seat"] ?? -1)).all(entries));
}

// How a skin tells what happens: one row for each type of event, with its beat, its movement and its sound. The rows are the
// skin's, everything that carries them out is here and in stage.ts.
import type { GameEvent } from "../core/proto";
import type { EventName, Game } from "../core/tables";
import type { Place, Stage } from "./motion";
import type { Beat, Told, Telling } from "./narrator";
import type { SoundName } from "./sound";

/** What flies: a shape of telling.css, or a picture of the thing that it comes from. */
export type Flyer = "arrow" | "claw" | "blade" | "crystal" | "spark" | "wound" | "itself";
export type Find = (s: Show, told: Told, beat: Beat) => Element | null | undefined;

export interface EventRow extends Telling {
  sound?: SoundName | ((e: GameEvent) => SoundName | null);
  /** On its way from the beginning of the beat to its impact. */
  fly?: { what: Flyer; from: Find; to: Find };
  /** At the beginning of the beat: something draws back, or leaps. */
  begin?: (s: Show, told: Told) => void;
  /** At the impact, on the board as it is then. */
  motion?: (s: Show, e: GameEvent, at: number) => void;
}
/** A row for every event that the game has. */
export type EventRows<G extends Game | string = string> = Readonly<Record<G extends Game ? EventName<G> : string, EventRow>>;

/** A thing that is gone: its picture, and the place that it is drawn for. */
export interface Ghost { el: HTMLElement; at: Place }
export interface Before { places: Map<string, Place>; ghosts: Map<string, Ghost> }

export const number = (e: GameEvent, name: string): number => Number(e.args[name] ?? 0) || 0;
export const one = (e: GameEvent, family: string): string => e.items.find((i) => i.startsWith(family)) ?? "";

const APART_MS = 70;        // effects of one impact
const NOTHING: Before = { places: new Map(), ghosts: new Map() };

export function soundOf(rows: EventRows, e: GameEvent): SoundName | null {
  const sound = rows[e.type]?.sound;
  return typeof sound === "function" ? sound(e) : sound ?? null;
}

export class Show {
  constructor(readonly stage: Stage, private readonly rows: EventRows, private readonly before: Before = NOTHING) {}

  thing(id: string): HTMLElement | null {
    return id ? this.stage.thing(id) : null;
  }

  find(selector: string): HTMLElement | null {
    return this.stage.root.querySelector<HTMLElement>(selector);
  }

  on(id: string, play: (el: HTMLElement) => void): void {
    const el = this.thing(id);
    if (el) play(el);
  }

  shake(id: string, at = 0): void {
    this.on(id, (el) => this.stage.shake(el, at));
  }

  pulse(id: string, at = 0): void {
    this.on(id, (el) => this.stage.pulse(el, at));
  }

  enter(id: string, from: string, at = 0): void {
    this.on(id, (el) => this.stage.play(el, [{ transform: from, opacity: 0 }, { transform: "none", opacity: 1 }], 360, at));
  }

  /** A number rises from an element. */
  rise(el: Element | null, n: number, tone: "good" | "bad" | "mana", at = 0): void {
    if (el && n !== 0) this.stage.rise(n > 0 ? `+${n}` : `−${-n}`, this.stage.place(el), `fx-rise fx-rise-${tone}`, at);
  }

  /** What is gone leaves; how depends on what happened to it. */
  leave(id: string, frames: Keyframe[], at = 0): void {
    const ghost = this.before.ghosts.get(id);
    if (!ghost) return;
    this.before.ghosts.delete(id);
    this.stage.visit(ghost.el, ghost.at, frames, 400, at);
  }

  /** Over the whole board. */
  flash(cls: string, at = 0): void {
    const el = document.createElement("span");
    el.className = cls;
    this.stage.visit(el, { ...this.stage.place(this.stage.root), x: 0, y: 0 }, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], 520, at);
  }

  /** A beat begins: whatever is on its way sets out. */
  begin(beat: Beat): void {
    for (const told of beat.told) {
      const row = this.rows[told.event.type];
      row?.begin?.(this, told);
      if (row?.fly) this.send(row.fly, told, beat);
    }
  }

  private send(fly: NonNullable<EventRow["fly"]>, told: Told, beat: Beat): void {
    const from = fly.from(this, told, beat), to = fly.to(this, told, beat);
    if (!from || !to || beat.impact <= 0) return;
    const start = this.stage.place(from);
    let guest = document.createElement("span");
    if (fly.what === "itself") {
      const id = (from as HTMLElement).dataset["item"];
      guest = (id && this.stage.ghost(id)) || guest;
      Object.assign(guest.style, { width: `${start.w}px`, height: `${start.h}px` });
    } else guest.className = `fx-fly fx-${fly.what}`;
    this.stage.fly(guest, start, this.stage.place(to), beat.impact, fly.what !== "itself");
  }

  /** The impact: things are where they are from now on, and come from where they were. */
  impact(now: Map<string, Place>, told: readonly Told[]): void {
    this.stage.slide(this.before.places, now);
    told.forEach((x, k) => this.rows[x.event.type]?.motion?.(this, x.event, Math.min(k * APART_MS, 210)));
    for (const id of [...this.before.ghosts.keys()]) this.leave(id, [{ opacity: 1 }, { opacity: 0 }]);
  }
}

// Movement as decoration: what is drawn is on the screen already; what plays here comes from the old picture and can be cut at any moment.
// Any key, press or wheel ends all of it, but for the thing that is pressed: that stays under the finger until it is let go, for a
// press that begins on a thing and ends beside it is no click. Nothing plays when motion is off.
import { shownMotion } from "../core/settings";

/** 0: no movement; else by how much times are stretched. */
export const pace = (): number => (shownMotion.peek() === "off" ? 0 : shownMotion.peek() === "fast" ? 0.5 : 1);

/** Over its neighbours while it moves; skins say how. */
const ABOVE = "data-above";

const LATE_CLICK_MS = 350;

/** Nothing lasts longer than this, delays included. */
export const LONGEST_MS = 600;

export interface Place { x: number; y: number; w: number; h: number }

export class Stage {
  private readonly running = new Set<Animation>();
  private readonly guests = new Set<Element>();
  private readonly sliding = new Set<Animation>();
  /** What is pressed now: nothing moves it away from under the finger. */
  private pressed: Node | null = null;
  private readonly listens: [string, (e: Event) => void][] = [
    ["keydown", () => this.cut()], ["wheel", () => this.cut()], ["pointerdown", (e) => this.press(e.target)],
    ["click", () => this.letGo(0)], ["pointercancel", () => this.letGo(0)], ["pointerup", () => this.letGo(LATE_CLICK_MS)],
  ];

  /** root: where things are measured; layer: an element over it, for what is gone and for numbers that rise. */
  constructor(readonly root: HTMLElement, readonly layer: HTMLElement) {
    for (const [type, f] of this.listens) addEventListener(type, f, { capture: true, passive: true });
  }

  close(): void {
    this.cut();
    for (const [type, f] of this.listens) removeEventListener(type, f, { capture: true });
  }

  /** Everything at its end, at once; but what moves under the pressed element stands still where it is. */
  cut(pressed: Node | null = null): void {
    for (const a of [...this.running]) {
      if (pressed && (a.effect as KeyframeEffect | null)?.target?.contains(pressed)) {
        a.pause();
        continue;
      }
      a.finish();
      this.running.delete(a);
    }
    for (const g of [...this.guests]) g.remove();
    this.guests.clear();
  }

  private press(at: EventTarget | null): void {
    this.pressed = at instanceof Node ? at : null;
    this.cut(this.pressed);
  }

  /** A touch becomes a click a moment after the finger is gone. */
  private letGo(ms: number): void {
    const { pressed } = this;
    setTimeout(() => {
      if (this.pressed === pressed) this.pressed = null;
      for (const a of [...this.running]) if (a.playState === "paused") a.finish();
    }, ms);
  }

  /** Only transform, opacity and filter: the browser moves these without asking the page, which stays free for the player. */
  play(el: Element, frames: Keyframe[], ms: number, delay = 0, easing = "cubic-bezier(.2,.7,.2,1)", above = false): Animation | null {
    const p = pace();
    if (p === 0 || typeof el.animate !== "function" || (this.pressed && el.contains(this.pressed))) return null;
    const wait = Math.min(delay, LONGEST_MS - 100);
    const a = el.animate(frames, { duration: Math.min(ms, LONGEST_MS - wait) * p, delay: wait * p, easing, fill: "backwards" });
    if (above) el.setAttribute(ABOVE, "");
    this.running.add(a);
    a.onfinish = a.oncancel = () => {
      this.running.delete(a);
      this.sliding.delete(a);
      if (above) el.removeAttribute(ABOVE);
    };
    return a;
  }

  /** Shows an element in the layer for as long as it plays. */
  visit(guest: HTMLElement, at: Place, frames: Keyframe[], ms: number, delay = 0, easing = "ease-out"): void {
    const p = pace();
    if (p === 0 || typeof guest.animate !== "function") return;
    Object.assign(guest.style, { left: `${at.x}px`, top: `${at.y}px`, width: `${at.w}px`, height: `${at.h}px` });
    this.layer.append(guest);
    this.guests.add(guest);
    const wait = Math.min(delay, LONGEST_MS - 100);
    const a = guest.animate(frames, { duration: Math.min(ms, LONGEST_MS - wait) * p, delay: wait * p, easing, fill: "both" });
    this.running.add(a);
    a.onfinish = a.oncancel = () => {
      this.running.delete(a);
      this.guests.delete(guest);
      guest.remove();
    };
  }

  place(el: Element, root = this.root.getBoundingClientRect()): Place {
    const b = el.getBoundingClientRect();
    return { x: b.left - root.left, y: b.top - root.top, w: b.width, h: b.height };
  }

  thing(id: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  }

  /** Where these things are now. Everything is measured in one go, before anything moves. */
  places(which: RegExp): Map<string, Place> {
    const found = new Map<string, Place>();
    const root = this.root.getBoundingClientRect();
    for (const el of this.root.querySelectorAll<HTMLElement>("[data-item]")) {
      const id = el.dataset["item"]!;
      if (which.test(id)) found.set(id, this.place(el, root));
    }
    return found;
  }

  /** A picture of a thing that is about to go: no name, no focus, no clicks. */
  ghost(id: string): HTMLElement | null {
    const el = this.thing(id);
    if (!el) return null;
    const box = document.createElement("div");
    box.className = el.className;
    box.append(...[...el.childNodes].map((n) => n.cloneNode(true)));
    return box;
  }

  /** Things that were elsewhere before slide to where they are. */
  slide(before: Map<string, Place>, now: Map<string, Place>, delay: (id: string) => number = () => 0): void {
    for (const [id, at] of now) {
      const old = before.get(id), el = old && old.w > 0 ? this.thing(id) : null;
      if (!old || !el) continue;
      const dx = old.x - at.x, dy = old.y - at.y;
      if (Math.abs(dx) + Math.abs(dy) < 3) continue;
      const a = this.play(el, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], 340, delay(id), undefined, true);
      if (a) this.sliding.add(a);
    }
  }

  /** Things that slide are where they go, to be measured there; slide() takes them on from where they were seen. */
  halt(): void {
    for (const a of [...this.sliding]) a.cancel();
    this.sliding.clear();
  }

  /** Something flies from one place to another, and is gone when it is there. */
  fly(guest: HTMLElement, from: Place, to: Place, ms: number, turned = true): void {
    const [ax, ay, bx, by] = [from.x + from.w / 2, from.y + from.h / 2, to.x + to.w / 2, to.y + to.h / 2];
    const size = { w: guest.style.width ? parseFloat(guest.style.width) : 26, h: guest.style.height ? parseFloat(guest.style.height) : 26 };
    const turn = turned ? ` rotate(${Math.atan2(by - ay, bx - ax)}rad)` : "";
    this.visit(guest, { x: ax - size.w / 2, y: ay - size.h / 2, ...size }, [
      { transform: `translate(0, 0)${turn} scale(.7)`, opacity: 0.3 }, { transform: `translate(${(bx - ax) * 0.15}px, ${(by - ay) * 0.15}px)${turn}`, opacity: 1, offset: 0.15 },
      { transform: `translate(${bx - ax}px, ${by - ay}px)${turn}`, opacity: 1 },
    ], ms, 0, "cubic-bezier(.5,0,.9,.6)");
  }

  shake(el: Element, delay = 0): void {
    this.play(el, [0, -5, 5, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), 300, delay, "linear");
  }

  pulse(el: Element, delay = 0): void {
    this.play(el, [{ transform: "none" }, { transform: "scale(1.08)", filter: "brightness(1.18)" }, { transform: "none" }], 340, delay);
  }

  /** A number that rises from a thing. */
  rise(text: string, at: Place, cls: string, delay = 0): void {
    const el = document.createElement("span");
    el.className = cls;
    el.textContent = text;
    this.visit(el, { ...at, h: Math.min(at.h, 32) }, [
      { transform: "translateY(8px) scale(.7)", opacity: 0 }, { transform: "translateY(-4px) scale(1.1)", opacity: 1, offset: 0.3 },
      { transform: "translateY(-22px)", opacity: 0 },
    ], 560, delay);
  }
}

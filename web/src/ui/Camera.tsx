// A board larger than its frame: it scrolls (by finger, wheel, keys, or dragged with the mouse) and comes nearer or goes away
// (pinched, by the wheel, by + - 0, by its buttons), and all of it can be seen at once. What is inside stands at places counted
// in units: `--u` is one of them.
import type { ComponentChildren } from "preact";
import { signal, useSignalEffect, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { shownMotion } from "../core/settings";
import { clamped, fitting, held, type Lens } from "./lens";
import "./camera.css";

export interface Spot { x: number; y: number }

interface Props {
  /** Kept while the board is away: the same table comes back as it was. */
  id: string;
  wide: number; high: number;
  /** How large a unit is from near, in rem: as it begins where all of it would be smaller. */
  near: number;
  /** What should be in sight, in units: the camera follows it. */
  eye: Spot | null;
  class?: string;
  /** What stands on the margin, above the camera's buttons; nobody needs it. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

const signs = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  near: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
} as const;
const Sign = ({ name }: { name: keyof typeof signs }) => <svg class="ic" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={signs[name]} /></svg>;

/** The camera on the screen, for a button that stands elsewhere. */
const shown = signal<{ id: string; whole: boolean; turn: () => void } | null>(null);

/** From near, or all of it: where the board has no room for the camera's own buttons. */
export function CameraButton({ class: cls }: { class?: string }) {
  const camera = shown.value;
  const label = camera?.whole ? t("web.camera.near") : t("web.camera.fit");
  return camera && <button type="button" class={cls} aria-label={label} title={label} onClick={() => camera.turn()}><Sign name={camera.whole ? "near" : "whole"} /></button>;
}

const lenses = new Map<string, Lens>();
const DRAG_PX = 6;
const STEP = 1.35;

export function Camera({ id, wide, high, near, eye, class: cls, aside, children }: Props) {
  const box = useRef<HTMLDivElement>(null), area = useRef<HTMLDivElement>(null);
  const whole: Signal<boolean> = useRef(signal(true)).current;
  const state = useRef({ wide, high, near, eye, scale: 0, fit: 0 });
  Object.assign(state.current, { wide, high, near, eye });

  /** The scale, with one point of the board under the same point of the screen. */
  const zoom = useRef((to: number, at?: Spot): void => {
    const b = box.current, a = area.current, s = state.current;
    if (!b || !a) return;
    const scale = clamped(to, s.fit, rem() * s.near);
    const r = b.getBoundingClientRect(), before = a.getBoundingClientRect();
    const on = at ?? { x: r.left + b.clientWidth / 2, y: r.top + b.clientHeight / 2 };
    const under = s.scale > 0 ? { x: (on.x - before.left) / s.scale, y: (on.y - before.top) / s.scale } : null;
    s.scale = scale;
    whole.value = scale <= s.fit * 1.001;
    a.style.setProperty("--u", `${scale}px`);
    if (under) {
      const after = a.getBoundingClientRect();
      b.scrollLeft += after.left + under.x * scale - on.x;
      b.scrollTop += after.top + under.y * scale - on.y;
    }
    lenses.set(id, whole.value ? null : scale / rem());
  }).current;

  const show = useRef((spot: Spot | null, how: ScrollBehavior, always = false): void => {
    const b = box.current, a = area.current, { scale } = state.current;
    if (!b || !a || !spot) return;
    const left = a.offsetLeft + spot.x * scale, top = a.offsetTop + spot.y * scale;
    if (!always && held(left - b.scrollLeft, b.clientWidth) && held(top - b.scrollTop, b.clientHeight)) return;
    b.scrollTo({ left: left - b.clientWidth / 2, top: top - b.clientHeight / 2, behavior: how });
  }).current;

  // The frame has another size: what was whole stays whole, what was near stays where it was.
  useLayoutEffect(() => {
    const b = box.current;
    if (!b) return;
    const measure = (): void => {
      const s = state.current;
      if (b.clientWidth === 0) return;
      const first = s.fit === 0, was = whole.peek();
      s.fit = fitting(b.clientWidth, b.clientHeight, s.wide, s.high);
      if (!first) { zoom(was ? s.fit : s.scale); return show(s.eye, "instant"); }
      const kept = lenses.get(id);
      zoom(kept === null ? s.fit : Math.max(s.fit, (kept ?? s.near) * rem()));
      show(s.eye, "instant", true);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(b);
    return () => sizes.disconnect();
  }, [id, wide, high]);

  useEffect(() => show(eye, shownMotion.peek() === "off" ? "instant" : "smooth"), [eye?.x, eye?.y]);

  useEffect(() => {
    const b = box.current;
    if (!b) return;
    const wheel = (e: WheelEvent): void => {
      if (e.shiftKey) return;
      e.preventDefault();
      zoom(state.current.scale * Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), { x: e.clientX, y: e.clientY });
    };
    // two fingers
    let apart = 0;
    const gap = (e: TouchEvent): number => Math.hypot(e.touches[0]!.clientX - e.touches[1]!.clientX, e.touches[0]!.clientY - e.touches[1]!.clientY);
    const touch = (e: TouchEvent): void => { apart = e.touches.length === 2 ? gap(e) : 0; };
    const pinch = (e: TouchEvent): void => {
      if (apart === 0 || e.touches.length !== 2) return;
      e.preventDefault();
      const now = gap(e);
      zoom(state.current.scale * now / apart, { x: (e.touches[0]!.clientX + e.touches[1]!.clientX) / 2, y: (e.touches[0]!.clientY + e.touches[1]!.clientY) / 2 });
      apart = now;
    };
    // the mouse drags
    let from: { x: number; y: number; left: number; top: number } | null = null, dragged = false;
    const down = (e: PointerEvent): void => {
      dragged = false;
      from = e.pointerType === "mouse" && e.button === 0 ? { x: e.clientX, y: e.clientY, left: b.scrollLeft, top: b.scrollTop } : null;
    };
    const move = (e: PointerEvent): void => {
      if (!from) return;
      if (!dragged && Math.hypot(e.clientX - from.x, e.clientY - from.y) < DRAG_PX) return;
      if (!dragged && !whole.peek()) b.setPointerCapture(e.pointerId);
      dragged = !whole.peek();
      b.scrollLeft = from.left - (e.clientX - from.x);
      b.scrollTop = from.top - (e.clientY - from.y);
    };
    const up = (): void => { from = null; };
    const click = (e: Event): void => {
      if (!dragged) return;
      dragged = false;
      e.preventDefault();
      e.stopPropagation();
    };
    const listens: [string, (e: never) => void, AddEventListenerOptions][] = [
      ["wheel", wheel, { passive: false }], ["touchstart", touch, { passive: true }], ["touchend", touch, { passive: true }], ["touchmove", pinch, { passive: false }],
      ["pointerdown", down, {}], ["pointermove", move, {}], ["pointerup", up, {}], ["pointercancel", up, {}], ["click", click, { capture: true }],
    ];
    for (const [type, f, how] of listens) b.addEventListener(type, f as EventListener, how);
    return () => { for (const [type, f, how] of listens) b.removeEventListener(type, f as EventListener, how); };
  }, []);

  const keys = (e: KeyboardEvent): void => {
    const { scale, fit } = state.current;
    const to = e.key === "+" || e.key === "=" ? scale * STEP : e.key === "-" ? scale / STEP : e.key === "0" ? fit : null;
    if (to === null || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    zoom(to);
  };
  const s = state.current;
  const turn = useRef((): void => {
    if (!whole.peek()) return zoom(s.fit);
    zoom(Math.max(s.fit * STEP, s.near * rem()));
    show(s.eye, "instant", true);
  }).current;
  useSignalEffect(() => { shown.value = { id, whole: whole.value, turn }; });
  useEffect(() => () => { shown.value = null; }, []);
  return (
    <div class={`cam${cls ? ` ${cls}` : ""}`} onKeyDown={keys}>
      <div class="cam-box" ref={box} data-scroll>
        <div class="cam-area" ref={area} style={{ "--wide": wide, "--high": high }}>{children}</div>
      </div>
      <div class="cam-tools" role="group" aria-label={t("web.camera.title")}>
        {aside}
        <button type="button" class="cam-tool" aria-label={t("web.camera.in")} title={t("web.camera.in")} aria-keyshortcuts="+" onClick={() => zoom(s.scale * STEP)}><Sign name="plus" /></button>
        <button type="button" class="cam-tool" aria-label={t("web.camera.out")} title={t("web.camera.out")} aria-keyshortcuts="-" onClick={() => zoom(s.scale / STEP)}><Sign name="minus" /></button>
        <button type="button" class="cam-tool" aria-label={whole.value ? t("web.camera.near") : t("web.camera.fit")} title={whole.value ? t("web.camera.near") : t("web.camera.fit")} aria-keyshortcuts="0"
          onClick={turn}>
          <Sign name={whole.value ? "near" : "whole"} />
        </button>
      </div>
    </div>
  );
}

const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

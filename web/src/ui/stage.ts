// When movement plays (motion.ts): with every beat of the telling (narrator.ts), and whenever the picture changes by itself.
import { effect } from "@preact/signals";
import type { View } from "../core/proto";
import type { Table } from "../core/table";
import { Show, soundOf, type Before, type EventRows, type Ghost } from "./events";
import { pace, Stage } from "./motion";
import { liesThere, Narrator, type Beat, type Told } from "./narrator";
import { play, soundsOf } from "./sound";

/** What a skin brings. board and layer: selectors of what is measured, and of the element over it. */
export interface Staging {
  board: string;
  layer: string;
  /** What has a place that it can move from. */
  slides: RegExp;
  rows: EventRows;
  /** Parts that keep their height while something is told, whatever comes and goes in them. */
  keeps?: string;
  /** Pictures of the things that are on the board and not in this view. */
  ghosts: (stage: Stage, view: View) => Map<string, Ghost>;
}

const SOUND_APART_S = 0.06;
const SOUNDS = 3;

function sounds(rows: EventRows, told: readonly Told[]): void {
  const names = new Set(told.flatMap((x) => soundOf(rows, x.event) ?? []));
  [...names].slice(0, SOUNDS).forEach((name, k) => play(name, k * SOUND_APART_S));
}

/** A press cuts the telling short. It also acts, but on a thing only if that lies there indeed. */
function heedPresses(table: Table, narrator: Narrator): () => void {
  let cut: { id: string | null; there: boolean } | null = null; // what was pressed when it was cut short
  const thingAt = (e: Event): string | null => (e.target instanceof Element ? e.target.closest<HTMLElement>("[data-item]")?.dataset["item"] ?? null : null);
  const stop = (e: Event): void => { e.preventDefault(); e.stopImmediatePropagation(); };
  const press = (e: Event): void => {
    cut = null;
    if (!narrator.isTelling) return;
    const id = thingAt(e), there = id === null || liesThere(table.picture.peek(), table.live.peek(), id);
    narrator.flush();
    cut = { id, there };
    if (!there && e instanceof KeyboardEvent && (e.key === "Enter" || e.key === " ")) stop(e);
  };
  // a finger is lifted from whatever has come under it meanwhile
  const click = (e: Event): void => {
    const id = thingAt(e);
    if (cut && id !== null && (id !== cut.id || !cut.there)) stop(e);
  };
  const hidden = (): void => { if (document.hidden) narrator.flush(); };
  const listens: [string, (e: Event) => void, EventTarget][] = [
    ["pointerdown", press, globalThis], ["keydown", press, globalThis], ["wheel", press, globalThis], ["click", click, globalThis], ["visibilitychange", hidden, document],
  ];
  for (const [type, f, on] of listens) on.addEventListener(type, f, { capture: true, passive: type === "wheel" });
  return () => { for (const [type, f, on] of listens) on.removeEventListener(type, f, { capture: true }); };
}

/** Begins to tell what happens at a table, on its board; returns what ends it. */
export function tellOn(table: Table, root: HTMLElement, { board, layer, slides, rows, keeps, ghosts }: Staging): () => void {
  const area = root.querySelector<HTMLElement>(board), over = area?.querySelector<HTMLElement>(layer);
  if (!area || !over) return () => {};
  const silence = soundsOf(table, rows);
  const stage = new Stage(area, over);
  const frames = new Set<number>();
  const look = (view: View): Before => ({ places: stage.places(slides), ghosts: ghosts(stage, view) });
  /** When the new picture is on the board. */
  const show = (was: Before, told: readonly Told[]): void => {
    const frame = requestAnimationFrame(() => {
      frames.delete(frame);
      stage.halt();
      new Show(stage, rows, was).impact(stage.places(slides), told);
    });
    frames.add(frame);
  };
  let was: Before | null = null;
  const hold = (yes: boolean): void => {
    for (const el of keeps ? area.querySelectorAll<HTMLElement>(keeps) : []) el.style.minHeight = yes ? `${el.offsetHeight}px` : "";
  };
  const narrator = new Narrator(rows, () => (document.hidden ? 0 : pace()), {
    begin: (beat: Beat) => {
      new Show(stage, rows).begin(beat);
      if (beat.impact > 0) sounds(rows, beat.told.slice(0, 1));
    },
    before: (beat: Beat) => { was = look(narrator.after(beat)); },
    impact: (beat: Beat) => {
      if (was) show(was, beat.told);
      was = null;
      sounds(rows, beat.impact > 0 ? beat.told.slice(1) : beat.told);
    },
    jump: () => stage.cut(),
    tells: hold,
  });
  table.teller.value = narrator;
  const unpress = heedPresses(table, narrator);
  let first = true;
  // Runs as soon as the picture changes: the old board is still on the screen.
  const stop = effect(() => {
    const view = table.picture.value;
    if (first || !view || pace() === 0 || narrator.isSettling) { first = false; return; }
    stage.cut();
    show(look(view), []);
  });
  return () => {
    stop();
    unpress();
    narrator.flush();
    table.teller.value = null;
    for (const f of frames) cancelAnimationFrame(f);
    stage.close();
    silence();
  };
}

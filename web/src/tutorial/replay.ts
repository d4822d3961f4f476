// Plays a lesson's script on a fresh table up to a step: the way back after another way was taken.
import { effect } from "@preact/signals";
import { settings } from "../core/settings";
import type { Table } from "../core/table";
import { moveOf, standing, whereIs, type Lesson } from "./script";

const PATIENCE_MS = 8000;
const BOT_MOVES = 8; // between two decisions of the one who learns

/** Resolves when the condition holds; its signals are followed. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let end: (() => void) | null = null;
    const timer = setTimeout(() => { end?.(); reject(new Error("the table does not answer")); }, PATIENCE_MS + BOT_MOVES * settings.botPace.peek());
    end = effect(() => {
      if (!holds()) return;
      clearTimeout(timer);
      queueMicrotask(() => { end?.(); resolve(); });
    });
  });
}

export async function playTo(table: Table, lesson: Lesson, step: number): Promise<void> {
  const isReady = (): boolean => table.actions.value !== null && table.pending.value === null && table.view.value?.rev === table.actions.value.rev;
  for (;;) {
    await until(isReady);
    const place = whereIs(lesson, standing(table.entries.peek()));
    const actions = table.actions.peek();
    if (!place.on || place.next >= step || !actions) return;
    const move = moveOf(lesson.steps[place.next]!, actions.actions);
    if (!move) return;
    const rev = actions.rev;
    table.move(move);
    await until(() => (table.live.value?.rev ?? 0) > rev);
  }
}

// A lesson: a first game that follows a script, on the real table. The data is tutorials/GAME.json, with its words
// (build/tutorial.mjs). The terminal follows the same script by the same rules: src/cli/play/tutorial.c.
import type { Action, Entry, Lang, OptionValues, SeatWanted, View } from "../core/proto";

type Words = Record<Lang, string>;

/** A step tells something, or names moves of which one is to be made; `then` is what follows it: chance, and the moves of bots. */
export interface Step { id: string; text: Words; point?: string[]; expect?: string[]; group?: string; then?: string[] }
/** A remark for free play, told once: when a legal move or a thing on the table begins with these words. */
export interface Tip { id: string; text: Words; verb?: string; item?: string; always?: boolean }
export interface Lesson {
  game: string; options: OptionValues; seats: string[]; seed: string; start: string[]; steps: Step[]; tips: Tip[];
}

/** The moves that stand: an undo to entry n takes back everything from n on. */
export function standing(entries: Entry[]): string[] {
  let line: Entry[] = [];
  for (const e of entries) {
    if (e.kind === "undo") line = line.filter((x) => x.rev <= (e.to ?? 0));
    else line.push(e);
  }
  return line.map((e) => e.move ?? "");
}

/** Who sits there: a person, or a bot of that level. */
export const seatsOf = (lesson: Lesson): SeatWanted[] => lesson.seats.map((kind) => (kind === "human" ? { kind } : { kind: "bot", level: kind }));

/** Where a game stands in the script. `on`: nothing else was played. The steps first..next can be shown; next is to be done
 *  (steps.length: nothing is left to do). `due`: what the script has before that, of chance or of a bot. */
export interface Place { on: boolean; first: number; next: number; due?: string }

export function whereIs(lesson: Lesson, moves: string[]): Place {
  const { steps } = lesson;
  const done = new Set<number>();
  const nextToDo = (from: number): number => {
    let i = from;
    while (i < steps.length && (!steps[i]!.expect || done.has(i))) i++;
    return i;
  };
  let at = 0;
  let due: string | undefined;
  const takeAll = (expected: string[]): boolean => {
    for (const e of expected) {
      due = e;
      if (at >= moves.length) return true;
      if (moves[at++] !== e) return false;
    }
    due = undefined;
    return true;
  };
  /** The step of the group of `next` that the move at hand is; -1. */
  const takeOne = (next: number): number => {
    for (let i = next; i < steps.length; i++) {
      const s = steps[i]!;
      if (!s.expect) continue;
      if (i !== next && (s.group === undefined || s.group !== steps[next]!.group)) return -1;
      if (!done.has(i) && s.expect.includes(moves[at]!)) {
        at++;
        return i;
      }
    }
    return -1;
  };
  let on = takeAll(lesson.start);
  let next = nextToDo(0);
  while (on && at < moves.length && next < steps.length) {
    const i = takeOne(next);
    if (i < 0) on = false;
    else {
      done.add(i);
      on = takeAll(steps[i]!.then ?? []);
      next = nextToDo(next);
    }
  }
  let first = 0;
  for (let i = 0; i < next; i++) if (steps[i]!.expect) first = i + 1;
  return { on, first, next, ...(on && due !== undefined && { due }) };
}

/** The first remark that is of use now and was not told yet. */
export function tipFor(lesson: Lesson, view: View, actions: Action[], told: string[], done: boolean): Tip | undefined {
  return lesson.tips.find((tip) => !told.includes(tip.id) && (!done || tip.always) &&
    ((tip.verb !== undefined && actions.some((a) => a.verb.startsWith(tip.verb!))) ||
      (tip.item !== undefined && view.items.some((i) => i.id.startsWith(tip.item!)))));
}

/** The move of a step that can be made now: the first of those that will do. */
export const moveOf = (step: Step, actions: Action[]): string | undefined => step.expect?.find((e) => actions.some((a) => a.id === e));

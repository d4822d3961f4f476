// The engine sends whole views. What has not changed since the last one is taken from that: the same thing stays the same object,
// and only what has changed is drawn again. Steps of a server (delta.ts) do so by themselves.
import type { View } from "./proto";

const texts = new WeakMap<object, string>();

function textOf(x: object): string {
  let text = texts.get(x);
  if (text === undefined) texts.set(x, (text = JSON.stringify(x)));
  return text;
}

/** `now`, or `old` if that says the same. */
export function same<T extends object>(old: T | null | undefined, now: T): T {
  return old && (old === now || textOf(old) === textOf(now)) ? old : now;
}

function sameList<T extends { id: string | number }>(old: readonly T[], now: T[]): T[] {
  const known = new Map(old.map((x) => [x.id, x]));
  const list = now.map((x) => same(known.get(x.id), x));
  return list.length === old.length && list.every((x, i) => x === old[i]) ? (old as T[]) : list;
}

/** The view, made of the old one's parts where they are equal. */
export function sameView(old: View | null, now: View): View {
  if (!old || old.lang !== now.lang) return now;
  return {
    ...now, turn: same(old.turn, now.turn), prompt: same(old.prompt, now.prompt),
    zones: sameList(old.zones, now.zones), items: sameList(old.items, now.items), seats: sameList(old.seats, now.seats),
  };
}

// What each event changed, as parts of a view: made where boards are joined (join.ts), told by ui/narrator.ts.
import { applyOps } from "./delta";
import type { Board, Joiner } from "./join";
import type { Entry, GameEvent, Item, Op, SeatView, View, Zone } from "./proto";
import { same } from "./same";

/** Things and seats as they are from then on, and, where some came, went or changed places, the ids of all. */
export interface Change { items?: Item[]; order?: string[]; zones?: Zone[]; seats?: SeatView[] }
/** What an event changed: the entry's event of that number, or, -1, what was changed beside its events. */
export interface Moment { rev: number; event: number; change: Change }

const changed = <T>(old: readonly T[], now: readonly T[]): T[] => {
  const known = new Set(old);
  return now.filter((x) => !known.has(x));
};

/** What is not the same object on both boards (delta.ts keeps what has not changed). */
function changeOf(joiner: Joiner, old: Board, now: Board): Change | null {
  const change: Change = {};
  const zones = old.zones !== now.zones;
  if (zones || old.items !== now.items) {
    const items = zones ? now.items : changed(old.items, now.items);
    if (items.length > 0) change.items = items.map((i) => joiner.item(i, now));
    if (old.items.length !== now.items.length || old.items.some((i, k) => i.id !== now.items[k]!.id)) change.order = now.items.map((i) => i.id);
  }
  if (zones) change.zones = now.zones.map((z) => joiner.zone(z, now));
  const seats = changed(old.seats, now.seats);
  if (seats.length > 0) change.seats = seats.map((s) => joiner.seat(s));
  return Object.keys(change).length > 0 ? change : null;
}

/** Carries out what each event and entry changed; the entries come back without it. */
export function tell(joiner: Joiner, from: Board, entries: readonly Entry[]): { board: Board; entries: Entry[]; moments: Moment[] } {
  const moments: Moment[] = [];
  let board = from;
  const step = (rev: number, event: number, ops: Op[] | undefined): void => {
    if (!ops) return;
    const next = applyOps(board, ops, rev);
    const change = changeOf(joiner, board, next);
    if (change) moments.push({ rev, event, change });
    board = next;
  };
  const plain = entries.map(({ ops, ...entry }) => {
    const events = entry.events.map(({ ops: own, ...event }, k): GameEvent => {
      step(entry.rev, k, own);
      return event;
    });
    step(entry.rev, -1, ops);
    return { ...entry, events };
  });
  return { board, entries: plain, moments };
}

const byId = <T extends { id: string | number }>(list: readonly T[], now: readonly T[] | undefined): T[] => {
  const fresh = new Map(now?.map((x) => [x.id, x]));
  return list.map((x) => fresh.get(x.id) ?? x);
};

/** The view after a change. What is as in `then`, where all of it leads, is taken from there: it need not be drawn twice. */
export function changedView(view: View, change: Change, then?: View): View {
  const known = new Map(then?.items.map((i) => [i.id, i]));
  const fresh = change.items?.map((i) => same(known.get(i.id), i));
  let items = byId(view.items, fresh);
  if (change.order) {
    const all = new Map([...items, ...(fresh ?? [])].map((i) => [i.id, i]));
    items = change.order.flatMap((id) => all.get(id) ?? []);
  }
  return { ...view, items, seats: byId(view.seats, change.seats), zones: change.zones ?? view.zones };
}

const indexed = new WeakMap<View, Map<string, Item>>();

/** A thing of a view by its id. */
export function itemIn(view: View | null, id: string): Item | undefined {
  if (!view) return undefined;
  let index = indexed.get(view);
  if (!index) indexed.set(view, (index = new Map(view.items.map((i) => [i.id, i]))));
  return index.get(id);
}

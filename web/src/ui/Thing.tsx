// A thing on the board as a button, and a zone as a group of them. Skins give them a place and paint what is inside;
// what a click means, the words and the keys are the same for all games.
import type { ComponentChildren } from "preact";
import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import type { Item, Zone } from "../core/proto";
import type { Table } from "../core/table";
import { itemIn } from "../core/tale";
import { describeItem } from "./describe";
import { advised, marked, pinged, touched, touchesOf } from "./marks";
import { isSeen, meansOf } from "./means";
import type { Select, Status } from "./select";
import { openSide } from "./side";
import { useSaid } from "./still";

const LONG_PRESS_MS = 450;
const on = (yes: boolean): "" | undefined => (yes ? "" : undefined);

/** The thing of each zone that Tab reaches: the one that had the focus last. By the zone of the board: a skin may lay out one zone in several. */
const entry = new Map<string, string>();

/** Everything known of the thing, and what can be done with it. */
function nameOf(item: Item, zone: Zone | undefined, s: Status, actions: number): string {
  const words = [describeItem(item, zone)];
  if (s.armed) words.push(t("web.thing.armed"));
  else if (s.picked) words.push(t("web.thing.picked"));
  else if (s.lit) words.push(t("web.thing.lit"));
  else if (s.usable && actions > 0) words.push(t("web.thing.usable", { n: actions }));
  else if (s.whyNot) words.push(t("web.thing.why_not", { why: s.whyNot.text }));
  return words.map((w) => w.replace(/\.$/, "")).join(". ");
}

function isAdvised(table: Table, id: string): boolean {
  const move = advised.value?.move;
  const action = move === undefined ? undefined : table.actions.value?.actions.find((a) => a.id === move);
  return action !== undefined && touchesOf(action).includes(id);
}

interface ThingProps {
  table: Table; sel: Select; item: Item; class?: string; children?: ComponentChildren;
  style?: Record<string, string | number>;
}

export function Thing({ table, sel, item, class: cls, children, style }: ThingProps) {
  const press = useRef<{ timer: number; x: number; y: number; long: boolean } | null>(null);
  const id = item.id;
  // Only what changes for this thing makes it paint again.
  const zones = useComputed(() => table.view.value?.zones);
  // What is drawn may be behind what is true; a name never is.
  const truth = useComputed(() => itemIn(table.view.value, id)).value ?? item;
  const zone = zones.value?.find((z) => z.id === truth.zone);
  const { status: s, actions } = useSaid(() => {
    const status = sel.status(id);
    return { status, actions: status.usable && sel.state.value.picked === null ? sel.actionsOf(id).length : 0 };
  });
  const isMarked = useComputed(() => marked.value.has(id));
  const isTouched = useComputed(() => touched.value.has(id));
  const isPinged = useComputed(() => pinged.value.has(id));
  const isLooked = useComputed(() => sel.focused.value === id);
  const hinted = useComputed(() => isAdvised(table, id));

  const letGo = () => {
    if (press.current) clearTimeout(press.current.timer);
  };
  useEffect(() => letGo, []);
  const inspect = () => { sel.pin(item.id); openSide("inspect"); };

  return (
    <button
      type="button"
      class={`thing${cls ? ` ${cls}` : ""}`}
      style={style}
      data-item={item.id}
      data-kind={item.kind}
      data-face={item.face ?? "hidden"}
      data-usable={on(s.usable)}
      data-begins={on(s.begins)}
      data-lit={on(s.lit)}
      data-picked={on(s.picked)}
      data-armed={on(s.armed)}
      data-why={on(s.whyNot !== undefined)}
      data-marked={on(isMarked.value)}
      data-touched={on(isTouched.value)}
      data-pinged={on(isPinged.value)}
      data-advised={on(hinted.value)}
      data-looked={on(isLooked.value)}
      aria-pressed={s.usable || s.lit || s.picked ? s.picked : undefined}
      tabIndex={-1}
      onClick={(e) => {
        if (press.current?.long) {
          press.current = null;
          e.preventDefault();
          return;
        }
        sel.click(item.id, meansOf(e));
      }}
      onPointerEnter={(e) => { if (e.pointerType === "mouse") sel.hover({ item: item.id }); }}
      onPointerLeave={() => {
        letGo();
        sel.hover(null);
      }}
      onFocus={(e) => {
        if (isSeen(e.currentTarget)) sel.focus({ item: item.id });
      }}
      onBlur={() => sel.focus(null)}
      onPointerDown={(e) => {
        letGo();
        const p = { timer: 0, x: e.clientX, y: e.clientY, long: false };
        press.current = p;
        if (e.pointerType === "mouse") return;
        p.timer = setTimeout(() => {
          p.long = true;
          inspect();
        }, LONG_PRESS_MS) as unknown as number;
      }}
      onPointerMove={(e) => {
        const p = press.current;
        if (p && !p.long && Math.hypot(e.clientX - p.x, e.clientY - p.y) > 10) letGo();
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(e) => {
        e.preventDefault();
        if (!press.current?.long) inspect();
      }}
    >
      <span class="visually-hidden" data-name>{nameOf(truth, zone, s, actions)}</span>
      <span class="thing-in" aria-hidden="true">{children}</span>
    </button>
  );
}

// ---- moving the focus ----

export const thingsIn = (box: ParentNode): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("[data-item]")];

/** One thing of a zone is reached by Tab; which one is settled after every change. */
function settle(box: HTMLElement, zone: string): void {
  const things = thingsIn(box);
  const chosen = things.find((x) => x === document.activeElement) ?? things.find((x) => x.dataset["item"] === entry.get(zone)) ??
    things.find((x) => x.dataset["usable"] !== undefined) ?? things[0];
  for (const x of things) {
    const at = x === chosen ? 0 : -1;
    if (x.tabIndex !== at) x.tabIndex = at;
  }
}

const middle = (r: DOMRect) => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 });

/** The nearest in a direction: along it first, then beside it. spread: how far beside it may lie. */
function nearest(from: HTMLElement, among: HTMLElement[], key: string, spread = 3): HTMLElement | null {
  const a = middle(from.getBoundingClientRect());
  let best: HTMLElement | null = null, least = Infinity;
  for (const x of among) {
    if (x === from) continue;
    const b = middle(x.getBoundingClientRect());
    const dx = b.x - a.x, dy = b.y - a.y;
    const along = key === "ArrowRight" ? dx : key === "ArrowLeft" ? -dx : key === "ArrowDown" ? dy : -dy;
    const beside = Math.abs(key === "ArrowRight" || key === "ArrowLeft" ? dy : dx);
    if (along < 4 || beside > along * spread) continue;
    const cost = along + beside * 2;
    if (cost < least) [best, least] = [x, cost];
  }
  return best;
}

/** Where a thing lies in its zone when nothing in it is scrolled. */
function laid(x: HTMLElement, box: HTMLElement): { left: number; y: number } {
  const r = x.getBoundingClientRect();
  let left = r.left;
  for (let p = x.parentElement; p && p !== box; p = p.parentElement) left += p.scrollLeft;
  return { left, y: middle(r).y };
}

/** The neighbour in a row: things in it may overlap or be scrolled away, and still none is jumped over. Null: it is no row, or ends there. */
function beside(from: HTMLElement, things: HTMLElement[], box: HTMLElement, step: 1 | -1): HTMLElement | null {
  const row = things.map((x) => ({ x, ...laid(x, box) }));
  const own = row.find((r) => r.x === from)!, reach = from.offsetHeight / 2;
  if (row.some((r) => Math.abs(r.y - own.y) > reach)) return null;
  row.sort((a, b) => a.left - b.left);
  return row[row.indexOf(own) + step]?.x ?? null;
}

/** On a map, before and after it as one reads: row by row. Nothing that lies somewhere is left out. */
function read(from: HTMLElement, things: HTMLElement[]): [HTMLElement | undefined, HTMLElement | undefined] {
  const places = things.map((x) => ({ x, at: middle(x.getBoundingClientRect()) }));
  places.sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x);
  const at = places.findIndex((p) => p.x === from);
  return [places[at - 1]?.x, places[at + 1]?.x];
}

/** Arrows: inside the zone; past its edge to the next thing of the board in that direction. */
export function moveFocus(e: KeyboardEvent): boolean {
  const from = e.target instanceof HTMLElement ? e.target.closest<HTMLElement>("[data-item]") : null;
  const box = from?.closest<HTMLElement>("[data-zone]");
  if (!from || !box || e.ctrlKey || e.altKey || e.metaKey) return false;
  const things = thingsIn(box);
  const at = things.indexOf(from);
  let to: HTMLElement | null | undefined;
  if (e.key === "Home") to = things[0];
  else if (e.key === "End") to = things.at(-1);
  else if (e.key.startsWith("Arrow")) {
    // A pile is a line, however it is laid out: nothing in it is ever jumped over.
    const step = /Right|Down/.test(e.key) ? 1 : -1, sideways = /Left|Right/.test(e.key);
    if (box.dataset["zoneKind"] === "pile") to = things[at + step];
    else if (box.dataset["zoneKind"] === "map" && sideways) to = read(from, things)[step === 1 ? 1 : 0];
    else to = (sideways && beside(from, things, box, step)) || nearest(from, things, e.key) || (sideways ? things[at + step] : null);
    const board = box.closest<HTMLElement>("[data-board]");
    if (!to && board) to = nearest(from, thingsIn(board).filter((x) => !box.contains(x)), e.key, sideways ? 0.3 : 3);
  } else return false;
  e.preventDefault();
  to?.focus();
  return true;
}

interface ZoneProps {
  table: Table; sel: Select; zone: Zone; class?: string; children?: ComponentChildren; style?: Record<string, string | number>;
}

export function ZoneBox({ table, zone, class: cls, children, style }: ZoneProps) {
  const box = useRef<HTMLDivElement>(null);
  void table;
  useEffect(() => {
    const here = box.current;
    if (!here) return;
    settle(here, zone.id);
    const watch = new MutationObserver(() => settle(here, zone.id));
    watch.observe(here, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [zone.id]);
  return (
    <div
      ref={box}
      class={`zone${cls ? ` ${cls}` : ""}`}
      style={style}
      data-zone={zone.id}
      data-zone-kind={zone.kind}
      role="group"
      aria-label={zone.label}
      onKeyDown={moveFocus}
      onFocusIn={(e) => {
        const id = (e.target as Element).closest<HTMLElement>("[data-item]")?.dataset["item"];
        if (id !== undefined) entry.set(zone.id, id);
        if (box.current) settle(box.current, zone.id);
      }}
    >
      {children}
    </div>
  );
}

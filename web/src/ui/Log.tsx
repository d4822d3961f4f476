// What happened, line by line. A line points at its things on the board, and a thing that is looked at marks its lines.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { painted } from "../core/frame";
import { t } from "../core/i18n";
import type { Entry, SeatView } from "../core/proto";
import type { Table } from "../core/table";
import { RuleLink } from "../rules/RuleLink";
import { tidy } from "./describe";
import { Follow, Hand } from "./follow";
import { Icon } from "./icons";
import { mark } from "./marks";
import type { Select } from "./select";
import { still } from "./still";

/** Revisions whose entries were taken back later. An undo to entry n goes back to the state before it. */
export function takenBack(entries: Entry[]): Set<number> {
  const gone = new Set<number>();
  for (const e of entries)
    if (e.kind === "undo" && e.to !== undefined)
      for (const x of entries) if (x.rev < e.rev && x.rev > e.to) gone.add(x.rev);
  return gone;
}

const seatOf = (e: Entry): number | null => e.seat ?? e.events.find((x) => x.seat !== null)?.seat ?? null;

interface LineProps { table: Table; sel: Select; entry: Entry; who: string | undefined; gone: boolean; now: boolean }

const Line = still(function Line({ table, sel, entry, who, gone, now }: LineProps) {
  const about = useComputed(() => {
    const watched = sel.focused.value;
    return watched !== null && entry.events.some((e) => e.items.includes(watched));
  });
  return (
    <li class="log-entry" data-rev={entry.rev} data-kind={entry.kind} data-gone={gone ? "" : undefined} data-now={now ? "" : undefined}
      data-about={about.value ? "" : undefined}>
      <button type="button" class="log-rev" title={t("web.log.see", { n: entry.rev })} aria-label={t("web.log.see", { n: entry.rev })}
        tabIndex={-1} onFocus={() => mark(entry.events.flatMap((e) => e.items))} onBlur={() => mark(null)}
        onClick={() => table.seek(entry.rev)}>{entry.rev}</button>
      <div class="log-body">
        {who && <span class="log-who">{who}</span>}
        {entry.kind === "undo" && <span class="log-undo"><Icon name="undo" />{t("web.log.undo", { n: entry.to ?? 0 })}</span>}
        {gone && <span class="visually-hidden">{t("web.log.gone")}</span>}
        {entry.events.map((e, i) => (
          <span
            class="log-line"
            key={i}
            data-items={e.items.length > 0 ? "" : undefined}
            onPointerEnter={() => mark(e.items)}
            onPointerLeave={() => mark(null)}
          >
            {tidy(e.text)} {e.rule && <RuleLink id={e.rule} />}
          </span>
        ))}
        {entry.events.length === 0 && entry.move && entry.kind !== "undo" && <code class="log-line">{entry.move}</code>}
      </div>
    </li>
  );
});

const buttons = (ol: HTMLElement): HTMLElement[] => [...ol.querySelectorAll<HTMLElement>(".log-rev")];

/** Tab reaches one line, the arrows the others. */
function rove(e: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const all = buttons(e.currentTarget);
  const at = all.indexOf(e.target as HTMLElement);
  const to = e.key === "ArrowUp" ? at - 1 : e.key === "ArrowDown" ? at + 1 : e.key === "Home" ? 0 : e.key === "End" ? all.length - 1 : -1;
  if (at < 0 || !all[to]) return;
  e.preventDefault();
  for (const b of all) b.tabIndex = -1;
  all[to].tabIndex = 0;
  all[to].focus();
}

/** What is told so far of all that has happened. */
export function toldOf(entries: Entry[], told: { rev: number; events: number } | null): Entry[] {
  if (!told) return entries;
  return entries.flatMap((e) => {
    if (e.rev < told.rev) return [e];
    const events = e.rev === told.rev ? e.events.slice(0, told.events) : [];
    return events.length > 0 ? [{ ...e, events }] : [];
  });
}

export function Log({ table, sel }: { table: Table; sel: Select }) {
  const only = useSignal("");
  const list = useRef<HTMLOListElement>(null);
  const follow = useRef(new Follow()).current, hand = useRef(new Hand()).current;
  const behind = useSignal(false);
  const seats = useComputed<readonly SeatView[]>(() => table.view.value?.seats ?? []).value;
  const entries = toldOf(table.entries.value, table.teller.value?.told.value ?? null);
  const last = entries.at(-1), length = `${last?.rev ?? 0}/${last?.events.length ?? 0}/${entries[0]?.rev ?? 0}`;
  const cursor = table.cursor.value;
  const opened = useRef(false);
  useEffect(() => { void table.history(); }, [table]);
  useEffect(() => {
    const ol = list.current;
    if (!ol) return;
    const all = buttons(ol);
    if (!all.some((b) => b.tabIndex === 0)) all.at(-1)?.setAttribute("tabindex", "0");
    const settle = () => {
      if (cursor !== null) ol.querySelector("[data-now]")?.scrollIntoView({ block: "nearest" });
      else follow.settle(ol);
    };
    // it opens at its end; later lines may come a frame late, but none is left out for the next
    if (opened.current) void painted().then(settle);
    else settle();
    opened.current = true;
  }, [length, cursor, only.value]);
  useEffect(() => {
    const ol = list.current;
    if (!ol || typeof ResizeObserver === "undefined") return;
    const sizes = new ResizeObserver(() => follow.settle(ol));
    sizes.observe(ol);
    return () => sizes.disconnect();
  }, []);
  const gone = takenBack(entries);
  const names = new Map<number | undefined, string>(seats.map((s) => [s.id, s.name]));
  // Where an event says who it was nobody else does; nor while it is still to be told.
  const whoOf = (e: Entry): string | undefined => {
    const who = names.get(e.seat), whole = e === last ? table.entries.value.find((x) => x.rev === e.rev) ?? e : e;
    return who && !whole.events.some((x) => x.text.includes(who)) ? who : undefined;
  };
  // A move or a draw of which nothing came says nothing: the end of a turn, or the colour of a gem, is told with what follows it.
  const told = entries.filter((e) => e.kind === "undo" || e.events.length > 0 || cursor === e.rev);
  const shown = only.value === "" ? told : told.filter((e) => e.kind === "undo" || String(seatOf(e)) === only.value);
  return (
    <div class="log">
      {seats.length > 1 && (
        <label class="log-filter">
          <span>{t("web.log.filter")}</span>
          <select value={only.value} onChange={(e) => { only.value = e.currentTarget.value; }}>
            <option value="">{t("web.log.everybody")}</option>
            {seats.map((s) => <option key={s.id} value={String(s.id)}>{s.name}</option>)}
          </select>
        </label>
      )}
      <ol
        class="log-list"
        ref={list}
        data-scroll
        aria-label={t("web.panel.log")}
        onKeyDown={(e) => { hand.moved(); rove(e); }}
        onWheel={hand.moved}
        onTouchMove={hand.moved}
        onPointerDown={hand.held}
        onScroll={(e) => {
          follow.scrolled(e.currentTarget, hand.isOn);
          behind.value = !follow.isFollowing;
        }}
      >
        {shown.map((e) => <Line key={e.rev} table={table} sel={sel} entry={e} who={whoOf(e)} gone={gone.has(e.rev)} now={cursor === e.rev} />)}
      </ol>
      {behind.value && (
        <button type="button" class="btn btn-small log-latest" onClick={() => { if (list.current) follow.toEnd(list.current); behind.value = false; }}>
          {t("web.log.latest")}
        </button>
      )}
      {entries.length === 0 && <p class="soft">{t("web.log.empty")}</p>}
    </div>
  );
}

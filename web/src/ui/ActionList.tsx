// The actions, always listed: groups, digits, effects. The board and its bar of verbs are a faster way to the same.
import { signal, useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import type { Action, Actions } from "../core/proto";
import type { Table } from "../core/table";
import { RuleLink } from "../rules/RuleLink";
import type { Skin } from "../skins";
import { statText, tidy } from "./describe";
import { Forecast } from "./Forecast";
import { Icon } from "./icons";
import { advised, touched, touchesOf, type Previews } from "./marks";
import { isSeen, meansOf } from "./means";
import { useScrollable } from "./scroll";
import type { Select } from "./select";

/** On a phone the bar of verbs stands for the list; unfolded it stands in a sheet of its own. */
export const unfolded = signal(false);
/** Opens that sheet; where the list stands open anyway nothing is remembered for a screen that will be narrower. */
export function unfold(): void {
  if (document.querySelector(".acts-unfold")?.checkVisibility()) unfolded.value = true;
}
let unfoldedFor: string | undefined; // the decision whose sheet it is

/** A move and a new decision fold the sheet; the same one told again, or a list that is drawn anew, does not. */
function useFoldedByNews(table: Table): void {
  useSignalEffect(() => {
    const now = table.actions.value;
    const decision = now ? `${table.id} ${now.rev} ${now.seat}` : undefined;
    if (decision !== unfoldedFor) unfolded.value = false;
    if (decision) unfoldedFor = decision;
  });
}

export interface Desk { table: Table; sel: Select; previews: Previews; skin: Skin | null }

/** Ends of turns: they touch no thing and cannot be taken back. Their effect is always shown. */
export const isPinned = (a: Action): boolean => a.ends === true && a.src === undefined && a.dst === undefined && a.undo !== "free";

/** As listed: by groups in the order in which they first come; the pinned ones last. */
export function arranged(actions: Action[]): { group: string; actions: Action[] }[] {
  const groups = new Map<string, Action[]>();
  for (const a of actions) {
    if (isPinned(a)) continue;
    const g = groups.get(a.group);
    if (g) g.push(a);
    else groups.set(a.group, [a]);
  }
  return [...groups].map(([group, list]) => ({ group, actions: list }));
}

/** The order in which digits choose. */
export function numbered(actions: Action[]): Action[] {
  return [...arranged(actions).flatMap((g) => g.actions), ...actions.filter(isPinned)];
}

function Digit({ n }: { n: number }) {
  return n < 9 ? <kbd class="act-key" aria-hidden="true">{n + 1}</kbd> : null;
}

interface ActProps { desk: Desk; action: Action; n: number; children?: preact.ComponentChildren; class?: string }

function Act({ desk, action, n, children, class: cls }: ActProps) {
  const armed = desk.sel.state.value.armed === action.id;
  return (
    <button
      type="button"
      class={`act${cls ? ` ${cls}` : ""}`}
      data-action={action.id}
      data-verb={action.verb}
      data-undo={action.undo}
      data-armed={armed ? "" : undefined}
      data-advised={advised.value?.move === action.id ? "" : undefined}
      aria-keyshortcuts={n < 9 ? String(n + 1) : undefined}
      onClick={(e) => desk.sel.choose(action, meansOf(e))}
      onPointerEnter={(e) => { if (e.pointerType === "mouse") desk.sel.hover({ move: action.id }); }}
      onPointerLeave={() => desk.sel.hover(null)}
      onFocus={(e) => { if (isSeen(e.currentTarget)) desk.sel.focus({ move: action.id }); }}
      onBlur={() => desk.sel.focus(null)}
    >
      <Digit n={n} />
      <span class="act-body">
        <span class="act-text">{tidy(action.text)}</span>
        {children}
      </span>
      {armed && <span class="act-confirm">{t("web.act.again")}</span>}
      {!armed && action.undo !== "free" && <span class="act-final" title={t("web.act.final")}><Icon name="final" /><span class="visually-hidden">{t("web.act.final")}</span></span>}
    </button>
  );
}

function Pinned({ desk, action, n }: { desk: Desk; action: Action; n: number }) {
  useEffect(() => { desk.previews.ask(action.id); }, [action.id, desk.table.live.value?.rev, desk.table.live.value?.lang]);
  const preview = desk.previews.now(action.id);
  return (
    <Act desk={desk} action={action} n={n} class="act-pinned">
      <Forecast events={preview?.events} skin={desk.skin} view={desk.table.view.value} />
    </Act>
  );
}

/** What is picked on the board, in words, with the way back to all actions. */
function Picked({ desk }: { desk: Desk }) {
  const { picks } = desk.sel.state.value;
  if (picks.length === 0) return null;
  const items = desk.table.view.value?.items ?? [];
  const names = picks.map((id) => items.find((i) => i.id === id)).map((i) => (i ? (i.face_text ? `${i.name} (${i.face_text})` : i.name) : ""));
  return (
    <p class="acts-picked">
      <span>{t("web.act.with", { names: names.join(", ") })}</span>
      <button type="button" class="btn btn-small" onClick={() => desk.sel.cancel()}>{t("web.act.all")} <kbd aria-hidden="true">Esc</kbd></button>
    </p>
  );
}

/** The list stays while a move is under way: nothing goes, comes back and asks to be read again. */
function useListed(table: Table): Actions | null {
  const last = useRef<Actions | null>(null);
  const now = table.actions.value;
  const actor = table.live.value?.turn.actor;
  const mine = actor === "chance" || (typeof actor === "number" && table.me.value.seats.includes(actor));
  if (now) last.current = now;
  else if (table.over.value || table.cursor.value !== null || (!table.pending.value && !mine)) last.current = null;
  return now ?? last.current;
}

/** Opens the list of sentences on a phone. */
export function ActionSheetButton({ desk }: { desk: Desk }) {
  const n = desk.table.actions.value?.actions.length ?? 0;
  if (n === 0) return null;
  return (
    <button type="button" class="acts-unfold" aria-expanded={unfolded.value} onClick={() => { unfolded.value = !unfolded.value; }}>
      <span class="visually-hidden">{unfolded.value ? t("web.act.fold") : t("web.act.unfold", { n })}</span>
      <Icon name={unfolded.value ? "down" : "log"} />
    </button>
  );
}

export function ActionList({ desk }: { desk: Desk }) {
  const { table, sel } = desk;
  const actions = table.actions.value;
  const listed = useListed(table);
  const box = useRef<HTMLDivElement>(null);
  const groups = useScrollable();
  const had = useRef(false);
  useFoldedByNews(table);
  const shown = useComputed(() => sel.state.value.narrowed);

  // What an action would touch is shown on the board while it is looked at or armed.
  useSignalEffect(() => {
    const on = sel.subject.value;
    const action = on && "move" in on ? table.actions.value?.actions.find((a) => a.id === on.move) : undefined;
    if (!action) {
      if (touched.peek().size > 0) touched.value = new Set();
      return;
    }
    desk.previews.ask(action.id);
    const events = desk.previews.now(action.id)?.events ?? [];
    touched.value = new Set([...touchesOf(action), ...events.flatMap((e) => e.items)]);
  });

  // A list that is replaced under the focus keeps it.
  useEffect(() => {
    if (had.current && (document.activeElement === document.body || document.activeElement === null)) box.current?.focus({ preventScroll: true });
  }, [actions]);

  const list = actions ? shown.value : listed?.actions ?? [];
  const order = numbered(list);
  const at = new Map(order.map((a, i) => [a.id, i]));
  return (
    <div
      class="acts"
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t("web.act.title")}
      aria-busy={!actions && listed ? "true" : undefined}
      data-unfolded={unfolded.value ? "" : undefined}
      onFocusIn={(e) => {
        had.current = true;
        if (e.target !== box.current && isSeen(e.target as Element)) unfold();
      }}
      onFocusOut={(e) => { if (e.relatedTarget !== null) had.current = false; }}
    >
      {listed && (
        <div class="acts-sheet">
          <Picked desk={desk} />
          <div class="acts-groups" ref={groups} data-scroll>
            {arranged(list).map((g) => (
              <section class="acts-group" key={g.group}>
                <h3 class="acts-head">{g.group}</h3>
                <ul class="acts-list">
                  {g.actions.map((a) => <li key={a.id}><Act desk={desk} action={a} n={at.get(a.id) ?? 9} /></li>)}
                </ul>
              </section>
            ))}
          </div>
          {listed.actions.filter(isPinned).map((a) => <Pinned key={a.id} desk={desk} action={a} n={at.get(a.id) ?? 9} />)}
        </div>
      )}
      {!listed && <p class="acts-none">{t("web.act.none")}</p>}
    </div>
  );
}

/** The choice at hand: what an action does, what a thing is, why not, and the button that does what is armed. */
export function Card({ desk }: { desk: Desk }) {
  const { table, sel, previews } = desk;
  const actions = table.actions.value?.actions ?? [];
  const { armed, picked, verb } = sel.state.value;
  const on = sel.subject.value;
  const action = on && "move" in on ? actions.find((a) => a.id === on.move) : undefined;
  const item = on && "item" in on ? table.view.value?.items.find((i) => i.id === on.item) : undefined;
  const refusal = table.refusal.value;
  const advice = advised.value;

  const pinned = actions.find(isPinned);
  const asks = table.kind === "net" && table.players.value.filter((p) => p.kind === "human").length > 1;
  let body: preact.ComponentChildren = picked !== null || verb !== null ? <p class="peek-soft">{t("web.act.pick_next")}</p>
    : !pinned ? <p class="peek-soft peek-idle">{actions.length > 0 ? t("web.peek.idle") : t("web.peek.wait")}</p>
      : <><p class="peek-soft peek-idle">{t("web.peek.idle")}</p><p class="peek-forecast"><b>{pinned.group}</b> <Forecast events={previews.now(pinned.id)?.events} skin={desk.skin} view={table.view.value} /></p></>;
  if (refusal) body = <p class="peek-bad"><b>{t("web.peek.refused")}</b> {tidy(refusal.text)} {refusal.rule && <RuleLink id={refusal.rule} />}</p>;
  else if (action) {
    const preview = previews.now(action.id);
    body = (
      <>
        <p class="peek-title">{tidy(action.text)} {action.rules[0] && <RuleLink id={action.rules[0]} />}</p>
        {preview?.why_not && <p class="peek-bad">{tidy(preview.why_not.text)}</p>}
        {preview?.events && <ul class="peek-events">{preview.events.map((e, i) => <li key={i}>{tidy(e.text)}</li>)}</ul>}
        {preview && action.undo !== "free" && <p class="peek-soft">{asks ? t("web.act.then_vote") : t("web.act.then_chance")}</p>}
      </>
    );
  } else if (item) {
    const why = sel.whyNot(item.id);
    const n = sel.actionsOf(item.id).length;
    body = (
      <>
        <p class="peek-title">{item.name}{item.face_text ? `, ${item.face_text}` : ""}</p>
        <p class="peek-facts">
          {[...Object.values(item.stats ?? {}).map(statText),
            ...(item.pips ?? []).map((p) => (p.done ? t("web.thing.pip_done", { text: p.text }) : p.text)),
            ...(item.badges ?? []).map((b) => b.text)].join(" · ")}
        </p>
        {why && <p class="peek-why">{t("web.peek.why_not", { why: tidy(why.text) })} <RuleLink id={why.rule} /></p>}
        {item.about && <p>{tidy(item.about)}</p>}
        {n > 0 && <p class="peek-soft">{t("web.peek.actions", { n })}</p>}
      </>
    );
  } else if (advice) body = <p class="peek-advice">{tidy(advice.text)}</p>;
  const box = useScrollable();
  return (
    <div class="choice" data-subject={action?.id ?? item?.id} data-armed={armed !== null ? "" : undefined}>
      <div class="peek" ref={box} role="region" aria-label={t("web.peek.title")} data-scroll>{body}</div>
      {armed !== null && (
        <p class="choice-do">
          <button type="button" class="btn btn-primary" data-do-it onClick={() => sel.act()}>{t("web.act.do")}</button>
          <button type="button" class="btn" data-let-go onClick={() => sel.cancel()}>{t("web.act.let_go")}</button>
        </p>
      )}
    </div>
  );
}

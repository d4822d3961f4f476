// What the slot beside the board can hold, and its frame.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { settings } from "../core/settings";
import type { Table } from "../core/table";
import { RulesPanel, WhyPanel } from "../rules/lazy";
import { DiceStats, hasDice } from "../screens/parts/DiceStats";
import type { Desk } from "./ActionList";
import { useAttempt } from "./attempt";
import { bugReport, recordName, saveText, shareRecord } from "./files";
import { Icon } from "./icons";
import { Inspect } from "./Inspect";
import { KeyList } from "./KeyList";
import { Log } from "./Log";
import { Chat, Players } from "./late";
import { useScrollable } from "./scroll";
import { closeSide, openSide, side, toggleSide, type Panel } from "./side";
import { ZoneList } from "./ZoneList";

/** Panels that have a tab on a wide screen, in order. */
export const tabs = (table: Table): Panel[] =>
  ["inspect", "log", ...(table.kind === "net" ? ["chat" as const] : []), "players", "rules", "more"];

function KeysPanel() {
  return <div class="keys-panel"><KeyList /><p><a href="#/settings?at=keys">{t("web.keys.remap")}</a></p></div>;
}

function Report({ table }: { table: Table }) {
  const words = useSignal("");
  const done = useSignal(false);
  return (
    <details class="report">
      <summary>{t("web.report.title")}</summary>
      <p class="help">{t("web.report.help")}</p>
      <textarea rows={3} maxLength={2000} aria-label={t("web.report.words")} placeholder={t("web.report.words")} value={words.value}
        onInput={(e) => { words.value = e.currentTarget.value; }} />
      <button type="button" class="btn btn-small" onClick={async () => {
        saveText(`veillee-${table.game.peek()}-${table.view.peek()?.rev ?? 0}-report.txt`, await bugReport(table, words.peek()));
        done.value = true;
      }}>{t("web.report.save")}</button>
      {done.value && <p class="note note-ok" role="status">{t("web.report.saved")}</p>}
    </details>
  );
}

function More({ table }: { table: Table }) {
  const { fault, attempt } = useAttempt();
  const plain = settings.renderer.value === "plain";
  const open = (what: Panel, label: string) => <button type="button" class="btn" onClick={() => openSide(what)}>{label}</button>;
  return (
    <div class="more">
      <div class="more-list">
        {open("inspect", t("web.panel.inspect"))}
        {open("players", t("web.panel.players"))}
        {table.kind === "net" && open("chat", t("web.panel.chat"))}
        {hasDice(table.game.value) && open("stats", t("web.panel.stats"))}
        {open("text", t("web.panel.text"))}
        {open("keys", t("web.panel.keys"))}
        <button type="button" class="btn" aria-pressed={plain} onClick={() => { settings.renderer.value = plain ? "skin" : "plain"; }}>{t("web.more.plain")}</button>
        <button type="button" class="btn" onClick={attempt(async () => saveText(recordName(table), await table.record()))}><Icon name="download" />{t("web.over.record")}</button>
        <button type="button" class="btn" onClick={attempt(() => shareRecord(table))}>{t("web.over.share")}</button>
        <a class="btn" href="#/settings">{t("web.more.settings")}</a>
      </div>
      {fault.value && <p class="note note-danger">{fault.value}</p>}
      {table.info.value?.seed_hash && <p class="help more-hash">{t("web.more.hash")} <code>{table.info.value.seed_hash}</code></p>}
      <Report table={table} />
    </div>
  );
}

function Body({ what, desk }: { what: Panel; desk: Desk }) {
  const { table, sel } = desk;
  const arg = side.value?.arg;
  switch (what) {
    case "log": return <Log table={table} sel={sel} />;
    case "inspect": return <Inspect desk={desk} />;
    case "zone": return <ZoneList table={table} zones={typeof arg === "string" ? arg : ""} />;
    case "chat": return <Chat table={table} />;
    case "players": return <Players table={table} />;
    case "rules": return <RulesPanel game={table.game.value} id={typeof arg === "string" ? arg : undefined} />;
    case "why": return <WhyPanel table={table} about={arg as Parameters<typeof WhyPanel>[0]["about"]} />;
    case "stats": return <DiceStats table={table} />;
    case "keys": return <KeysPanel />;
    case "more": return <More table={table} />;
    case "text": return null;
  }
}

/** wide: always something there, the log at first. Else a sheet, only when opened. */
export function SideSlot({ desk, wide }: { desk: Desk; wide: boolean }) {
  const at = side.value;
  const what: Panel | null = at?.what ?? (wide ? "log" : null);
  const box = useScrollable();
  const head = useRef<HTMLHeadingElement>(null);
  // A sheet that opens takes the focus, so that reading goes on there; the log and the inspector leave it on the board.
  useEffect(() => {
    if (at && !wide && what !== "inspect" && what !== "log") head.current?.focus({ preventScroll: true });
  }, [at?.what]);
  if (what === null || what === "text") return null;
  const inTabs = tabs(desk.table).includes(what);
  return (
    <aside class="side" data-side={what} aria-labelledby="side-title">
      <div class="side-head">
        {wide && (
          <div class="side-tabs" role="group" aria-label={t("web.panel.title")}>
            {tabs(desk.table).map((p) => (
              <button type="button" class="side-tab" key={p} aria-pressed={what === p} onClick={() => toggleSide(p)}>{t(`web.tab.${p as "log"}`)}</button>
            ))}
          </div>
        )}
        <h2 id="side-title" class={wide && inTabs ? "visually-hidden" : "side-title"} tabIndex={-1} ref={head}>{t(`web.panel.${what}`)}</h2>
        {!wide && <button type="button" class="btn btn-quiet btn-icon side-close" aria-label={t("web.panel.close")} onClick={closeSide}><Icon name="close" /></button>}
      </div>
      <div class="side-body" ref={box} data-scroll><Body what={what} desk={desk} /></div>
    </aside>
  );
}

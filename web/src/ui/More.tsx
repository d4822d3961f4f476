// What a first decision does not need: more of the table, the list of keys. Loaded when it is opened.
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { settings } from "../core/settings";
import type { Table } from "../core/table";
import { diceOf } from "../skins/dice";
import { useAttempt } from "./attempt";
import { bugReport, recordName, saveText, shareRecord } from "./files";
import { Icon } from "./icons";
import { KeyList } from "./KeyList";
import { openSide, type Panel } from "./side";

export function KeysPanel() {
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

export function More({ table }: { table: Table }) {
  const { fault, attempt } = useAttempt();
  const plain = settings.renderer.value === "plain";
  const open = (what: Panel, label: string) => <button type="button" class="btn" onClick={() => openSide(what)}>{label}</button>;
  return (
    <div class="more">
      <div class="more-list">
        {open("inspect", t("web.panel.inspect"))}
        {open("players", t("web.panel.players"))}
        {table.kind === "net" && open("chat", t("web.panel.chat"))}
        {diceOf(table.game.value) && open("stats", t("web.panel.stats"))}
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

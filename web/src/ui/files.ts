// Texts that leave the page: saved as a file, shared with another program, copied.
import { t } from "../core/i18n";
import { notice } from "../core/now";
import type { Table } from "../core/table";
import { version } from "../core/version";
import { textOf } from "./describe";
import { announce } from "./live";

export function saveText(name: string, text: string): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

export const recordName = (table: Table): string =>
  `${table.game.peek()}-${new Date().toISOString().slice(0, 10)}-${table.live.peek()?.rev ?? 0}.veillee`;

/** With the system's own sheet where there is one, else as a file. */
export async function shareRecord(table: Table): Promise<void> {
  const text = await table.record();
  const file = new File([text], `${recordName(table)}.txt`, { type: "text/plain" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: recordName(table) });
      return;
    } catch (e) {
      if (e instanceof DOMException && e.name === "AbortError") return;
    }
  }
  saveText(recordName(table), text);
  const said = t("web.over.shared_as_file", { name: recordName(table) });
  notice(said);
  announce(said);
}

/** Everything that somebody else needs to see what I see: program, place, the table in words, the record. No link, no token. */
export async function bugReport(table: Table, words: string): Promise<string> {
  const view = table.view.peek();
  const conn = table.conn.peek();
  const lines = [
    `Veillée ${version.version} (${version.build})`,
    navigator.userAgent,
    `${innerWidth}×${innerHeight}, ${document.documentElement.lang}, ${document.documentElement.dataset["theme"] ?? ""}`,
    `${table.game.peek()}, ${table.kind}, rev ${view?.rev ?? "?"} / ${table.live.peek()?.rev ?? "?"}, ${conn.state}`,
    "", t("web.report.words"), words || "–",
    "", t("web.text.title"), view ? textOf(view, table.players.peek()) : "–",
    "", t("web.report.actions"), ...(table.actions.peek()?.actions ?? []).map((a) => `- ${a.id}: ${a.text}`),
    "", t("web.report.record"),
  ];
  try {
    lines.push(await table.record());
  } catch (e) {
    lines.push(e instanceof Error ? e.message : String(e));
  }
  return `${lines.join("\n")}\n`;
}

// A file for the page: chosen, dropped anywhere or pasted. It is a record or a scenario; anything else is refused in words,
// and nothing on the screen is lost.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { signal, useSignal } from "@preact/signals";
import { t } from "../../core/i18n";
import { closeNotice, notice, notices } from "../../core/now";
import { importRecord, type ImportRefused } from "../../core/open";
import { plainRefusal } from "../../core/refused";
import type { Refusal } from "../../core/proto";
import { alertNow } from "../../ui/live";
import { go } from "../../router";
import { Icon } from "./Icon";
import "../around.css";

/** The most that a record or scenario may have (docs/formats.md). */
const MOST = 8 * 1024 * 1024;

/** What was last refused, for the import screen. */
export const refused = signal<{ name: string; why: ImportRefused; text: string } | null>(null);
export const busy = signal(false);

const own = (status: string, text: string): Refusal => ({ status, text });

/** What is wrong with it at first sight, in words; null if it may be one of ours. */
function foreign(bytes: Uint8Array, text: string): Refusal | null {
  if (bytes.length === 0) return own("empty", t("web.import.empty"));
  if (bytes.includes(0) || text.includes("\ufffd")) return own("binary", t("web.import.binary"));
  if (/^\s*<(!doctype|html)/i.test(text)) return own("html", t("web.import.html"));
  return null;
}

/** Opens the game at its beginning, to look at; one that goes on and was not damaged, where it stands. */
async function take(text: string, recover = false): Promise<ImportRefused | null> {
  const got = await importRecord(text, { recover }).catch((e: unknown) => plainRefusal(e));
  if (!("id" in got)) return got;
  refused.value = null;
  quiet();
  go(`#/t/${got.id}${got.over ? "?rev=0" : ""}`);
  return null;
}

/** What precedes the first fault of the record that was refused last. */
export async function recover(): Promise<void> {
  const bad = refused.peek();
  if (!bad || busy.peek()) return;
  busy.value = true;
  const why = await take(bad.text, true);
  if (why) refused.value = { ...bad, why };
  busy.value = false;
}

let told = "";
/** What was told of an earlier file is over. */
function quiet(): void {
  for (const n of notices.peek()) if (n.text === told) closeNotice(n.n);
}

function refuse(name: string, why: ImportRefused, text = ""): void {
  refused.value = { name, why, text };
  const words = inWords(name, why);
  alertNow(words);
  quiet();
  told = words;
  if (!document.querySelector("[data-screen=replay]")) notice(words, t("web.import.more"), () => { quiet(); go("#/replay"); });
}

/** Opens the text as a game of its own. What is wrong is told on the import screen, or as a notice where that is not shown. */
export async function openText(name: string, bytes: Uint8Array): Promise<void> {
  if (busy.peek()) return;
  busy.value = true;
  try {
    const text = new TextDecoder("utf-8").decode(bytes.subarray(0, MOST + 1));
    const why = bytes.length > MOST ? own("too_large", t("web.import.large")) : foreign(bytes, text) ?? (await take(text));
    if (why) refuse(name, why, text);
  } finally {
    busy.value = false;
  }
}

/** "ana.veillee, line 12: …" */
export function inWords(name: string, why: Refusal): string {
  const place = why.where ? placeOf(why.where) : "";
  return place ? t("web.import.refused_at", { name, place, why: why.text }) : t("web.import.refused", { name, why: why.text });
}

export function placeOf(where: string): string {
  const line = /^line (\d+)$/.exec(where);
  return line ? t("web.import.line", { n: line[1]! }) : where;
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MOST) return openText(file.name, new Uint8Array(MOST + 1));
  try {
    await openText(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    // a folder, or a file that went away
    refuse(file.name, own("io", t("web.import.unreadable")));
  }
}

export function FileButton({ primary }: { primary?: boolean }) {
  return (
    <label class={"btn file-btn" + (primary ? " btn-primary" : "")} aria-disabled={busy.value}>
      <Icon name="file" />{busy.value ? t("web.import.reading") : t("web.import.choose")}
      <input type="file" class="visually-hidden-input" accept=".veillee,.json,.txt,text/plain,application/json" disabled={busy.value}
        onChange={(e) => {
          const f = e.currentTarget.files?.[0];
          e.currentTarget.value = "";
          if (f) void openFile(f);
        }} />
    </label>
  );
}

const hasFiles = (e: DragEvent): boolean => [...(e.dataTransfer?.types ?? [])].includes("Files");

function DropAnywhere() {
  const over = useSignal(0);
  useEffect(() => {
    let depth = 0;
    const enter = (e: DragEvent) => { if (hasFiles(e)) { e.preventDefault(); over.value = ++depth; } };
    const leave = (e: DragEvent) => { if (hasFiles(e)) over.value = depth = Math.max(0, depth - 1); };
    const move = (e: DragEvent) => { if (hasFiles(e)) { e.preventDefault(); e.dataTransfer!.dropEffect = "copy"; } };
    const drop = (e: DragEvent) => {
      over.value = depth = 0;
      if (!hasFiles(e)) return;
      e.preventDefault();
      const files = [...(e.dataTransfer?.files ?? [])];
      if (files.length > 1) notice(t("web.import.one"));
      if (files[0]) void openFile(files[0]);
    };
    addEventListener("dragenter", enter);
    addEventListener("dragleave", leave);
    addEventListener("dragover", move);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("dragover", move);
      removeEventListener("drop", drop);
    };
  }, []);
  return over.value > 0 ? <div class="drop-veil" aria-hidden="true"><span><Icon name="file" />{t("web.import.drop")}</span></div> : null;
}

/** Takes files dropped anywhere on the page, on every screen: the browser would leave the page for them. Called once. */
export function installDrop(): void {
  const place = document.createElement("div");
  document.body.append(place);
  render(<DropAnywhere />, place);
}

// Notes for myself about this table: kept in this browser, shown to nobody.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { keepNote, noteOf } from "../core/kept";
import type { Table } from "../core/table";

const LONGEST = 4000;
const PAUSE_MS = 600;

export function Notes({ table }: { table: Table }) {
  const text = useSignal("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const typed = useRef(false);
  const save = (): void => {
    clearTimeout(timer.current);
    if (typed.current) void keepNote(table.id, text.peek());
    typed.current = false;
  };
  useEffect(() => {
    void noteOf(table.id).then((found) => { if (!typed.current) text.value = found; });
    return save;
  }, [table.id]);
  return (
    <details class="notes" open={text.value !== ""}>
      <summary>{t("web.notes.title")}</summary>
      <textarea value={text.value} maxLength={LONGEST} aria-label={t("web.notes.title")} placeholder={t("web.notes.about")} dir="auto" onBlur={save}
        onInput={(e) => {
          text.value = e.currentTarget.value;
          typed.current = true;
          clearTimeout(timer.current);
          timer.current = setTimeout(save, PAUSE_MS);
        }} />
    </details>
  );
}

// The table in words: headings for zones, a sentence for each thing. Always in the page; shown beside the board on request.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import type { View } from "../core/proto";
import type { Table } from "../core/table";
import { describeView } from "./describe";
import { promptOf } from "./Prompt";
import { closeSide, side } from "./side";

const CALM_MS = 200;

/** The view, once nothing has happened for a moment: nobody can read as fast as bots play. At once where it is seen. */
function useCalm(table: Table, now: boolean): View | null {
  const calm = useSignal<View | null>(null);
  const view = table.view.value;
  useEffect(() => {
    const timer = setTimeout(() => { calm.value = view; }, CALM_MS);
    return () => clearTimeout(timer);
  }, [view]);
  return now ? view : calm.value;
}

export function TextBoard({ table }: { table: Table }) {
  const shown = side.value?.what === "text";
  const view = useCalm(table, shown);
  if (!view) return null;
  return (
    <section class={shown ? "text-board side" : "text-board visually-hidden"} aria-labelledby="text-board-title" data-text-board
      {...(shown ? { "data-side": "text" } : {})}>
      <div class={shown ? "side-head" : undefined}>
        <h2 id="text-board-title">{t("web.text.title")}</h2>
        {shown && <button type="button" class="btn btn-small" onClick={closeSide}>{t("web.panel.close")}</button>}
      </div>
      <div class={shown ? "side-body" : undefined} tabIndex={shown ? 0 : undefined} data-scroll={shown ? "" : undefined}>
        <p>{promptOf(table)}</p>
        {describeView(view, table.players.value).map((c) => (
          <div key={c.id}>
            <h3>{c.title}</h3>
            {c.lines.length > 0 ? <ul>{c.lines.map((l) => <li key={l.id}>{l.text}</li>)}</ul> : <p>{t("web.text.nothing")}</p>}
          </div>
        ))}
      </div>
    </section>
  );
}

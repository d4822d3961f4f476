// The table in words: headings for zones, a sentence for each thing. Always in the page; shown beside the board on request.
import { t } from "../core/i18n";
import type { Table } from "../core/table";
import { describeView } from "./describe";
import { closeSide, side } from "./side";

export function TextBoard({ table }: { table: Table }) {
  const view = table.view.value;
  if (!view) return null;
  const shown = side.value?.what === "text";
  return (
    <section class={shown ? "text-board side" : "text-board visually-hidden"} aria-labelledby="text-board-title" data-text-board
      {...(shown ? { "data-side": "text" } : {})}>
      <div class={shown ? "side-head" : undefined}>
        <h2 id="text-board-title">{t("web.text.title")}</h2>
        {shown && <button type="button" class="btn btn-small" onClick={closeSide}>{t("web.panel.close")}</button>}
      </div>
      <div class={shown ? "side-body" : undefined} tabIndex={shown ? 0 : undefined} data-scroll={shown ? "" : undefined}>
        <p>{view.prompt.text}</p>
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

// A pile, from top to bottom, or several of them: what lies in it, in words. Each line leads to the detail of its thing.
import { t } from "../core/i18n";
import type { Item } from "../core/proto";
import type { Table } from "../core/table";
import { statText, tidy } from "./describe";
import { mark } from "./marks";
import type { Select } from "./select";
import { openSide } from "./side";

function Line({ item, sel }: { item: Item; sel: Select }) {
  const facts = [...Object.values(item.stats ?? {}).map(statText), ...(item.badges ?? []).map((b) => b.text)].join(" · ");
  return (
    <li>
      <button type="button" class="zl-item" data-listed={item.id} onClick={() => { sel.pin(item.id); openSide("inspect"); }}
        onPointerEnter={() => mark([item.id])} onPointerLeave={() => mark(null)} onFocus={() => mark([item.id])} onBlur={() => mark(null)}>
        <span class="zl-name">{item.face === null ? "?" : item.name}</span>
        {facts && <span class="zl-facts">{facts}</span>}
        {item.about && <span class="zl-about">{tidy(item.about)}</span>}
      </button>
    </li>
  );
}

/** zones: their ids, with spaces between them. */
export function ZoneList({ table, sel, zones }: { table: Table; sel: Select; zones: string }) {
  const view = table.view.value;
  if (!view) return null;
  return (
    <div class="zl">
      {zones.split(" ").map((id) => {
        const zone = view.zones.find((z) => z.id === id);
        const items = view.items.filter((i) => i.zone === id).sort((a, b) => b.pos - a.pos);
        return zone && (
          <section key={id} class="zl-zone" data-list={id}>
            <h3>{zone.label} <span class="soft">{t("web.zone.count", { n: items.length })}</span></h3>
            {items.length > 0 && <ol class="zl-list">{items.map((i) => <Line key={i.id} item={i} sel={sel} />)}</ol>}
          </section>
        );
      })}
    </div>
  );
}

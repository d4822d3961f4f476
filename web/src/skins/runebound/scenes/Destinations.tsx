// Where my dice lead, as a list: for the keyboard, for readers of screens, and to compare.
import { signal } from "@preact/signals";
import { t } from "../../../core/i18n";
import type { MapView } from "../../../core/proto";
import type { Table } from "../../../core/table";
import { meansOf } from "../../../ui/means";
import type { Select } from "../../../ui/select";
import { destinations, whither, type Goal, type Sort } from "../go";
import { Gem, Tile } from "../icon";
import { colourOf, levelOf, type Spread } from "../words";

interface Part { table: Table; sel: Select; spread: Spread }

const sorted = signal<Sort>("dice");

/** Everywhere my dice lead, in words; each line does what its hex does. */
export function Destinations({ sel, spread, found, map, at }: Part & { found: Map<string, Goal>; map: MapView; at: number }) {
  const sites = new Map(spread.of("map").filter((i) => i.kind === "site").map((i) => [i.pos - 1, i]));
  const list = destinations(map, found, at, sites, levelOf, sorted.value);
  return (
    <section class="rb-dests" aria-label={t("web.rb.destinations", { n: list.length })}>
      <div class="rb-sorts" role="group" aria-label={t("web.rb.sort")}>
        {(["dice", "distance", "level"] as const).map((s) => (
          <button key={s} type="button" class="rb-sort" aria-pressed={sorted.value === s} onClick={() => { sorted.value = s; }}>{t(`web.rb.sort.${s}`)}</button>
        ))}
      </div>
      <ul class="rb-dest-list" data-scroll tabIndex={0} aria-label={t("web.rb.destinations", { n: list.length })}>
        {list.map((d) => {
          const picked = sel.state.value.picks.includes(d.hex);
          return (
            <li key={d.hex}>
              <button type="button" class="rb-dest" data-dest={d.hex} data-picked={picked ? "" : undefined} aria-pressed={picked}
                onClick={(e) => { e.stopPropagation(); sel.click(d.hex, meansOf(e)); }}
                onPointerEnter={(e) => { if (e.pointerType === "mouse") sel.hover({ item: d.hex }); }} onPointerLeave={() => sel.hover(null)}
                onFocus={(e) => { if (e.currentTarget.matches(":focus-visible")) sel.focus({ item: d.hex }); }} onBlur={() => sel.focus(null)}>
                <span class="rb-dest-sign" aria-hidden="true">{d.place ? <Gem colour={colourOf(d.place)} /> : <Tile terrain={map.cells.find((c) => c.id === d.hex)?.terrain ?? ""} />}</span>
                <span class="rb-dest-name">{d.name ? [d.place ? t("web.rb.site", { name: d.name, n: d.level }) : d.name, d.terrain].filter((x, k, all) => x && all.indexOf(x) === k).join(", ") : whither(d.goal)}</span>
                <span class="rb-dest-n">{t("web.rb.far", { dice: d.dice, far: d.far })}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

// What is chosen before the journey: heroes to keep, the quest of the Vils, the challenge.
import { t } from "../../../core/i18n";
import type { Item } from "../../../core/proto";
import type { Table } from "../../../core/table";
import type { Select } from "../../../ui/select";
import { Thing, ZoneBox } from "../../../ui/Thing";
import { Whole } from "../Cards";
import { Sign } from "../icon";
import { stat, type Spread } from "../words";

interface Part { table: Table; sel: Select; spread: Spread }

function Challenge({ item }: { item: Item }) {
  const d = stat(item, "draws"), ticks = stat(item, "ticks");
  return (
    <span class="ra-challenge">
      <span class="ra-whole-name">{item.name}</span>
      <span class="ra-level">{[2, 3, 4].map((n) => <Sign key={n} name={n <= d ? "skull" : "brake"} />)}</span>
      <span class="ra-says"><span class="ra-say">{t("web.ra.level", { n: d })}</span><span class="ra-say">{t("web.ra.gap", { n: stat(item, "gap") })}</span>{ticks > 0 && <span class="ra-say">{t("web.ra.ticks", { n: ticks })}</span>}</span>
    </span>
  );
}

export function Pick({ table, sel, spread }: Part) {
  const zone = spread.zones.get(spread.drawn.length > 0 ? "heroes" : "quest")!;
  const list = spread.drawn.length > 0 ? spread.drawn : spread.offered.length > 0 ? spread.offered : spread.challenges;
  return (
    <div class="ra-pick" data-scroll>
      <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "pick" }} class="ra-choices">
        {list.map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class={`ra-card ra-card-${i.kind}`}>{i.kind === "challenge" ? <Challenge item={i} /> : <Whole item={i} />}</Thing>)}
      </ZoneBox>
    </div>
  );
}

// The market of a town: its cards with their prices and the gold that would be left. And the heroes to choose from.
import { t } from "../../../core/i18n";
import type { Item } from "../../../core/proto";
import type { Table } from "../../../core/table";
import { Do } from "../../../ui/Do";
import type { Select } from "../../../ui/select";
import { Thing, ZoneBox } from "../../../ui/Thing";
import { cardClass, Face } from "../Cards";
import { Picture, Sign } from "../icon";
import { crestOf, stat, totalOf, townOf, type Spread } from "../words";

interface Part { table: Table; sel: Select; spread: Spread }

function Price({ item, gold }: { item: Item; gold: number }) {
  const price = stat(item, "price"), left = gold - price;
  return (
    <span class={`rb-price${left < 0 ? " rb-dear" : ""}`}>
      <Sign name="gold" /><b>{price}</b>
      <span class="rb-left">{left < 0 ? t("web.rb.lacking", { n: -left }) : t("web.rb.left", { n: left })}</span>
    </span>
  );
}

export function Market({ table, sel, spread }: Part) {
  const town = townOf(spread);
  const zone = town ? spread.zones.get(`stack.${town}`) : undefined;
  const acts = (table.actions.value?.actions ?? []).filter((a) => ["enter_market", "skip_market", "leave_market"].includes(a.verb));
  const gold = spread.active ? totalOf(spread.active, "gold") : 0;
  if (!town || !zone) return null;
  const cards = spread.of(zone.id);
  return (
    <div class="rb-market">
      <div class="rb-market-head">
        <span class="rb-crest rb-crest-big"><Picture name={crestOf(town)} /></span>
        <span class="rb-market-name">{zone.label}</span>
        <span class="rb-sum rb-sum-gold"><Sign name="gold" /><b>{gold}</b></span>
      </div>
      <div class="rb-stall" data-scroll>
        {cards.length > 0
          ? <ZoneBox table={table} sel={sel} zone={zone} class="rb-wares">{cards.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={cardClass(c)}><Face item={c} extra={<Price item={c} gold={gold} />} /></Thing>)}</ZoneBox>
          : <p class="rb-none">{t("web.rb.no_wares")}</p>}
      </div>
      {acts.length > 0 && <div class="rb-phase-acts">{acts.map((a) => <Do key={a.id} sel={sel} action={a} class="rb-do" />)}</div>}
    </div>
  );
}

export function Pick({ table, sel, spread }: Part) {
  const zone = spread.zones.get("table");
  const heroes = spread.of("table").filter((i) => i.kind === "hero");
  if (!zone) return null;
  return (
    <div class="rb-stall rb-pick" data-scroll>
      <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "pick" }} class="rb-wares">
        {heroes.map((h) => (
          <Thing key={h.id} table={table} sel={sel} item={h} class={cardClass(h)}>
            <Face item={h} extra={<span class="rb-hero-life"><span class="rb-pool rb-pool-life"><Sign name="life" /><b>{stat(h, "life")}</b></span><span class="rb-pool rb-pool-fatigue"><Sign name="fatigue" /><b>{stat(h, "stamina")}</b></span></span>} />
          </Thing>
        ))}
      </ZoneBox>
    </div>
  );
}

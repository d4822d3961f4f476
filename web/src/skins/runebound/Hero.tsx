// My hero and what is theirs; the others in a line each, which opens.
import { t } from "../../core/i18n";
import type { Action, Item, SeatView } from "../../core/proto";
import type { Table } from "../../core/table";
import { playerName } from "../../ui/describe";
import { Do } from "../../ui/Do";
import { openSide } from "../../ui/side";
import type { Select } from "../../ui/select";
import { Thing, ZoneBox } from "../../ui/Thing";
import { cardClass, Face } from "./Cards";
import { Picture, Sign } from "./icon";
import { ATTRS, heroIcon, maxOf, stat, totalOf, type Attr, type Spread } from "./words";

interface Part { table: Table; sel: Select; spread: Spread }

export const nameOf = (table: Table, seat: SeatView): string => playerName(table.players.value.find((p) => p.player === seat.player), table.me.value.player) || seat.name;

const listed = (table: Table): Action[] => table.actions.value?.actions ?? [];
export const actionsBy = (table: Table, verb: string): Action[] => listed(table).filter((a) => a.verb === verb);

/** Life and fatigue in pips, with the figure beside them. */
export function Pips({ seat, id }: { seat: SeatView; id: "life" | "fatigue" }) {
  const value = totalOf(seat, id), max = maxOf(seat, id);
  return (
    <span class={`rb-pips rb-pips-${id}`} data-sum={id}>
      <Sign name={id} /><b>{value}<span class="rb-of">/{max}</span></b>
      <span class="rb-row" aria-hidden="true">{Array.from({ length: max }, (_, k) => <i key={k} class={k < value ? "rb-on" : ""} />)}</span>
      <span class="rb-sum-word">{seat.totals[id]?.text}</span>
    </span>
  );
}

export function Sums({ seat }: { seat: SeatView }) {
  return (
    <span class="rb-sums">
      {(["gold", "xp", "runes"] as const).map((id) => (
        <span key={id} class={`rb-sum rb-sum-${id}`} data-sum={id}><Sign name={id} /><b>{totalOf(seat, id)}{id === "runes" && <span class="rb-of">/{maxOf(seat, id)}</span>}</b><span class="rb-sum-word">{seat.totals[id]?.text}</span></span>
      ))}
    </span>
  );
}

export function Attrs({ seat, hero, of }: { seat: SeatView; hero: Item | undefined; of?: Attr }) {
  return (
    <span class="rb-attrs">
      {ATTRS.filter((a) => of === undefined || a === of).map((a) => (
        <span key={a} class={`rb-attr rb-a-${a}`} data-sum={a}>
          <Sign name={a} /><b>{totalOf(seat, a)}</b><span class="rb-fig-dmg">/{stat(hero, `${a}_damage`)}</span>
          {stat(hero, `${a}_counters`) > 0 && <span class="rb-counter">+{stat(hero, `${a}_counters`)}</span>}
          <span class="rb-sum-word">{seat.totals[a]?.text}</span>
        </span>
      ))}
    </span>
  );
}

/** asThing: the hero is a button here, and not in a fight, which says on a phone what this would say. */
export function Sheet({ table, sel, spread, seat, asThing, fights }: Part & { seat: SeatView; asThing: boolean; fights: boolean }) {
  const hero = spread.hero(seat), zone = spread.zones.get("map"), own = spread.zones.get(`sheet.${seat.id}`);
  const cards = spread.of(`sheet.${seat.id}`);
  const grow = actionsBy(table, "buy_xp");
  const inside = (
    <span class="rb-me-in">
      <span class={`rb-portrait rb-seat-${seat.id}`}><Picture name={heroIcon(seat.face)} /></span>
      <span class="rb-me-name">{hero?.name ?? seat.name}</span>
      <Pips seat={seat} id="life" />
      <Pips seat={seat} id="fatigue" />
      <Attrs seat={seat} hero={hero} />
      <Sums seat={seat} />
    </span>
  );
  return (
    <section data-scroll class={`rb-sheet${fights ? " rb-fighting" : ""}`} data-seat={seat.id} aria-label={t("web.rb.sheet", { name: nameOf(table, seat) })}>
      {hero && zone && asThing
        ? <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "hero", label: seat.name }} class="rb-me-zone"><Thing table={table} sel={sel} item={hero} class="rb-me">{inside}</Thing></ZoneBox>
        : <div class="rb-me rb-me-still">{inside}</div>}
      {grow.length > 0 && <div class="rb-grow">{grow.map((a) => { const at = ATTRS.find((x) => a.id.endsWith(x)); return <Do key={a.id} sel={sel} action={a} class="rb-do">{at && <Sign name={at} />}<b>+1</b></Do>; })}</div>}
      {own && cards.length > 0 && (
        <div class="rb-own" data-scroll>
          <ZoneBox table={table} sel={sel} zone={own} class="rb-hand">
            {cards.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={cardClass(c)}><Face item={c} /></Thing>)}
          </ZoneBox>
        </div>
      )}
    </section>
  );
}

function Other({ table, sel, spread, seat }: Part & { seat: SeatView }) {
  const active = spread.active?.id === seat.id, zone = spread.zones.get(`sheet.${seat.id}`);
  const wanted = spread.of(`sheet.${seat.id}`).filter((c) => spread.wanted.has(c.id));
  return (
    <div class={`rb-other${active ? " rb-is-active" : ""}`} data-seat={seat.id}>
      <button type="button" class="rb-other-head" data-opens={`sheet.${seat.id}`} onClick={() => openSide("zone", `sheet.${seat.id}`)}>
        <span class={`rb-portrait rb-seat-${seat.id}`} aria-hidden="true"><Picture name={heroIcon(seat.face)} /></span>
        <span class="rb-other-name">{active && <span class="rb-turn" aria-hidden="true">▶</span>}{nameOf(table, seat)}</span>
        <span class="rb-other-sums">
          {(["life", "fatigue", "gold", "xp", "runes"] as const).map((id) => (
            <span key={id} class={`rb-sum rb-sum-${id}`} data-sum={id}><Sign name={id} /><b>{totalOf(seat, id)}</b><span class="visually-hidden">{seat.totals[id]?.text}</span></span>
          ))}
          <span class="rb-sum"><Sign name="cards" /><b>{spread.of(`sheet.${seat.id}`).length}</b></span>
        </span>
        <span class="visually-hidden">{t("web.rb.see", { what: nameOf(table, seat) })}</span>
      </button>
      {zone && wanted.length > 0 && (
        <div class="rb-own" data-scroll>
          <ZoneBox table={table} sel={sel} zone={zone} class="rb-hand">
            {wanted.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={cardClass(c)}><Face item={c} /></Thing>)}
          </ZoneBox>
        </div>
      )}
    </div>
  );
}

/** The others follow in turn. */
export function Others({ table, sel, spread, but }: Part & { but: number }) {
  const { seats } = spread.view, n = seats.length;
  return (
    <section class="rb-others" data-scroll aria-label={t("web.rb.others")}>
      {Array.from({ length: n - 1 }, (_, k) => seats[(but + 1 + k) % n]!).map((s) => s.face && <Other key={s.id} table={table} sel={sel} spread={spread} seat={s} />)}
    </section>
  );
}

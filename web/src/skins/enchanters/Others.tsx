// The others in a line each: totals, the name of the relic, the cards on top. The whole of their piles opens beside the board.
import { t } from "../../core/i18n";
import type { Table } from "../../core/table";
import { openSide } from "../../ui/side";
import type { Select } from "../../ui/select";
import { Thing, ZoneBox } from "../../ui/Thing";
import { TOTALS, valueOf } from "./after";
import { nameOf, relicName } from "./Artefact";
import { faceClass, Mini } from "./Card";
import { Sign } from "./icon";
import { minus, PILES, type Spread, type Item, type SeatView } from "./words";

interface Props { table: Table; sel: Select; spread: Spread }

/** The card on top, and any other that some action touches. */
const shown = (cards: Item[], wanted: ReadonlySet<string>): Item[] => cards.filter((c, k) => k === cards.length - 1 || wanted.has(c.id)).reverse();

function Other({ table, sel, spread, seat }: Props & { seat: SeatView }) {
  const zones = PILES.map((p) => `pile.${seat.id}.${p}`).join(" ");
  const shielded = seat.badges.find((b) => b.id === "protected");
  return (
    <div class={`en-other${spread.active?.id === seat.id ? " en-is-active" : ""}`} data-seat={seat.id}>
      <button type="button" class="en-other-head" data-opens={zones} onClick={() => openSide("zone", zones)}>
        <span class="en-other-name">
          {spread.active?.id === seat.id && <span class="en-turn" aria-hidden="true">▶</span>}{nameOf(table, seat)}
          {shielded && <span class="en-shielded"><Sign name="shield" /><span class="visually-hidden">{shielded.text}</span></span>}
        </span>
        <span class="en-other-relic">{relicName(spread.top(seat.id, "items"), spread.top(seat.id, "enchantments"))}</span>
        <span class="en-other-sums">
          {TOTALS.map((id) => <span key={id} class={`en-num en-num-${id}`}><Sign name={id} /><b>{minus(valueOf(seat, id))}</b><span class="visually-hidden">{seat.totals[id]?.text}</span></span>)}
        </span>
        <span class="visually-hidden">{t("web.en.see", { what: nameOf(table, seat) })}</span>
      </button>
      <div class="en-other-tops">
        {PILES.map((p) => {
          const { zone, cards } = spread.pile(seat.id, p);
          const list = shown(cards, spread.wanted);
          return zone && list.length > 0 && (
            <ZoneBox key={p} table={table} sel={sel} zone={zone} class="en-tops">
              {list.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={`en-mini ${faceClass(c)}`}><Mini item={c} /></Thing>)}
            </ZoneBox>
          );
        })}
      </div>
    </div>
  );
}

/** but: whose relic is in the middle; the others follow in turn. */
export function Others({ table, sel, spread, but }: Props & { but?: number }) {
  const { seats } = spread.view, n = seats.length;
  const order = but === undefined ? seats : Array.from({ length: n - 1 }, (_, k) => seats[(but + 1 + k) % n]!);
  return <section class="en-others" aria-label={t("web.en.others")}>{order.map((s) => <Other key={s.id} table={table} sel={sel} spread={spread} seat={s} />)}</section>;
}

/** Deck, graveyard, and what is out of the game. */
export function Heaps({ table, sel, spread }: Props) {
  const deck = spread.zones.get("deck"), graveyard = spread.zones.get("graveyard"), removed = spread.zones.get("removed");
  const graves = shown(spread.of("graveyard"), spread.wanted), gone = spread.of("removed");
  const touched = gone.filter((c) => spread.wanted.has(c.id));
  const opener = (zone: string, label: string, n: number) => (
    <button type="button" class="en-opener" data-opens={zone} onClick={() => openSide("zone", zone)}>
      <Sign name={zone === "removed" ? "cross" : "list"} />{zone === "removed" && <b>{n}</b>}<span class="en-opener-word" aria-hidden="true">{label}</span><span class="visually-hidden">{t("web.en.see", { what: label })}</span>
    </button>
  );
  return (
    <section class="en-heaps" aria-label={deck?.label}>
      {deck && (
        <ZoneBox table={table} sel={sel} zone={deck} class="en-deck">
          {spread.of("deck").map((i) => (
            <Thing key={i.id} table={table} sel={sel} item={i} class={`en-heap en-heap-${i.id.replace("place.", "")}`}>
              <span class="en-heap-in"><Sign name={i.id === "place.deck" ? "cards" : "skull"} /><b>{Object.values(i.stats ?? {})[0]?.value}</b><span class="en-heap-name">{i.name}</span></span>
            </Thing>
          ))}
        </ZoneBox>
      )}
      {graveyard && graves.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={graveyard} class="en-graves">
          {graves.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={`en-mini ${faceClass(c)}`}><Mini item={c} /></Thing>)}
        </ZoneBox>
      )}
      {graveyard && graves.length > 0 && opener("graveyard", graveyard.label, spread.of("graveyard").length)}
      {removed && touched.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={removed} class="en-graves">
          {touched.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={`en-mini ${faceClass(c)}`}><Mini item={c} /></Thing>)}
        </ZoneBox>
      )}
      {removed && gone.length > 0 && opener("removed", removed.label, gone.length)}
    </section>
  );
}

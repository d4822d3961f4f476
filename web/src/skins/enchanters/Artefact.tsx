// The relic of one player: its name, its totals before and after what is looked at, and three piles fanned out.
import { useEffect } from "preact/hooks";
import { t } from "../../core/i18n";
import type { Table } from "../../core/table";
import { playerName } from "../../ui/describe";
import type { Previews } from "../../ui/marks";
import { openSide } from "../../ui/side";
import type { Select } from "../../ui/select";
import { Thing, ZoneBox } from "../../ui/Thing";
import { afterOf, canTake, TOTALS, valueOf, type After, type Look } from "./after";
import { Face, faceClass, Strip } from "./Card";
import { Picture, Sign } from "./icon";
import { isFoe, minus, PILES, pileOf, stat, type Pile, type Spread, type Item, type SeatView } from "./words";

interface Props { table: Table; sel: Select; spread: Spread }

export const nameOf = (table: Table, seat: SeatView): string => {
  const who = playerName(table.players.value.find((p) => p.player === seat.player), table.me.value.player);
  return who || seat.name;
};

/** "Long Sword of Fire": the top Item and the top Enchantment. */
export function relicName(item: Item | undefined, enchantment: Item | undefined): string {
  if (item && enchantment) return t("web.en.relic", { item: item.name, enchantment: enchantment.name });
  return item?.name ?? enchantment?.name ?? t("web.en.no_relic");
}

/** The action or the card that is the subject of the table; the card in hand when there is none. */
export function useLook(table: Table, sel: Select, spread: Spread, previews: Previews): Look | null {
  const actions = table.actions.value?.actions ?? [];
  const on = sel.subject.value;
  const item = on && "item" in on ? spread.view.items.find((i) => i.id === on.item) : undefined;
  const own = item ? sel.actionsOf(item.id).filter((a) => a.src === item.id) : [];
  const hand = spread.of("pending").find((i) => i.pos > 0 && i.pos <= 6 && canTake(i));
  const id = on && "move" in on ? on.move : item ? (own.length === 1 ? own[0]!.id : null) : hand ? actions.find((a) => a.verb === "proceed")?.id ?? null : null;
  const action = actions.find((a) => a.id === id) ?? null;
  useEffect(() => { if (action) previews.ask(action.id); }, [action?.id, table.live.value?.rev]);
  const events = action ? previews.now(action.id)?.events ?? [] : [];
  let card: Item | undefined;
  if (action) card = action.verb === "journey" || action.verb === "proceed" ? spread.view.items.find((i) => i.id === action.src) : undefined;
  else card = item ?? hand;
  if (!action && !canTake(card)) return null;
  return { card: card ?? null, action, events };
}

function Sums({ seat, after }: { seat: SeatView; after: After }) {
  return (
    <span class="en-sums">
      {TOTALS.map((id) => {
        const now = valueOf(seat, id), then = after[id];
        const changes = then !== undefined && then !== now;
        const better = changes && (id === "wounds" ? then < now : then > now);
        return (
          <span key={id} class={`en-sum en-sum-${id}${changes ? (better ? " en-better" : " en-worse") : ""}`} data-sum={id}>
            <Sign name={id} />
            <b>{minus(now)}</b>
            {changes && <span class="en-then"><span class="visually-hidden">{t("web.en.then")}</span><span aria-hidden="true">→</span><b>{minus(then)}</b></span>}
            <span class="en-sum-word">{seat.totals[id]?.text}</span>
          </span>
        );
      })}
    </span>
  );
}

/** A fight in one line: Attack against Health, Strength against Defence. */
function Duel({ card, seat }: { card: Item; seat: SeatView }) {
  const wounds = stat(card, "would_wound");
  return (
    <span class="en-duel">
      <span class="en-num en-num-attack"><Sign name="attack" /><b>{valueOf(seat, "attack")}</b></span>
      <span class="en-versus">≥</span>
      <span class="en-num en-num-health"><Sign name="health" /><b>{stat(card, "health")}</b></span>
      <span class="en-gap" />
      <span class="en-num en-num-strength"><Sign name="strength" /><b>{stat(card, "strength")}</b></span>
      <span class="en-versus">{wounds > 0 ? ">" : "≤"}</span>
      <span class="en-num en-num-defence"><Sign name="defence" /><b>{valueOf(seat, "defence")}</b></span>
      <span class="en-duel-end">{wounds > 0 ? t("web.en.wounds", { n: wounds }) : t("web.en.unhurt")}</span>
    </span>
  );
}

/** shut: another pile needs the room; its head opens it beside the board. */
function Fan({ table, sel, spread, seat, pile, over, shut }: Props & { seat: SeatView; pile: Pile; over: boolean; shut: boolean }) {
  const { zone, cards } = spread.pile(seat.id, pile);
  if (!zone) return null;
  const top = cards.at(-1), covered = cards.slice(0, -1).reverse();
  const label = zone.short ?? zone.label;
  return (
    <div class={`en-pile en-pile-${pile}${over ? " en-covering" : ""}${shut ? " en-shut" : ""} en-many-${covered.length > 8 ? 3 : covered.length > 4 ? 2 : 1}`}>
      <button type="button" class="en-pile-head" data-opens={zone.id} onClick={() => openSide("zone", zone.id)}>
        <span class="en-pile-name">{label}</span> <b>{cards.length}</b><span class="visually-hidden">{t("web.en.see", { what: zone.label })}</span><Sign name="list" />
      </button>
      {shut ? null : top ? (
        <ZoneBox table={table} sel={sel} zone={zone} class="en-fan">
          <Thing table={table} sel={sel} item={top} class={`en-card en-top ${faceClass(top)}`}><Face item={top} /></Thing>
          {covered.length > 0 && (
            <div class="en-strips" data-scroll>
              {covered.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={`en-strip ${faceClass(c)}`}><Strip item={c} /></Thing>)}
            </div>
          )}
        </ZoneBox>
      ) : <span class="en-empty" aria-hidden="true">{pile === "trophies" ? <Sign name="glory" /> : <Picture name={pile === "items" ? "sword" : "star"} />}{label}</span>}
    </div>
  );
}

export function Artefact({ table, sel, spread, seat, previews }: Props & { seat: SeatView; previews: Previews }) {
  const found = useLook(table, sel, spread, previews);
  const look = found && (spread.active?.id === seat.id || !found.card) ? found : null;
  const after = look ? afterOf(look, spread, seat) : {};
  const card = look?.card ?? null;
  const item = spread.top(seat.id, "items"), enchantment = spread.top(seat.id, "enchantments");
  const becomes = card && !isFoe(card) ? relicName(card.kind === "item" ? card : item, card.kind === "enchantment" ? card : enchantment) : null;
  const mine = table.players.value.length > 1 && table.me.value.seats.includes(seat.id) && nameOf(table, seat) !== t("web.seat.you");
  // A choice among the cards of a pile opens it.
  const choosing = /^choose_(pay_)?card$/.test(spread.view.turn.phase);
  const opened = choosing ? PILES.filter((p) => spread.pile(seat.id, p).cards.some((c) => spread.wanted.has(c.id))) : [];
  return (
    <section class={`en-artefact${opened.length > 0 ? " en-choosing" : ""}`} aria-label={t("web.en.artefact", { name: nameOf(table, seat) })}>
      <p class="en-title">
        <span class="en-owner">{nameOf(table, seat)}{mine && <span class="en-you">{t("web.seat.you")}</span>}</span>
        {card && isFoe(card) ? <Duel card={card} seat={seat} /> : (
          <span class={`en-relic${becomes ? " en-becomes" : ""}`}>{becomes ?? relicName(item, enchantment)}</span>
        )}
      </p>
      <Sums seat={seat} after={after} />
      <div class="en-piles" data-scroll={opened.length > 0 ? "" : undefined}>
        {PILES.map((p) => <Fan key={p} table={table} sel={sel} spread={spread} seat={seat} pile={p} over={card !== null && pileOf(card) === p} shut={opened.length > 0 && !opened.includes(p)} />)}
      </div>
    </section>
  );
}

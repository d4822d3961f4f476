// Enchanters: the road from the village on top, the relic of one player in the middle, the others and the heaps beside it.
// Places and paints only: what can be clicked, the words and the keys are those of Thing and ZoneBox.
import { useMemo, useRef } from "preact/hooks";
import { t } from "../../core/i18n";
import type { Table } from "../../core/table";
import { tidy } from "../../ui/describe";
import { Previews, touchesOf } from "../../ui/marks";
import type { Select } from "../../ui/select";
import { useTelling } from "../../ui/useTelling";
import { Thing, ZoneBox } from "../../ui/Thing";
import { valueOf } from "./after";
import { Artefact, nameOf } from "./Artefact";
import { Face, faceClass } from "./Card";
import { Emblem, Houses, Sign } from "./icon";
import { Heaps, Others } from "./Others";
import { Scene } from "./Scene";
import { Score } from "./Score";
import { kingdomOf, placeOf, Spread, type Item, type SeatView, type View, type Zone } from "./words";
import "./board.css";

interface Props { table: Table; sel: Select; previews?: Previews }
interface Part { table: Table; sel: Select; spread: Spread }

const SLOTS = [1, 2, 3, 4, 5, 6];

/** Whose relic is in the middle: mine that decides, else mine, else that of the one whose turn it is. */
function middle(table: Table, spread: Spread): SeatView {
  const { view } = spread, mine = table.me.value.seats;
  const seat = mine.find((s) => s === view.turn.actor) ?? mine[0] ?? spread.active?.id ?? 0;
  return view.seats.find((s) => s.id === seat) ?? view.seats[0]!;
}

// ---- the road, and the card that is being taken from it ----

function Road({ table, sel, spread }: Part) {
  const zone = spread.zones.get("road"), pending = spread.zones.get("pending");
  const cards = spread.of("road"), hand = spread.of("pending");
  const attack = spread.active ? valueOf(spread.active, "attack") : 0;
  // Taken from the road, it stays in its place there; with others (visited, stolen, set aside) all lie apart.
  const inPlace = hand.length > 0 && hand.every((i) => i.pos >= 1 && i.pos <= 6);
  const taken = new Set([...cards, ...(inPlace ? hand : [])].map((i) => i.pos));
  const whose = spread.active && !table.me.value.seats.includes(spread.active.id) ? spread.active : undefined;
  return (
    <>
      <div class="en-road" data-whose={whose ? "" : undefined}>
        {whose && <p class="en-whose">{t("web.en.for", { name: nameOf(table, whose) })}</p>}
        {SLOTS.map((n) => !taken.has(n) && <span key={n} class={`en-slot en-at-${n}`} aria-hidden="true"><span class="en-price"><Sign name="crystals" /><b>{n - 1}</b></span></span>)}
        {zone && (
          <ZoneBox table={table} sel={sel} zone={zone} class="en-contents">
            {cards.map((c) => (
              <Thing key={c.id} table={table} sel={sel} item={c} class={`en-card en-at-${c.pos} ${faceClass(c)}`}><Face item={c} attack={attack} /></Thing>
            ))}
          </ZoneBox>
        )}
        {pending && inPlace && (
          <ZoneBox table={table} sel={sel} zone={pending} class="en-contents">
            {hand.map((c) => (
              <Thing key={c.id} table={table} sel={sel} item={c} class={`en-card en-hand en-at-${c.pos} ${faceClass(c)}`}><Face item={c} attack={attack} /></Thing>
            ))}
          </ZoneBox>
        )}
      </div>
      {pending && hand.length > 0 && !inPlace && (
        <div class="en-tray" data-scroll>
          <ZoneBox table={table} sel={sel} zone={pending} class="en-contents">
            {hand.map((c) => (
              <Thing key={c.id} table={table} sel={sel} item={c} class={`en-card en-hand ${faceClass(c)}`}><Face item={c} attack={attack} /></Thing>
            ))}
          </ZoneBox>
        </div>
      )}
    </>
  );
}

// ---- the village ----

function Village({ table, sel, zone, items }: { table: Table; sel: Select; zone: Zone; items: Item[] }) {
  const place = items.find((i) => i.kind === "village");
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class="en-village">
      {place && (
        <Thing table={table} sel={sel} item={place} class="en-place">
          <Scene of={placeOf(place.face)} />
          <Houses />
          <span class="en-place-text">
            <span class="en-place-name">{place.name}</span>
            {place.about && <span class="en-place-about"><Sign name="scores" />{tidy(place.about)}</span>}
          </span>
        </Thing>
      )}
      <div class="en-abilities" data-scroll>
        {items.filter((i) => i !== place).map((i) => (
          <Thing key={i.id} table={table} sel={sel} item={i} class={`en-ability en-ability-${i.kind}`}>
            <Sign name={i.kind === "rest" ? "rest" : "action"} /><span class="en-ability-text">{tidy(i.name)}</span>
          </Thing>
        ))}
      </div>
    </ZoneBox>
  );
}

// ---- the choice of kingdoms ----

function Kingdoms({ table, sel, zone, items }: { table: Table; sel: Select; zone: Zone; items: Item[] }) {
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class="en-kingdoms">
      {items.map((i) => {
        const kingdom = kingdomOf(i.face), chosen = i.badges?.find((b) => b.id === "chosen");
        return (
          <Thing key={i.id} table={table} sel={sel} item={i} class={`en-kingdom en-of-${kingdom}${chosen ? " en-is-chosen" : ""}`}>
            <Scene of={kingdom} />
            <span class="en-kingdom-crest"><Emblem of={kingdom} /></span>
            <span class="en-kingdom-name">{i.name}</span>
            {i.about && <span class="en-kingdom-about">{tidy(i.about)}</span>}
            {chosen && <span class="en-chosen"><Sign name="check" />{chosen.text}</span>}
          </Thing>
        );
      })}
    </ZoneBox>
  );
}

function Shown({ table, sel, previews: given, view }: Props & { view: View }) {
  const root = useRef<HTMLDivElement>(null);
  const made = useMemo(() => given ?? new Previews(table), [table, given]);
  useTelling(table, root, () => import("./effects"));
  const actions = table.actions.value;
  const spread = useMemo(() => new Spread(view, new Set(actions?.actions.flatMap(touchesOf))), [view, actions]);
  const part = { table, sel, spread };
  const village = spread.zones.get("village"), kingdoms = spread.zones.get("kingdoms");
  const setup = view.turn.phase === "setup_kingdoms";
  const over = view.turn.phase === "game_over";
  const seat = middle(table, spread);
  return (
    <div ref={root} class={`en en-seats-${view.seats.length}${over ? " en-over" : ""}${setup ? " en-setup" : ""}`} data-phase={view.turn.phase} data-seat={seat.id} data-scroll>
      <div class="en-board">
        {setup && kingdoms ? (
          <>
            <Kingdoms table={table} sel={sel} zone={kingdoms} items={spread.of("kingdoms")} />
            <div class="en-side" data-scroll>
              <Others {...part} />
              <Heaps {...part} />
            </div>
          </>
        ) : (
          <>
            {over ? <Score table={table} spread={spread} /> : <Road {...part} />}
            {village && spread.of("village").length > 0 && <Village table={table} sel={sel} zone={village} items={spread.of("village")} />}
            <Artefact {...part} seat={seat} previews={made} />
            <div class="en-side" data-scroll>
              <Others {...part} but={seat.id} />
              <Heaps {...part} />
            </div>
          </>
        )}
        <div class="fx en-fx" aria-hidden="true" />
      </div>
    </div>
  );
}

export function Board({ table, sel, previews }: Props) {
  const view = table.picture.value as View | null;
  return view && <Shown table={table} sel={sel} view={view} {...(previews && { previews })} />;
}

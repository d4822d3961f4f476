// Runebound: the map, or what goes on at its place (a fight, a market, a card), my hero with dice and cards, the others in a line each.
// Places and paints only: what can be clicked, the words and the keys are those of Thing, ZoneBox and Do.
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../../core/i18n";
import type { MapView, SeatView, View } from "../../core/proto";
import { CameraButton } from "../../ui/Camera";
import { density } from "../../ui/density";

import { painted } from "../../core/frame";
import type { Table } from "../../core/table";
import { later } from "../../ui/later";
import { Previews, touchesOf } from "../../ui/marks";
import { openSide } from "../../ui/side";
import type { Select } from "../../ui/select";
import { useTelling } from "../../ui/useTelling";
import { Thing, ZoneBox } from "../../ui/Thing";
import { cardClass, Face } from "./Cards";
import { listOpen, Tray } from "./Dice";
import { goals, type Goal } from "./go";
import { HexMap } from "./HexMap";
import { Others, Sheet } from "./Hero";
import { Gem, Sign } from "./icon";
import { COLOURS, sceneOf, Spread, stat, type Colour, type Scene } from "./words";
import "./board.css";

// No first decision needs these; they come as soon as the board stands.
const load = () => import("./scenes");
const Fight = later<Part>(() => load().then((m) => m.Fight));
const Market = later<Part>(() => load().then((m) => m.Market));
const OpenCard = later<Part>(() => load().then((m) => m.OpenCard));
const Pick = later<Part>(() => load().then((m) => m.Pick));
const Destinations = later<Where>(() => load().then((m) => m.Destinations));

interface Props { table: Table; sel: Select; previews?: Previews }
interface Part { table: Table; sel: Select; spread: Spread }
interface Where extends Part { found: Map<string, Goal>; map: MapView; at: number }

const BOTH_REM = 30;

/** Whose sheet is on the board: mine that decides, else mine, else that of the one whose turn it is. */
function middle(table: Table, spread: Spread): SeatView {
  const { view } = spread, mine = table.me.value.seats;
  const seat = mine.find((s) => s === view.turn.actor) ?? mine.find((s) => s === spread.active?.id) ?? mine[0] ?? spread.active?.id ?? 0;
  return view.seats.find((s) => s.id === seat) ?? view.seats[0]!;
}

// ---- the table beside the map: the event in play, what waits undefeated, decks and markets ----

/** back: what goes on while the map is looked at, or the way to the map. */
function Rim({ table, sel, spread, back, scene }: Part & { back: ComponentChildren; scene: Scene }) {
  const zone = spread.zones.get("table"), track = spread.zones.get("track"), waits = spread.of("track"), { event, decks } = spread;
  const stacks = [...spread.zones.keys()].filter((z) => z.startsWith("stack.")).join(" ");
  return (
    <div class="rb-rim" data-scroll>
      {back}
      {scene !== "fight" && spread.of("fight").length > 0 && <button type="button" class="rb-opener" data-opens="fight" onClick={() => openSide("zone", "fight")}><Sign name="body" /><span class="rb-opener-word">{t("web.rb.scene.fight")}</span></button>}
      {zone && event && (
        <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "event" }} class="rb-event">
          <Thing table={table} sel={sel} item={event} class={`rb-event-card ${cardClass(event)}`}><Face item={event} extra={<span class="rb-numeral">{"I".repeat(Math.min(3, stat(event, "numeral")))}</span>} /></Thing>
        </ZoneBox>
      )}
      {track && waits.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={track} class="rb-track">
          {waits.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={cardClass(c)}><Face item={c} extra={<span class="rb-slot">{c.pos}</span>} /></Thing>)}
        </ZoneBox>
      )}
      <button type="button" class="rb-opener" data-opens={stacks} onClick={() => openSide("zone", stacks)}><Sign name="town" /><span class="rb-opener-word">{t("web.rb.markets")}</span></button>
      {zone && (
        <button type="button" class="rb-opener rb-decks" data-opens="table" onClick={() => openSide("zone", "table")}>
          {COLOURS.map((c: Colour) => { const deck = decks.find((d) => d.id === `spot.${c}_deck`); return deck && <span key={c} class="rb-deck"><Gem colour={c} /><b>{stat(deck, "left")}</b></span>; })}
          <span class="visually-hidden">{t("web.rb.decks")}</span>
        </button>
      )}
      <button type="button" class="rb-opener" data-opens="map" onClick={() => openSide("zone", "map")}><Sign name="list" /><span class="rb-opener-word">{t("web.rb.things")}</span></button>
    </div>
  );
}

function Shown({ table, sel, previews: given, view }: Props & { view: View }) {
  const root = useRef<HTMLDivElement>(null);
  const made = useMemo(() => given ?? new Previews(table), [table, given]);
  useEffect(() => { void painted().then(load).catch(() => {}); }, []);
  useTelling(table, root, () => import("./effects"));
  const actions = table.actions.value;
  const spread = useMemo(() => new Spread(view, new Set(actions?.actions.flatMap(touchesOf))), [view, actions]);
  const found = useMemo(() => goals(actions?.actions ?? []), [actions]);
  const seat = middle(table, spread);
  const part = { table, sel, spread };
  const scene = sceneOf(spread);
  const away = useSignal(false); // the map is looked at while something else goes on
  useEffect(() => { away.value = false; }, [scene]);
  const main = useRef<HTMLDivElement>(null), tall = useSignal(false);
  useLayoutEffect(() => {
    const box = main.current;
    if (!box) return;
    const measure = (): void => { tall.value = box.clientHeight >= BOTH_REM * parseFloat(getComputedStyle(document.documentElement).fontSize); };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  // where there is room the map and what goes on stand one above the other, else one after the other
  const roomy = tall.value && !density.value.includes("phone") && scene !== "pick";
  const shown = away.value && !roomy ? "map" : scene;
  const mapped = roomy || shown === "map";
  // Heroes that are buttons elsewhere: who fights, and mine
  const fights = shown === "fight";
  const duel = fights && !spread.of("fight").some((i) => i.id.startsWith("card."));
  const busy = new Set<string>(fights ? spread.view.seats.filter((s) => s === spread.active || (duel && spread.hero(s)?.pos === spread.hero(spread.active)?.pos)).flatMap((s) => s.face ?? []) : []);
  const asThing = seat.face !== undefined && !busy.has(seat.face);
  const things = new Set([...busy, ...(seat.face ? [seat.face] : [])]);
  const at = spread.hero(seat)?.pos ?? 1;
  const listing = mapped && listOpen.value && found.size > 0 && view.map;
  const back = scene !== "map" && scene !== "pick" && !roomy && (
    <button type="button" class="rb-opener rb-away" aria-pressed={away.value} onClick={() => { away.value = !away.value; }}>
      {away.value ? <Sign name="body" /> : <Sign name="flag" />}<span class="rb-opener-word">{away.value ? t(`web.rb.scene.${scene}`) : t("web.rb.scene.map")}</span>
    </button>
  );
  const camera = mapped && density.value.includes("phone") && <CameraButton class="rb-opener rb-camera" />;
  return (
    <div ref={root} class="rb" data-phase={view.turn.phase} data-scene={shown} data-seat={seat.id}>
      <div class="rb-board" data-scroll>
        <div ref={main} class={`rb-main${listing ? " rb-listing" : ""}${roomy && shown !== "map" ? " rb-both" : ""}`}>
          {mapped && <HexMap {...part} previews={made} mine={seat} found={found} things={things} />}
          {shown === "fight" && <Fight {...part} />}
          {shown === "market" && <Market {...part} />}
          {shown === "card" && <OpenCard {...part} />}
          {shown === "pick" && <Pick {...part} />}
          {listing && view.map && <Destinations {...part} found={found} map={view.map} at={at - 1} />}
        </div>
        <Tray {...part} found={found} />
        {seat.face && <Sheet {...part} seat={seat} asThing={asThing} fights={busy.has(seat.face)} />}
        <div class="rb-edge" data-scroll>
          <Others {...part} but={seat.id} />
          <Rim {...part} scene={shown} back={<>{back}{camera}</>} />
        </div>
        <div class="fx rb-fx" aria-hidden="true" />
      </div>
    </div>
  );
}

export function Board({ table, sel, previews }: Props) {
  const view = table.picture.value;
  return view && <Shown table={table} sel={sel} view={view} {...(previews && { previews })} />;
}

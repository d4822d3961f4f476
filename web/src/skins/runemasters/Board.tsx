// Runemasters: the temple at the left, a path in each row, monsters coming from the right; dice and powers below.
// Places and paints only: what can be clicked, the words and the keys are those of Thing and ZoneBox.
import { useRef } from "preact/hooks";
import { Ornament } from "../../art/Ornament";
import { t } from "../../core/i18n";
import type { Table } from "../../core/table";
import type { Select } from "../../ui/select";
import { still } from "../../ui/still";
import { Thing, ZoneBox } from "../../ui/Thing";
import { useTelling } from "../../ui/useTelling";
import { Chip } from "./Chip";
import { Emblem, Small } from "./icon";
import { Portrait } from "./portraits";
import { Rune, runeOf, type RuneName } from "./runes";
import { Pediment } from "./temple";
import { badge, eventIcon, eventMood, has, markIcon, stat, ultimateIcon, type BadgeId, type Item, type View, type Zone } from "./words";
import "./board.css";
import { Gallery } from "./Gallery"; // its styles after those of the board

interface Props { table: Table; sel: Select }
interface ZoneProps extends Props { zone: Zone; items: Item[] }

const SLOTS = [1, 2, 3, 4, 5];
const lettered = (rune: RuneName): string => t(`web.rm.letter.${rune}`);

/** A number with its drawing: "♥ 3". */
function Count({ what, value, max }: { what: "hp" | "mana"; value: number; max?: number }) {
  return (
    <span class={`rm-count rm-count-${what}`}>
      <Small name={what} /><b>{value}</b>{max !== undefined && <i>/{max}</i>}
    </span>
  );
}

/** The four steps of the ultimate, and how often it can still be used. */
function Track({ value, max, uses }: { value: number; max: number; uses: number }) {
  return (
    <span class={`rm-track${uses === 0 ? " rm-track-spent" : ""}${value >= max && uses > 0 ? " rm-track-full" : ""}`}>
      {Array.from({ length: max }, (_, k) => <span key={k} class={k < value ? "rm-step rm-step-on" : "rm-step"} />)}
      <b>×{uses}</b>
    </span>
  );
}

// ---- the strip: temple, event, piles ----

const Strip = still(function Strip({ table, sel, zone, items, round }: ZoneProps & { round: number | undefined }) {
  const temple = items.find((i) => i.kind === "temple");
  const event = items.find((i) => i.kind === "event");
  const hp = temple?.stats?.["hp"];
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class="rm-strip">
      {temple && hp && (
        <Thing key={temple.id} table={table} sel={sel} item={temple} class="rm-temple">
          <Pediment lost={hp.max === undefined ? 0 : hp.max - hp.value} of={hp.max ?? hp.value} />
          <span class="rm-temple-in">
            <span class="rm-temple-name">{temple.name}</span>
            <Count what="hp" value={hp.value} {...(hp.max !== undefined && { max: hp.max })} />
          </span>
        </Thing>
      )}
      {event ? (
        <Thing key={event.id} table={table} sel={sel} item={event} class={`rm-event rm-event-${eventMood(event.face)}`}>
          <span class="rm-event-icon"><Emblem name={eventIcon(event.face)} /></span>
          <span class="rm-event-text">
            <span class="rm-event-name">
              <b>{event.name}</b>{round !== undefined && <span class="rm-round">{t("web.rm.round", { n: round })}</span>}
            </span>
            {event.about && <span class="rm-event-about">{event.about}</span>}
          </span>
        </Thing>
      ) : (
        <span class="rm-event rm-event-none" aria-hidden="true"><Ornament class="rm-ornament" /></span>
      )}
    </ZoneBox>
  );
});

/** Turns that were begun: all of the rounds that are over, and of this one those from the Dean's on. */
function turnsPlayed(view: View): number {
  const at = (id: BadgeId) => view.seats.findIndex((s) => view.items.some((i) => i.kind === "guardian" && i.face === s.face && has(i, id)));
  const n = Math.max(1, view.seats.length), active = at("active");
  return Math.max(0, (view.turn.round ?? 1) - 1) * n + (active < 0 ? 0 : ((active - Math.max(0, at("dean")) + n) % n) + 1);
}

/** The night as hours, a card each: gone by, to come, and those at the end of which it can dawn. */
function Night({ gone, from, by }: { gone: number; from: number; by: number }) {
  return (
    <span class="rm-night">
      {Array.from({ length: gone + by }, (_, k) => (
        <span key={k} class={`rm-hour${k < gone ? " rm-gone" : k >= gone + from - 1 ? " rm-dawning" : ""}`} />
      ))}
    </span>
  );
}

const Piles = still(function Piles({ table, sel, zone, items, gone }: ZoneProps & { gone: number }) {
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class="rm-piles">
      {items.map((i) => {
        const from = i.stats?.["dawn_from"]?.value;
        const by = i.stats?.["dawn_by"]?.value;
        const events = i.face === "place.events";
        return (
          <Thing key={i.id} table={table} sel={sel} item={i} class={`rm-pile${events ? " rm-pile-events" : ""}`}>
            <span class="rm-pile-cards">{events ? <Emblem name="scroll" /> : <Small name="cards" />}<b>{stat(i, "left")}</b></span>
            {from !== undefined && by !== undefined && (
              <span class="rm-dawn"><span class="rm-dawn-word">{t("web.rm.dawn")}</span><Night gone={gone} from={from} by={by} /><Emblem name="sunrise" /></span>
            )}
            <span class="rm-pile-name">{i.name}</span>
          </Thing>
        );
      })}
    </ZoneBox>
  );
});

// ---- a path with its guardian and monsters ----

function Banner({ table, sel, item, rune }: Props & { item: Item; rune: RuneName }) {
  const blocked = badge(item, "blocked");
  const petrified = badge(item, "petrified");
  return (
    <Thing table={table} sel={sel} item={item} class={`rm-gate rm-${rune}`}>
      <span class="rm-banner">
        <Rune rune={rune} />
        <b>{lettered(rune)}</b>
        {(blocked || petrified) && <span class="rm-gate-mark"><Emblem name={petrified ? "stone" : "chains"} /></span>}
      </span>
    </Thing>
  );
}

const marks = [["dean", "crown"], ["shield", "shield"], ["poison", "poison"], ["angel", "angel"], ["dead", "grave"]] as const;

const Guardian = still(function Guardian({ table, sel, item, card = false }: Props & { item: Item; card?: boolean }) {
  const ult = item.stats?.["ult"];
  const shown = marks.filter(([id]) => has(item, id));
  const known = item.stats?.["hp"] !== undefined;
  const state = (["active", "dead", "taken", "shield", "angel"] as const).filter((id) => has(item, id)).map((id) => ` rm-is-${id}`).join("");
  return (
    <Thing table={table} sel={sel} item={item} class={`rm-guardian${card ? " rm-card" : ""}${state}`}>
      <span class="rm-face">
        <Portrait face={item.face} />
      </span>
      <span class="rm-guardian-name">{item.name}</span>
      {shown.length > 0 && (
        <span class="rm-marks">{shown.map(([id, icon]) => <span key={id} class={`rm-mark rm-mark-${id}`}><Emblem name={icon} /></span>)}</span>
      )}
      {known ? (
        <span class="rm-numbers">
          <Count what="hp" value={stat(item, "hp")} />
          <Count what="mana" value={stat(item, "mana")} />
        </span>
      ) : (
        <span class="rm-numbers rm-gifts"><Emblem name={markIcon(item.face)} /><Emblem name={ultimateIcon(item.face)} /></span>
      )}
      {ult && <Track value={ult.value} max={ult.max ?? 4} uses={stat(item, "uses")} />}
    </Thing>
  );
});

const Monster = still(function Monster({ table, sel, item, first }: Props & { item: Item; first: boolean }) {
  return (
    <Thing table={table} sel={sel} item={item} class={`rm-monster rm-at-${item.pos} rm-of-${runeOf(item.face) ?? "white"}${first ? " rm-first" : ""}`}>
      <Chip item={item} />
    </Thing>
  );
});

const Lane = still(function Lane({ table, sel, zone, items }: ZoneProps) {
  const path = items.find((i) => i.kind === "path");
  const rune = runeOf(zone.id) ?? "white";
  const guards = items.filter((i) => i.kind === "guardian");
  const monsters = items.filter((i) => i.kind === "monster");
  const taken = new Set(monsters.map((m) => m.pos));
  const first = Math.min(...monsters.map((m) => m.pos));
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class={`rm-lane rm-${rune}${has(path, "blocked") ? " rm-is-blocked" : ""}${has(path, "petrified") ? " rm-is-petrified" : ""}`}>
      {path && <Banner table={table} sel={sel} item={path} rune={rune} />}
      <span class="rm-woods" aria-hidden="true" />
      <span class="rm-post" aria-hidden="true" />
      {guards.map((g) => <Guardian key={g.id} table={table} sel={sel} item={g} />)}
      {SLOTS.map((n) => <span key={n} class={`rm-slot rm-at-${n}${taken.has(n) ? " rm-taken" : ""}`} aria-hidden="true">{n}</span>)}
      {has(path, "blocked") && <span class="rm-wall" aria-hidden="true" />}
      {monsters.map((m) => <Monster key={m.id} table={table} sel={sel} item={m} first={m.pos === first} />)}
    </ZoneBox>
  );
});

// ---- the hand: dice, powers, those off the paths ----

const Dice = still(function Dice({ table, sel, zone, items }: ZoneProps) {
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class={`rm-dice rm-dice-${items.length}`}>
      {items.map((d) => {
        const rune = runeOf(d.face);
        const state = (["used", "rerolled", "rolling"] as const).filter((id) => has(d, id)).map((id) => ` rm-is-${id}`).join("");
        return (
          <Thing key={d.id} table={table} sel={sel} item={d} class={`rm-die${rune ? ` rm-${rune}` : ""}${state}`}>
            {rune && <Rune rune={rune} />}
            <span class="rm-die-word">{d.face_text}</span>
            {has(d, "rerolled") && <Small name="reroll" class="rm-die-again" />}
          </Thing>
        );
      })}
    </ZoneBox>
  );
});

const Powers = still(function Powers({ table, sel, zone, items, active }: ZoneProps & { active: string | null }) {
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class="rm-powers">
      {items.map((p) => {
        const what = p.id.replace("place.", "");
        const mana = p.stats?.["mana"];
        const charge = p.stats?.["charge"];
        return (
          <Thing key={p.id} table={table} sel={sel} item={p} class={`rm-power rm-power-${what}${has(p, "charged") ? " rm-is-charged" : ""}${has(p, "spent") ? " rm-is-spent" : ""}`}>
            <span class="rm-power-icon">
              {what === "mana" ? <Small name="mana" /> : <Emblem name={what === "ultimate" ? ultimateIcon(active) : markIcon(active)} />}
            </span>
            <span class="rm-power-text">
              <span class="rm-power-name">{p.name}</span>
              {what === "mark" && <span class="rm-power-cost"><Rune rune="white" /></span>}
              {mana && <span class="rm-power-cost"><b>{mana.value}</b>/{stat(p, "cost")}</span>}
              {charge && <Track value={charge.value} max={charge.max ?? 4} uses={stat(p, "uses")} />}
            </span>
          </Thing>
        );
      })}
    </ZoneBox>
  );
});

const OffPaths = still(function OffPaths({ table, sel, zone, items, cards }: ZoneProps & { cards: boolean }) {
  return (
    <ZoneBox table={table} sel={sel} zone={zone} class={cards ? "rm-gallery" : "rm-fallen"}>
      {items.map((g) => <Guardian key={g.id} table={table} sel={sel} item={g} card={cards} />)}
    </ZoneBox>
  );
});

/** When all is over: what the engine says of it, under a sky that fits. */
function Ending({ text, won }: { text: string; won: boolean }) {
  return (
    <p class={`rm-ending ${won ? "rm-won" : "rm-lost"}`}>
      <span aria-hidden="true" class="rm-ending-icon">{won ? <Emblem name="sunrise" /> : <Emblem name="spectre" />}</span>
      <span>{text}</span>
    </p>
  );
}

function Shown({ table, sel, view }: Props & { view: View }) {
  const root = useRef<HTMLDivElement>(null);
  useTelling(table, root, () => import("./effects"));
  // The things of a zone, as the same list while they are the same things.
  const lists = useRef(new Map<string, Item[]>());
  const of = (zone: string): Item[] => {
    const now = view.items.filter((i) => i.zone === zone).sort((a, b) => a.pos - b.pos);
    const old = lists.current.get(zone);
    if (old?.length === now.length && old.every((x, k) => x === now[k])) return old;
    lists.current.set(zone, now);
    return now;
  };
  const zone = (id: string): Zone | undefined => view.zones.find((z) => z.id === id);
  const lanes = view.zones.filter((z) => z.id.startsWith("lanes."));
  const active = view.items.find((i) => i.kind === "guardian" && has(i, "active"))?.face ?? null;
  const setup = view.turn.phase.startsWith("setup_");
  const choosing = view.turn.phase === "setup_guardian";
  const over = view.turn.phase === "game_over";
  const won = over && String(view.prompt.args["outcome"] ?? "").includes("victory");
  const strip = zone("strip"), piles = zone("piles"), dice = zone("dice"), powers = zone("powers"), off = zone("guardians");
  // Each turn draws a card: so much of the night is over, in five steps from midnight to dawn.
  const gone = turnsPlayed(view), by = view.items.find((i) => i.stats?.["dawn_by"])?.stats?.["dawn_by"]?.value;
  const hour = won ? 4 : by === undefined ? 0 : Math.floor((5 * gone) / (gone + by));
  const inHand = { dice: of("dice"), powers: of("powers"), off: of("guardians") };
  return (
    <div
      ref={root}
      class={`rm rm-lanes-${lanes.length}${over ? (won ? " rm-over rm-dawned" : " rm-over rm-ruined") : ""}${setup ? " rm-setup" : ""}${choosing ? " rm-choosing" : ""}`}
      data-phase={view.turn.phase}
      data-hour={hour}
    >
      <div class="rm-board">
        <div class="rm-top">
          {strip && <Strip table={table} sel={sel} zone={strip} items={of(strip.id)} round={view.turn.round} />}
          {piles && <Piles table={table} sel={sel} zone={piles} items={of(piles.id)} gone={gone} />}
        </div>
        {choosing && off && <Gallery table={table} sel={sel} zone={off} items={inHand.off} />}
        <div class="rm-field">
          <span class="rm-sky" aria-hidden="true" />
          {lanes.map((z) => <Lane key={z.id} table={table} sel={sel} zone={z} items={of(z.id)} />)}
        </div>
        <div class="rm-hand">
          {off && inHand.off.length > 0 && setup && !choosing && <OffPaths table={table} sel={sel} zone={off} items={inHand.off} cards />}
          {dice && inHand.dice.length > 0 && <Dice table={table} sel={sel} zone={dice} items={inHand.dice} />}
          {over && <Ending text={table.over.value?.text ?? view.prompt.text} won={won} />}
          {powers && inHand.powers.length > 0 && <Powers table={table} sel={sel} zone={powers} items={inHand.powers} active={active} />}
          {inHand.dice.length > 0 && inHand.powers.length === 0 && !over && <span class="rm-rest" aria-hidden="true"><Ornament class="rm-ornament" /></span>}
          {off && inHand.off.length > 0 && !setup && <OffPaths table={table} sel={sel} zone={off} items={inHand.off} cards={false} />}
          {dice && inHand.dice.length === 0 && !setup && !over && <span class="rm-tray-empty" aria-hidden="true"><Ornament class="rm-ornament" /></span>}
        </div>
        <div class="fx rm-fx" aria-hidden="true" />
      </div>
    </div>
  );
}

export function Board({ table, sel }: Props) {
  const view = table.picture.value as View | null;
  return view && <Shown table={table} sel={sel} view={view} />;
}

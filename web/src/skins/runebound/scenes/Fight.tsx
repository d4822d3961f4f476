// A fight: hero and enemy face to face, a row for each phase with what has to be rolled and the chance of it, the last roll with its sum.
import { t } from "../../../core/i18n";
import type { Action, Item, SeatView } from "../../../core/proto";
import type { Table } from "../../../core/table";
import { tidy } from "../../../ui/describe";
import { Do } from "../../../ui/Do";
import type { Select } from "../../../ui/select";
import { Thing, ZoneBox } from "../../../ui/Thing";
import { cardClass, Face } from "../Cards";
import { Attrs, Pips } from "../Hero";
import { Gem, Picture, Sign } from "../icon";
import { lastRoll, type Rolled } from "./rolls";
import { attrOf, cardIcon, colourOf, has, heroIcon, PHASES, stat, type Phase, type Spread } from "../words";

interface Part { table: Table; sel: Select; spread: Spread }

const listed = (table: Table): Action[] => table.actions.value?.actions ?? [];

/** What can be done with the roll at hand, as buttons where it is made. */
const OF_PHASE: Record<"escape" | "fight", ReadonlySet<string>> = { escape: new Set(["try_escape", "stand", "roll", "accept"]), fight: new Set(["attack", "defend", "roll", "accept"]) };

export function D20({ n }: { n: number }) {
  return (
    <span class="rb-d20">
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 .8 22 6.500v11L12 23.200 2 17.500v-11Z" /><path class="rb-d20-face" d="M12 5.500 18.200 16H5.800ZM12 .8v4.700M22 6.500 18.200 16 22 17.500M2 6.500 5.800 16 2 17.500M12 23.200 5.800 16M12 23.200 18.200 16M12 5.500 22 6.500M12 5.500 2 6.500" /></svg>
      <b>{n}</b>
    </span>
  );
}

/** D20 11 + 3 = 14, against 14. */
export function Result({ rolled }: { rolled: Rolled }) {
  const sign = rolled.bonus < 0 ? "−" : "+";
  return (
    <p class={`rb-result${rolled.met === null ? "" : rolled.met ? " rb-met" : " rb-missed"}`} data-result>
      <D20 n={rolled.die} />
      <span class="rb-sum-line">{sign} {Math.abs(rolled.bonus)} = <b>{rolled.total}</b></span>
      {rolled.against !== null && <span class="rb-against">{t("web.rb.against", { n: rolled.against })}</span>}
      {rolled.met !== null && <span class="rb-verdict"><Sign name={rolled.met ? "check" : "cross"} />{rolled.met ? t("web.rb.met") : t("web.rb.missed")}</span>}
    </p>
  );
}

function Row({ table, sel, item, phase, duel }: { table: Table; sel: Select; item: Item; phase: Phase; duel: boolean }) {
  const now = has(item, "now"), chance = stat(item, "chance"), need = stat(item, "difficulty"), bonus = stat(item, "bonus");
  const acts = now ? listed(table).filter((a) => OF_PHASE[phase === "escape" ? "escape" : "fight"].has(a.verb)) : [];
  return (
    <div class={`rb-phase rb-a-${attrOf[phase]}${now ? " rb-now" : ""}`}>
      <Thing table={table} sel={sel} item={item} class="rb-phase-thing">
        <span class="rb-phase-sign"><Sign name={phase === "escape" ? "escape" : attrOf[phase]} /></span>
        <span class="rb-phase-name">{item.name}</span>
        <span class="rb-phase-sum"><b>{bonus < 0 ? `−${-bonus}` : `+${bonus}`}</b><span class="rb-soft">{duel ? t("web.rb.versus_roll") : "≥"}</span>{!duel && <b>{need}</b>}</span>
        <span class="rb-phase-dmg"><Sign name="damage" /><b>{stat(item, "damage")}</b></span>
        <span class="rb-chance"><i style={{ inlineSize: `${Math.max(2, Math.min(100, chance))}%` }} /><b>{t("web.rb.chance", { n: chance })}</b></span>
      </Thing>
      {acts.length > 0 && <div class="rb-phase-acts">{acts.map((a) => <Do key={a.id} sel={sel} action={a} class="rb-do" />)}</div>}
    </div>
  );
}

function Side({ table, sel, spread, seat, item, side }: Part & { seat: SeatView; item: Item; side: string }) {
  const zone = spread.zones.get("map")!;
  return (
    <ZoneBox table={table} sel={sel} zone={{ ...zone, id: `fight.${side}`, label: seat.name }} class={`rb-side rb-side-${side}`}>
      <Thing table={table} sel={sel} item={item} class="rb-fighter">
        <span class={`rb-portrait rb-seat-${seat.id}`}><Picture name={heroIcon(seat.face)} /></span>
        <span class="rb-fighter-name">{item.name}</span>
        <Pips seat={seat} id="life" /><Pips seat={seat} id="fatigue" />
        <Attrs seat={seat} hero={item} />
      </Thing>
    </ZoneBox>
  );
}

function Enemy({ item }: { item: Item }) {
  const life = item.stats?.["life"];
  return (
    <>
      <span class="rb-portrait rb-portrait-foe"><Picture name={cardIcon(item)} /><span class="rb-art-gem"><Gem colour={colourOf(item)} /></span></span>
      <span class="rb-fighter-name">{item.name}</span>
      {life && (
        <span class="rb-pips rb-pips-life"><Sign name="life" /><b>{life.value}<span class="rb-of">/{life.max ?? life.value}</span></b>
          <span class="rb-row" aria-hidden="true">{Array.from({ length: life.max ?? life.value }, (_, k) => <i key={k} class={k < life.value ? "rb-on" : ""} />)}</span></span>
      )}
      {item.about && <span class="rb-about">{tidy(item.about)}</span>}
    </>
  );
}

export function Fight({ table, sel, spread }: Part) {
  const zone = spread.zones.get("fight");
  const items = spread.of("fight");
  const foe = items.find((i) => i.id.startsWith("card."));
  const attacker = spread.active, own = spread.hero(attacker);
  const target = foe ? undefined : spread.view.seats.find((s) => s.face && s.face === spread.view.prompt.args["enemy"] || spread.view.prompt.args["enemy"] === s.face?.slice(5));
  const defender = target ?? (foe ? undefined : spread.view.seats.find((s) => s !== attacker && spread.hero(s)?.pos === own?.pos));
  const other = spread.hero(defender);
  const rolled = lastRoll(table.entries.value, table.teller.value?.told.value ?? null);
  const loose = listed(table).filter((a) => ["start", "done", "loot_none"].includes(a.verb) || (["accept", "roll"].includes(a.verb) && !items.some((i) => has(i, "now"))));
  if (!zone) return null;
  return (
    <div data-scroll class={`rb-fight${foe ? ` rb-c-${colourOf(foe)}` : " rb-duel"}`}>
      <div class="rb-facing">
        {attacker && own && <Side table={table} sel={sel} spread={spread} seat={attacker} item={own} side="own" />}
        <span class="rb-crossed" aria-hidden="true"><Sign name="body" /></span>
        {foe ? (
          <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "fight.foe" }} class="rb-side rb-side-foe">
            <Thing table={table} sel={sel} item={foe} class={`rb-fighter rb-foe ${cardClass(foe)}`}><Enemy item={foe} /></Thing>
          </ZoneBox>
        ) : defender && other && <Side table={table} sel={sel} spread={spread} seat={defender} item={other} side="foe" />}
      </div>
      <ZoneBox table={table} sel={sel} zone={zone} class="rb-phases">
        {PHASES.map((p) => { const item = items.find((i) => i.id === `spot.${p}`); return item && <Row key={p} table={table} sel={sel} item={item} phase={p} duel={!foe} />; })}
      </ZoneBox>
      <div class="rb-outcome">
        {rolled && <Result rolled={rolled} />}
        {loose.length > 0 && <div class="rb-phase-acts">{loose.map((a) => <Do key={a.id} sel={sel} action={a} class="rb-do" />)}</div>}
      </div>
    </div>
  );
}

/** An event, an encounter, or a challenge that has just been revealed. */
export function OpenCard({ table, sel, spread }: Part) {
  const zone = spread.zones.get("table"), card = spread.open;
  const rolled = lastRoll(table.entries.value, table.teller.value?.told.value ?? null);
  const acts = listed(table).filter((a) => ["choose", "roll", "accept", "done"].includes(a.verb));
  if (!zone || !card) return null;
  return (
    <div class="rb-open" data-scroll>
      <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "open" }} class="rb-open-zone">
        <Thing table={table} sel={sel} item={card} class={`rb-big ${cardClass(card)}`}>
          <Face item={card} extra={card.flavour ? <span class="rb-flavour"><i>{tidy(card.flavour)}</i></span> : undefined} />
        </Thing>
      </ZoneBox>
      <div class="rb-outcome">
        {rolled && <Result rolled={rolled} />}
        {acts.length > 0 && <div class="rb-phase-acts">{acts.map((a) => <Do key={a.id} sel={sel} action={a} class="rb-do" />)}</div>}
      </div>
    </div>
  );
}

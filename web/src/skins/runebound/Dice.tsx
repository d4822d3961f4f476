// My movement dice beside the map: as many as I want to throw, then the terrains that they open; the ways to the hex that is picked;
// where they lead, as a list.
import { signal } from "@preact/signals";
import { t } from "../../core/i18n";
import type { Action, Item } from "../../core/proto";
import type { Table } from "../../core/table";
import { Do } from "../../ui/Do";
import type { Select } from "../../ui/select";
import { Thing, ZoneBox } from "../../ui/Thing";
import { diceOf, type Goal } from "./go";
import { Sign, Tile } from "./icon";
import { actionsBy } from "./Hero";
import { has, type Spread } from "./words";

interface Part { table: Table; sel: Select; spread: Spread }

function Plan({ table, sel }: Part) {
  const rolls = actionsBy(table, "roll_dice"), free = actionsBy(table, "free_step_mode")[0];
  const most = rolls.length - 1;
  return (
    <div class="rb-plan" role="group" aria-label={t("web.rb.plan")}>
      {[...rolls].reverse().map((a) => {
        const n = Number(a.id.split(" ")[1]);
        return <Do key={a.id} sel={sel} action={a} class="rb-do rb-throw"><span class="rb-throw-n"><Sign name="dice" /><b>{n}</b></span>{most - n > 0 && <span class="rb-throw-rest"><Sign name="rest" />{most - n}</span>}</Do>;
      })}
      {free && <Do sel={sel} action={free} class="rb-do rb-throw"><Sign name="step" /><b>1</b></Do>}
    </div>
  );
}

function Die({ item }: { item: Item }) {
  return <span class={`rb-die-in${has(item, "spent") ? " rb-is-spent" : ""}`}>{(item.pips ?? []).map((p) => <Tile key={p.face} terrain={p.face} />)}</span>;
}

/** Of a picked hex: the ways that differ in what they leave. */
function Ways({ table, sel, found }: Part & { found: Map<string, Goal> }) {
  const { picks, narrowed } = sel.state.value;
  const goal = picks.map((p) => found.get(p)).find((g) => g !== undefined);
  const ways = goal ? narrowed.filter((a) => a.row && a.dst === goal.hex) : [];
  if (ways.length < 2) return null;
  const dice = table.picture.value?.items.filter((i) => i.zone === "dice") ?? [];
  return (
    <div class="rb-ways" role="group" aria-label={t("web.rb.ways")} data-scroll>
      {ways.slice(0, 8).map((a: Action) => (
        <Do key={a.id} sel={sel} action={a} class="rb-do rb-one-way">
          {diceOf(a).map((d) => { const item = dice.find((i) => i.id === d); return <span key={d} class="rb-mini-die">{(item?.pips ?? []).map((p) => <Tile key={p.face} terrain={p.face} />)}</span>; })}
          {diceOf(a).length === 0 && <Sign name="step" />}
        </Do>
      ))}
    </div>
  );
}

export const listOpen = signal(false);

export function Tray(part: Part & { found: Map<string, Goal> }) {
  const { table, sel, spread, found } = part;
  const zone = spread.zones.get("dice"), dice = spread.of("dice");
  const planning = actionsBy(table, "roll_dice").length > 0;
  if (!zone || (!planning && dice.length === 0)) return null;
  return (
    <div class="rb-tray">
      {planning ? <Plan {...part} /> : (
        <ZoneBox table={table} sel={sel} zone={zone} class="rb-dice">
          {dice.map((d) => <Thing key={d.id} table={table} sel={sel} item={d} class="rb-die"><Die item={d} /></Thing>)}
        </ZoneBox>
      )}
      <Ways {...part} />
      {found.size > 0 && (
        <button type="button" class="rb-opener rb-list-button" aria-expanded={listOpen.value} onClick={() => { listOpen.value = !listOpen.value; }}>
          <Sign name="list" /><span class="rb-opener-word">{t("web.rb.destinations", { n: found.size })}</span>
        </button>
      )}
    </div>
  );
}

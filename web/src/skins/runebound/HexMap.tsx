// The map: the land drawn in code, towns with their crests, gems and markers on their sites, heroes as figures, and where my dice
// lead. What is looked at shows its way.
import { useEffect, useMemo } from "preact/hooks";
import { t } from "../../core/i18n";
import type { Item, MapView, SeatView, Zone } from "../../core/proto";
import type { Table } from "../../core/table";
import { Camera } from "../../ui/Camera";
import { corners } from "../../ui/map";
import type { Previews } from "../../ui/marks";
import type { Select } from "../../ui/select";
import { openSide } from "../../ui/side";
import { still } from "../../ui/still";
import { Thing, ZoneBox } from "../../ui/Thing";
import { pathOf, type Goal } from "./go";
import { Gem, Marker, Picture } from "./icon";
import { landOf, MARGIN, spotOf, TOWN } from "./land";
import { colourOf, crestOf, heroIcon, stat, type Spread } from "./words";

interface Part { table: Table; sel: Select; spread: Spread }

const units = (n: number): string => `calc(var(--u) * ${Math.round(n * 1000) / 1000})`;
const HEX = { width: units(2), height: units(2.309) };
const outline = corners({ x: 1, y: 1.1547 });

/** On the margin of the map, above the camera's buttons. */
function Rose() {
  return (
    <svg class="rb-rose" viewBox="-1.3 -1.9 2.6 3.2" aria-hidden="true" focusable="false">
      <path d="M-.2-1.45v-.4l.4.4v-.4" class="rb-rose-n" /><circle r=".82" />
      <path d="M0-1.25 .2-.2 1.05 0 .2 .2 0 1.25-.2 .2-1.050 0-.2-.2Z" /><path class="rb-rose-dark" d="M0-1.250V0L.2-.2ZM1.050 0H0L.2 .2ZM0 1.250V0L-.2 .2ZM-1.050 0H0L-.2-.2Z" />
    </svg>
  );
}

/** All that does not change in a game. */
const Painted = still(function Painted({ map }: { map: MapView }) {
  const land = landOf(map);
  return (
    <svg class="rb-land" viewBox={`0 0 ${land.wide} ${land.high}`} aria-hidden="true" focusable="false">
      <g transform={`translate(${MARGIN} ${MARGIN})`}>
        {[3, 2, 1].map((k) => <path key={k} class={`rb-shore rb-shore-${k}`} d={land.shore} />)}
        {land.ground.map((s) => <path key={s.cls} class={`rb-ground rb-l-${s.cls}`} d={s.d} />)}
        <path class="rb-l-bank" d={land.rivers} /><path class="rb-l-bank rb-l-tarn" d={land.lakes} />
        <path class="rb-l-water" d={land.rivers} /><path class="rb-l-tarn-water" d={land.lakes} /><path class="rb-l-glint" d={land.ripples} />
        <path class="rb-l-verge" d={land.roads} /><path class="rb-l-road" d={land.roads} />
        <path class="rb-net" d={land.net} />
        {land.rows.map((row, y) => <g key={y}>{row.map((s) => <path key={s.cls} class={`rb-l-${s.cls}`} d={s.d} />)}</g>)}
        {land.towns.map(({ id, at }) => (
          <g key={id} class="rb-built" transform={`translate(${at.x} ${at.y - 0.08}) scale(1.06)`}>
            <path class="rb-l-halo" d="M-1 .2a1 .55 0 1 0 2 0a1 .55 0 1 0-2 0Z" />
            {(Object.keys(TOWN) as (keyof typeof TOWN)[]).map((k) => <path key={k} class={`rb-l-${k === "shade" ? "wallshade" : k}`} d={TOWN[k]} />)}
          </g>
        ))}
      </g>
    </svg>
  );
});

// ---- where my dice lead ----

/** It is called by what goes there: “To the road east of Tamalir: one die”. */
function goalItem(zone: Zone, cell: number, goal: Goal): Item {
  return { id: goal.hex, kind: "cell", kind_text: "", zone: zone.id, pos: cell + 1, name: goal.ways[0]!.text, face: goal.hex };
}

const DOTS = [[], [0], [-.16, .16], [-.3, 0, .3], [-.42, -.14, .14, .42], [-.52, -.26, 0, .26, .52]];

function Goals({ table, sel, zone, found, map }: Omit<Part, "spread"> & { zone: Zone; found: Map<string, Goal>; map: MapView }) {
  return (
    <>
      {map.cells.map((c, i) => {
        const goal = found.get(c.id);
        if (!goal) return null;
        const at = spotOf(map, i), n = Math.max(0, Math.min(5, goal.dice));
        return (
          <Thing key={c.id} table={table} sel={sel} item={goalItem(zone, i, goal)} class={`rb-goal rb-need-${n}`} style={{ left: units(at.x - 1), top: units(at.y - 1.1547), ...HEX }}>
            <svg viewBox="0 0 2 2.309" class="rb-goal-hex" aria-hidden="true" focusable="false">
              <polygon points={outline} />
              {DOTS[n]!.map((x) => <circle key={x} cx={1 + x} cy={1.92} r={0.1} />)}
            </svg>
          </Thing>
        );
      })}
    </>
  );
}

/** The way of what is looked at: of an action that moves, or the best one to a hex. */
function Way({ table, sel, previews, found, map, from }: { table: Table; sel: Select; previews: Previews; found: Map<string, Goal>; map: MapView; from: number }) {
  const on = sel.subject.value;
  const picked = sel.state.value.picks.find((p) => found.has(p));
  const goal = on && "item" in on ? found.get(on.item) : undefined;
  const id = on && "move" in on ? on.move : (goal ?? (picked ? found.get(picked) : undefined))?.ways[0]?.id;
  const action = id === undefined ? undefined : (table.actions.value?.actions ?? []).find((a) => a.id === id && (a.row || a.verb.startsWith("step")));
  useEffect(() => { if (action) previews.ask(action.id); }, [action?.id, table.live.value?.rev]);
  if (!action) return null;
  const hexes = pathOf(map.cells[from]?.id ?? "", previews.now(action.id)?.events ?? []);
  if (hexes.length < 2) return null;
  const at = new Map(map.cells.map((c, i) => [c.id, i]));
  const spots = hexes.flatMap((h) => { const i = at.get(h); return i === undefined ? [] : [spotOf(map, i)]; });
  const d = spots.map((s, k) => `${k === 0 ? "M" : "L"}${s.x.toFixed(2)} ${s.y.toFixed(2)}`).join("");
  return (
    <g class="rb-way">
      <path class="rb-way-edge" d={d} /><path class="rb-way-line" d={d} />
      {spots.slice(1).map((s, k) => <circle key={k} cx={s.x} cy={s.y} r={k === spots.length - 2 ? 0.3 : 0.17} />)}
    </g>
  );
}

// ---- who stands where ----

/** Several on a hex stand side by side. */
function placed(map: MapView, pos: number, n: number, of: number): Record<string, string> {
  const at = spotOf(map, pos - 1), step = of > 3 ? 0.55 : 0.8;
  return { left: units(at.x + (n - (of - 1) / 2) * step), top: units(at.y + 0.2) };
}

export function Pawn({ seat }: { seat: SeatView }) {
  return <span class={`rb-pawn rb-seat-${seat.id}`}><Picture name={heroIcon(seat.face)} /></span>;
}

/** The cell at a side, 4 to the south-west, 5 to the south-east. */
function neighbour(map: MapView, cell: number, side: number): number {
  const c = map.cells[cell]!, dx = side === 4 ? -1 : 1;
  return map.cells.findIndex((o) => o.y === c.y + 1 && o.x === c.x + dx);
}

interface Props extends Part { previews: Previews; mine: SeatView; found: Map<string, Goal>; things: ReadonlySet<string> }

/** things: heroes that are buttons elsewhere on the board; here they are figures. */
export function HexMap({ table, sel, previews, spread, mine, found, things }: Props) {
  const map = spread.view.map, zone = spread.zones.get("map");
  const here = spread.of("map");
  const heroes = useMemo(() => here.filter((i) => i.kind === "hero"), [here]);
  if (!map || !zone) return null;
  const land = landOf(map);
  const sited = new Set(here.filter((i) => i.kind === "site").map((i) => i.pos - 1));
  const me = spread.hero(mine), active = spread.hero(spread.active) ?? me;
  const eye = active ? spotOf(map, active.pos - 1) : null;
  return (
    <Camera id={table.id} wide={land.wide} high={land.high} near={1.7} eye={eye} class="rb-cam" aside={<Rose />}>
      <Painted map={map} />
      <ZoneBox table={table} sel={sel} zone={zone} class="rb-things">
        <Goals table={table} sel={sel} zone={zone} found={found} map={map} />
        {here.filter((i) => i.kind === "site").map((i) => {
          const at = spotOf(map, i.pos - 1), reached = found.has(map.cells[i.pos - 1]!.id), n = stat(i, "marker");
          return (
            <Thing key={i.id} table={table} sel={sel} item={i} class={`rb-site${reached ? " rb-reached" : ""}`} style={{ left: units(at.x), top: units(at.y - 0.12) }}>
              {n > 0 ? <><Marker colour={colourOf(i)} /><span class="rb-marker-n" data-n={n} /></> : <Gem colour={colourOf(i)} />}
            </Thing>
          );
        })}
        {heroes.filter((i) => !things.has(i.id)).map((i) => {
          const beside = heroes.filter((o) => o.pos === i.pos), reached = found.has(map.cells[i.pos - 1]!.id);
          return (
            <Thing key={i.id} table={table} sel={sel} item={i} class={`rb-figure${reached ? " rb-reached" : ""}`} style={placed(map, i.pos, beside.indexOf(i), beside.length)}>
              <Pawn seat={spread.heroes.get(i.id)!} />
            </Thing>
          );
        })}
      </ZoneBox>
      {map.cells.map((c, i) => {
        if (!c.place?.startsWith("town.")) return null;
        // its name stands where no site is
        const above = [4, 5].some((side) => sited.has(neighbour(map, i, side)));
        const town = c.place.slice(5), at = spotOf(map, i), cards = spread.of(`stack.${town}`).length;
        return (
          <button key={c.id} type="button" class={`rb-town${above ? " rb-above" : ""}`} data-opens={`stack.${town}`} style={{ left: units(at.x), top: units(at.y + (above ? -0.8 : 0.55)) }} onClick={() => openSide("zone", `stack.${town}`)}>
            <span class="visually-hidden">{t("web.rb.market_of", { town: c.place_text ?? town, n: cards })}</span>
            <span class="rb-crest" aria-hidden="true"><Picture name={crestOf(town)} /></span>
            <span class="rb-town-name" aria-hidden="true">{c.place_text}</span>
            {cards > 0 && <span class="rb-town-n" aria-hidden="true">{cards}</span>}
          </button>
        );
      })}
      {heroes.filter((i) => things.has(i.id)).map((i) => {
        const beside = heroes.filter((o) => o.pos === i.pos);
        return <span key={i.id} class="rb-figure rb-figure-own" data-figure={i.id} aria-hidden="true" style={placed(map, i.pos, beside.indexOf(i), beside.length)}><Pawn seat={spread.heroes.get(i.id)!} /></span>;
      })}
      <svg class="rb-over" viewBox={`0 0 ${land.wide} ${land.high}`} aria-hidden="true" focusable="false">
        <Way table={table} sel={sel} previews={previews} found={found} map={map} from={(active?.pos ?? 1) - 1} />
      </svg>
    </Camera>
  );
}

// The road as a journey: seven lands one after the other, the City, the Chasm with its rooms; what lies and stands on it; where the
// team can go. The Void follows: what the Avatar has passed is gone.
import { t } from "../../core/i18n";
import type { Action, Item, MapView, Zone } from "../../core/proto";
import type { Table } from "../../core/table";
import { Camera } from "../../ui/Camera";
import { density } from "../../ui/density";
import type { Select } from "../../ui/select";
import { still } from "../../ui/still";
import { Thing, ZoneBox } from "../../ui/Thing";
import { tidy } from "../../ui/describe";
import { Picture, Sign } from "./icon";
import { line, roadOf, spotOf, type Spot } from "./road";
import { TokenFace } from "./Cards";
import { has, key, LUCK, landAt, nodeOf, stat, type Spread } from "./words";

interface Part { table: Table; sel: Select; spread: Spread }

const units = (n: number): string => `calc(var(--u) * ${Math.round(n * 100) / 100})`;

/** What lies behind the road: it fills the frame, whatever its shape, and stays where it is. */
const Backdrop = still(function Backdrop() {
  return (
    <svg class="ra-backdrop" viewBox="0 0 160 90" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
      {STARS.map(([x, y, r], k) => <circle key={k} class="ra-b-star" cx={x} cy={y} r={r} />)}
      <path class="ra-b-void" d="M-5 -5H60C50 4 40 1 30 9 22 15 8 11 -5 18Z" /><path class="ra-b-rift" d="M-2 13C9 8 17 11 26 6S40 3 50 -1" />
      <circle class="ra-b-moon" cx="139" cy="11" r="5.500" />
      <path class="ra-b-far" d="M-5 40V33L9 22 18 29 31 17 43 30 54 24 67 34 80 21 92 31 103 25 116 33 130 19 142 28 150 23 165 33V90H-5Z" />
      <path class="ra-b-snow" d="M9 22 5 25.400 9 27 12 24.600ZM31 17 26 21.500 31 24 35.500 21.800ZM80 21 76 24.600 80.500 27 84.500 24.600ZM130 19 125.500 22.600 130 25.500 134 22.300Z" />
      <path class="ra-b-mid" d="M-5 44C12 36 22 42 38 40S66 34 82 41 118 37 133 42 154 36 165 41V90H-5Z" />
      <path class="ra-b-near" d="M-5 60C10 53 26 60 44 56S78 61 96 55 132 61 165 54V90H-5Z" />
      {WOODS.map((w, k) => <path key={k} class={`ra-b-wood${k % 3 === 0 ? " ra-b-lit" : ""}`} d={w} />)}
    </svg>
  );
});
const STARS: readonly (readonly [number, number, number])[] = [[66, 4, 0.35], [74, 9, 0.25], [83, 3, 0.4], [91, 12, 0.25], [98, 6, 0.3], [107, 3, 0.25], [113, 10, 0.4], [121, 5, 0.25], [128, 14, 0.3], [147, 5, 0.35], [153, 13, 0.25], [157, 4, 0.4], [62, 12, 0.25]];
/** Firs at the edges of the land, nearer ones larger. */
const WOODS: readonly string[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((k) => {
  const left = k % 2 === 0, row = k >> 1, x = left ? 2 + (row * 7) % 19 : 158 - (row * 11) % 21, y = 46 + row * 5, h = 5 + row * 0.6;
  return `M${x - h * 0.38} ${y}L${x} ${y - h}L${x + h * 0.38} ${y}ZM${x - h * 0.3} ${y - h * 0.42}L${x} ${y - h * 1.25}L${x + h * 0.3} ${y - h * 0.42}Z`;
});

/** All that does not change in a game. */
const Painted = still(function Painted({ map }: { map: MapView }) {
  const road = roadOf(map);
  return (
    <svg class="ra-land" viewBox={`0 0 ${road.wide} ${road.high}`} aria-hidden="true" focusable="false">
      <path class="ra-l-night" d={road.void} />
      {road.lands.map((l) => <path key={l.land} class="ra-l-shore" d={l.d} />)}
      <path class="ra-l-abyss" d={road.gouffre} />
      {road.lands.map((l) => <path key={l.land} class={`ra-ground ra-g-${l.land}`} d={l.d} />)}
      <path class="ra-ground ra-g-gouffre" d={road.gouffre} /><path class="ra-l-depth" d={road.gouffre} />
      {road.trees.map((s, k) => <path key={k} class={`ra-l-${s.cls}`} d={s.d} />)}
      <path class="ra-l-redway" d={road.void} />
      <path class="ra-l-verge" d={road.whole} /><path class="ra-l-road" d={road.whole} />
      <path class="ra-l-hall" d={road.gouffre} />
      {road.shortcuts.map((d, k) => <path key={k} class="ra-l-short" d={d} />)}
      {road.stones.map((s) => s.kind === "city"
        ? <g key={s.id} class="ra-l-city" transform={`translate(${s.at.x - 1.3} ${s.at.y - 1.9}) scale(.026)`}><path d="M6 96V52h12V30l12-14 12 14v10h14V18L70 4l14 14v36h10v42Z" /><path class="ra-l-lamp" d="M26 44h6v9h-6ZM66 30h7v10h-7ZM46 58h8v12h-8ZM66 62h7v10h-7Z" /></g>
        : s.kind === "room"
          ? <rect key={s.id} class="ra-l-room" x={s.at.x - 1.25} y={s.at.y - 0.85} width="2.500" height="1.700" rx=".22" />
          : LUCK.has(s.id)
            ? <path key={s.id} class="ra-l-luck" d={`M${s.at.x} ${s.at.y - 0.46}l.12.32.34.02-.26.22.09.33-.29-.18-.29.18.09-.33-.26-.22.34-.02Z`} transform={`translate(0 .05)`} />
            : <circle key={s.id} class={`ra-l-stone${s.kind === "short" ? " ra-l-peril" : ""}`} cx={s.at.x} cy={s.at.y} r={s.kind === "short" ? 0.24 : 0.2} />)}
    </svg>
  );
});

/** What the Avatar has passed is gone; a way between both pawns says how close it is. */
function Void({ map, avatar, team }: { map: MapView; avatar: Item | undefined; team: Item | undefined }) {
  const road = roadOf(map);
  const at = (i: Item | undefined): number => road.order.indexOf((i?.pos ?? 0) - 1);
  const a = at(avatar), b = at(team);
  if (a < 0) return null;
  const eaten = road.order.slice(0, a + 1).map((i) => spotOf(map, i));
  const between = b > a ? road.order.slice(a, b + 1).map((i) => spotOf(map, i)) : [];
  return (
    <>
      {eaten.length > 1 && <><path class="ra-l-eaten" d={line(eaten)} /><path class="ra-l-crack" d={line(eaten)} /></>}
      {between.length > 1 && <path class={`ra-l-chase${between.length < 5 ? " ra-near" : ""}`} d={line(between)} />}
    </>
  );
}

const goalItem = (zone: Zone, cell: number, action: Action): Item =>
  ({ id: action.dst?.startsWith("node.") ? action.dst : action.src!, kind: "cell", kind_text: "", zone: zone.id, pos: cell + 1, name: tidy(action.text), face: null });

function Body({ item, map }: { item: Item; map: MapView }) {
  const node = nodeOf(map, item.pos), land = landAt(node);
  if (item.kind === "token") return <TokenFace item={item} />;
  if (land) {
    const n = stat(item, "cards"), down = item.id.startsWith("space.") || has(item, "face_down");
    return (
      <span class={`ra-place ra-g-${land}${down ? " ra-down" : ""}`}>
        <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">{roadOf(map).scenes.find((s) => s.land === land)!.shapes.map((s, k) => <path key={k} class={`ra-l-${s.cls}`} d={s.d} />)}</svg>
        {down && <b class="ra-unknown" data-n={n > 1 ? n : "?"} />}
        {has(item, "open") && <Sign name="check" />}
      </span>
    );
  }
  // a room
  const down = item.id.startsWith("slot.") || has(item, "face_down");
  return (
    <span class={`ra-chamber${down ? " ra-down" : ""}${has(item, "won") ? " ra-won" : ""}`}>
      {down ? <b class="ra-unknown" data-n="?" /> : <Sign name={has(item, "portal") || ["S05", "S06"].includes(key(item.face)) ? "portal" : key(item.face) === "S10" ? "star" : key(item.face) === "S04" ? "luck" : has(item, "won") ? "check" : "flag"} />}
    </span>
  );
}

const place = (at: Spot): Record<string, string> => ({ left: units(at.x), top: units(at.y) });

/** hazard: a card that is shown at hand; here it is a picture. */
export function Journey({ table, sel, spread }: Part) {
  const map = spread.view.map, zone = spread.zones.get("journey");
  if (!map || !zone) return null;
  const road = roadOf(map), here = spread.of("journey"), hazard = spread.hazard;
  const team = spread.one("pawn.team"), avatar = spread.one("pawn.avatar");
  const goals = new Map<number, Action>();
  for (const a of spread.actions) {
    const id = a.dst?.startsWith("node.") ? a.dst : a.src?.startsWith("node.") ? a.src : null;
    const cell = id === null ? -1 : map.cells.findIndex((c) => c.id === id);
    if (cell >= 0 && !goals.has(cell)) goals.set(cell, a);
  }
  const together = team && avatar && team.pos === avatar.pos;
  const eye = team ? between([team.pos - 1, ...goals.keys()].map((cell) => spotOf(map, cell))) : null;
  return (
    <div class="ra-stage">
    <Backdrop />
    <Camera id={table.id} wide={road.wide} high={road.high} near={density.value.includes("phone") ? 2.4 : 1.2} eye={eye} class="ra-cam">
      <Painted map={map} />
      <svg class="ra-land" viewBox={`0 0 ${road.wide} ${road.high}`} aria-hidden="true" focusable="false"><Void map={map} avatar={avatar} team={team} /></svg>
      <ZoneBox table={table} sel={sel} zone={zone} class="ra-things">
        {here.filter((i) => !i.id.startsWith("pawn.") && i !== hazard).map((i, _, all) => {
          const beside = all.filter((o) => o.pos === i.pos), n = beside.indexOf(i), at = spotOf(map, i.pos - 1);
          return (
            <Thing key={i.id} table={table} sel={sel} item={i} class={`ra-spot ra-on-${i.kind}${landAt(nodeOf(map, i.pos)) ? " ra-on-land" : ""}`} style={place({ x: at.x + n * 0.45, y: at.y - n * 0.3 })}>
              <Body item={i} map={map} />
            </Thing>
          );
        })}
        {[...goals].map(([cell, a]) => <Thing key={map.cells[cell]!.id} table={table} sel={sel} item={goalItem(zone, cell, a)} class="ra-goal" style={place(spotOf(map, cell))}><span class="ra-ring" /></Thing>)}
        {avatar && <Thing key={avatar.id} table={table} sel={sel} item={avatar} class="ra-pawn ra-avatar" style={place(shift(spotOf(map, avatar.pos - 1), together ? -0.5 : 0))}><Picture name="reaper" /></Thing>}
        {team && <Thing key={team.id} table={table} sel={sel} item={team} class="ra-pawn ra-team" style={place(shift(spotOf(map, team.pos - 1), together ? 0.5 : 0))}><Sign name="flag" /></Thing>}
      </ZoneBox>
      {hazard && hazard.pos > 0 && hazard.zone === "journey" && <span class="ra-mark" aria-hidden="true" style={place(spotOf(map, hazard.pos - 1))} />}
      <span class="visually-hidden">{t("web.ra.journey")}</span>
    </Camera>
    </div>
  );
}
/** The middle of them all: where the team can go should be in sight. */
function between(spots: Spot[]): Spot {
  const middle = (all: number[]): number => (Math.min(...all) + Math.max(...all)) / 2;
  return { x: middle(spots.map((s) => s.x)), y: middle(spots.map((s) => s.y)) };
}
const shift = (s: Spot, dx: number): Spot => ({ x: s.x + dx, y: s.y - 0.55 });

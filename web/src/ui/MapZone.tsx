// The map: cells drawn from the pack's own places, things on them, and the cells that a move names as buttons like any thing.
import { t } from "../core/i18n";
import type { Cell, Item, MapView, View, Zone } from "../core/proto";
import type { Table } from "../core/table";
import "./map.css";
import { corners, lines, middle, size, terrains, type Terrain } from "./map";
import type { Select } from "./select";
import { Thing, ZoneBox } from "./Thing";

const wordsOf = (c: Cell): string => [c.place_text, c.terrain_text].filter((w) => w !== undefined).join(", ");

/** A cell as a thing: what a click on it means follows from the actions that name it. */
function asItem(c: Cell, i: number, zone: Zone): Item {
  const number = c.id.slice(c.id.indexOf(".") + 1);
  return { id: c.id, kind: "cell", kind_text: "", zone: zone.id, pos: i + 1, name: [number, wordsOf(c)].filter((w) => w).join(", "), face: c.id };
}

function Drawing({ map, kinds }: { map: MapView; kinds: Map<string, Terrain> }) {
  const { wide, high } = size(map);
  return (
    <svg class="map-drawing" viewBox={`0 0 ${wide} ${high}`} aria-hidden="true">
      {map.shape === "graph" && lines(map).map(([a, b], i) => <line key={i} x1={a.x} y1={a.y} x2={b.x} y2={b.y} class="map-line" />)}
      {map.cells.map((c) => {
        const kind = c.terrain === undefined ? undefined : kinds.get(c.terrain);
        const at = middle(map, c);
        return (
          <g key={c.id} class="map-cell" data-terrain={kind ? kind.n % 8 : undefined}>
            <title>{wordsOf(c)}</title>
            {map.shape === "hex" ? <polygon points={corners(at)} /> : <circle cx={at.x} cy={at.y} r={0.8} />}
            {kind && <text x={at.x} y={at.y - 0.45} class="map-letter">{kind.letter}</text>}
          </g>
        );
      })}
      {map.cells.map((c) => c.place_text && <text key={c.id} x={c.x + 1} y={middle(map, c).y + 0.95} class="map-place">{c.place_text}</text>)}
    </svg>
  );
}

/** The ids that moves name. */
function named(table: Table): Set<string> {
  return new Set((table.actions.value?.actions ?? []).flatMap((a) => [a.src, a.dst, ...(a.also ?? [])]).filter((id) => id !== undefined));
}

export function MapZone({ table, sel, zone, view }: { table: Table; sel: Select; zone: Zone; view: View }) {
  const map = view.map;
  if (!map) return null;
  const kinds = terrains(map);
  const { wide, high } = size(map);
  const goals = named(table);
  const here = view.items.filter((i) => i.zone === zone.id);
  const taken = new Set(here.map((i) => i.id));
  const placed = (cell: number, n: number, of: number): Record<string, string> => {
    const at = middle(map, map.cells[cell]!);
    return { left: `calc(${100 * at.x / wide}% + ${(n - (of - 1) / 2) * 1.6}rem)`, top: `${100 * (at.y + 0.2) / high}%` };
  };
  return (
    <section class="map" data-kind="map">
      <h3 class="pl-label" aria-hidden="true">{zone.label}</h3>
      <div class="map-scroll" data-scroll>
        <ZoneBox table={table} sel={sel} zone={zone} class="map-area" style={{ minWidth: `${wide * 0.75}rem` }}>
          <Drawing map={map} kinds={kinds} />
          {map.cells.map((c, i) => goals.has(c.id) && !taken.has(c.id) && (
            <Thing key={c.id} table={table} sel={sel} item={asItem(c, i, zone)} class="map-goal" style={{ ...placed(i, 0, 1), width: `${180 / wide}%`, aspectRatio: "1" }} />
          ))}
          {here.filter((i) => i.pos > 0 && i.pos <= map.cells.length).map((item) => {
            const beside = here.filter((o) => o.pos === item.pos);
            return (
              <Thing key={item.id} table={table} sel={sel} item={item} class="map-thing" style={placed(item.pos - 1, beside.indexOf(item), beside.length)}>
                <span class="map-name">{(item.short ?? item.name).slice(0, 3)}</span>
              </Thing>
            );
          })}
        </ZoneBox>
      </div>
      <p class="map-legend">
        {[...kinds.values()].map((k) => <span key={k.id}><b data-terrain={k.n % 8}>{k.letter}</b> {k.text}</span>)}
        <span class="visually-hidden">{t("web.map.cells", { n: map.cells.length })}</span>
      </p>
    </section>
  );
}

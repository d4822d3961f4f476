// The board of any game, from its zones and things alone: lists and buttons, everything in words.
import type { Item, View, Zone } from "../core/proto";
import type { Table } from "../core/table";
import { tidy } from "./describe";
import { MapZone } from "./MapZone";
import type { Select } from "./select";
import { Thing, ZoneBox } from "./Thing";

function Inside({ item, cell }: { item: Item; cell: boolean }) {
  return (
    <>
      <span class="pl-head">
        {cell && item.pos > 0 && <span class="pl-cell">{item.pos}</span>}
        <span class="pl-name">{item.face === null ? "?" : item.name}</span>
        {item.face_text && item.face_text !== item.name && <span class="pl-face">{item.face_text}</span>}
      </span>
      {item.stats && (
        <span class="pl-line">
          {Object.entries(item.stats).map(([k, s]) => (
            <span class="pl-stat" key={k}><b>{s.max === undefined ? s.value : `${s.value}/${s.max}`}</b> {s.text}</span>
          ))}
        </span>
      )}
      {item.pips && item.pips.length > 0 && (
        <span class="pl-line">
          {item.pips.map((p, i) => <span class="pl-pip" data-done={p.done ? "" : undefined} key={i}>{p.text}</span>)}
        </span>
      )}
      {item.badges && item.badges.length > 0 && (
        <span class="pl-line">{item.badges.map((b) => <span class="pl-badge" key={b.id}>{b.text}</span>)}</span>
      )}
      {item.about && <span class="pl-about">{tidy(item.about)}</span>}
    </>
  );
}

function PlainZone({ table, sel, zone, view }: { table: Table; sel: Select; zone: Zone; view: View }) {
  const items = view.items.filter((i) => i.zone === zone.id).sort((a, b) => a.pos - b.pos);
  if (items.length === 0) return null;
  return (
    <section class="pl-zone" data-kind={zone.kind}>
      <h3 class="pl-label" aria-hidden="true">{zone.label}</h3>
      <ZoneBox table={table} sel={sel} zone={zone} class="pl-things">
        {items.map((i) => <Thing key={i.id} table={table} sel={sel} item={i}><Inside item={i} cell={zone.kind === "track"} /></Thing>)}
      </ZoneBox>
    </section>
  );
}

export function Board({ table, sel }: { table: Table; sel: Select }) {
  const view = table.view.value;
  if (!view) return null;
  return (
    <div class="plain" data-scroll>
      {view.zones.map((z) => (z.kind === "map" && view.map
        ? <MapZone key={z.id} table={table} sel={sel} zone={z} view={view} />
        : <PlainZone key={z.id} table={table} sel={sel} zone={z} view={view} />))}
    </div>
  );
}

export default { Board };

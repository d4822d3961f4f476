// The end, line by line: what the team counts and what the Vils do, and the gap that the challenge asks for.
import { t } from "../../../core/i18n";
import type { Table } from "../../../core/table";
import type { Select } from "../../../ui/select";
import { Thing, ZoneBox } from "../../../ui/Thing";
import { key, stat, type Spread } from "../words";

interface Part { table: Table; sel: Select; spread: Spread }

const LINES = ["quest", "leader", "heroes", "items", "fallen", "thwarted", "living", "relics", "purse", "treasure", "epic", "tokens", "sets"] as const;

export function Count({ table, sel, spread }: Part) {
  const zone = spread.zones.get("trial")!, { lines } = spread;
  const sum = (id: string): number => lines.reduce((n, l) => n + stat(l, id), 0);
  const team = sum("team"), vils = sum("vils"), target = stat(spread.challenges[0], "gap"), gap = team - vils;
  return (
    <section class="ra-count" data-scroll tabIndex={0} aria-label={t("web.ra.count")}>
      <p class="ra-count-row ra-count-head"><span /><b>{t("web.ra.team")}</b><b>{t("web.ra.vils")}</b></p>
      <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "count" }} class="ra-count-lines">
        {lines.map((l) => {
          const line = LINES.find((x) => x === key(l.id)), why = line && t(`web.ra.line.${line}`);
          return <Thing key={l.id} table={table} sel={sel} item={why ? { ...l, about: why } : l} class="ra-count-row"><span>{l.name}{why && <span class="ra-count-why">{why}</span>}</span><b>{stat(l, "team")}</b><b>{stat(l, "vils")}</b></Thing>;
        })}
      </ZoneBox>
      <p class="ra-count-row ra-count-sum"><span>{t("web.ra.total")}</span><b>{team}</b><b>{vils}</b></p>
      <p class={`ra-count-gap${gap >= target ? " ra-met" : " ra-short"}`}>{t("web.ra.gap_of", { gap: gap < 0 ? `−${-gap}` : String(gap), target })}</p>
    </section>
  );
}

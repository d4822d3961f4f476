import { t } from "../../core/i18n";
import type { GameEvent, View } from "../../core/proto";
import type { End } from "../end";

const one = (type: string) => (e: GameEvent): number => Number(e.type === type);
const many = (type: string) => (e: GameEvent): number => (e.type === type ? Number(e.args["n"]) || 0 : 0);

/** Of all three attributes, on the hero of a seat. */
function countersOf(v: View, seat: number): number {
  const face = v.seats[seat]?.face;
  const stats = v.items.find((i) => i.id === face)?.stats ?? {};
  return ["mind", "body", "spirit"].reduce((n, a) => n + (stats[`${a}_counters`]?.value ?? 0), 0);
}

const end: End = {
  deeds: [
    { word: () => t("web.end.rb.defeated"), of: one("defeated") },
    { word: () => t("web.end.rb.knocked_out"), of: one("knocked_out") },
    { word: () => t("web.end.rb.gold"), of: many("gold") },
    { word: () => t("web.end.rb.xp"), of: many("learned") },
  ],
  // RB-WIN-06: more runes, then more counters, then more gold
  count: [
    { key: "runes", word: () => t("web.end.rb.runes"), of: (v, seat) => v.seats[seat]?.totals["runes"]?.value ?? 0 },
    { key: "counters", word: () => t("web.end.rb.counters"), of: countersOf },
    { key: "gold", word: () => t("web.end.rb.purse"), of: (v, seat) => v.seats[seat]?.totals["gold"]?.value ?? 0 },
  ],
  course: {
    word: () => t("web.end.rb.course"),
    lines: (v) => v.seats.map((s) => ({ id: String(s.id), name: s.name, value: (s.totals["mind"]?.value ?? 0) + (s.totals["body"]?.value ?? 0) + (s.totals["spirit"]?.value ?? 0) })),
  },
};
export default end;

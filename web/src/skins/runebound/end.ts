import { t } from "../../core/i18n";
import type { GameEvent } from "../../core/proto";
import type { End } from "../end";

const one = (type: string) => (e: GameEvent): number => Number(e.type === type);
const many = (type: string) => (e: GameEvent): number => (e.type === type ? Number(e.args["n"]) || 0 : 0);

const end: End = {
  deeds: [
    { word: () => t("web.end.rb.defeated"), of: one("defeated") },
    { word: () => t("web.end.rb.knocked_out"), of: one("knocked_out") },
    { word: () => t("web.end.rb.gold"), of: many("gold") },
    { word: () => t("web.end.rb.xp"), of: many("learned") },
  ],
  course: {
    word: () => t("web.end.rb.course"),
    lines: (v) => v.seats.map((s) => ({ id: String(s.id), name: s.name, value: (s.totals["mind"]?.value ?? 0) + (s.totals["body"]?.value ?? 0) + (s.totals["spirit"]?.value ?? 0) })),
  },
};
export default end;

import { t } from "../../core/i18n";
import type { GameEvent } from "../../core/proto";
import type { EventName } from "../../core/tables";
import type { End } from "../end";

const one = (type: EventName<"enchanters">) => (e: GameEvent): number => Number(e.type === type);
const many = (type: EventName<"enchanters">) => (e: GameEvent): number => (e.type === type ? Number(e.args["n"]) || 0 : 0);

const end: End = {
  deeds: [
    { word: () => t("web.end.en.fought"), of: one("fought") },
    { word: () => t("web.end.en.taken"), of: one("taken") },
    { word: () => t("web.end.en.wounds"), of: many("wounded") },
    { word: () => t("web.end.en.crystals"), of: many("gained") },
  ],
  course: {
    word: () => t("web.end.en.course"),
    lines: (v) => v.seats.map((s) => ({ id: String(s.id), name: s.name, value: s.totals["glory"]?.value ?? 0 })),
  },
};
export default end;

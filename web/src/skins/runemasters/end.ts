import { t } from "../../core/i18n";
import type { EventName } from "../../core/tables";
import type { End } from "../end";

const one = (type: EventName<"runemasters">) => (e: { type: string }): number => Number(e.type === type);

const end: End = {
  deeds: [
    { word: () => t("web.end.rm.kills"), of: one("killed") },
    { word: () => t("web.end.rm.weak"), of: one("wounded") },
    { word: () => t("web.end.rm.hurt"), of: one("hurt") },
    { word: () => t("web.end.rm.temple"), of: one("temple_hit"), whole: true },
  ],
  course: {
    word: () => t("web.end.rm.course"),
    lines: (v) => {
      const temple = v.items.find((i) => i.kind === "temple");
      return [
        ...(temple?.stats?.["hp"] ? [{ id: "temple", name: temple.name, value: temple.stats["hp"].value }] : []),
        ...v.seats.filter((s) => s.totals["hp"]).map((s) => ({ id: String(s.id), name: s.name, value: s.totals["hp"]!.value })),
      ];
    },
  },
};
export default end;

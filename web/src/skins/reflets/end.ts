import { t } from "../../core/i18n";
import type { GameEvent } from "../../core/proto";
import type { EventName } from "../../core/tables";
import type { End } from "../end";

const one = (type: EventName<"reflets">) => (e: GameEvent): number => Number(e.type === type);

const end: End = {
  deeds: [
    { word: () => t("web.end.ra.won"), of: one("trial_won"), whole: true },
    { word: () => t("web.end.ra.lost"), of: one("trial_lost"), whole: true },
    { word: () => t("web.end.ra.dead"), of: one("died"), whole: true },
    { word: () => t("web.end.ra.gems"), of: one("gem"), whole: true },
    { word: () => t("web.end.ra.powers"), of: one("power"), whole: true },
  ],
  course: {
    word: () => t("web.end.ra.course"),
    lines: (v) => [{ id: "away", name: t("web.end.ra.away"), value: v.items.find((i) => i.id === "pawn.avatar")?.stats?.["away"]?.value ?? 0 }],
  },
};
export default end;

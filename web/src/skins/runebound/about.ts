import { t } from "../../core/i18n";
import type { About } from "../about";

const about: About = {
  order: 3,
  name: "Runebound",
  by: "Martin Wallace",
  tag: () => t("web.game.runebound"),
  players: [2, 6],
  quick: () => ({ players: 2 }),
  quickText: () => t("web.game.runebound.quick"),
  against: 1,
};
export default about;

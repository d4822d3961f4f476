import { t } from "../../core/i18n";
import type { About } from "../about";

const about: About = {
  order: 4,
  name: "Reflets d’Acide",
  by: "JBX",
  tag: () => t("web.game.reflets"),
  players: [1, 3],
  quick: () => ({ players: 1, challenge: "pepere", quick_tokens: "yes" }),
  quickText: () => t("web.game.reflets.quick"),
  against: 0,
};
export default about;

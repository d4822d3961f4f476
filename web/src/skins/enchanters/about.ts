import { t } from "../../core/i18n";
import type { About } from "../about";

const about: About = {
  order: 2,
  name: "Enchanters",
  by: "Rafał Cywicki",
  tag: () => t("web.game.enchanters"),
  players: [2, 4],
  // The kingdoms of a first game, then others at random.
  quick: (n) => ({ players: 2, kingdom_mode: n === 0 ? "first_game" : "random", variant_super_quick: "yes" }),
  quickText: () => t("web.game.enchanters.quick"),
  against: 1,
};
export default about;

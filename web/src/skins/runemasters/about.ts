import { t } from "../../core/i18n";
import type { About } from "../about";

// Another pair of guardians each time, so that all four are met; the first two heal and strike, which explains itself.
const pairs = [["kulak", "kyreas"], ["ismoros", "neltai"], ["neltai", "kulak"], ["kyreas", "ismoros"]];
const paths = [["red", "blue"], ["green", "yellow"], ["blue", "green"], ["yellow", "red"]];

const about: About = {
  order: 1,
  name: "Runemasters",
  by: "Antoine Prono",
  tag: () => t("web.game.runemasters"),
  players: [1, 4],
  quick: (n) => ({
    guardians: 2,
    difficulty: "initiation",
    preset_guardians: pairs[n % pairs.length]!,
    preset_paths: paths[n % paths.length]!,
    preset_dean: 0,
  }),
  quickText: () => t("web.game.runemasters.quick"),
  night: true,
};
export default about;

import { t } from "../../core/i18n";
import type { Tables } from "../../gen/tables";
import type { EventOf } from "../../core/tables";
import type { Dice } from "../dice";

type Rune = Tables["runemasters"]["key"]["rune"];
const faces: readonly Rune[] = ["red", "blue", "green", "yellow", "violet", "white"];

const dice: Dice = {
  faces,
  name: (face) => t(`web.rm.rune.${face as Rune}`),
  thrown: (event) => {
    const e = event as EventOf<"runemasters">;
    return e.type === "rolled" || e.type === "rerolled" ? [e.args.a, e.args.b, e.args.c, e.args.d, e.args.e].filter((x): x is Rune => typeof x === "string") : [];
  },
};
export default dice;

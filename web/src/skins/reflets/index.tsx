import type { GameEvent } from "../../core/proto";
import type { Skin } from "../index";
import { Board } from "./Board";
import { Large } from "./Cards";
import { Sign } from "./icon";
import { omen, Sign as OmenSign, verbs } from "./verbs";

const quiet = new Set(["turn_begun", "tester", "objective", "refilled", "vils_hid"]);

const skin: Skin = {
  Board,
  Large,
  StatIcon: ({ id }: { id: string }) => (id === "gems" ? <Sign name="gem" /> : null),
  important: (e: GameEvent) => !quiet.has(e.type),
  omen,
  Sign: OmenSign,
  verbs,
};
export default skin;

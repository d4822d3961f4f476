import type { GameEvent } from "../../core/proto";
import type { Skin } from "../index";
import { Board } from "./Board";
import { Small, type OwnName } from "./icon";
import { omen, Sign } from "./omens";
import { Portrait } from "./portraits";
import { verbs } from "./verbs";

const drawn = new Set<string>(["hp", "mana", "ult", "uses"]);
const quiet = new Set(["turn_ended", "turn_begun", "round_begun", "monsters_skipped", "block_held", "advanced", "seat_skipped", "struck", "shot"]);

const skin: Skin = {
  Board,
  StatIcon: ({ id }: { id: string }) => (drawn.has(id) ? <Small name={id as OwnName} /> : null),
  FaceIcon: ({ face }: { face: string }) => <Portrait face={face} />,
  important: (e: GameEvent) => !quiet.has(e.type),
  omen,
  Sign,
  verbs,
};
export default skin;

import type { GameEvent } from "../../core/proto";
import type { Skin } from "../index";
import { Board } from "./Board";
import { Large } from "./Cards";
import { Picture, Sign, type SignName } from "./icon";
import { omen, Sign as OmenSign, verbs } from "./verbs";
import { heroIcon } from "./words";

const drawn = new Set<string>(["life", "fatigue", "mind", "body", "spirit", "gold", "xp", "runes"]);
const quiet = new Set(["turn_ended", "turn_begun", "refreshed", "planned"]);

const skin: Skin = {
  Board,
  Large,
  StatIcon: ({ id }: { id: string }) => (drawn.has(id) ? <Sign name={id as SignName} /> : null),
  FaceIcon: ({ face }: { face: string }) => <Picture name={heroIcon(face)} />,
  important: (e: GameEvent) => !quiet.has(e.type),
  omen,
  Sign: OmenSign,
  verbs,
};
export default skin;

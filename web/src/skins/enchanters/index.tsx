import type { GameEvent } from "../../core/proto";
import type { Skin } from "../index";
import { Board } from "./Board";
import { Large } from "./Card";
import { Sign, type SignName } from "./icon";
import type { Item } from "./words";
import { omen, Sign as OmenSign, verbs } from "./verbs";

const drawn = new Set<string>(["attack", "defence", "wounds", "crystals", "glory"]);
const quiet = new Set(["turn_ended", "turn_begun", "used", "targeted"]);

const skin: Skin = {
  Board,
  Large: ({ item }) => <Large item={item as Item} />,
  StatIcon: ({ id }: { id: string }) => (drawn.has(id) ? <Sign name={id as SignName} /> : null),
  important: (e: GameEvent) => !quiet.has(e.type),
  omen,
  Sign: OmenSign,
  verbs,
};
export default skin;

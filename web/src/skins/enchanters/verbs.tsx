// The kinds of actions and their signs, in the order of the bar.
import type { ComponentChild } from "preact";
import type { GameEvent } from "../../core/proto";
import type { EventOf, VerbOf } from "../../core/tables";
import { Icon } from "../../ui/icons";
import type { Omen } from "../index";
import { Picture, Sign as Drawn, type SignName } from "./icon";

const icons: Record<VerbOf<"enchanters">, ComponentChild> = {
  pick_kingdom: <Drawn name="glory" />, journey: <Picture name="road" />, proceed: <Drawn name="check" />, rest: <Drawn name="rest" />, use: <Drawn name="action" />, trigger: <Drawn name="trigger" />,
  target: <Picture name="eyes" />, card: <Drawn name="cards" />, pay_card: <Drawn name="cards" />, slot: <Drawn name="cross" />, grave_next: <Drawn name="skull" />,
  end_turn: <Icon name="last" />,
};

export const verbs = {
  order: Object.keys(icons),
  Icon: ({ verb }: { verb: string }) => icons[verb as keyof typeof icons] ?? <Drawn name="action" />,
};

/** What the end of a turn brings: a new card, wounds healed, the end. */
export function omen(e: GameEvent): Omen | null {
  const card = e.items[0];
  switch ((e as EventOf<"enchanters">).type) {
    case "revealed": return card === undefined ? null : { who: card, sign: "cards", weight: 1 };
    case "healed": return { who: "healed", sign: "wounds", n: -Number(e.args["n"] ?? 0), weight: 2 };
    case "game_ended": return { who: "end", sign: "glory", weight: 100 };
    default: return null;
  }
}

const drawn: Record<string, SignName> = { cards: "cards", wounds: "wounds", glory: "glory" };
export const Sign = ({ id }: { id: string }) => { const name = drawn[id]; return name ? <Drawn name={name} /> : null; };

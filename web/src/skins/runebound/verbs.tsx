// The kinds of actions and their signs, in the order of the bar.
import type { GameEvent } from "../../core/proto";
import { Icon } from "../../ui/icons";
import type { Omen } from "../index";
import { Picture, Sign as Drawn, type SignName } from "./icon";

const icons = {
  choose_hero: <Drawn name="flag" />, roll_dice: <Drawn name="dice" />, free_step_mode: <Drawn name="step" />, rest: <Drawn name="rest" />, rest_done: <Drawn name="check" />,
  go: <Picture name="boots" />, step: <Drawn name="step" />, step_free: <Drawn name="step" />, end_move: <Drawn name="flag" />,
  adventure: <Drawn name="xp" />, attack_hero: <Picture name="swords" />, decline: <Drawn name="cross" />,
  choose: <Drawn name="check" />, start: <Picture name="swords" />, try_escape: <Drawn name="escape" />, stand: <Drawn name="shield" />,
  attack: <Drawn name="body" />, defend: <Drawn name="shield" />, defend_with: <Drawn name="shield" />, roll: <Drawn name="dice" />, accept: <Drawn name="check" />, use: <Drawn name="spirit" />, done: <Drawn name="check" />,
  target: <Drawn name="flag" />, target_dice: <Drawn name="dice" />, target_town: <Drawn name="town" />, choose_town: <Drawn name="town" />, loot: <Drawn name="cards" />, loot_none: <Drawn name="cross" />,
  enter_market: <Drawn name="town" />, buy: <Drawn name="gold" />, hire: <Drawn name="gold" />, sell: <Picture name="coins" />, heal: <Drawn name="heal" />, discard: <Drawn name="cross" />, limit_discard: <Drawn name="cross" />,
  skip_market: <Drawn name="cross" />, leave_market: <Icon name="last" />, buy_xp: <Drawn name="xp" />, end_turn: <Icon name="last" />,
};

export const verbs = {
  order: Object.keys(icons),
  Icon: ({ verb }: { verb: string }) => icons[verb as keyof typeof icons] ?? <Drawn name="flag" />,
};

/** What a choice that is shown in advance brings about, and how heavy that is. */
export function omen(e: GameEvent): Omen | null {
  const who = e.items[0], n = Number(e.args["n"] ?? 0);
  switch (e.type) {
    case "healed": return { who: "healed", sign: "life", n, weight: 2 };
    case "wounded": return who === undefined ? null : { who, sign: "life", n: -n, weight: 10 };
    case "game_ended": return { who: "end", sign: "runes", weight: 100 };
    default: return null;
  }
}

const drawn: Record<string, SignName> = { life: "life", runes: "runes" };
export const Sign = ({ id }: { id: string }) => { const name = drawn[id]; return name ? <Drawn name={name} /> : null; };

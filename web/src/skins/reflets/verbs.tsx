// The kinds of actions and their signs, in the order of the bar.
import type { ComponentChild } from "preact";
import type { GameEvent } from "../../core/proto";
import type { EventOf, VerbOf } from "../../core/tables";
import { Icon } from "../../ui/icons";
import type { Omen } from "../index";
import { Gem, Picture, Sign as Drawn, type SignName } from "./icon";

const s = (name: SignName): ComponentChild => <Drawn name={name} />;
const icons: Partial<Record<VerbOf<"reflets">, ComponentChild>> = {
  keep_hero: s("check"), swap_places: s("swap"), replace_hero: s("cards"), team_done: s("flag"), choose_quest: s("flag"), choose_challenge: s("up"), place_token: s("luck"), quick_tokens: s("dice"),
  goto: s("walk"), stay: s("brake"), walk: s("walk"), run: s("agility"), brake: s("brake"),
  test: <Picture name="swords" />, auto: s("star"), assign: s("dice"), paid_reroll: s("dice"), gold_subst: s("crown"), gold_reroll: s("dice"), dice_mask: s("dice"), choose_tester: s("flag"),
  skill: s("star"), dilemma: s("cards"), token: s("luck"), token_reroll: s("dice"), token_now: s("luck"), token_wait: s("cards"), luck_pick: s("luck"), luck_roll: s("dice"),
  keep_dilemma: s("check"), drop_dilemma: s("cross"), dilemma_keep: s("check"), dilemma_swap: s("swap"), dilemma_discard: s("cross"), pick_dilemma: s("cards"),
  pick_hazard: s("flag"), option: s("next"), use_key: s("portal"), skip_test: s("next"), room_luck: s("luck"),
  pay_gem: <Gem colour="red" />, place_gem: <Gem colour="green" />, take_gem: <Gem colour="violet" />, burn_gem: <Gem colour="orange" />, pay_colour: <Gem colour="blue" />,
  debt_card: s("cards"), debt_hero: s("skull"), equip_item: <Picture name="plate" />, equip_done: s("check"), equip_holder: <Picture name="plate" />, equip_discard: s("cross"),
  offer_discard: s("cross"), offer_enrol: s("check"), offer_replace: s("swap"), pick_hero: s("flag"), pick_done: s("check"), pick_room: s("portal"), peek: s("eye"), peek_deck: s("eye"),
  relic: <Picture name="amulet" />, loot3: <Picture name="plate" />, alt: s("next"), trade: s("swap"), trade_done: s("check"), treasure: s("crown"), octogon: <Picture name="swords" />, remain: s("brake"), portal: s("portal"), cross: s("portal"),
  imp_tax_draw: s("cards"), imp_tax_take: s("swap"), pick_board: s("gem"), pick_card: s("cards"),
  transfer_gem: s("gem"), exchange_gem: s("swap"), move_dilemma: s("cards"), exchange_dilemma: s("swap"),
  pass: <Icon name="last" />,
};

export const verbs = {
  order: Object.keys(icons),
  Icon: ({ verb }: { verb: string }) => icons[verb as keyof typeof icons] ?? <Drawn name="flag" />,
};

/** What a choice that is shown in advance brings about, and how heavy that is. */
export function omen(e: GameEvent): Omen | null {
  const who = e.items[0], n = Number(e.args["n"] ?? 0);
  switch ((e as EventOf<"reflets">).type) {
    case "healed": return { who: who ?? "healed", sign: "life", n: 1, weight: 2 };
    case "wounded": return who === undefined ? null : { who, sign: "life", n: -1, weight: 10 };
    case "died": return who === undefined ? null : { who, sign: "skull", weight: 40 };
    case "avatar": return { who: "avatar", sign: "skull", n, weight: 5 };
    case "game_ended": return { who: "end", sign: "flag", weight: 100 };
    default: return null;
  }
}

const drawn: Record<string, SignName> = { life: "life", skull: "skull", flag: "flag" };
export const Sign = ({ id }: { id: string }) => { const name = drawn[id]; return name ? <Drawn name={name} /> : null; };

// The kinds of actions and their signs, in the order of the bar.
import type { ComponentChild } from "preact";
import type { VerbOf } from "../../core/tables";
import { Emblem, Small } from "./icon";

const icons: Record<VerbOf<"runemasters">, ComponentChild> = {
  choose_guardian: <Emblem name="crown" />, place_guardian: <Emblem name="swift" />, choose_dean: <Emblem name="crown" />,
  hit: <Emblem name="swords" />, choose_weak: <Emblem name="swords" />, move: <Emblem name="swift" />, free_move: <Emblem name="swift" />, block: <Emblem name="chains" />,
  mark_whirl: <Emblem name="blades" />, mark_swap: <Emblem name="cycle" />, mark_move: <Emblem name="cycle" />, mark_heal: <Emblem name="prayer" />, mark_shield: <Emblem name="shield" />,
  charge: <Small name="ult" />, reroll: <Small name="reroll" />, release: <Small name="mana" />, ultimate: <Emblem name="storm" />,
  assign_angel: <Emblem name="angel" />, choose_reward: <Small name="hp" />,
  end: <Emblem name="calm" />,
};

export const verbs = {
  order: Object.keys(icons),
  Icon: ({ verb }: { verb: string }) => icons[verb as keyof typeof icons] ?? <Small name="uses" />,
};

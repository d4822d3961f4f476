// Opens a rule where it disturbs least: beside the board when a table is on the screen, else on the screen of the rules.
import { current } from "../core/now";
import { go, href } from "../router";
import { openSide } from "../ui/side";
import { gameOf } from "./book";

export const ruleHref = (id: string, game?: string): string => href({ at: "rules", game: game ?? gameOf(id) ?? "", id });

export function openRule(id: string, game?: string): void {
  if (current.peek()) openSide("rules", id);
  else go(ruleHref(id, game));
}

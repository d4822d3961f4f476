// The levels of bots, in words.
import { t } from "../../core/i18n";
import { lobby } from "../../core/open";

/** The best first. */
export function levels(): string[] {
  const there = lobby.welcome.value?.bots ?? ["random", "greedy"];
  return [...there].reverse();
}

export function botText(level: string): string {
  if (level === "greedy") return t("web.bot.greedy");
  if (level === "random") return t("web.bot.random");
  return level;
}

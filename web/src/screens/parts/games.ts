// The games as the home page shows them, before the server or the engine has said anything.
import { t } from "../../core/i18n";
import type { OptionValues, SeatWanted } from "../../core/proto";
import { lobby } from "../../core/open";
import { aboutOf, games } from "../../skins/about";

export interface GameCard { id: string; name: string; tag: string; players: readonly [number, number]; here: boolean }

/** Ours first, then whatever else the server offers. */
export function gameCards(): GameCard[] {
  const cards: GameCard[] = games.map((g) => ({ id: g.id, name: g.name, tag: g.tag(), players: g.players, here: true }));
  for (const g of lobby.welcome.value?.games ?? [])
    if (!aboutOf(g.id)) cards.push({ id: g.id, name: g.name, tag: g.blurb, players: g.players, here: false });
  return cards;
}

export function gameName(id: string): string {
  return aboutOf(id)?.name ?? lobby.welcome.value?.games.find((g) => g.id === id)?.name ?? id;
}

export function quickOptions(game: string, begun: number): OptionValues {
  return aboutOf(game)?.quick(begun) ?? {};
}

export function quickPlayers(game: string, name: string): SeatWanted[] {
  const bots = aboutOf(game)?.against ?? 0;
  return [{ kind: "human", ...(name && { name }) }, ...Array.from({ length: bots }, (): SeatWanted => ({ kind: "bot", level: "greedy" }))];
}

export function quickText(game: string): string {
  return aboutOf(game)?.quickText() ?? t("web.home.quick");
}

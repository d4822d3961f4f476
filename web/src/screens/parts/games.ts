// The games as the home page shows them, before the server or the engine has said anything.
import { t } from "../../core/i18n";
import type { OptionValues, SeatWanted } from "../../core/proto";
import { lobby } from "../../core/open";

export interface GameCard { id: string; name: string; tag: string; players: readonly [number, number]; here: boolean }

interface Ours {
  id: string;
  name: string;
  tag: () => string;
  players: readonly [number, number];
  /** A first game alone: short, mild, and at once at the first decision. n: games of it that were begun before. */
  quick: (n: number) => OptionValues;
  quickText: () => string;
  /** Who else plays then: machines. */
  against?: number;
}

// Another pair of guardians each time, so that all four are met; the first two heal and strike, which explains itself.
const pairs = [["kulak", "kyreas"], ["ismoros", "neltai"], ["neltai", "kulak"], ["kyreas", "ismoros"]];
const paths = [["red", "blue"], ["green", "yellow"], ["blue", "green"], ["yellow", "red"]];

const ours: Ours[] = [
  {
    id: "runemasters",
    name: "Runemasters",
    tag: () => t("web.game.runemasters"),
    players: [1, 4],
    quick: (n) => ({
      guardians: 2,
      difficulty: "initiation",
      preset_guardians: pairs[n % pairs.length]!,
      preset_paths: paths[n % paths.length]!,
      preset_dean: 0,
    }),
    quickText: () => t("web.game.runemasters.quick"),
  },
  {
    id: "enchanters",
    name: "Enchanters",
    tag: () => t("web.game.enchanters"),
    players: [2, 4],
    // The kingdoms of a first game, then others at random.
    quick: (n) => ({ players: 2, kingdom_mode: n === 0 ? "first_game" : "random", variant_super_quick: "yes" }),
    quickText: () => t("web.game.enchanters.quick"),
    against: 1,
  },
];

/** Ours first, then whatever else the server offers. */
export function gameCards(): GameCard[] {
  const cards: GameCard[] = ours.map((g) => ({ id: g.id, name: g.name, tag: g.tag(), players: g.players, here: true }));
  for (const g of lobby.welcome.value?.games ?? [])
    if (!ours.some((o) => o.id === g.id)) cards.push({ id: g.id, name: g.name, tag: g.blurb, players: g.players, here: false });
  return cards;
}

export function gameName(id: string): string {
  return ours.find((g) => g.id === id)?.name ?? lobby.welcome.value?.games.find((g) => g.id === id)?.name ?? id;
}

export function quickOptions(game: string, begun: number): OptionValues {
  return ours.find((g) => g.id === game)?.quick(begun) ?? {};
}

export function quickPlayers(game: string, name: string): SeatWanted[] {
  const bots = ours.find((g) => g.id === game)?.against ?? 0;
  return [{ kind: "human", ...(name && { name }) }, ...Array.from({ length: bots }, (): SeatWanted => ({ kind: "bot", level: "greedy" }))];
}

export function quickText(game: string): string {
  return ours.find((g) => g.id === game)?.quickText() ?? t("web.home.quick");
}

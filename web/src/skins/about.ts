// What the page knows of a game before a server or an engine has said anything. Each game says it in about.ts of its folder.
import type { OptionValues } from "../core/proto";

export interface About {
  /** Where it stands among the others: lowest first. */
  order: number;
  name: string;
  /** Who made the game. */
  by?: string;
  tag: () => string;
  players: readonly [number, number];
  /** A first game alone: short, mild, and at once at the first decision. n: games of it that were begun before. */
  quick: (n: number) => OptionValues;
  quickText: () => string;
  /** Who else plays then: machines. */
  against?: number;
  /** It plays at night: its table is dark, unless another set of colours was chosen. */
  night?: boolean;
}

const files = import.meta.glob<About>("./*/about.ts", { eager: true, import: "default" });

/** All games of the page, in their order. */
export const games: readonly (About & { id: string })[] = Object.entries(files)
  .map(([path, about]) => ({ ...about, id: path.split("/")[1]! }))
  .sort((a, b) => a.order - b.order);

export const aboutOf = (id: string): About | undefined => games.find((g) => g.id === id);

// The dice of a game: each game that has some says it in dice.ts of its folder.
import type { GameEvent } from "../core/proto";

export interface Dice {
  /** All of them equally likely. */
  faces: readonly string[];
  name: (face: string) => string;
  /** The faces that an event threw. */
  thrown: (e: GameEvent) => string[];
}

const files = import.meta.glob<Dice>("./*/dice.ts", { eager: true, import: "default" });

export const diceOf = (game: string): Dice | undefined => files[`./${game}/dice.ts`];

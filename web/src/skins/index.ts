// Which game has a board of its own: those with an index.tsx in their folder. A skin places and paints zones and things; everything else of the table is ui/.
import type { ComponentType } from "preact";
import type { GameEvent, Item } from "../core/proto";
import type { Table } from "../core/table";
import type { Previews } from "../ui/marks";
import type { Select } from "../ui/select";

/** who: a thing of the view. sign: what befalls it, n times (added up). weight: how bad that is. */
export interface Omen { who: string; sign: string; n?: number; weight: number }

export interface Skin {
  /** previews: what actions would do, asked for when they are looked at. */
  Board: ComponentType<{ table: Table; sel: Select; previews: Previews }>;
  /** A thing in large, beside the board, while the mouse is on it and in its detail; of what has no face of its own: nothing. */
  Large?: ComponentType<{ item: Item }>;
  /** A small drawing for a total of the seat strip ("hp"); its name stands beside it, or is read out. */
  StatIcon?: ComponentType<{ id: string }>;
  /** A small drawing for a seat ("guardian.kulak"). */
  FaceIcon?: ComponentType<{ face: string }>;
  /** Which events of a forecast are worth telling. */
  important?: (e: GameEvent) => boolean;
  /** Whom an event of a forecast hits, and how hard; null: nobody. */
  omen?: (e: GameEvent) => Omen | null;
  /** The drawing of a victim or of what befalls it, both as omen names them. */
  Sign?: ComponentType<{ id: string }>;
  /** The kinds of actions, in the order of the bar at the board. */
  verbs?: { order: readonly string[]; Icon: ComponentType<{ verb: string }> };
}

const skins = import.meta.glob<{ default: Skin }>("./*/index.tsx");

export function skinFor(game: string): (() => Promise<{ default: Skin }>) | null {
  return skins[`./${game}/index.tsx`] ?? null;
}

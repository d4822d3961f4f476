// Which game has a board of its own: those with an index.tsx in their folder. A skin places and paints zones and things; everything else of the table is ui/.
import type { ComponentType } from "preact";
import type { GameEvent } from "../core/proto";
import type { Table } from "../core/table";
import type { Previews } from "../ui/marks";
import type { Select } from "../ui/select";

export interface Skin {
  /** previews: what actions would do, asked for when they are looked at. */
  Board: ComponentType<{ table: Table; sel: Select; previews: Previews }>;
  /** A small drawing for a total of the seat strip ("hp"); its name stands beside it, or is read out. */
  StatIcon?: ComponentType<{ id: string }>;
  /** A small drawing for a seat ("guardian.kulak"). */
  FaceIcon?: ComponentType<{ face: string }>;
  /** Which events of a forecast are worth a line where there is little room. */
  important?: (e: GameEvent) => boolean;
}

const skins = import.meta.glob<{ default: Skin }>("./*/index.tsx");

export function skinFor(game: string): (() => Promise<{ default: Skin }>) | null {
  return skins[`./${game}/index.tsx`] ?? null;
}

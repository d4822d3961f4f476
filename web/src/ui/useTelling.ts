// Movement, sounds and the telling come after the board: nobody needs them for a first decision.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { painted } from "../core/frame";
import type { Table } from "../core/table";

/** What a skin's effects.ts exports. */
export interface Effects { tell(table: Table, root: HTMLElement): () => void }

export function useTelling(table: Table, root: RefObject<HTMLElement | null>, load: () => Promise<Effects>): void {
  useEffect(() => {
    let end: (() => void) | null = null, here = true;
    // a board that cannot have them is played without
    painted().then(load).then((m) => { if (here && root.current) end = m.tell(table, root.current); }, () => {});
    return () => { here = false; end?.(); };
  }, [table]);
}

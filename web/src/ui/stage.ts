// When movement plays (motion.ts): each time the view changes, with what the last step brought.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { effect } from "@preact/signals";
import type { Entry, View } from "../core/proto";
import type { Table } from "../core/table";
import { pace, Stage } from "./motion";

/**
 * look sees the board as it was, still on the screen, and the view that comes; show plays on the new one.
 * board and layer: selectors of what is measured, and of the element over it.
 */
export function useStage<T>(
  table: Table, root: RefObject<HTMLElement | null>, { board, layer }: { board: string; layer: string },
  look: (stage: Stage, view: View) => T, show: (stage: Stage, was: T, entries: Entry[]) => void,
): void {
  useEffect(() => {
    const area = root.current?.querySelector<HTMLElement>(board), over = area?.querySelector<HTMLElement>(layer);
    if (!area || !over) return;
    const stage = new Stage(area, over);
    let seen = table.fresh.peek(), frame = 0, first = true;
    // Runs as soon as the view changes: the old board is still on the screen.
    const stop = effect(() => {
      const view = table.view.value;
      if (first || !view || pace() === 0) { first = false; seen = table.fresh.peek(); return; }
      stage.cut();
      const was = look(stage, view);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const fresh = table.fresh.peek();
        show(stage, was, fresh === seen ? [] : fresh);
        seen = fresh;
      });
    });
    return () => { stop(); cancelAnimationFrame(frame); stage.close(); };
  }, [table]);
}

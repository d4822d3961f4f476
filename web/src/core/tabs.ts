// The page's other tabs: who changed what, so that lists are fresh and one game is played in one place.
import { randomId } from "./cid";

export type TabNews =
  | { what: "changed"; id: string }            // a game of "my games" was written
  | { what: "taken"; id: string; tab: string } // a local game goes on in that tab from now on
  | { what: "gone"; id: string; tab: string }  // and no longer does
  | { what: "forgotten" };                     // everything was deleted

/** Names this tab in what it stores. */
export const thisTab = randomId(10);

const channel = typeof BroadcastChannel === "undefined" || typeof document === "undefined" ? null : new BroadcastChannel("veillee");
const listeners = new Set<(n: TabNews) => void>();

channel?.addEventListener("message", (e: MessageEvent<TabNews>) => {
  if (typeof e.data !== "object" || e.data === null) return;
  for (const f of [...listeners]) f(e.data);
});

export function tellTabs(n: TabNews): void {
  try {
    channel?.postMessage(n);
  } catch { /* closed with the page */ }
}

export function fromTabs(f: (n: TabNews) => void): () => void {
  listeners.add(f);
  return () => listeners.delete(f);
}

// What the page is doing at this moment, for the frame around the screens.
import { computed, signal } from "@preact/signals";
import type { Table } from "./table";

/** The table on the screen. The table screen sets it while it is shown; the frame words its connection. */
export const current = signal<Table | null>(null);

/** A game on the screen that goes on: no update and no install prompt meanwhile. */
export const playing = computed(() => current.value !== null && current.value.over.value === null);

/** A table was on the screen since the page was loaded. */
export const hasPlayed = signal(false);
current.subscribe((t) => { if (t) hasPlayed.value = true; });

/** The title of the window, where the screen wants another than its name: "À vous – Runemasters". */
export const title = signal<string | null>(null);

/** At so many other tables it is my turn; the title says it. */
export const waiting = signal(0);

/** Something that the player should know about, shown above the screen until it is closed. */
export interface Notice { n: number; text: string; button?: string; act?: () => void }
export const notices = signal<Notice[]>([]);

let count = 0;
export function notice(text: string, button?: string, act?: () => void): void {
  const mine: Notice = { n: ++count, text, ...(button && act && { button, act }) };
  notices.value = [...notices.value.filter((x) => x.text !== text), mine].slice(-3);
}
export function closeNotice(n: number): void {
  notices.value = notices.value.filter((x) => x.n !== n);
}

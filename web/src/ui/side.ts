// What stands beside the board: a column on a wide screen, a sheet on a phone. One thing at a time, never over the board.
import { signal } from "@preact/signals";

export const panels = ["inspect", "zone", "log", "chat", "players", "rules", "why", "stats", "text", "keys", "more"] as const;
export type Panel = (typeof panels)[number];
export interface Side { what: Panel; arg?: unknown }

/** null: on a wide screen the log, on a phone nothing. */
export const side = signal<Side | null>(null);

let opener: Element | null = null;

export function openSide(what: Panel, arg?: unknown): void {
  if (side.peek() === null) opener = document.activeElement;
  side.value = arg === undefined ? { what } : { what, arg };
}

/** Closes the slot, and gives the focus back to what opened it if it was inside. */
export function closeSide(): void {
  if (side.peek() === null) return;
  const inside = document.activeElement?.closest("[data-side]");
  side.value = null;
  if (inside && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  opener = null;
}

export function toggleSide(what: Panel, arg?: unknown): void {
  if (side.peek()?.what === what && (arg === undefined || side.peek()?.arg === arg)) closeSide();
  else openSide(what, arg);
}

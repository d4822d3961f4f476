// How far a lesson has come, kept in this browser: it goes on after a reload, and tomorrow.
import { storageFailed } from "../core/settings";

/** on: by the script; tips: free play, with remarks; off: closed. */
export interface Progress { table: string; step: number; mode: "on" | "tips" | "off"; done: boolean; told: string[] }

const place = (game: string): string => `veillee.learn.${game}`;
const isText = (x: unknown): x is string => typeof x === "string";

export function readProgress(game: string): Progress | null {
  try {
    const p = JSON.parse(localStorage.getItem(place(game)) ?? "null") as Partial<Progress> | null;
    if (!p || !isText(p.table) || typeof p.step !== "number" || !Array.isArray(p.told)) return null;
    return { table: p.table, step: p.step, mode: p.mode === "tips" || p.mode === "off" ? p.mode : "on", done: p.done === true, told: p.told.filter(isText) };
  } catch {
    return null;
  }
}

export function writeProgress(game: string, p: Progress | null): void {
  try {
    if (p) localStorage.setItem(place(game), JSON.stringify(p));
    else localStorage.removeItem(place(game));
  } catch (e) {
    storageFailed(e);
  }
}

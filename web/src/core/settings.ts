// What the player chose, kept in this browser. Each setting is a signal; a browser that refuses storage forgets them, and says so.
import { effect, signal, type Signal } from "@preact/signals";
import type { Lang } from "./proto";

export type Theme = "auto" | "light" | "dark" | "contrast" | "parchment";
export type Motion = "auto" | "normal" | "fast" | "off";
export type TextSize = "normal" | "large" | "larger";
export type Renderer = "skin" | "plain";
/** Classes of sounds that are switched apart. */
export const soundClasses = ["dice", "moves", "events", "turn"] as const;
export type SoundClass = (typeof soundClasses)[number];

/** Whether this browser keeps what we give it. */
export const storage = signal<"ok" | "refused" | "full">("ok");

const PLACE = "veillee.settings";

function readAll(): Record<string, unknown> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof all === "object" && all !== null && !Array.isArray(all) ? (all as Record<string, unknown>) : {};
  } catch (e) {
    if (!(e instanceof SyntaxError)) storage.value = "refused";
    return {};
  }
}

/** A full or refused storage is remembered for the notice at the top of the page. */
export function storageFailed(e: unknown): void {
  storage.value = e instanceof DOMException && /quota/i.test(e.name) ? "full" : "refused";
}

let kept = readAll();

function writeAll(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch (e) {
    storageFailed(e);
  }
}

const readers: (() => void)[] = [];
const defaults: (() => void)[] = [];

/** A signal that is read from storage, and written there when it changes. */
function stored<T>(name: string, unset: T, read: (found: unknown) => T | undefined): Signal<T> {
  const from = (): T => {
    const found = kept[name];
    return found === undefined ? unset : (read(found) ?? unset);
  };
  const s = signal(from());
  readers.push(() => { if (JSON.stringify(s.peek()) !== JSON.stringify(from())) s.value = from(); });
  defaults.push(() => { s.value = unset; });
  let first = true;
  effect(() => {
    const value = s.value;
    if (first) { first = false; return; }
    if (JSON.stringify(kept[name]) === JSON.stringify(value)) return;
    kept = { ...readAll(), [name]: value };
    writeAll();
  });
  return s;
}

const oneOf = <T extends string>(...words: readonly T[]) => (v: unknown): T | undefined => words.find((w) => w === v);
const bool = (v: unknown): boolean | undefined => (typeof v === "boolean" ? v : undefined);
const num = (lo: number, hi: number) => (v: unknown): number | undefined => (typeof v === "number" && v >= lo && v <= hi ? v : undefined);
const text = (max: number) => (v: unknown): string | undefined => (typeof v === "string" && v.length <= max ? v : undefined);

function entries<T>(v: unknown, ok: (x: unknown) => x is T): Record<string, T> | undefined {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return undefined;
  return Object.fromEntries(Object.entries(v).filter((e): e is [string, T] => ok(e[1])));
}
const isBool = (x: unknown): x is boolean => typeof x === "boolean";
const isKey = (x: unknown): x is string => typeof x === "string" && x.length > 0 && x.length < 20;

const guessed = (): Lang => {
  for (const l of navigator.languages ?? [navigator.language])
    if (/^(fr|en)\b/i.test(l)) return l.slice(0, 2).toLowerCase() as Lang;
  return "fr";
};

const allSounds = { dice: true, moves: true, events: true, turn: true };

export const settings = {
  lang: stored<Lang>("lang", guessed(), oneOf("fr", "en")),
  theme: stored<Theme>("theme", "auto", oneOf("auto", "light", "dark", "contrast", "parchment")),
  motion: stored<Motion>("motion", "auto", oneOf("auto", "normal", "fast", "off")),
  textSize: stored<TextSize>("textSize", "normal", oneOf("normal", "large", "larger")),
  renderer: stored<Renderer>("renderer", "skin", oneOf("skin", "plain")),
  /** Master switch; then by class. */
  sound: stored<boolean>("sound", true, bool),
  sounds: stored<Record<SoundClass, boolean>>("sounds", allSounds, (v) => ({ ...allSounds, ...entries(v, isBool) })),
  volume: stored<number>("volume", 0.6, num(0, 1)),
  name: stored<string>("name", "", text(60)),
  /** Play a choice that is the only one by itself. */
  autoForced: stored<boolean>("autoForced", false, bool),
  /** Second click on what cannot be taken back. */
  confirmReveal: stored<boolean>("confirmReveal", true, bool),
  /** Milliseconds that a machine lets pass before its move. */
  botPace: stored<number>("botPace", 600, num(0, 5000)),
  /** Command → key, where it differs from core/keymap.ts. */
  keys: stored<Record<string, string>>("keys", {}, (v) => entries(v, isKey)),
  notify: stored<boolean>("notify", false, bool),
  hintsInNet: stored<boolean>("hintsInNet", false, bool),
  /** Asked once to install the page, and answered "not now". */
  installAsked: stored<boolean>("installAsked", false, bool),
};

/** All settings as they were at first. */
export function resetSettings(): void {
  for (const back of defaults) back();
}

/** Removes everything that the page wrote to localStorage. */
export function forgetSettings(): void {
  resetSettings();
  kept = {};
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("veillee.")) localStorage.removeItem(key);
  } catch (e) {
    storageFailed(e);
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What a game looks like when nothing else was chosen; null: as the system. */
export const mood = signal<"dark" | null>(null);
/** The theme that is shown: never "auto". */
export const shownTheme = signal<Exclude<Theme, "auto">>("light");
/** The motion that is shown: never "auto". */
export const shownMotion = signal<Exclude<Motion, "auto">>("normal");

/** Keeps <html data-theme data-motion data-text> and the other tabs in step. Called once. */
export function applySettings(): void {
  const show = (): void => {
    const { theme, motion } = settings;
    shownTheme.value = theme.value !== "auto" ? theme.value : contrast.matches ? "contrast" : mood.value ?? (dark.matches ? "dark" : "light");
    shownMotion.value = motion.value !== "auto" ? motion.value : still.matches ? "off" : "normal";
  };
  for (const query of [dark, contrast, still]) query.addEventListener("change", show);
  effect(show);
  effect(() => {
    const root = document.documentElement;
    root.dataset["theme"] = shownTheme.value;
    root.dataset["motion"] = shownMotion.value;
    root.dataset["text"] = settings.textSize.value;
  });
  window.addEventListener("storage", (e) => {
    if (e.key !== PLACE) return;
    kept = readAll();
    for (const read of readers) read();
  });
}

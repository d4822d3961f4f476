// Which key does what. The table listens (ui/keys.ts), the settings remap, the keys screen lists: all from here.
import { computed } from "@preact/signals";
import { settings } from "./settings";

/** Commands that one key calls, in the order in which they are listed, with the key they have at first. */
export const defaultKeys = {
  undo: "u",
  redo: "y",
  hint: "h",
  inspect: "i",
  why: "w",
  log: "l",
  rules: "r",
  chat: "c",
  stats: "s",
  board: "b",
  list: "a",
  back: "z",
  forward: "x",
  now: "n",
  keys: "?",
} as const;
export type Command = keyof typeof defaultKeys;
export const commands = Object.keys(defaultKeys) as Command[];

/** Command → key, as they are now. */
export const keymap = computed<Record<Command, string>>(() => {
  const mine = settings.keys.value;
  return Object.fromEntries(commands.map((c) => [c, mine[c] ?? defaultKeys[c]])) as Record<Command, string>;
});

const byKey = computed(() => new Map(commands.map((c) => [keymap.value[c], c])));

/** Whether somebody is writing there, so that letters are letters. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
    !(target instanceof HTMLInputElement && /^(button|checkbox|radio|range|submit|file)$/.test(target.type)));
}

/** The command of a pressed key; null if it is none, or typing. */
export function commandOf(e: KeyboardEvent): Command | null {
  if (e.ctrlKey || e.altKey || e.metaKey || e.isComposing || isTyping(e.target)) return null;
  return byKey.value.get(e.key.length === 1 ? e.key.toLowerCase() : e.key) ?? null;
}

/** Another key for a command; the one that had the key gets the command's old one. */
export function remap(command: Command, key: string): void {
  const now = keymap.peek();
  const other = byKey.peek().get(key);
  const next: Record<string, string> = { ...now, [command]: key };
  if (other && other !== command) next[other] = now[command];
  settings.keys.value = Object.fromEntries(Object.entries(next).filter(([c, k]) => defaultKeys[c as Command] !== k));
}

/** Keys that cannot be given: they move the focus, press, or choose from the list. */
export const isFixed = (key: string): boolean =>
  /^([0-9 ]|Tab|Enter|Escape|Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Arrow.*|F\d+|Unidentified|Process)$/.test(key);

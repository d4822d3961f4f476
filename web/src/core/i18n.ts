// Words of the page: t("web.home.title", { n: 3 }) in the language of the moment. Only that language is loaded.
// The texts are the catalogue's (locale/), made into modules by build/strings.mjs; ids and arguments are checked by the compiler.
import { batch, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Arg, StringId, Strings } from "../gen/ids";
import type { Lang } from "./proto";
import { settings } from "./settings";

export type { StringId };

type Texts = Record<string, string>;
type Load = () => Promise<{ default: Texts }>;

/** What the first screen and the first game need; and the rest, which comes after them. */
const first: Record<Lang, Load> = { fr: () => import("../gen/strings.fr"), en: () => import("../gen/strings.en") };
const rest: Record<Lang, Load> = { fr: () => import("../gen/more.fr"), en: () => import("../gen/more.en") };

const shown = signal<Lang>(settings.lang.peek());
const texts = signal<Texts>({});
let wantsRest = false;

/** The language that is shown. It follows settings.lang as soon as its texts are here. */
export const lang: ReadonlySignal<Lang> = shown;

/** Texts by hand, for tests. */
export function useTexts(l: Lang, t: Texts): void {
  batch(() => { texts.value = t; shown.value = l; });
}

async function load(l: Lang): Promise<void> {
  const parts = await Promise.all([first[l](), wantsRest ? rest[l]() : null]);
  if (settings.lang.peek() !== l) return;
  // The rest may have come before the first ones: nothing of this language is dropped.
  useTexts(l, Object.assign({}, shown.peek() === l ? texts.peek() : null, ...parts.map((p) => p?.default)) as Texts);
  document.documentElement.lang = l;
}

/** Loads the first language and follows settings.lang from then on. Resolves when the page can be worded. */
export function startWords(): Promise<void> {
  const begun = load(settings.lang.peek());
  let isFirst = true;
  effect(() => {
    const l = settings.lang.value;
    if (!isFirst) void load(l).catch(() => { settings.lang.value = shown.peek(); });
    isFirst = false;
  });
  return begun;
}

let whole: Promise<void> | null = null;
/** Loads the rest of the texts, once; screens beyond the first ones wait for it. */
export function allWords(): Promise<void> {
  wantsRest = true;
  whole ??= load(settings.lang.peek());
  whole.catch(() => { whole = null; });
  return whole;
}

export function setLang(l: Lang): void {
  settings.lang.value = l;
}

type Args<I extends StringId> = I extends unknown
  ? Strings[I] extends null ? [args?: Record<string, Arg>] : [args: Strings[I] & Record<string, Arg>]
  : never;

/** The text of an id. Reading it in a component makes it follow the language. */
export function t<I extends StringId>(id: I, ...args: Args<I>): string {
  const text = texts.value[id];
  return text === undefined ? `[${id}]` : fill(text, args[0] ?? {}, shown.value);
}

/** The name of a game; its id where the catalogue does not know it. */
export function gameName(id: string): string {
  return texts.value[`game.${id}.name`] ?? id;
}

/** {name}, {n|one|other}, {n|zero|one|other} with # for the number, {a,b} for a list of those that are there. */
export function fill(text: string, args: Record<string, Arg>, l: Lang): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, inside: string) => {
    const [name = "", ...forms] = inside.split("|");
    if (name.includes(",")) return name.split(",").map((n) => args[n]).filter((v) => v !== undefined && v !== "").join(", ");
    const value = args[name];
    if (value === undefined) return whole;
    if (forms.length === 0) return String(value);
    return plural(Number(value), forms, l).replace(/#/g, String(value));
  });
}

function plural(n: number, forms: string[], l: Lang): string {
  const [zero, one, other] = forms.length === 3 ? forms : [undefined, ...forms];
  if (n === 0 && zero !== undefined) return zero;
  const single = l === "fr" ? n > -2 && n < 2 : n === 1;
  return (single ? one : other) ?? "";
}

/** A time as people say it: "12 mars, 14:05". */
export const when = (ms: number): string =>
  new Intl.DateTimeFormat(shown.value, { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" }).format(ms);

// The numbered rules of a game, as build/rules.mjs made them from rules/: loaded on demand, found by id, searched by words.
import { signal } from "@preact/signals";
import index from "../gen/rules.index.json";
import type { Lang } from "../core/proto";

export interface Rule {
  id: string;
  text: string;
  /** Of a ruling: what was unclear, the reason, what was set aside. */
  ask?: string;
  why?: string;
  else?: string;
  /** Of a refusal: its code word. */
  code?: string;
  /** Withdrawn. */
  gone?: boolean;
  /** The rulings behind it. */
  see?: string[];
}
/** deep: for the curious; it stands last. */
export interface Section { n: string; title: string; area?: string; deep?: boolean; rules: Rule[] }
/** ask: examples of what one may look for; brief: how to play, on one page; say: rules that are told there in plainer words. */
export interface Book { game: string; lang: Lang; ask?: string[]; brief: { key: BriefKey; rules: string[] }[]; say: Record<string, string>; sections: Section[] }
export type BriefKey = "goal" | "turn" | "do" | "danger" | "own" | "end";
export interface Found { rule: Rule; section: Section }

/** The game whose rules an id belongs to: "RM-HIT-02" → "runemasters". */
export const gameOf = (id: string): string | undefined => (index as Record<string, string>)[id.slice(0, 2)];

// ---- loading ----

const files = import.meta.glob<{ default: Book }>("../gen/rules.*.*.json");
const books = signal<ReadonlyMap<string, Book>>(new Map());
const loading = new Map<string, Promise<Book>>();

/** The rules of a game in a language. Rejects if there are none, or if they cannot be had now. */
export function loadBook(game: string, l: Lang): Promise<Book> {
  const key = `${game}.${l}`;
  const file = files[`../gen/rules.${key}.json`];
  let going = loading.get(key);
  if (!going) {
    going = file ? file().then((m) => {
      books.value = new Map(books.peek()).set(key, m.default);
      return m.default;
    }) : Promise.reject(new Error(`no rules of ${key}`));
    going.catch(() => { loading.delete(key); });
    loading.set(key, going);
  }
  return going;
}

/** The book if it is here already; reading it makes a component follow. */
export const bookNow = (game: string, l: Lang): Book | undefined => books.value.get(`${game}.${l}`);

// ---- finding ----

const byId = new WeakMap<Book, Map<string, Found>>();

function all(book: Book): Map<string, Found> {
  let map = byId.get(book);
  if (!map) {
    map = new Map(book.sections.flatMap((section) => section.rules.map((rule) => [rule.id, { rule, section }] as const)));
    byId.set(book, map);
  }
  return map;
}

export const findRule = (book: Book, id: string): Found | undefined => all(book).get(id);

/** The section that an address names: an id, an area ("HIT"), a number ("5.7"). */
export function findSection(book: Book, id: string): Section | undefined {
  return findRule(book, id)?.section ?? book.sections.find((s) => s.n === id || s.area === id.toUpperCase());
}

/** What stands in an address for a section. */
export const sectionKey = (book: Book, s: Section): string =>
  s.area && book.sections.find((x) => x.area === s.area) === s ? s.area : s.n;

/** Rules whose ruling this is. */
export function citedBy(book: Book, id: string): string[] {
  return book.sections.flatMap((s) => s.rules).filter((r) => r.see?.includes(id)).map((r) => r.id);
}

/** A text in pieces: plain, or the id of a rule. */
export function pieces(text: string): { text: string; id?: string }[] {
  return text.split(/\b([A-Z]{2}-[A-Z]+-\d{2,})\b/).map((part, i) => (i % 2 ? { text: part, id: part } : { text: part })).filter((p) => p.text !== "");
}

/** The first words of a rule, for a tooltip. */
export function gist(rule: Rule, length = 140): string {
  const text = rule.ask ? `${rule.ask} ${rule.text}` : rule.text;
  return text.length <= length ? text : `${text.slice(0, text.lastIndexOf(" ", length))}…`;
}

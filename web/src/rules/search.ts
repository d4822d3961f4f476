// Search in the rules: ids, areas, codes and words, without regard to accents, capitals and plurals; the best come first.
import type { Book, Found, Rule, Section } from "./book";

/** Lower case without accents. Each character of the result comes from place at[i] of the text. */
export function fold(text: string): { text: string; at: number[] } {
  let out = "";
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!.toLowerCase().replace("œ", "oe").replace("æ", "ae").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[’ʼ]/g, "'");
    for (const x of c) {
      out += x;
      at.push(i);
    }
  }
  return { text: out, at };
}

/** Without the ending of a plural; short words stay as they are. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?:e?s|x)$/, "") : word);

/** Words that every rule has. */
const EMPTY = new Set("a an the of to in on is it and or for by with be at as this that le la les l un une des de du d et ou a au aux en sur est il elle on ce se par pour que qui dans".split(" "));

export interface Query { words: string[]; id: string }

export function query(text: string): Query {
  const plain = fold(text).text.trim();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((w) => w !== "");
  const meant = words.filter((w) => !EMPTY.has(w));
  return { words: (meant.length > 0 ? meant : words).map(stem), id: plain.replace(/[\s_]+/g, "-") };
}

const isLetter = (c: string | undefined): boolean => c !== undefined && /[\p{L}\p{N}]/u.test(c);

/** How well a folded text has a word: 3 as a word of its own, 2 as the beginning of one, 1 within, 0 not at all. */
function has(text: string, word: string): number {
  let best = 0;
  for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1)) {
    const starts = !isLetter(text[i - 1]);
    const rest = text.slice(i + word.length).match(/^[\p{L}\p{N}]*/u)![0];
    const whole = rest === "" || /^(?:e?s|x)$/.test(rest);
    best = Math.max(best, starts ? (whole ? 3 : 2) : word.length > 3 ? 1 : 0);
    if (best === 3) break;
  }
  return best;
}

const folded = new WeakMap<Rule | Section, { all: string; title: string }>();

function foldRule(f: Found): string {
  let it = folded.get(f.rule);
  if (!it) folded.set(f.rule, (it = { all: fold([f.rule.ask, f.rule.text, f.rule.why, f.rule.else].filter(Boolean).join(" ")).text, title: "" }));
  return it.all;
}
function foldTitle(s: Section): string {
  let it = folded.get(s);
  if (!it) folded.set(s, (it = { all: "", title: fold(s.title).text }));
  return it.title;
}

/** "rm-hit-02", "hit-02", "hit", "e-die-used". */
function named(f: Found, q: Query): number {
  const id = f.rule.id.toLowerCase();
  const short = id.slice(3);
  if (q.id === id || q.id === short) return 1000;
  if (f.rule.code && q.id === f.rule.code.toLowerCase().replace(/_/g, "-")) return 900;
  if (/^([a-z]{2}-)?[a-z]+(-\d*)?$/.test(q.id) && (id.startsWith(q.id.replace(/-?$/, "-")) || short.startsWith(q.id.replace(/-?$/, "-"))))
    return q.id.includes("-") ? 500 : 40;
  return id.startsWith(q.id) && /-\d/.test(q.id) ? 500 : 0;
}

/** What a rule is worth as an answer; 0 is none. Every word must stand in it or in its heading, and one at least in itself. */
export function worth(f: Found, q: Query): number {
  const byName = named(f, q);
  const text = foldRule(f), title = foldTitle(f.section);
  let sum = 0, inText = 0;
  for (const w of q.words) {
    const t = has(text, w), h = has(title, w);
    if (t === 0 && h === 0) return byName;
    if (t > 0) inText++;
    sum += 10 * t + 6 * h;
  }
  if (q.words.length === 0 || inText === 0) return byName;
  if (q.words.length > 1 && text.includes(q.words.join(" "))) sum += 15;
  // what a rule begins with, and says again, is what it is about; a short one is to the point
  const about = q.words[0]!;
  const first = text.indexOf(about);
  if (first >= 0 && first < 18) sum += 6 + (first < 2 ? 4 : 0);
  sum += 2 * Math.min(2, text.split(about).length - 2);
  sum -= Math.min(6, text.length / 100) + Math.min(2, Number(f.rule.id.slice(f.rule.id.lastIndexOf("-") + 1)) / 15);
  // the rules themselves come before their interpretation, the list of the box and what is for the curious
  if (f.section.deep) sum -= 14;
  else if (f.section.area === "RUL" || f.section.area === "CMP") sum -= 8;
  return Math.max(1, sum / q.words.length, byName);
}

export interface Hit extends Found {
  worth: number;
  /** Found in the other language only: the words there. */
  other?: string;
}

/** The answers, best first. `other`: the same book in another language; what is found only there comes after. */
export function search(book: Book, other: Book | undefined, text: string, most = 60): Hit[] {
  const q = query(text);
  if (q.words.length === 0) return [];
  const hits = new Map<string, Hit>();
  const each = (b: Book, take: (f: Found, w: number) => void): void => {
    for (const section of b.sections)
      for (const rule of section.rules) {
        const w = worth({ rule, section }, q);
        if (w > 0) take({ rule, section }, w);
      }
  };
  each(book, (f, w) => hits.set(f.rule.id, { ...f, worth: w }));
  if (other) {
    const mine = new Map(book.sections.flatMap((section) => section.rules.map((rule) => [rule.id, { rule, section }] as const)));
    each(other, (f, w) => {
      const own = mine.get(f.rule.id);
      if (own && !hits.has(f.rule.id)) hits.set(f.rule.id, { ...own, worth: w / 3, other: f.rule.text });
    });
  }
  return [...hits.values()].sort((a, b) => b.worth - a.worth).slice(0, most);
}

/** A text in pieces, those that answer the question marked. */
export function highlight(text: string, question: string): { text: string; hit: boolean }[] {
  const q = query(question);
  const f = fold(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const w of q.words)
    for (let i = f.text.indexOf(w); i >= 0; i = f.text.indexOf(w, i + 1)) {
      if (isLetter(f.text[i - 1]) && w.length <= 3) continue;
      const end = i + w.length + (f.text.slice(i + w.length).match(/^(?:e?s|x)(?![\p{L}\p{N}])/u)?.[0].length ?? 0);
      for (let k = i; k < end; k++) marked[f.at[k]!] = true;
    }
  const out: { text: string; hit: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = out.at(-1);
    if (last && last.hit === marked[i]) last.text += text[i];
    else out.push({ text: text[i]!, hit: marked[i]! });
  }
  return out;
}

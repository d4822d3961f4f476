// The page's part of the catalogue: entries web.* of locale/catalogue.tsv and locale/parts/*.tsv, checked.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The games that can be played, in the order of the only list there is. */
export const games = [...readFileSync(join(web, "../src/games/games.def"), "utf8").matchAll(/^X\((\w+)\)/gm)].map((m) => m[1]);

/** Arguments of a text, sorted: "{a} {n|one|other} {b,c}" has a, b, c, n. */
export function argumentsOf(text) {
  const names = new Set();
  for (const [, inside] of text.matchAll(/\{([^{}]*)\}/g))
    for (const name of inside.split("|")[0].split(",")) names.add(name);
  return [...names].sort();
}

/** In French the spaces before : ; ! ? » and after « do not break. The catalogue is written with plain ones. */
export const french = (text) => text
  .replace(/ ([;!?])/g, "\u202f$1")
  .replace(/ :/g, "\u00a0:")
  .replace(/« /g, "«\u00a0")
  .replace(/ »/g, "\u00a0»");

function faultsOf(entry) {
  const faults = [];
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(entry.id)) faults.push("not an id");
  for (const lang of ["fr", "en"]) {
    const text = entry[lang];
    if (!text) faults.push(`no text in ${lang}`);
    else if (/[{}]/.test(text.replace(/\{[a-z_0-9]+(,[a-z_0-9]+)*\}|\{[a-z_0-9]+(\|[^{}|]*){2,3}\}/g, "")))
      faults.push(`${lang}: braces that are neither {name}, {a,b} nor {n|one|other}`);
    if (text && text !== text.trim()) faults.push(`${lang}: a space at the edge`);
  }
  if (entry.fr?.includes("'")) faults.push("a straight apostrophe in French (write ’)");
  if (entry.fr && entry.en && argumentsOf(entry.fr).join() !== argumentsOf(entry.en).join())
    faults.push("fr and en have different arguments");
  return faults;
}

/** The page's own entries, and the names of the games. */
const isOfPage = (line) => line.startsWith("web.") || /^game\.[a-z]+\.name\t/.test(line);

/** Ids that a source asks for: literals, and templates as patterns. Comments of whole lines do not count. */
export function askedBy(source) {
  const text = source.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  const ids = [], patterns = [];
  for (const [, id] of text.matchAll(/["'`](web(?:\.[a-z0-9_-]+)+)["'`]/g)) ids.push(id);
  for (const [, id] of text.matchAll(/%(?:fr|en):(web(?:\.[a-z0-9_-]+)+)%/g)) ids.push(id);
  for (const [, template] of text.matchAll(/`(web\.(?:[a-z0-9_.-]|\$\{[^{}]*\})*)`/g))
    if (template.includes("${"))
      patterns.push(new RegExp(`^${template.split(/\$\{[^{}]*\}/).map((s) => s.replace(/\./g, "\\.")).join("[a-z0-9_-]+")}$`));
  return { ids, patterns };
}

/** { entries: Map id → {id, fr, en, at}, faults: string[] }; `isMine` picks the lines. */
export function readCatalogue(locale = join(web, "..", "locale"), isMine = isOfPage) {
  const parts = join(locale, "parts");
  const files = [join(locale, "catalogue.tsv")];
  if (existsSync(parts))
    files.push(...readdirSync(parts).filter((f) => f.endsWith(".tsv")).sort().map((f) => join(parts, f)));
  const entries = new Map();
  const faults = [];
  for (const file of files) {
    const lines = readFileSync(file, "utf8").split("\n");
    const name = `locale${file.slice(locale.length)}`;
    if (lines[0] !== "id\tfr\ten\tnote") faults.push(`${name}:1: the first line is id, fr, en, note, with tabs between`);
    lines.forEach((line, i) => {
      if (i === 0 || !isMine(line)) return;
      const cells = line.split("\t");
      const entry = { id: cells[0], fr: cells[1] ?? "", en: cells[2] ?? "", at: `${name}:${i + 1}` };
      if (cells.length < 3 || cells.length > 4) faults.push(`${entry.at}: a line has an id, fr, en and a note, with tabs between`);
      for (const fault of faultsOf(entry)) faults.push(`${entry.at}: ${entry.id}: ${fault}`);
      const first = entries.get(entry.id);
      if (first) faults.push(`${entry.at}: ${entry.id} stands also at ${first.at}`);
      else entries.set(entry.id, entry);
    });
  }
  return { entries, faults };
}

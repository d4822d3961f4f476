// The numbered rules for the panel of the page: src/gen/rules.GAME.LANG.json and src/gen/rules.index.json.
//
//     node build/rules.mjs [FOLDER]
//
// Read from rules/GAME.md (English, and the tags of both) and rules/GAME.fr.md, as tools/mkrules.c reads them: one list item
// or one row of a table per rule. What only concerns those who write the program is left out (see areasOf); the sections
// that a player rarely needs stand last, marked `deep`.
// A game that is not listed in src/games/games.def is passed over.
//
// brief: a page of "how to play", rules of the book under a few headings (web.brief.*).
//
// A book is { game, lang, ask?, brief: [{ key, rules }], say: { id: words }, sections: [{ n, title, area?, deep?, rules: [{ id, text, ask?, why?, else?, code?, gone?, see? }] }] }:
// ask, why and else belong to a ruling (what was unclear, the reason, what was set aside), code to a refusal, see are the
// rulings behind a rule.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { french, games, readCatalogue, web } from "./catalogue.mjs";

/** What the folder of a game says in rules.json. out: decisions and state as the program stores them, worked examples, facts to
 * report: nothing that the program names to a player. deep: of use to the curious (phases, exact odds, content, options, refusals).
 * brief: by heading, the rules that somebody needs to begin. say: how such a rule is told there, where its own words are for those who know the game.
 * words: what stands in the book for a word of the program; options have their names from the catalogue. ask: what one may look for,
 * as examples in the field of the search. */
export function areasOf(game) {
  const file = join(web, "src/skins", game, "rules.json");
  return { out: [], deep: [], brief: {}, say: {}, words: {}, ask: {}, ...(existsSync(file) && JSON.parse(readFileSync(file, "utf8"))) };
}

const CODE = /^E(?:RR)?_[A-Z_]+/;

const ID = /^([A-Z]{2}-([A-Z]+)-\d+)(?![\w])/;

const CODE_WORD = "`[a-z]+(?:_[a-z]+)*(?:\\([a-z, ]*\\))?(?: = none)?`";
const STATE = "S\\d\\d|(?:[A-Z]{2}-)?(?:DEC|CHN)-\\d+|RB-TRK";

/** What only names the same thing for the program: "the previous hex (`prev_hex`)", "(S59, then S80)". */
const withoutAsides = (text) => text
  .replace(new RegExp(` \\((?:${CODE_WORD}|${STATE})(?:,? (?:then |puis )?(?:${STATE}))*\\)`, "g"), "")
  .replace(new RegExp(`, ${CODE_WORD}\\)`, "g"), ")")
  .replace(new RegExp(`\\(${CODE_WORD}[,;] `, "g"), "(");

/** Words of the program as a player reads them: (code, lang) → words or undefined. */
function speaker(game, prefix, areas) {
  const { entries } = readCatalogue(undefined, (line) => line.startsWith(`${prefix}.`));
  return (code, lang) => {
    if (areas.words[code]) return areas.words[code][lang];
    const [, option, value] = /^([a-z_]+?)(?: ?= ?([a-z]+)(?: > 0)?)?$/.exec(code) ?? [];
    const name = entries.get(`${prefix}.option.${option}`)?.[lang];
    const chosen = value && entries.get(`${prefix}.${option}.${value}`)?.[lang];
    const said = name && (chosen ? `${name}: ${chosen}` : value ? `${name} (${value})` : name);
    return said && (lang === "fr" ? `« ${said.replace(/:/, " :")} »` : `“${said}”`);
  };
}

/** Without Markdown and tags: [S], [F], [D: advice], [R57], [S/R03]. */
function plain(source, say = () => undefined) {
  let out = "";
  withoutAsides(source).split("`").forEach((part, i) => {
    if (i % 2) {
      const said = say(part) ?? part;
      out += /(^|[.!?] )$/.test(out.replace(/\*/g, "")) ? said[0].toUpperCase() + said.slice(1) : said;
    } else out += part.replace(/\[(?:R\d|[SDF][\]/:])[^\]]*\]?/g, "").replace(/~~/g, "").replace(/(?<! )\*|\*(?! )/g, "").replace(/\\\|/g, "|");
  });
  return out.replace(/ {2,}/g, " ").trim();
}

/** Rulings named by the tags of a line: "[S][R04]", "[S/R03]" → ["RM-RUL-04"]. */
function rulings(line, prefix) {
  const found = [];
  for (const [tag] of line.matchAll(/\[[SDR][^\]]*\]/g))
    for (const [, n] of tag.matchAll(/R(\d{2})\b/g)) found.push(`${prefix}-RUL-${n}`);
  return found;
}

const says = (cell) => cell !== "" && !/^[—–-]$/.test(cell);

/** "column: value; column: value" of the cells from `first` on that say something. */
const joined = (head, cells, first = 1) => cells.slice(first)
  .flatMap((c, i) => (says(c) ? [head.length > 2 && head[i + first] ? `${head[i + first]}: ${c}` : c] : [])).join("; ");

/** A row of a table as a rule, by what its columns are called. */
function rowRule(id, head, cells) {
  const at = (name) => cells[head.findIndex((h) => h.startsWith(name))] ?? "";
  if (head.includes("ruling"))
    return { id, text: at("ruling"), ask: at("unclear") || at("question"), ...(says(at("why")) && { why: at("why") }), ...(says(at("alternative")) && { else: at("alternative") }) };
  if (CODE.test(cells[1] ?? ""))
    return { id, text: sentence(joined(head, cells, 2)), code: cells[1] };
  if (head.includes("count"))
    return { id, text: sentence(`${at("count")} ${at("item")}${says(cells[3] ?? "") ? `: ${cells[3]}` : ""}`) };
  return { id, text: sentence(joined(head, cells)) };
}

const sentence = (s) => (s ? s[0].toUpperCase() + s.slice(1) + (/[.!?)]$/.test(s) ? "" : ".") : s);

/** A French line holds all of a rule; a refusal begins with its code, a ruling with its question. */
function frenchRule(id, text, english) {
  if (english?.code) return { id, text: sentence(text.replace(CODE, "").replace(/^\s*:\s*/, "")), code: english.code };
  const asked = english?.ask ? /^(.*?\?)\s+(.+)$/.exec(text) : null;
  return asked ? { id, ask: asked[1], text: asked[2] } : { id, text };
}

/** The sections of a file, in order, each with its rules. */
function read(text, english, areas, say) {
  const sections = [];
  const words = (s) => plain(s, (code) => say(code, english ? "fr" : "en"));
  let head = null, inCode = false, section = null;
  const add = (rule, line) => {
    const [, , area] = ID.exec(rule.id);
    if (areas.out.includes(area) || !section) return;
    const see = english ? english.get(rule.id)?.see : rulings(line, rule.id.slice(0, 2));
    section.rules.push({ ...rule, ...(/^[-|] *~~/.test(line) && { gone: true }), ...(see?.length && { see }) });
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) inCode = !inCode;
    if (inCode) continue;
    const title = /^#{2,3} (\d+(?:\.\d+)?)\.? (.+?)(?: \(([A-Z]+)\))?$/.exec(line);
    if (title) {
      section = { n: title[1], title: title[2].replace(/ \([^)]*[A-Z]{3}[^)]*\)$/, ""), ...(title[3] && { area: title[3] }), rules: [] };
      sections.push(section);
    }
    if (line.startsWith("|")) {
      const cells = line.slice(1, line.lastIndexOf("|")).split(/(?<!\\)\|/).map((c) => words(c.trim()));
      if (!head) head = cells;
      else if (!english && ID.test(cells[0])) add(rowRule(cells[0], head, cells), line);
      continue;
    }
    head = null;
    const item = /^- (?:~~)?\*\*(?:~~)?([A-Z]{2}-[A-Z]+-\d+)(?:~~)?\*\* ?(.*)$/.exec(line);
    if (item) add(english ? frenchRule(item[1], words(item[2]), english.get(item[1])) : { id: item[1], text: words(item[2]) }, line);
  }
  return sections.filter((s) => s.rules.length > 0).map(({ rules, area, ...s }) => {
    const here = new Set(rules.map((r) => ID.exec(r.id)[2]));
    const own = area ?? (here.size === 1 ? [...here][0] : undefined);
    return { ...s, ...(own && { area: own }), ...([...here].every((a) => areas.deep.includes(a)) && { deep: true }), rules };
  });
}

const typeset = (section) => ({
  ...section, title: french(section.title),
  rules: section.rules.map((r) => Object.fromEntries(Object.entries(r).map(([k, v]) => [k, ["text", "ask", "why", "else"].includes(k) ? french(v) : v]))),
});

/** { en, fr } of one game; fr is null where there is no French file. */
export function readBooks(game, english, frenchText) {
  const areas = areasOf(game);
  const say = speaker(game, ID.exec(/[A-Z]{2}-[A-Z]+-\d+/.exec(english)[0])[1].slice(0, 2).toLowerCase(), areas);
  const en = read(english, null, areas, say);
  const byId = new Map(en.flatMap((s) => s.rules).map((r) => [r.id, r]));
  const fr = frenchText === null ? null : read(frenchText, byId, areas, say).map(typeset);
  const faults = [];
  if (fr) {
    const known = new Set(fr.flatMap((s) => s.rules).map((r) => r.id));
    for (const id of byId.keys()) if (!known.has(id)) faults.push(`rules/${game}.fr.md: ${id} is missing`);
    for (const id of known) if (!byId.has(id)) faults.push(`rules/${game}.md: ${id} is missing`);
  }
  const brief = Object.entries(areas.brief).map(([key, rules]) => ({ key, rules }));
  for (const id of brief.flatMap((b) => b.rules)) if (!byId.has(id) || byId.get(id).gone) faults.push(`web/src/skins/${game}/rules.json: ${id} is no rule of the book`);
  const told = (lang) => Object.fromEntries(Object.entries(areas.say).map(([id, words]) => [id, lang === "fr" ? french(words.fr) : words.en]));
  for (const [id, words] of Object.entries(areas.say))
    if (!words.fr || !words.en || !brief.some((b) => b.rules.includes(id))) faults.push(`web/src/skins/${game}/rules.json: ${id} is said in both languages, and in the brief`);
  const last = (sections) => [...sections.filter((s) => !s.deep), ...sections.filter((s) => s.deep)];
  const book = (lang, sections) => ({ game, lang, ...(areas.ask[lang] && { ask: areas.ask[lang] }), brief, say: told(lang), sections: last(sections) });
  return { en: book("en", en), fr: fr && book("fr", fr), faults };
}

function main() {
  const folder = join(web, "..", "rules");
  const out = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? join(web, "src/gen"); // generate.mjs passes --check on
  mkdirSync(out, { recursive: true });
  const index = {};
  let faults = [];
  for (const game of games) {
    const text = (f) => readFileSync(join(folder, f), "utf8");
    const books = readBooks(game, text(`${game}.md`), text(`${game}.fr.md`));
    faults = faults.concat(books.faults);
    const first = books.en.sections[0]?.rules[0]?.id;
    if (first) index[first.slice(0, 2)] = game;
    for (const lang of ["en", "fr"]) writeFileSync(join(out, `rules.${game}.${lang}.json`), JSON.stringify(books[lang]));
  }
  writeFileSync(join(out, "rules.index.json"), JSON.stringify(index));
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exit(1);
}

if (process.argv[1]?.endsWith("rules.mjs")) main();

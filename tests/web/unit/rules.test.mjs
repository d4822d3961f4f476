// The rule book of the page: every rule that the program can name is in it, in both languages, and is found.
//
//     node --test tests/web/unit/rules.test.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { root, web } from "./bundle.mjs";
import { games as listed } from "../../../web/build/catalogue.mjs";
import { areasOf, readBooks } from "../../../web/build/rules.mjs";

const require = createRequire(join(web, "package.json"));
const dir = mkdtempSync(join(tmpdir(), "veillee-rules-"));
require("esbuild").buildSync({
  stdin: { contents: 'export * from "./rules/search";', resolveDir: join(web, "src"), loader: "ts" },
  bundle: true, format: "esm", platform: "node", outfile: join(dir, "search.mjs"), logLevel: "error",
});
const { fold, highlight, search } = await import(pathToFileURL(join(dir, "search.mjs")));
rmSync(dir, { recursive: true });

const text = (name) => readFileSync(join(root, "rules", name), "utf8");
const games = readdirSync(join(root, "rules")).filter((f) => /^[a-z]+\.md$/.test(f)).map((f) => f.slice(0, -3));
const books = Object.fromEntries(games.map((g) => [g, readBooks(g, text(`${g}.md`), text(`${g}.fr.md`))]));
const rules = (book) => book.sections.flatMap((s) => s.rules);
const { en, fr } = books.runemasters;
const first = (book, other, q) => search(book, other, q)[0]?.rule.id;

test("both languages have the same rules, in the same sections, all with words", () => {
  for (const [game, b] of Object.entries(books)) {
    assert.deepEqual(b.faults, [], game);
    assert.deepEqual(b.fr.sections.map((s) => [s.n, s.area, s.deep, s.rules.map((r) => r.id)]), b.en.sections.map((s) => [s.n, s.area, s.deep, s.rules.map((r) => r.id)]));
    for (const book of [b.en, b.fr])
      for (const r of rules(book)) {
        assert.ok(r.text.length > 2, r.id);
        assert.ok(!/\*\*|~~|`|\[(S|D|F|R\d+)[\]/:]/.test(Object.values(r).join(" ")), `${r.id} still has marks: ${JSON.stringify(r)}`);
      }
  }
});

test("the page has the rules of the games that can be played, and of no other", () => {
  const out = mkdtempSync(join(tmpdir(), "veillee-books-"));
  execFileSync("node", [join(web, "build/rules.mjs"), out]);
  assert.deepEqual(readdirSync(out).sort(), ["rules.index.json", ...listed.flatMap((g) => [`rules.${g}.en.json`, `rules.${g}.fr.json`])].sort());
  assert.deepEqual(Object.values(JSON.parse(readFileSync(join(out, "rules.index.json"), "utf8"))), listed);
  rmSync(out, { recursive: true });
});

test("every rule that the program can name is in the book", () => {
  for (const [game, prefix] of [["runemasters", "RM"], ["enchanters", "EN"]]) {
    const known = new Set(rules(books[game].en).map((r) => r.id));
    const folder = join(root, "src/games", game);
    const named = new Set();
    for (const f of readdirSync(folder).filter((x) => /\.[ch]$/.test(x)))
      for (const [, area, n] of readFileSync(join(folder, f), "utf8").matchAll(new RegExp(`\\b${prefix}_([A-Z]+)_(\\d\\d)\\b`, "g"))) named.add(`${prefix}-${area}-${n}`);
    assert.ok(named.size > 100);
    for (const id of named) assert.ok(known.has(id), `${id} is named by the program and left out of the book`);
    for (const area of areasOf(game).out) assert.ok(![...known].some((id) => id.startsWith(`${prefix}-${area}-`)), area);
  }
});

test("rulings that a rule names are there", () => {
  const known = new Set(rules(en).map((r) => r.id));
  const see = rules(en).flatMap((r) => r.see ?? []);
  assert.ok(see.length > 60);
  for (const id of see) assert.ok(known.has(id), id);
  assert.deepEqual(rules(fr).find((r) => r.id === "RM-HIT-03").see, ["RM-RUL-15"]);
});

test("rows of tables become sentences", () => {
  const of = (book, id) => rules(book).find((r) => r.id === id);
  assert.equal(of(en, "RM-BAD-20").text, "Refused when: die already spent; the message says: this die is already spent.");
  assert.equal(of(en, "RM-BAD-20").code, "E_DIE_USED");
  assert.equal(of(fr, "RM-BAD-20").text, "Refusé quand le dé est déjà dépensé\u202f; le message le dit.");
  assert.match(of(en, "RM-CMP-05").text, /^32 monster cards: 8 Archers/);
  assert.ok(of(en, "RM-RUL-10").ask && of(en, "RM-RUL-10").why && of(en, "RM-RUL-10").else);
  assert.ok(of(fr, "RM-RUL-01").ask.endsWith("?"));
});

test("ids, areas and codes are found first", () => {
  assert.equal(first(fr, en, "RM-HIT-02"), "RM-HIT-02");
  assert.equal(first(fr, en, "hit-02"), "RM-HIT-02");
  assert.equal(first(fr, en, "hit 02"), "RM-HIT-02");
  assert.equal(first(en, fr, "E_DIE_USED"), "RM-BAD-20");
  assert.ok(search(en, fr, "rm-ult").slice(0, 20).every((h) => h.rule.id.startsWith("RM-ULT-")));
  assert.ok(search(en, fr, "blk").length >= 15);
});

test("words are found without accents, capitals and plurals, what is to the point first", () => {
  assert.ok(first(fr, en, "DRAGONS").startsWith("RM-TYP-"));
  assert.equal(first(fr, en, "relancer un de"), first(fr, en, "Relancer un dé"));
  assert.ok(first(fr, en, "relancer").startsWith("RM-RRL-"));
  assert.ok(first(en, fr, "block").startsWith("RM-BLK-"));
  assert.equal(search(fr, en, "zzzz").length, 0);
  assert.equal(search(fr, en, "  ").length, 0);
  assert.ok(search(fr, en, "guérison").some((h) => h.rule.id === "RM-MARK-16"));
  assert.ok(search(fr, en, "guerison").some((h) => h.rule.id === "RM-MARK-16"));
});

test("the other language is searched too, after one's own", () => {
  const hits = search(fr, en, "wounded");
  assert.ok(hits.length > 10 && hits.every((h) => h.other));
  assert.ok(hits.every((h) => rules(fr).includes(h.rule)), "shown in one's own words");
  const both = search(fr, en, "poison");
  const turn = both.findIndex((h) => h.other);
  assert.ok(turn === -1 || both.slice(0, turn).every((h) => !h.other));
});

test("answers are marked where they stand, accents or not", () => {
  const marked = (t, q) => highlight(t, q).filter((x) => x.hit).map((x) => x.text);
  assert.deepEqual(marked("Prière de guérison", "guerison"), ["guérison"]);
  assert.deepEqual(marked("Les Dragons et le Dragon", "dragons"), ["Dragons", "Dragon"]);
  assert.deepEqual(marked("cœur", "coeur"), ["cœur"]);
  assert.equal(highlight("Le dé, l’épée", "dé").map((x) => x.text).join(""), "Le dé, l’épée");
  assert.equal(fold("ÉÀœ").text, "eaoe");
});

test("each game has its own examples of what one may look for, and each is found in its book", () => {
  const asked = new Set();
  for (const game of listed)
    for (const book of [books[game].en, books[game].fr]) {
      assert.ok(book.ask.length >= 2 && book.ask.join(", ").length <= 32, `${game} ${book.lang}: they fit the field of a phone`);
      for (const word of book.ask) assert.ok(search(book, undefined, word).length > 0, `${game} ${book.lang}: ${word} is found`);
      asked.add(book.ask.join());
    }
  assert.equal(asked.size, 2 * listed.length);
});

test("how to play is one page of rules of the book, in both languages", () => {
  for (const game of listed)
    for (const book of [books[game].en, books[game].fr]) {
      const text = new Map(rules(book).map((r) => [r.id, r.text]));
      const parts = book.brief.map((b) => b.rules);
      assert.ok(parts.length >= 3, `${game}: ${parts.length} headings`);
      assert.deepEqual(parts.flat().filter((id) => !text.has(id)), []);
      const letters = parts.flat().reduce((n, id) => n + (book.say[id] ?? text.get(id)).length, 0);
      assert.ok(letters > 800 && letters < 3500, `${game} ${book.lang}: ${letters} letters`);
    }
  const wrong = readBooks("runemasters", "## 1. X\n\n- **RM-GEN-01** A.\n", null);
  assert.ok(wrong.faults.some((f) => /rules\.json: RM-HIT-01 is no rule of the book/.test(f)));
});

test("no word of the program stands in how to play, nor in the rules that a player reads", () => {
  const code = /\b[a-z]+_[a-z_]+\b|\bE_[A-Z]+/;
  for (const game of listed)
    for (const book of [books[game].en, books[game].fr]) {
      const text = new Map(rules(book).map((r) => [r.id, r.text]));
      for (const id of book.brief.flatMap((b) => b.rules)) {
        const said = book.say[id] ?? text.get(id);
        assert.doesNotMatch(said, new RegExp(`${code.source}|\\b[A-Z]{3,}\\b|\\bS\\d\\d\\b|\\w\\([a-z]\\)|[≤≥]`), `${id}, ${book.lang}`);
      }
      for (const s of book.sections) assert.doesNotMatch(s.title, /[A-Z]{3}|_/, book.lang);
      for (const r of book.sections.filter((s) => !s.deep && s.area !== "RUL").flatMap((s) => s.rules)) assert.doesNotMatch(r.text, code, `${r.id}, ${book.lang}`);
    }
  const of = (book, id) => rules(book).find((r) => r.id === id).text;
  assert.equal(of(books.runebound.en, "RB-ESC-04"), "On success without a previous hex the hero stays on its hex.");
  assert.equal(of(books.runebound.fr, "RB-MOV-05"), "Un jet de n dés donne N − n points de repos.");
  assert.match(of(books.runebound.fr, "RB-SET-09"), /l’option «\u00a0Choix des héros\u00a0: au choix\u00a0»/);
  const wrong = readBooks("runebound", "## 1. X\n\n- **RB-MOV-05** A.\n", null);
  assert.ok(wrong.faults.length > 0);
});

test("no file of the page names a game, but those of its own folder", () => {
  const games = readdirSync(join(root, "web/src/skins"), { withFileTypes: true }).filter((d) => d.isDirectory()).map((d) => d.name);
  assert.ok(games.length >= 2);
  const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((d) => (
    d.isDirectory() ? (["gen", ...games].includes(d.name) ? [] : files(join(folder, d.name))) : [join(folder, d.name)]));
  for (const file of [...files(join(root, "web/src")), ...files(join(root, "web/build"))]) {
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
    for (const game of games) assert.ok(!code.includes(game), `${file} names ${game}`);
  }
});

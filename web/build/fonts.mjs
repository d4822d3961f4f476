// The faces of the page, cut down to what it prints: src/gen/text.woff2, display.woff2, ext.woff2 and signs.woff2.
//
//     node build/fonts.mjs
//
// The sources are packages with a locked version. A character that the catalogue, the rules, a pack, a lesson or a source of the
// page has and no face is a fault, so that nothing the page prints depends on the fonts of a machine. Text boards are left
// out: they are drawn with lines, in the system's face of one width.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { web } from "./catalogue.mjs";

const require = createRequire(import.meta.url);
const gen = join(web, "src/gen");

/** Asap has a width axis: the boards are set in its narrow end. Grenze has its figures on the line of the capitals only if asked. */
export const faces = {
  text: { file: "@fontsource-variable/asap/files/asap-latin-standard-normal.woff2", axes: { wght: { min: 400, max: 700 }, wdth: { min: 75, max: 100 } } },
  display: { file: "@fontsource-variable/grenze/files/grenze-latin-wght-normal.woff2", axes: { wght: { min: 600, max: 800 } }, figures: "lnum" },
  // letters of other languages, in names: its source has them in a file of their own
  ext: { file: "@fontsource-variable/asap/files/asap-latin-ext-standard-normal.woff2", axes: { wght: { min: 400, max: 700 }, wdth: { min: 75, max: 100 } } },
  signs: { file: "@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2" },
};
const features = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "rvrn", "tnum"];

// ---- what is printed ----

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** What people type: names, and words to each other. */
const typed = [...range(0x20, 0x7e), ...range(0xc0, 0xff), ...[..."\u00a0«»°·¡¿\u202fŒœŸ–—‘’“”…−€"].map((c) => c.codePointAt(0))];
/** Not spaces, which every shaper makes of the plain one, nor the lines of text boards. */
const isDrawn = (c) => !/[\s\0-\x1f]/.test(String.fromCodePoint(c)) && !(c >= 0x2500 && c < 0x2580);

const filesIn = (folder, wanted) => readdirSync(join(web, folder), { withFileTypes: true }).flatMap((e) =>
  e.isDirectory() ? (e.name === "gen" ? [] : filesIn(join(folder, e.name), wanted)) : wanted.test(e.name) ? [join(folder, e.name)] : []);

/** character → a file that prints it */
export function printed() {
  const files = [
    ...filesIn("../locale", /\.tsv$/), ...filesIn("../content", /^[a-z]+\.json$/), ...filesIn("src", /\.(tsx?|css)$/),
    ...readdirSync(gen).filter((f) => /^(rules|tutorial)\..*\.json$|^(strings|more)\.\w+\.ts$/.test(f)).map((f) => `src/gen/${f}`),
  ];
  const found = new Map();
  for (const file of files)
    for (const c of new Set(readFileSync(join(web, file), "utf8"))) if (isDrawn(c.codePointAt(0))) found.set(c.codePointAt(0), file);
  return found;
}

// ---- a font as its tables ----

function tablesOf(sfnt) {
  const tables = new Map();
  for (let i = 0, at = 12; i < sfnt.readUInt16BE(4); i++, at += 16)
    tables.set(sfnt.toString("latin1", at, at + 4), sfnt.subarray(sfnt.readUInt32BE(at + 8), sfnt.readUInt32BE(at + 8) + sfnt.readUInt32BE(at + 12)));
  return tables;
}

/** The sums of the tables are left out: they are made anew when the font is cut down. */
function fontOf(version, tables) {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(tables.size, 4);
  const parts = [head];
  let at = head.length, row = 12;
  for (const [tag, bytes] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1))) {
    head.write(tag, row, "latin1");
    head.writeUInt32BE(at, row + 8);
    head.writeUInt32BE(bytes.length, row + 12);
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    parts.push(padded);
    at += padded.length;
    row += 16;
  }
  return Buffer.concat(parts);
}

/** A cmap of format 12: one group for each character. */
function cmapOf(glyphs) {
  const list = [...glyphs].sort(([a], [b]) => a - b);
  const out = Buffer.alloc(12 + 16 + 12 * list.length);
  [0, 1, 3, 10].forEach((n, i) => out.writeUInt16BE(n, 2 * i)); // version, one subtable: Windows, all of Unicode
  out.writeUInt32BE(12, 8);
  out.writeUInt16BE(12, 12);
  out.writeUInt32BE(out.length - 12, 16);
  out.writeUInt32BE(list.length, 24);
  list.forEach(([c, glyph], i) => [c, c, glyph].forEach((n, k) => out.writeUInt32BE(n, 28 + 12 * i + 4 * k)));
  return out;
}

const charactersOf = (hb, sfnt) => new hb.Face(new hb.Blob(sfnt)).collectUnicodes();

/** The same font, whose figures are by themselves what they are with this feature: `font:` in a style would switch it off again. */
function withFigures(hb, sfnt, feature) {
  const face = new hb.Face(new hb.Blob(sfnt)), font = new hb.Font(face);
  const glyphs = new Map([...face.collectUnicodes()].map((c) => [c, font.nominalGlyph(c)]));
  for (const c of range(0x30, 0x39)) {
    const buffer = new hb.Buffer();
    buffer.addText(String.fromCodePoint(c));
    buffer.guessSegmentProperties();
    hb.shape(font, buffer, [new hb.Feature(feature, 1)]);
    glyphs.set(c, buffer.getGlyphInfos()[0].codepoint);
  }
  return fontOf(sfnt.readUInt32BE(0), tablesOf(sfnt).set("cmap", cmapOf(glyphs)));
}

// ---- the faces ----

/** Which face prints what; `faults` names what none can. has: face → the characters of its source. */
export function share(found, has) {
  const text = new Set(typed.filter((c) => has.text.has(c))), ext = new Set(), signs = new Set(), faults = [];
  const isArrow = (c) => c >= 0x2190 && c < 0x2200; // two of the four would come from the one, two from the other
  for (const [c, file] of found) {
    if (has.text.has(c) && !isArrow(c)) text.add(c);
    else if (has.ext.has(c) && !isArrow(c)) ext.add(c);
    else if (has.signs.has(c)) signs.add(c);
    else faults.push(`fonts: no face has ${String.fromCodePoint(c)} (U+${c.toString(16).padStart(4, "0")}), which is in ${file}`);
  }
  return { wanted: { text, display: new Set([...text].filter((c) => has.display.has(c))), ext, signs }, faults };
}

async function make() {
  const { convert } = require("fontverter"), subset = require("subset-font"), hb = await import("harfbuzzjs");
  const source = {};
  for (const [name, { file, figures }] of Object.entries(faces)) {
    const sfnt = await convert(readFileSync(join(web, "node_modules", file)), "truetype");
    source[name] = figures ? withFigures(hb, sfnt, figures) : sfnt;
  }
  const has = Object.fromEntries(Object.entries(source).map(([name, sfnt]) => [name, new Set(charactersOf(hb, sfnt))]));
  const { wanted, faults } = share(printed(), has);
  if (faults.length) throw new Error(faults.join("\n"));
  for (const [name, { axes }] of Object.entries(faces)) {
    const words = String.fromCodePoint(...[...wanted[name]].sort((a, b) => a - b));
    writeFileSync(join(gen, `${name}.woff2`), await subset(source[name], words, { targetFormat: "woff2", keepFeatures: features, noHinting: true, ...(axes && { variationAxes: axes }) }));
  }
}

/** It takes a second or two, so it is done again only when something has changed. */
function stamp() {
  const lock = readFileSync(join(web, "package-lock.json"));
  return createHash("sha256").update(lock).update(readFileSync(fileURLToPath(import.meta.url))).update([...printed().keys()].sort().join()).digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const place = join(gen, "fonts.stamp"), now = stamp();
  const isMade = existsSync(place) && readFileSync(place, "utf8") === now && Object.keys(faces).every((name) => existsSync(join(gen, `${name}.woff2`)));
  if (!isMade) {
    try {
      await make();
    } catch (e) {
      console.error(e.message);
      process.exit(1);
    }
    writeFileSync(place, now);
  }
}

// The faces as they are shipped: what they can print, how large they are, what their figures are like.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { web } from "./bundle.mjs";
import { share } from "../../../web/build/fonts.mjs";

const require = createRequire(join(web, "package.json"));
const gen = join(web, "src/gen");
const hb = await import(pathToFileURL(require.resolve("harfbuzzjs")));
const { convert } = require("fontverter");

const bytes = Object.fromEntries(["text", "display", "ext", "signs"].map((name) => [name, readFileSync(join(gen, `${name}.woff2`))]));
const faces = {};
for (const [name, woff2] of Object.entries(bytes)) faces[name] = new hb.Face(new hb.Blob(await convert(woff2, "truetype")));
const has = Object.fromEntries(Object.entries(faces).map(([name, face]) => [name, new Set(face.collectUnicodes())]));

test("every character of the page's texts is in a face of ours", () => {
  const files = readdirSync(gen).filter((f) => /^(strings|more)\.\w+\.ts$|^(rules|tutorial)\..*\.json$/.test(f));
  assert.ok(files.length > 8);
  const root = join(web, "..");
  const texts = [...files.map((f) => join(gen, f)), join(root, "locale/catalogue.tsv"), ...["runemasters", "enchanters", "runebound", "reflets"].map((g) => join(root, `content/${g}.json`))];
  for (const file of texts) {
    const lacking = [...new Set(readFileSync(file, "utf8"))].filter((c) => !/\s/.test(c) && !has.text.has(c.codePointAt(0)) && !has.ext.has(c.codePointAt(0)) && !has.signs.has(c.codePointAt(0)));
    assert.deepEqual(lacking, [], file);
  }
});

test("French and English are whole in both faces, and the arrows come from one", () => {
  for (const c of "ABCXYZabcxyz0123456789ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜàâæçéèêëîïôœùûüÿ«»’“”–—…·×−!?()&\u00a0")
    for (const name of ["text", "display"]) assert.ok(has[name].has(c.codePointAt(0)), `${name}: ${c}`);
  for (const c of "←↑→↓≤≥▶▸▾○⋯") assert.ok(has.signs.has(c.codePointAt(0)) && !has.text.has(c.codePointAt(0)), c);
});

test("a character that no face has stops the build", () => {
  const { wanted, faults } = share(new Map([[0x41, "a"], [0x2192, "b"], [0x4e2d, "content/x.json"]]), has);
  assert.deepEqual(faults, ["fonts: no face has 中 (U+4e2d), which is in content/x.json"]);
  assert.ok(wanted.text.has(0x41) && wanted.signs.has(0x2192));
});

test("figures stand on one line and are of one height, also in headings", () => {
  for (const name of ["text", "display"]) {
    const font = new hb.Font(faces[name]);
    const boxes = [..."0123456789"].map((c) => font.glyphExtents(font.nominalGlyph(c.codePointAt(0))));
    const tops = boxes.map((b) => b.yBearing), feet = boxes.map((b) => b.yBearing + b.height);
    for (const list of [tops, feet]) assert.ok(Math.max(...list) - Math.min(...list) < 60, `${name}: ${list}`);
  }
});

test("their licence goes with them", () => {
  const licences = readFileSync(join(gen, "licences.ts"), "utf8");
  for (const name of ["asap", "grenze", "noto-sans-math"]) assert.match(licences, new RegExp(`"[^"]*/${name}",\\s*"version": "[^"]*",\\s*"licence": "OFL-1.1"`));
  assert.match(licences, /SIL OPEN FONT LICENSE Version 1\.1/);
});

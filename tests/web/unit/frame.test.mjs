// How much room there is, by name; and a forecast in a few lines.
//
//     node --test tests/web/unit/frame.test.mjs
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { web } from "./bundle.mjs";

const require = createRequire(join(web, "package.json"));
const out = mkdtempSync(join(tmpdir(), "veillee-frame-"));
globalThis.addEventListener ??= () => {};
await require("esbuild").build({
  stdin: {
    contents: 'export { densityOf } from "./ui/density"; export { linesOf } from "./ui/Forecast"; export { omen } from "./skins/runemasters/omens";',
    resolveDir: join(web, "src"), loader: "ts",
  },
  bundle: true, format: "esm", platform: "node", jsx: "automatic", jsxImportSource: "preact", outfile: join(out, "frame.mjs"), logLevel: "error",
  external: ["../gen/strings.*", "../gen/more.*"],
});
const { densityOf, linesOf, omen } = await import(pathToFileURL(join(out, "frame.mjs")));
rmSync(out, { recursive: true, force: true });

const at = (width, height, rem = 16) => densityOf(width / rem, height / rem).join(" ");

test("the sizes that are promised have their densities", () => {
  assert.deepEqual([[320, 568], [360, 640], [390, 844], [740, 360], [768, 1024], [1024, 768], [1280, 720], [1440, 900]].map(([w, h]) => at(w, h)), [
    "narrow phone short", "narrow phone", "narrow phone high", "narrow phone low", "narrow middle", "wide", "wide", "wide",
  ]);
});

test("larger text and zoom are less room", () => {
  assert.equal(at(1440, 900, 20.8), "wide");
  assert.equal(at(1024, 768, 20.8), "narrow phone low");
  assert.equal(at(768, 1024, 20.8), "narrow phone high");
  assert.equal(at(720, 450), "narrow phone low");
  assert.equal(at(512, 384), "narrow phone low");
  assert.equal(at(180, 320), "narrow phone tiny");
});

const event = (type, who, hp) => ({ type, rule: "", seat: null, args: hp === undefined ? {} : { hp }, items: who ? [who] : [], text: type });

test("a forecast has a line for each victim, its signs added up, the gravest first", () => {
  const lines = linesOf([
    event("advanced", "card.troll_red"), event("hurt", "guardian.kulak", 3), event("hurt", "guardian.kulak", 2), event("shield_broken", "guardian.ismoros"),
    event("temple_hit", undefined, 4), event("hurt", "guardian.neltai", 0), event("died", "guardian.neltai"),
  ], omen);
  assert.deepEqual(lines.map((l) => [l.who, ...l.signs]), [
    ["guardian.neltai", ["hp", -1], ["dead", 0]], ["place.temple", ["hp", -1]], ["guardian.kulak", ["hp", -2]], ["guardian.ismoros", ["shield", 0]],
  ]);
});

test("nothing weighs more than the end of the game", () => {
  const lines = linesOf([event("died", "guardian.kulak"), event("died", "guardian.neltai"), { ...event("game_ended"), args: { outcome: "defeat_temple" } }], omen);
  assert.deepEqual([lines[0].who, ...lines[0].signs.keys()], ["place.temple", "fallen"]);
});

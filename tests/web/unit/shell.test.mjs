// Words, addresses, keys and settings of the page.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { web } from "./bundle.mjs";
import { argumentsOf, askedBy, french, readCatalogue } from "../../../web/build/catalogue.mjs";

const require = createRequire(join(web, "package.json"));
const listeners = [];
globalThis.location = { hash: "" };
globalThis.history = { replaceState: (_s, _t, hash) => { location.hash = hash; } };
globalThis.HashChangeEvent ??= class extends Event { constructor() { super("hashchange"); } };
globalThis.HTMLElement ??= class {};
globalThis.HTMLInputElement ??= class {};
globalThis.addEventListener = (what, f) => listeners.push([what, f]);
globalThis.dispatchEvent = (e) => { for (const [what, f] of listeners) if (what === e.type) f(e); };
const went = (hash) => { location.hash = hash; dispatchEvent(new Event("hashchange")); };

async function modules(...names) {
  const dir = mkdtempSync(join(tmpdir(), "veillee-web-"));
  const out = join(dir, "shell.mjs");
  await require("esbuild").build({
    stdin: { contents: names.map((n) => `export * as ${n.split("/").pop()} from "./${n}";`).join("\n"), resolveDir: join(web, "src"), loader: "ts" },
    bundle: true, format: "esm", platform: "node", target: "node18", outfile: out, logLevel: "warning", external: ["../gen/strings.*", "../gen/more.*"],
    loader: { ".woff2": "empty" }, define: { __VERSION__: '"test"', __BUILD__: '"test"' },
  });
  try {
    return await import(pathToFileURL(out));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

localStorage.setItem("veillee.settings", JSON.stringify({
  lang: "en", theme: "purple", volume: 7, keys: { undo: "Escape!".repeat(9), redo: "k" }, botPace: "fast", sounds: { dice: false, x: 3 },
}));
const { i18n, router, keymap, settings } = await modules("core/i18n", "router", "core/keymap", "core/settings");

/** A browser's service workers: one registration, whose workers go through their states at our word. */
function fakeWorkers() {
  const worker = () => Object.assign(new EventTarget(), {
    state: "installing", postMessage() {}, turns(state) { this.state = state; this.dispatchEvent(new Event("statechange")); },
  });
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: null, active: null, found(w) { this.installing = w; this.dispatchEvent(new Event("updatefound")); } });
  const container = Object.assign(new EventTarget(), { controller: null, register: async () => registration });
  return { worker, registration, container };
}

test("on a first visit no newer version is ready, also where the first worker takes over before it is heard of", async () => {
  const { worker, registration, container } = fakeWorkers();
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  const { pwa } = await modules("core/pwa");
  const first = worker();
  registration.installing = first;
  await pwa.register();
  registration.found(first);           // told again, as browsers do
  container.controller = first;        // WebKit: claimed by then
  first.turns("installed");
  first.turns("activated");
  assert.equal(pwa.update.value, false);
  assert.equal(pwa.offlineReady.value, true);
  // a second one is news
  const second = worker();
  registration.found(second);
  second.turns("installed");
  assert.equal(pwa.update.value, true);
});

test("arguments, lists and plurals are filled as in the program", () => {
  const fill = i18n.fill;
  assert.equal(fill("{a} and {b}", { a: "x", b: 2 }, "en"), "x and 2");
  assert.equal(fill("{a} and {b}", { a: "x" }, "en"), "x and {b}");
  assert.equal(fill("{a,b,c}", { a: "x", c: "z", b: "" }, "en"), "x, z");
  const coups = "{n|# coup|# coups}";
  assert.deepEqual([0, 1, 2].map((n) => fill(coups, { n }, "fr")), ["0 coup", "1 coup", "2 coups"]);
  assert.deepEqual([0, 1, 2].map((n) => fill(coups, { n }, "en")), ["0 coups", "1 coup", "2 coups"]);
  assert.deepEqual([0, 1, 2].map((n) => fill("{n|none|one|# of them}", { n }, "en")), ["none", "one", "2 of them"]);
  assert.equal(fill(coups, { n: "3" }, "fr"), "3 coups");
  assert.equal(fill("{a}", { a: "{b}", b: "no" }, "en"), "{b}");
});

test("a text follows the language; an unknown id is shown as such", () => {
  i18n.useTexts("fr", { "web.a": "{n|# table|# tables} !" });
  assert.equal(i18n.t("web.a", { n: 1 }), "1 table !");
  i18n.useTexts("en", { "web.a": "{n|# table|# tables}!" });
  assert.equal(i18n.t("web.a", { n: 0 }), "0 tables!");
  assert.equal(i18n.t("web.nothing"), "[web.nothing]");
});

test("French spaces do not break", () => {
  assert.equal(french("Quoi ? Oui : « non » !"), "Quoi\u202f? Oui\u00a0: «\u00a0non\u00a0»\u202f!");
});

test("the catalogue's faults are found", () => {
  const dir = mkdtempSync(join(tmpdir(), "veillee-locale-"));
  mkdirSync(join(dir, "parts"));
  const head = "id\tfr\ten\tnote\n";
  writeFileSync(join(dir, "catalogue.tsv"), `${head}web.ok\tOui {n}\tYes {n}\t\nother.id\t\tnot ours\n`);
  const faults = (lines) => {
    writeFileSync(join(dir, "parts", "x.tsv"), lines);
    return readCatalogue(dir).faults;
  };
  assert.deepEqual(faults(head), []);
  assert.equal(readCatalogue(dir).entries.size, 1);
  for (const [line, what] of [
    ["web.a\t\tYes\t", /no text in fr/], ["web.a\tOui\t\t", /no text in en/], ["web.a\tOui\tYes {n}\t", /different arguments/],
    ["web.a\tL'un\tOne\t", /apostrophe/], ["web.ok\tOui\tYes\t", /stands also/], ["web.A\tOui\tYes\t", /not an id/],
    ["web.a\tOui {n|x}\tYes {n|x}\t", /braces/], ["web.a\tOui", /tabs/], ["web.a\tOui \tYes\t", /edge/],
  ]) assert.match(faults(`${head}${line}\n`).join("\n"), what, line);
  assert.match(faults("web.a\tOui\tYes\t\n").join(), /first line/);
  rmSync(dir, { recursive: true });
});

test("asked ids are found, as literals and as templates", () => {
  const asked = askedBy('t("web.a.b"); // t("web.c") counts\n  // t("web.no")\nt(`web.x.${a ? b : c}.y`, { n });\n<p>%fr:web.p%</p>');
  assert.deepEqual(asked.ids, ["web.a.b", "web.c", "web.p"]);
  assert.ok(asked.patterns.length === 1 && asked.patterns[0].test("web.x.z.y") && !asked.patterns[0].test("web.x.z") && !asked.patterns[0].test("web.xzy"));
  assert.deepEqual(argumentsOf("{b} {n|a|b} {x,y}"), ["b", "n", "x", "y"]);
});

test("every address is read and written", () => {
  const pairs = [
    ["#/", { at: "home" }], ["", { at: "home" }], ["#", { at: "home" }], ["#/new/runemasters", { at: "new", game: "runemasters" }],
    ["#/t/a1", { at: "table", local: "a1" }], ["#/r/room/token", { at: "room", room: "room", token: "token" }], ["#/r/room", { at: "room", room: "room" }],
    ["#/r/room/", { at: "room", room: "room" }], ["#/rules", { at: "rules" }], ["#/rules/rm/RM-HIT-02", { at: "rules", game: "rm", id: "RM-HIT-02" }],
    ["#/learn/rm", { at: "learn", game: "rm" }], ["#/settings?at=keys", { at: "settings" }], ["#/t/a?rev=3", { at: "table", local: "a" }],
    ["#/t/%zz", { at: "table", local: "%zz" }], ["#/t/a%2Fb", { at: "table", local: "a/b" }],
  ];
  for (const at of ["tables", "games", "replay", "stats", "settings", "about", "keys"]) pairs.push([`#/${at}`, { at }]);
  for (const [hash, route] of pairs) {
    assert.deepEqual(router.parse(hash), route, hash);
    assert.deepEqual(router.parse(router.href(route)), route, hash);
  }
  for (const bad of ["#/x", "#/t", "#/new", "#/r", "#/settings/x", "#/t/a/b", "#/r/a/b/c", "#/learn/a/b", "#/__proto__"])
    assert.equal(router.parse(bad).at, "unknown", bad);
});

test("going somewhere changes the route, once", () => {
  const seen = [];
  const stop = router.route.subscribe((r) => seen.push(router.href(r)));
  went("#/t/a1?rev=5");
  assert.equal(router.query.value.rev, "5");
  went("#/t/a1?rev=6");
  router.go("/#/r/room/tok", true);
  router.go("#/games", true);
  stop();
  assert.deepEqual(seen, ["#/", "#/t/a1", "#/r/room/tok", "#/games"]);
});

test("settings of another time do no harm", () => {
  const s = settings.settings;
  assert.equal(s.lang.value, "en");
  assert.equal(s.theme.value, "auto");
  assert.equal(s.volume.value, 0.6);
  assert.equal(s.botPace.value, 600);
  assert.deepEqual(s.keys.value, { redo: "k" });
  assert.equal(s.sounds.value.dice, false);
  assert.equal(s.sounds.value.turn, true);
  s.theme.value = "dark";
  const kept = JSON.parse(localStorage.getItem("veillee.settings"));
  assert.equal(kept.theme, "dark");
  assert.equal(kept.lang, "en");
});

test("keys can be changed, and two commands never share one", () => {
  const press = (key, more = {}) => keymap.commandOf({ key, target: null, ...more });
  assert.equal(press("u"), "undo");
  assert.equal(press("U"), "undo");
  assert.equal(press("u", { ctrlKey: true }), null);
  keymap.remap("undo", "r");
  assert.equal(press("r"), "undo");
  assert.equal(press("u"), "rules");
  assert.equal(new Set(Object.values(keymap.keymap.value)).size, keymap.commands.length);
  keymap.remap("undo", "u");
  assert.equal(press("r"), "rules");
  assert.deepEqual(settings.settings.keys.value, { redo: "k" });
  for (const key of ["1", "Tab", "Enter", " ", "Escape", "ArrowUp", "F5"]) assert.ok(keymap.isFixed(key), key);
  assert.ok(!keymap.isFixed("u") && !keymap.isFixed("?") && !keymap.isFixed("Home"));
});

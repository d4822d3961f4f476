// Every screen in every theme: axe finds nothing, and nothing is wider than the page.
import assert from "node:assert/strict";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { act, other, press, ready, see, seen } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { axe, sizes } from "../lib/world.mjs";
import { contract } from "../contract/inpage.mjs";
import { withPeople } from "./shared.mjs";

const themes = ["light", "dark", "contrast", "parchment"];

/** Records of one game of each kind: a decision in its middle, and its end. */
const played = {
  runemasters: { n: 11, options: { guardians: 4, difficulty: "guardian" } },
  enchanters: { n: 11, players: 3, options: { players: 3, kingdom_mode: "first_game" } },
  runebound: { n: 3, players: 3, options: { players: 3, round_limit: 8 } },
  reflets: { n: 3, players: 2, options: { players: 2, challenge: "pepere", quick_tokens: "yes", turn_cap: 30 } },
};
const records = new Map();
async function record(what, game) {
  if (!records.has(`${what} ${game}`)) {
    const e = await engine();
    const keep = (name, h) => records.set(`${name} ${game}`, e.call("record", { h, reveal: true }).text);
    playGame(e, { game, ...played[game] }, (m, h) => {
      if (m.actor === null) keep("end", h);
      else if (m.actor !== "chance" && m.rev > 60 && !records.has(`middle ${game}`)) keep("middle", h);
    });
  }
  return records.get(`${what} ${game}`);
}
const drop = (what, game = "runemasters") => async (page) => {
  const { table } = await see(page);
  await dropText(page, `${what}.veillee`, await record(what, game));
  await other(page, table);
  await seen(page, () => __see.state().mine || __see.state().looking, undefined, what);
};
const side = (key, name) => async (page) => {
  await drop("middle")(page);
  await page.keyboard.press(key);
  await page.waitForSelector(`[data-side=${name}]`);
};

/** Name → where it is, and what has to be done there. */
const screens = {
  home: ["#/", (p) => p.waitForSelector("[data-play]")],
  new: ["#/new/runemasters", async (p) => { await p.waitForSelector("[data-start]"); await p.locator(".new-more summary").click(); }],
  "new, together": ["#/new/runemasters?where=net", (p) => p.waitForSelector("[data-start]")],
  share: ["#/new/runemasters?where=net", async (p) => { await p.waitForSelector("[data-start]"); await press(p, "[data-start]"); await p.waitForSelector("[data-share]"); await p.locator("[data-show-qr]").first().click(); await p.waitForSelector("[data-share] svg"); }],
  tables: ["#/tables", (p) => p.waitForSelector("[data-screen=tables] h1")],
  games: ["#/games", (p) => p.waitForSelector("[data-screen=games] [data-game]"), "middle"],
  rules: ["#/rules/runebound", (p) => p.waitForSelector("[data-screen=rules] .rules-brief h3")],
  learn: ["#/learn/runemasters", async (p) => { await p.waitForSelector("[data-coach-step]"); await ready(p); }],
  stats: ["#/stats", (p) => p.waitForSelector("[data-screen=stats] h1")],
  settings: ["#/settings", (p) => p.waitForSelector("[data-screen=settings] h1")],
  about: ["#/about", (p) => p.waitForSelector("[data-screen=about] h1")],
  keys: ["#/keys", (p) => p.waitForSelector("[data-screen=keys] h1")],
  import: ["#/replay", async (p) => { await p.waitForSelector("[data-screen=replay] h1"); await dropText(p, "bad.veillee", "veillee-record 1\nnonsense\n"); await p.waitForSelector("[data-fault]"); }],
  unknown: ["#/nowhere/at/all", (p) => p.waitForSelector("main h1")],
  "wrong link": ["#/r/aaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbba", (p) => p.waitForSelector("[data-trouble]")],
  table: ["#/", drop("middle")],
  "table, picked": ["#/", async (p) => { await drop("middle")(p); await act(p, () => press(p, '[data-item^="die."][data-usable]')); }],
  "table, plain": ["#/", drop("middle"), null, { renderer: "plain" }],
  "table, larger text": ["#/", drop("middle"), null, { textSize: "larger" }],
  "home, larger text": ["#/", (p) => p.waitForSelector("[data-play]"), null, { textSize: "larger" }],
  "table, past": ["#/", async (p) => { await drop("middle")(p); await p.keyboard.press("z"); await p.waitForSelector("[data-replay]"); }],
  "table, rules": ["#/", side("r", "rules")],
  "table, keys": ["#/", side("?", "keys")],
  "table, dice": ["#/", async (p) => { await side("s", "stats")(p); await p.waitForSelector("[data-dice]"); }],
  "table, detail": ["#/", async (p) => { await drop("middle")(p); await p.locator('[data-item^="card."]').first().focus(); await p.keyboard.press("i"); await p.waitForSelector("[data-inspect]"); }],
  "table, more": ["#/", async (p) => { await drop("middle")(p); await p.locator(".side-tab, [data-tool=more]").last().click(); await p.waitForSelector("[data-side=more]"); }],
  "enchanters, kingdoms": ["#/new/enchanters", async (p) => { await p.waitForSelector("[data-start]"); await press(p, "[data-start]"); await ready(p); }],
  "enchanters, table": ["#/", drop("middle", "enchanters")],
  "enchanters, looked at": ["#/", async (p) => { await drop("middle", "enchanters")(p); await p.locator("[data-zone=road] [data-item]").first().focus(); }],
  "enchanters, graveyard": ["#/", async (p) => { await drop("middle", "enchanters")(p); await press(p, "[data-opens=graveyard]"); await p.waitForSelector("[data-side=zone] [data-listed]"); }],
  "enchanters, over": ["#/", async (p) => { await drop("end", "enchanters")(p); await p.keyboard.press("n"); await p.waitForSelector("section.over"); }],
  "runebound, over": ["#/", async (p) => { await drop("end", "runebound")(p); await p.keyboard.press("n"); await p.waitForSelector("section.over"); }],
  "reflets, over": ["#/", async (p) => { await drop("end", "reflets")(p); await p.keyboard.press("n"); await p.waitForSelector("section.over"); }],
  over: ["#/", async (p) => { await drop("end")(p); await p.keyboard.press("n"); await p.waitForSelector("section.over"); }],
};

async function setTheme(page, theme) {
  await page.evaluate((t) => {
    const s = { ...JSON.parse(localStorage.getItem("veillee.settings") ?? "{}"), theme: t };
    localStorage.setItem("veillee.settings", JSON.stringify(s));
    dispatchEvent(new StorageEvent("storage", { key: "veillee.settings", newValue: JSON.stringify(s) }));
  }, theme);
  await page.waitForFunction((t) => document.documentElement.dataset.theme === t, theme);
}

let runs = 0;
export const axeRuns = () => runs;
for (const [i, [name, [hash, before, first, settings = {}]]] of Object.entries(screens).entries())
  test(`axe and texts: ${name}`, () => withPeople(async (come) => {
    const faults = new Map(); // what is wrong → where
    const blame = (what, where) => faults.set(what, [...(faults.get(what) ?? []), where]);
    const ana = await come({ context: { reducedMotion: "reduce", serviceWorkers: "block" }, lang: i % 2 ? "fr" : "en", settings, init: contract });
    const { page } = ana;
    if (first) { await ana.open("#/"); await page.waitForSelector("[data-play]"); await drop(first)(page); }
    await ana.open(hash);
    if (hash === "#/") await page.waitForSelector("[data-play]");
    await before(page);
    for (const f of await page.evaluate(() => __contract.words(!document.querySelector(".table")))) blame(f, "desktop");
    for (const theme of themes) {
      await setTheme(page, theme);
      // a theme changes colours and nothing else
      for (const f of await axe(page, theme === themes[0] ? {} : { runOnly: ["color-contrast", "link-in-text-block"] })) blame(f, theme);
      runs++;
    }
    // and on a phone: what is there then, and nothing wider than it
    await page.setViewportSize(sizes.phone);
    await setTheme(page, themes[i % 4]);
    for (const f of await axe(page)) blame(f, `phone, ${themes[i % 4]}`);
    runs++;
    for (const f of await page.evaluate(() => __contract.words(!document.querySelector(".table") || document.querySelector(".side") !== null))) blame(f, "phone");
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    if (wide > 1) blame(`${wide} px wider than a phone`, "phone");
    assert.ok(faults.size === 0, [...faults].map(([what, where]) => `${what} [${where.join("; ")}]`).join("\n"));
  }));

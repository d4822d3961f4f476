// A campaign from end to end: begun, a whole game played for it in the browser, its tick and what it brings, reloads while it is
// counted, exported, taken in elsewhere, and brought to a table on the server by whoever opens it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { engine } from "../lib/games.mjs";
import { press, ready, see, seen } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { until } from "../lib/world.mjs";
import { withPeople } from "./shared.mjs";

const GAME = "reflets", CHALLENGE = "pepere";
const OPTIONS = { challenge: CHALLENGE, quick_tokens: "yes" };
const value = (key) => `tr[data-count=${key}]`;
const countOf = (page, key) => page.locator(value(key)).first().getAttribute("data-value");

/** A word that the new game's screen takes as its seed, and the moves that win the challenge with it. */
async function wonGame() {
  const e = await engine();
  for (let n = 1; n < 60; n++) {
    const word = `campaign ${n}`, seed = createHash("sha256").update(`veillee seed ${word}`).digest("hex");
    const { h } = e.call("open", { game: GAME, options: { ...OPTIONS, ticks: Array(10).fill(0) }, players: [{ kind: "human" }], seed, date: "2026-01-01" });
    const moves = [];
    let m = e.call("meta", { h });
    for (; m.actor !== null; m = e.call("meta", { h })) {
      if (m.actor === "chance") { e.call("draw", { h }); continue; }
      const { move } = e.call("bot", { h, level: "greedy", seed: String(m.rev).padStart(64, "0") });
      moves.push(move);
      e.call("play", { h, move });
    }
    const { earned } = e.call("over", { h, lang: "en" }).campaign;
    e.call("close", { h });
    if (earned === CHALLENGE) return { word, moves };
  }
  throw new Error("no game of the bot meets the challenge");
}

async function set(page, option, to) {
  const field = page.locator(`[data-option="opt-${option}"]`);
  await field.evaluate((f) => f.closest("details")?.setAttribute("open", ""));
  const radio = field.locator(`input[value="${to}"]`), select = field.locator("select"), number = field.locator("input").first();
  if (await radio.count() > 0) await radio.check({ force: true });
  else if (await select.count() > 0) await select.selectOption(String(to));
  else if (await number.getAttribute("type") === "checkbox") await number.setChecked(to === "yes", { force: true });
  else await number.fill(String(to));
}

/** All these moves, one after the other, by the buttons of the list. */
const playAll = (page, moves) => page.evaluate(async (list) => {
  const until = async (f, what) => {
    for (const end = performance.now() + 60_000; ;) {
      const x = f();
      if (x) return x;
      if (performance.now() > end) throw new Error(`not in time: ${what}`);
      await new Promise((r) => setTimeout(r, 4));
    }
  };
  for (const id of list) {
    const at = () => { const s = __see.state(); return !s.pending && !s.telling && s.mine && s.actions.includes(id) && s; };
    const { rev } = await until(at, id);
    const click = () => document.querySelector(`[data-action="${id}"]`).click();
    click();
    await until(() => { const s = __see.state(); return s.rev !== rev || s.pending || s.armed === id; }, `an effect of ${id}`);
    const s = __see.state();
    if (s.rev === rev && !s.pending) click();
    await until(() => { const x = __see.state(); return x.rev !== rev && !x.pending; }, `after ${id}`);
  }
}, moves);

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("veillee.campaigns")));
const counted = (page) => page.waitForSelector("[data-campaign-end=kept]");

test("a campaign: begun, a game won for it, counted once whatever is reloaded, exported and taken in elsewhere", () => withPeople(async (come) => {
  const { word, moves } = await wonGame();
  const ana = await come({ settings: { motion: "off" } });
  const page = await ana.open(`#/new/${GAME}`);
  await page.waitForSelector("[data-start]");
  await page.selectOption("[data-campaign-choice]", "new");
  await page.waitForSelector(value(CHALLENGE));
  assert.equal(await countOf(page, CHALLENGE), "0");
  for (const [option, to] of Object.entries(OPTIONS)) await set(page, option, to);
  await page.locator("#seed").evaluate((i) => i.closest("details")?.setAttribute("open", ""));
  await page.fill("#seed", word);
  await press(page, "[data-start]");
  assert.ok(!(await ready(page)).actions.some((a) => a.startsWith("place_gem ")));
  const table = await page.evaluate(() => location.hash);
  await playAll(page, moves.slice(0, -1));
  assert.deepEqual((await kept(page))[0].file.games, []);
  // the last move, and the page is gone at once: perhaps before the game was kept, perhaps before it was counted
  const last = moves.at(-1);
  await ready(page);
  await page.evaluate((id) => { const b = () => document.querySelector(`[data-action="${id}"]`); b().click(); b()?.click(); }, last).catch(() => {});
  await page.reload();
  await page.goto(page.url().replace(/#.*/, table));
  let s = await ready(page);
  if (!s.over) { await playAll(page, [last]); s = await ready(page); }
  assert.ok(s.over);
  await counted(page);
  for (let k = 0; k < 3; k++) { await page.reload(); await ready(page); await counted(page); }
  assert.equal(await countOf(page, CHALLENGE), "1");
  const [mine] = await kept(page);
  assert.equal(mine.file.games.length, 1);
  assert.equal(mine.file.games[0].earned, CHALLENGE);
  assert.equal(mine.file.counts[CHALLENGE], 1);
  assert.match(await page.locator(`${value(CHALLENGE)} .help`).first().innerText(), /two random gems/);

  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-campaign-export]")]);
  const text = readFileSync(await file.path(), "utf8");
  assert.deepEqual(JSON.parse(text), mine.file);

  // elsewhere, in the other language: the tick is there, and what it brings comes with the next game
  const ben = await come({ lang: "fr", settings: { motion: "off" } });
  const there = await ben.open(`#/new/${GAME}`);
  await there.waitForSelector("[data-start]");
  const plain = { name: "c.json", mimeType: "application/json" };
  await there.setInputFiles("[data-campaign-import]", { ...plain, buffer: Buffer.from("{}") });
  await there.waitForSelector("[data-campaign-fault]");
  await there.setInputFiles("[data-campaign-import]", { ...plain, buffer: Buffer.from(text) });
  await there.waitForSelector(value(CHALLENGE));
  assert.equal(await countOf(there, CHALLENGE), "1");
  assert.deepEqual((await kept(there))[0].file, mine.file);
  for (const [option, to] of Object.entries(OPTIONS)) await set(there, option, to);
  await press(there, "[data-start]");
  assert.ok((await ready(there)).actions.every((a) => a.startsWith("place_gem ")), "the two gems are placed before anything else");
  console.log(`NOTE a campaign end to end: ${moves.length} decisions in the browser`);
}));

test("a campaign belongs to the group: who opens the table brings it, and who took part keeps what became of it", () => withPeople(async (come) => {
  const ana = await come({ settings: { motion: "off" } }), ben = await come({ lang: "fr", settings: { motion: "off" } });
  const page = await ana.open(`#/new/${GAME}?where=net`);
  await page.waitForSelector("[data-start]");
  await page.selectOption("[data-campaign-choice]", "new");
  await page.waitForSelector(value("aise"));
  const file = { ...(await kept(page))[0].file, games: [] };
  file.counts.aise = 2;
  await page.setInputFiles("[data-campaign-import]", { name: "ours.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
  await page.waitForSelector(`${value("aise")}[data-value="2"]`);
  for (const [option, to] of [["turn_cap", 1], ["quick_tokens", "yes"]]) await set(page, option, to);
  await page.locator(".seat-list input").first().fill("Ana");
  await press(page, "[data-start]");
  await page.waitForSelector("[data-share] [data-link]");
  const links = await page.evaluate(() => [...document.querySelectorAll("[data-link] .link-text")].map((x) => x.value.slice(x.value.indexOf("#"))));
  await press(page, "[data-to-table]");
  const other = await ben.open(links[0]);
  await other.waitForSelector("[data-ask-name], [data-board]");
  if (await other.locator("[data-ask-name]").count()) {
    await other.locator("#join-name").fill("Ben");
    await other.locator("[data-ask-name] button[type=submit]").click();
  }
  await other.waitForSelector("[data-board]");
  const turn = () => until(async () => {
    for (const p of [page, other]) {
      const s = await see(p);
      if (s.over || (s.table && s.mine && !s.pending && s.actions.length > 0)) return { p, s };
    }
    return null;
  }, "somebody's turn");
  for (let now = await turn(), k = 0; !now.s.over && k < 400; now = await turn(), k++) {
    const { p, s } = now, on = [/^team_done/, /^pass/, /^goto/, /^walk/, /^brake 0/, /^test$/];
    await playAll(p, [on.map((w) => s.actions.find((a) => w.test(a))).find(Boolean) ?? s.actions[0]]);
  }
  for (const p of [page, other]) await seen(p, () => __see.state().over, undefined, "the end");
  await counted(page);
  assert.equal((await kept(page)).find((c) => c.file.counts.aise === 2).file.games.length, 1);
  // Ben has no campaign yet: he keeps this one, with what the group had
  await press(other, "[data-campaign-keep]");
  await counted(other);
  const [his] = await kept(other);
  assert.equal(his.file.counts.aise, 2);
  assert.equal(his.file.games.length, 1);
  await other.reload();
  await seen(other, () => __see.state().over, undefined, "the end again");
  await counted(other);
  assert.equal((await kept(other))[0].file.games.length, 1);
}));

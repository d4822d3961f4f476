// A filmed sequence, frame by frame: the monsters' phase, and a bot's turn. To be looked at; nothing of it is kept.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { option, takes } from "../lib/options.mjs";
import { action, fromList, mouse, press, ready, seen } from "../lib/play.mjs";
import { launch, needs, person, root, Server, sleep } from "../lib/world.mjs";

takes("A filmed sequence, frame by frame: the monsters' phase, and a bot's turn.", {
  "--program PROGRAM": "under test (build/veillee)",
  "--out FOLDER": "where the frames go (build/film)",
  "--only WORD": "those with this in their name",
  "--slow N": "so many times slower than life (10)",
  "--every MS": "of life, between two frames (60)",
});
needs();
const out = join(root, option("--out", "build/film"));
const only = option("--only", "");
const slow = Number(option("--slow", "10"));
const every = Number(option("--every", "60"));
const server = await new Server().start();
const browser = await launch();
const e = await engine();

/** Time goes by slowly: what the page waits for, and what moves. */
const slowly = (n) => `{
  const wait = globalThis.setTimeout, animate = Element.prototype.animate;
  globalThis.__slow = 1;
  globalThis.setTimeout = (f, ms = 0, ...rest) => wait(f, ms * globalThis.__slow, ...rest);
  Element.prototype.animate = function (frames, o) { return animate.call(this, frames, { ...o, duration: o.duration * globalThis.__slow, delay: (o.delay ?? 0) * globalThis.__slow }); };
  const styles = () => { for (const a of document.getAnimations()) if (a instanceof CSSAnimation) a.playbackRate = 1 / globalThis.__slow; requestAnimationFrame(styles); };
  globalThis.__film = () => { globalThis.__slow = ${n}; styles(); };
}`;

/** The record of a game at the first decision that is worth it. */
function recordAt({ game, n, players, options }, worth) {
  let found = null;
  playGame(e, { game, n, players, options }, (m, h) => {
    if (found || m.actor === "chance" || m.actor === null) return;
    if (worth(e.call("view", { h, lang: "en" }), h)) found = e.call("record", { h, reveal: true }).text;
  });
  if (!found) throw new Error("no such position");
  return found;
}

/** The record before the first decision of a greedy game that brings this about, and the move. */
function recordBefore({ game, n, players, options }, brought) {
  const { h } = e.call("open", { game, options, seed: String(n).padStart(64, "0"), date: "2026-01-01", players: Array.from({ length: players }, () => ({ kind: "human" })) });
  let before = null;
  for (let m = e.call("meta", { h }); ; m = e.call("meta", { h })) {
    if (m.actor === "chance") { e.call("draw", { h }); continue; }
    const view = e.call("view", { h, lang: "en" });
    if (before && brought(before.view, view, m.actor === null)) break;
    if (m.actor === null) throw new Error("it never came");
    before = { view, text: e.call("record", { h, reveal: true }).text, move: e.call("bot", { h, level: "greedy", seed: String(m.rev).padStart(64, "0") }).move };
    e.call("play", { h, move: before.move });
  }
  e.call("close", { h });
  return before;
}

async function film(name, { size = "desktop", lang = "en", settings = {}, length = 3600 }, before, begin) {
  if (!name.includes(only)) return;
  const dir = join(out, name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const who = await person(browser, server.url, { size, lang, settings, context: { reducedMotion: "no-preference" }, init: slowly(slow) });
  await who.open("#/");
  await who.page.waitForSelector("[data-screen]");
  await before(who.page);
  await who.page.evaluate(() => { __film(); globalThis.__began = 0; new MutationObserver(() => { if (!globalThis.__began && document.querySelector("[data-telling]")) globalThis.__began = performance.now(); }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-telling"] }); });
  await begin(who.page);
  await who.page.waitForFunction(() => globalThis.__began > 0);
  let n = 0;
  for (let at = 0; at < length; at += every) {
    const now = await who.page.evaluate(() => performance.now() - globalThis.__began);
    if (now < at * slow) await sleep(at * slow - now);
    const t = Math.round((await who.page.evaluate(() => performance.now() - globalThis.__began)) / slow);
    writeFileSync(join(dir, `${String(t).padStart(5, "0")}.png`), await who.page.screenshot({ scale: "css" }));
    n++;
    if (!(await who.page.evaluate(() => document.querySelector("[data-telling]") !== null)) && at > 300) break;
  }
  console.log(`${name}: ${n} frames`);
  await who.close();
}

for (const [name, size] of [["monsters", "desktop"], ["monsters-phone", "phone"]]) await film(name, { size, settings: { botPace: 0 } }, async (page) => {
  const text = recordAt({ game: "runemasters", n: 11, players: 1, options: { guardians: 3, difficulty: "guardian" } }, (v) =>
    v.turn.phase === "actions" && v.items.filter((i) => i.kind === "monster").length >= 4 &&
    v.items.some((i) => i.badges?.some((b) => /will_strike/.test(b.id))) && v.items.some((i) => i.badges?.some((b) => b.id === "will_advance" || b.id === "will_shoot")));
  await dropText(page, "game.veillee", text);
  await ready(page);
}, async (page) => {
  await press(page, action("end"));
  await seen(page, () => __see.state().armed === "end" || __see.state().pending || document.querySelector("[data-telling]"), undefined, "the end is armed");
  if (await page.evaluate(() => __see.state().armed === "end")) await press(page, action("end"));
});

await film("hit", { settings: { botPace: 0 }, length: 1200 }, async (page) => {
  const text = recordAt({ game: "runemasters", n: 11, players: 1, options: { guardians: 3, difficulty: "guardian" } }, (v, h) =>
    v.turn.phase === "actions" && e.call("actions", { h, lang: "en" }).actions.some((a) => a.verb === "hit"));
  await dropText(page, "game.veillee", text);
  await ready(page);
}, async (page) => {
  const { actions } = await ready(page);
  const id = actions.find((a) => /^hit/.test(a));
  await press(page, action(id));
  await sleep(600);
  if (await page.evaluate((a) => __see.state().armed === a, id)) await press(page, action(id));
});

await film("bot", { settings: { botPace: 0 } }, async (page) => {
  await page.goto(`${server.url}#/new/enchanters`);
  await page.waitForSelector("[data-start]");
  await page.click("[data-start]");
  await ready(page);
  for (let i = 0; i < 12; i++) {
    const s = await ready(page);
    if (s.actions.some((a) => /^end/.test(a))) break;
    await fromList(page, mouse, s.actions[0]);
  }
}, async (page) => {
  const s = await ready(page);
  const id = s.actions.find((a) => /^end/.test(a));
  await press(page, action(id));
  await sleep(600);
  if (await page.evaluate((a) => __see.state().armed === a, id)) await press(page, action(id));
});

const at = (v, id) => v.items.find((i) => i.id === id)?.pos, seen1 = (v) => v.items.filter((i) => i.zone === "journey" && /^card\.[ZPS]/.test(i.id)).length;
const trip = { game: "reflets", n: 2, players: 1, options: { players: 1, challenge: "pepere", quick_tokens: "yes" } };
for (const [name, lang, brought] of [
  ["ra-trial", "fr", (a, b) => a.turn.phase === "obj_before" && b.items.some((i) => i.id.startsWith("spot."))],
  ["ra-revelation", "en", (a, b) => seen1(b) > seen1(a)],
  ["ra-avatar", "fr", (a, b) => (at(b, "pawn.avatar") ?? 0) > (at(a, "pawn.avatar") ?? 0) + 2],
  ["ra-quest", "en", (a, b) => b.items.some((i) => i.kind === "quest" && i.stats?.step?.value > (a.items.find((j) => j.id === i.id)?.stats?.step?.value ?? 9))],
  ["ra-end", "fr", (a, b, over) => over],
]) {
  if (!name.includes(only)) continue;
  const { text, move } = recordBefore(trip, brought);
  await film(name, { lang, size: name === "ra-end" ? "phone" : "desktop", settings: { botPace: 0 } }, async (page) => {
    await dropText(page, "game.veillee", text);
    await ready(page);
    await sleep(1500); // what tells comes after the board
  }, async (page) => {
    const click = () => page.evaluate((id) => document.querySelector(`[data-action="${id}"]`).click(), move);
    await click();
    await sleep(300);
    if (await page.evaluate((id) => globalThis.__see.state().armed === id, move)) await click();
  });
}

await browser.close();
await server.end();

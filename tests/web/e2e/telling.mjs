// Things happen before your eyes: the truth at once, the picture one thing after the other.
import assert from "node:assert/strict";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { action, fromList, item, mouse, press, ready, seen } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { withPeople } from "./shared.mjs";

const moving = { context: { reducedMotion: "no-preference" }, settings: { motion: "normal" } };

/** A table at which the end of this turn hurts somebody in the monsters' phase, and one that advances moves. */
async function beforeMonsters() {
  const e = await engine();
  let found = null;
  playGame(e, { game: "runemasters", n: 11, players: 1, options: { guardians: 3, difficulty: "guardian" } }, (m, h) => {
    if (found || m.actor === "chance" || m.actor === null) return;
    const v = e.call("view", { h, lang: "en" });
    const of = (badge) => v.items.filter((i) => i.badges?.some((b) => badge.test(b.id)));
    if (v.turn.phase === "actions" && of(/will_strike/).length > 0 && of(/will_advance/).length > 0)
      found = { record: e.call("record", { h, reveal: true }).text, advances: of(/will_advance/)[0].id };
  });
  return found;
}

/** Ends the turn on the board that is slowed down, until it is being told. */
async function endTurn(page, record) {
  await dropText(page, "game.veillee", record);
  await ready(page);
  await press(page, action("end"));
  await seen(page, () => __see.state().armed === "end", undefined, "the end is armed");
  await press(page, action("end"));
  await seen(page, () => __see.state().telling, undefined, "it is told");
}

const figures = (page) => page.evaluate(() => ({
  seen: [...document.querySelectorAll(".rm-guardian .rm-count-hp b")].map((e) => Number(e.textContent)).reduce((a, b) => a + b, 0),
  strip: [...document.querySelectorAll(".seat [data-total=hp] b")].map((e) => parseInt(e.textContent)).reduce((a, b) => a + b, 0),
  named: [...document.querySelectorAll(".rm-guardian [data-name]")].map((e) => Number(/HP:? ?(\d+)/.exec(e.textContent)?.[1])).reduce((a, b) => a + b, 0),
}));

test("the monsters' phase is told: figures change at the impact, names at once, and a ribbon keeps the summary", () => withPeople(async (come) => {
  const { record } = await beforeMonsters();
  const page = await (await come(moving)).open("#/");
  await page.waitForSelector("[data-screen]");
  await page.evaluate(() => {
    globalThis.__banners = [];
    new MutationObserver(() => { const b = document.querySelector("[data-banner]")?.textContent; if (b && __banners.at(-1) !== b) __banners.push(b); }).observe(document.body, { subtree: true, childList: true });
  });
  await endTurn(page, record);
  const during = await figures(page);
  assert.ok(during.named < during.seen, `names tell the truth at once: ${JSON.stringify(during)}`);
  assert.equal(during.strip, during.seen);
  assert.ok((await page.locator("[data-action]").count()) > 0, "the next decision is there already");
  await ready(page, -1, { patient: true });
  const after = await figures(page);
  assert.equal(after.seen, during.named);
  assert.equal(after.strip, during.named);
  assert.equal(after.named, during.named);
  assert.ok(await page.locator("[data-ribbon]").isVisible());
  assert.equal((await page.evaluate(() => __banners))[0], "The monsters");
}));

test("any press brings the telling up; it acts on a thing only if that lies there", () => withPeople(async (come) => {
  const { record, advances } = await beforeMonsters();
  const page = await (await come(moving)).open("#/");
  await page.waitForSelector("[data-screen]");
  await endTurn(page, record);
  // what advances is not yet where it is: a press on it shows that, and selects nothing
  const at = await page.evaluate((s) => { const r = document.querySelector(s).getBoundingClientRect(); return { x: r.left + r.width / 2, y: r.top + r.height / 2 }; }, item(advances));
  const rev = await page.evaluate(() => __see.state().rev);
  await page.mouse.click(at.x, at.y);
  await seen(page, () => !__see.state().telling, undefined, "the telling is over");
  const s = await ready(page);
  assert.equal(s.rev, rev);
  assert.deepEqual(s.picked, []);
  assert.equal(s.armed, null);
  // a key does the same
  await page.keyboard.press("u");
  await ready(page, rev);
}));

test("without motion nothing is told and nothing is late", () => withPeople(async (come) => {
  const { record } = await beforeMonsters();
  const page = await (await come({ context: { reducedMotion: "reduce" } })).open("#/");
  await page.waitForSelector("[data-screen]");
  await page.evaluate(() => { globalThis.__told = 0; new MutationObserver(() => { if (document.querySelector("[data-telling],[data-banner]")) __told++; }).observe(document.body, { subtree: true, childList: true, attributes: true }); });
  await dropText(page, "game.veillee", record);
  const { rev } = await ready(page);
  await press(page, action("end"));
  await seen(page, () => __see.state().armed === "end", undefined, "the end is armed");
  await press(page, action("end"));
  await ready(page, rev);
  assert.equal(await page.evaluate(() => __told), 0);
}));

test("the log follows its end while machines play, until it is scrolled; then a button leads there", () => withPeople(async (come) => {
  const ana = await come({ ...moving, settings: { motion: "fast" } });
  const page = await ana.open("#/new/enchanters");
  await page.waitForSelector("[data-start]");
  await press(page, "[data-start]");
  let s = await ready(page);
  const atEnd = () => page.evaluate(() => { const o = document.querySelector(".log-list"); return o.scrollHeight - o.scrollTop - o.clientHeight < 40; });
  const play = async () => {
    const id = s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0];
    await press(page, action(id));
    await seen(page, ([rev, a]) => __see.state().rev !== rev || __see.state().armed === a, [s.rev, id], "an effect");
    if ((await page.evaluate(() => __see.state().rev)) === s.rev) await press(page, action(id));
    s = await ready(page, s.rev);
  };
  for (let i = 0; i < 16; i++) await play();
  assert.ok((await page.locator(".log-entry").count()) > 8);
  await seen(page, () => { const o = document.querySelector(".log-list"); return o.scrollHeight > o.clientHeight && o.scrollHeight - o.scrollTop - o.clientHeight < 40; }, undefined, "the end of the log");
  await page.hover(".log-list");
  await page.mouse.wheel(0, -2000);
  await page.waitForSelector(".log-latest");
  await play();
  assert.ok(!(await atEnd()), "it stays where it was put");
  await page.click(".log-latest");
  await seen(page, () => { const o = document.querySelector(".log-list"); return o.scrollHeight - o.scrollTop - o.clientHeight < 40; }, undefined, "the end of the log");
  await play();
  await seen(page, () => { const o = document.querySelector(".log-list"); return o.scrollHeight - o.scrollTop - o.clientHeight < 40; }, undefined, "the end of the log");
}));

/** Where each tool and tab was, frame by frame: as many boxes as it had. */
const watchTools = (page) => page.evaluate(() => {
  globalThis.__boxes = {};
  const look = () => {
    for (const e of document.querySelectorAll(".tool, .side-tab")) {
      const r = e.getBoundingClientRect();
      (__boxes[e.dataset.tool ?? e.textContent] ??= new Set()).add([r.left, r.top, r.width, r.height].map(Math.round).join());
    }
    requestAnimationFrame(look);
  };
  look();
});

for (const [size, game] of [[{ width: 1440, height: 900 }, "enchanters"], [{ width: 768, height: 1024 }, "runemasters"], [{ width: 360, height: 640 }, "runebound"]])
  test(`tools and tabs hold still while moves are told and lists grow: ${game}, ${size.width}×${size.height}`, () => withPeople(async (come) => {
    const page = await (await come({ ...moving, size })).open(`#/new/${game}`);
    await page.waitForSelector("[data-start]");
    await press(page, "[data-start]");
    await ready(page);
    await watchTools(page);
    const lengths = new Set();
    for (let k = 0; k < 6; k++) {
      const s = await ready(page);
      lengths.add(s.actions.length);
      await fromList(page, mouse, s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0]);
      await ready(page, s.rev);
    }
    assert.ok(lengths.size > 1, "lists of several lengths");
    const boxes = await page.evaluate(() => Object.entries(__boxes).map(([name, at]) => [name, ...at]));
    assert.ok(boxes.length >= 4);
    assert.deepEqual(boxes.filter((b) => b.length > 2), []);
  }));

// What the boards look like: night and dawn, cards in large.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { finger, fromList, item, mouse, press, ready } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { root } from "../lib/world.mjs";
import { withPeople } from "./shared.mjs";

const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);

test("Runemasters plays at night, unless other colours were chosen; its hours lead to the dawn", () => withPeople(async (come) => {
  const ana = await come({ context: { colorScheme: "light" } });
  const page = await ana.open("#/");
  await page.waitForSelector("[data-play=runemasters]");
  assert.equal(await theme(page), "light");
  await press(page, "[data-play=runemasters]");
  await ready(page);
  assert.equal(await theme(page), "dark");
  // gone and to come are the whole night, however far it is; dawn is where the engine says
  const night = () => page.evaluate(() => ({
    hours: document.querySelectorAll(".rm-hour").length, gone: document.querySelectorAll(".rm-gone").length, dawning: document.querySelectorAll(".rm-dawning").length,
    hour: Number(document.querySelector(".rm").dataset.hour), name: document.querySelector("[data-item='place.pile'] [data-name]").textContent,
  }));
  const told = (n) => [...n.name.matchAll(/dawn[^:]*: (\d+)/gi)].map((m) => Number(m[1]));
  const first = await night();
  for (let i = 0, s = await ready(page); i < 60 && !s.over && (await night()).hour === first.hour; i++) s = await ready(page, await fromList(page, mouse, s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0]));
  const later = await night();
  for (const n of [first, later]) {
    const [from, by] = told(n);
    assert.deepEqual([n.hours - n.gone, n.dawning], [by, by - from + 1], JSON.stringify(n));
  }
  assert.equal(first.hours, later.hours);
  assert.ok(later.hour > first.hour && later.gone > first.gone, JSON.stringify([first, later]));
  // every event has room for its name beside the night, on phones too
  const { events } = JSON.parse(readFileSync(join(root, "content/runemasters.json"), "utf8"));
  const names = events.flatMap((e) => [e.name.fr, e.name.en]);
  for (const [width, height] of [[360, 640], [320, 568]]) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await page.evaluate((names) => {
      const b = document.querySelector(".rm-event-name b"), was = b.textContent, [room, words] = [b.closest(".rm-event").getBoundingClientRect(), document.createRange()];
      const cut = names.filter((n) => { b.textContent = n; words.selectNodeContents(b); return words.getBoundingClientRect().right > room.right; });
      b.textContent = was;
      return cut;
    }, names), [], `${width}×${height}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => { location.hash = "#/settings"; });
  await page.waitForSelector("[data-screen=settings]");
  assert.equal(await theme(page), "light");
  for (const chosen of ["parchment", "light"]) {
    await page.locator(`input[value=${chosen}]`).first().check({ force: true });
    await page.goBack();
    await page.waitForSelector("[data-board] .rm");
    assert.equal(await theme(page), chosen);
    await page.goForward();
    await page.waitForSelector("[data-screen=settings]");
  }
}));

test("poison moves nothing on the board", () => withPeople(async (come) => {
  const e = await engine();
  const ill = (v) => v.items.some((i) => i.badges?.some((b) => b.id === "poison"));
  let record = null, was = true;
  for (let n = 1; n < 30 && !record; n++)
    playGame(e, { game: "runemasters", n, players: 1, options: { guardians: 4, difficulty: "hero" } }, (m, h) => {
      if (record) return;
      const is = ill(e.call("view", { h, lang: "en" }));
      if (is && !was) record = e.call("record", { h, reveal: true }).text;
      was = is;
    });
  const page = await (await come({ size: { width: 1440, height: 900 } })).open("#/");
  await page.waitForSelector("[data-screen]");
  await dropText(page, "game.veillee", record);
  await page.waitForSelector("[data-board] .rm-mark-poison");
  const boxes = () => page.evaluate(() => [...document.querySelectorAll(".rm-lane, .rm-guardian, .rm-top, .rm-hand")].map((b) => { const r = b.getBoundingClientRect(); return [r.left, r.top, r.width, r.height].map(Math.round); }));
  const poisoned = await boxes();
  assert.ok(poisoned.length > 8);
  await page.evaluate(() => { for (const mark of document.querySelectorAll(".rm-mark-poison")) mark.remove(); });
  assert.deepEqual(await boxes(), poisoned);
}));

test("a card is shown in large beside the board under the mouse, and by a long press", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come({ size: "phone", touch: true })];
  const begin = async (who, hand) => {
    const page = await who.open("#/");
    await page.waitForSelector("[data-play=enchanters]");
    await hand.press(page, "[data-play=enchanters]");
    await ready(page);
    await page.waitForSelector("[data-zone=road] [data-item]");
    return page;
  };
  const card = (page) => page.evaluate(() => { const e = document.querySelector("[data-zone=road] [data-item]"); return { id: e.dataset.item, name: e.querySelector(".en-name").textContent }; });
  const page = await begin(ana, mouse);
  const { id, name } = await card(page);
  await page.hover(item(id));
  await page.waitForSelector(".enlarged .en-large .en-scene");
  assert.equal(await page.locator(".enlarged .en-name").textContent(), name);
  const over = await page.evaluate(() => { const a = document.querySelector(".enlarged").getBoundingClientRect(), b = document.querySelector("[data-board]").getBoundingClientRect(); return a.left < b.right - 1; });
  assert.ok(!over, "nothing covers the board");
  await page.mouse.move(640, 76);
  await page.waitForSelector(".enlarged", { state: "detached" });
  const phone = await begin(ben, finger);
  const one = await card(phone);
  const at = await phone.evaluate((s) => __see.spot(s), item(one.id));
  const cdp = await ben.context.newCDPSession(phone);
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await phone.waitForSelector("[data-side=inspect] .en-large");
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.equal(await phone.locator("[data-side=inspect] .en-name").textContent(), one.name);
}));

// Enchanters on its own board: started in two clicks, played to the end by mouse, keys and touch; what the board says of prices, totals and points.
import assert from "node:assert/strict";
import { act, action, finger, fromList, item, mouse, playByKeys, playOn, press, ready, see, tabTo } from "../lib/play.mjs";
import { random } from "../lib/random.mjs";
import { test } from "../lib/run.mjs";
import { withPeople } from "./shared.mjs";

const play = "[data-play=enchanters]";
const home = async (p) => {
  const page = await p.open("#/");
  await page.waitForSelector(`[data-screen=home] ${play}`);
  return page;
};
/** The counts at the end: a line for each sum, and they add up. */
async function counts(page) {
  const all = await page.evaluate(() => [...document.querySelectorAll(".en-count")].map((c) => ({
    sum: Number(c.querySelector(".en-count-sum").textContent.replace("−", "-")),
    lines: [...c.querySelectorAll(".en-lines li > b")].map((b) => Number(b.textContent.replace("−", "-"))),
  })));
  assert.ok(all.length >= 2);
  for (const c of all) assert.equal(c.lines.reduce((a, b) => a + b, 0), c.sum, JSON.stringify(c));
}

test("Enchanters: two clicks, and to the end by mouse", () => withPeople(async (come) => {
  const ana = await come({ context: { reducedMotion: "no-preference" }, settings: { motion: "fast" } });
  const page = await home(ana);
  await mouse.press(page, play);
  const first = await ready(page);
  assert.ok(first.mine && first.actions.length > 0);
  const end = await playOn(page, mouse, random(11));
  assert.ok(end.over && end.byBoard > 0);
  await page.waitForSelector("section.over");
  await counts(page);
  console.log(`NOTE Enchanters by mouse: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("Enchanters: the whole game by keys alone", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await home(ana);
  await tabTo(page, play);
  await page.keyboard.press("Enter");
  await ready(page);
  const end = await playByKeys(page, random(5));
  assert.ok(end.over && end.how.digit > 0 && end.how.board > 0, JSON.stringify(end.how));
  await counts(page);
  console.log(`NOTE Enchanters by keys: ${end.decisions} decisions (${JSON.stringify(end.how)})`);
}));

test("Enchanters: the whole game on a phone by touch", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await home(ana);
  await finger.press(page, play);
  const end = await playOn(page, finger, random(23));
  assert.ok(end.over && end.byBoard > 0);
  const scrolled = await page.evaluate(() => [document.scrollingElement.scrollHeight - innerHeight, document.scrollingElement.scrollWidth - innerWidth]);
  assert.ok(scrolled.every((x) => x <= 1), `the table scrolls by ${scrolled}`);
  await counts(page);
  console.log(`NOTE Enchanters by touch: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("Enchanters: prices and verdicts, totals before and after, piles that open", () => withPeople(async (come) => {
  const ana = await come();
  const page = await home(ana);
  await press(page, play);
  let s = await ready(page);
  await page.waitForSelector("[data-zone=road] [data-item]");
  const journey = () => s.actions.filter((a) => a.startsWith("journey"));
  for (let i = 0; i < 20 && journey().length === 0; i++) s = await ready(page, await fromList(page, mouse, s.actions.at(-1)));
  // six cards, each with a price and a verdict in words; those that can be taken are those of the list
  const tags = await page.evaluate(() => [...document.querySelectorAll("[data-zone=road] [data-item]")].map((c) => ({
    id: c.dataset.item, usable: "usable" in c.dataset, price: c.querySelector(".en-price")?.textContent, word: c.querySelector(".en-tag-word")?.textContent ?? "",
  })));
  assert.equal(tags.length, 6);
  for (const t of tags) assert.ok(/^\d+$/.test(t.price) && t.word.length > 2, JSON.stringify(t));
  assert.equal(tags.filter((t) => t.usable).length, journey().length);
  // the eye on a card that can be taken: the price is gone from the crystals; and so it is
  const { id, price } = tags.find((t) => t.usable && Number(t.price) > 0) ?? tags.find((t) => t.usable);
  const sums = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("[data-sum]")].map((e) =>
    [e.dataset.sum, { now: Number(e.querySelector("b").textContent.replace("−", "-")), then: e.querySelector(".en-then b")?.textContent.replace("−", "-") ?? null }])));
  await page.locator(item(id)).focus();
  await page.hover(item(id));
  await page.waitForFunction(() => document.querySelector(".en-then") !== null);
  const before = await sums();
  if (Number(price) > 0) assert.equal(Number(before.crystals.then), before.crystals.now - Number(price));
  const at = (await see(page)).rev;
  await page.keyboard.press("Enter");
  if ((await see(page)).rev === at && !(await see(page)).pending) await page.keyboard.press("Enter");
  s = await ready(page, at);
  assert.equal((await sums()).crystals.now, before.crystals.now - Number(price));
  // a pile, and another player, open beside the board
  await press(page, "[data-opens='pile.0.items']");
  await page.waitForSelector("[data-side=zone] [data-list='pile.0.items'] [data-listed]");
  await press(page, ".en-other-head");
  await page.waitForSelector("[data-side=zone] [data-list='pile.1.items'] [data-listed]");
  await act(page, () => page.keyboard.press("Escape"));
  void action;
}));

test("Enchanters: options that do not go together are refused in words, and then set right", () => withPeople(async (come) => {
  const ana = await come();
  const page = await ana.open("#/new/enchanters");
  await page.waitForSelector("[data-start]");
  const option = (name) => page.locator(`[data-option='opt-${name}'] input`);
  for (const name of ["variant_quick", "variant_super_quick"]) await option(name).check();
  await press(page, "[data-start]");
  const fault = page.locator("[data-fault]");
  await fault.waitFor();
  assert.match(await fault.textContent(), /^[A-Z].{20,}EN-ERR-07$/);
  await option("variant_quick").uncheck();
  // kingdoms from a list: as many as are needed
  await page.locator("[data-option='opt-kingdom_mode'] input[value=list]").check({ force: true });
  await page.locator(".new-more summary").click();
  for (const [k, name] of ["goblins", "undead", "thieves", "gnolls"].entries()) await page.locator("[data-option='opt-kingdoms'] select").nth(k).selectOption(name);
  await press(page, "[data-start]");
  await ready(page);
  await page.waitForSelector("[data-zone=road] [data-item]");
  const from = await page.evaluate(() => [...document.querySelectorAll("[data-zone=road] [data-face]")].map((e) => e.dataset.face.slice(5, 8)));
  assert.ok(from.length === 6 && from.every((k) => ["gob", "und", "thi", "gno"].includes(k)), from.join());
}));

// Runebound on its own board: started in two clicks, a stretch by mouse, by keys, by touch; what the map shows of ways and dice; the camera.
import assert from "node:assert/strict";
import { finger, item, mouse, playByKeys, playOn, press, ready, see, seen, tabTo } from "../lib/play.mjs";
import { random } from "../lib/random.mjs";
import { test } from "../lib/run.mjs";
import { withPeople } from "./shared.mjs";

const play = "[data-play=runebound]";
const home = async (p) => {
  const page = await p.open("#/");
  await page.waitForSelector(`[data-screen=home] ${play}`);
  return page;
};
const STRETCH = 40;
/** Dice on the table, to be moved with: a decision of every kind on the way there is taken from the list. */
async function moving(page) {
  let s = await ready(page);
  for (let k = 0; k < 60 && !s.actions.some((a) => a.startsWith("go ")); k++) {
    const id = s.actions.find((a) => a === "roll_dice 5") ?? s.actions.find((a) => a === "roll_dice 4") ?? s.actions.find((a) => /^(end_turn|skip_market|decline|stand|defend|done|accept)$/.test(a)) ?? s.actions[0];
    const { rev } = s;
    await page.evaluate((a) => document.querySelector(`[data-action="${a}"]`).click(), id);
    await page.waitForFunction(([r, a]) => { const x = __see.state(); return x.rev !== r || x.pending || x.armed === a; }, [rev, id]);
    if ((await see(page)).rev === rev && !(await see(page)).pending) await page.evaluate((a) => document.querySelector(`[data-action="${a}"]`)?.click(), id);
    s = await ready(page, rev);
  }
  assert.ok(s.actions.some((a) => a.startsWith("go ")));
  return s;
}

test("Runebound: two clicks, and a stretch by mouse", () => withPeople(async (come) => {
  const ana = await come({ context: { reducedMotion: "no-preference" }, settings: { motion: "fast" } });
  const page = await home(ana);
  await mouse.press(page, play);
  const first = await ready(page);
  assert.ok(first.mine && first.actions.length > 0);
  const end = await playOn(page, mouse, random(11), { most: STRETCH });
  assert.ok(end.decisions === STRETCH || end.over);
  assert.ok(end.byBoard > 0);
  console.log(`NOTE Runebound by mouse: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("Runebound: a stretch by keys alone", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await home(ana);
  await tabTo(page, play);
  await page.keyboard.press("Enter");
  await ready(page);
  const end = await playByKeys(page, random(5), { most: STRETCH });
  assert.ok(end.how.digit > 0 && end.how.board > 0, JSON.stringify(end.how));
  console.log(`NOTE Runebound by keys: ${end.decisions} decisions (${JSON.stringify(end.how)})`);
}));

test("Runebound: a stretch on a phone by touch, and nothing scrolls but what is meant to", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await home(ana);
  await finger.press(page, play);
  const end = await playOn(page, finger, random(23), { most: STRETCH });
  assert.ok(end.byBoard > 0);
  const scrolled = await page.evaluate(() => [document.scrollingElement.scrollHeight - innerHeight, document.scrollingElement.scrollWidth - innerWidth]);
  assert.ok(scrolled.every((x) => x <= 1), `the table scrolls by ${scrolled}`);
  console.log(`NOTE Runebound by touch: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("Runebound: where dice lead is tinted, a way shows with its dice, and the hex or its line in the list goes there", () => withPeople(async (come) => {
  const ana = await come();
  const page = await home(ana);
  await press(page, play);
  const s = await moving(page);
  // every way of the list has its hex on the map, tinted by the dice it takes
  const hexes = new Set(s.actions.filter((a) => a.startsWith("go ")).map((a) => `hex.${a.split(" ")[1]}`));
  const drawn = await page.evaluate(() => [...document.querySelectorAll(".rb-goal")].map((g) => [g.dataset.item, g.querySelectorAll("circle").length]));
  assert.deepEqual(new Set(drawn.map(([id]) => id)), hexes);
  assert.ok(drawn.every(([, dice]) => dice >= 1 && dice <= 5));
  // the list of destinations says the same, in three orders
  await press(page, ".rb-list-button");
  const lines = () => page.evaluate(() => [...document.querySelectorAll("[data-dest]")].map((d) => d.dataset.dest));
  await page.waitForSelector("[data-dest]");
  assert.deepEqual(new Set(await lines()), hexes);
  const byDice = await lines();
  await press(page, ".rb-sort:last-child");
  await page.waitForFunction((first) => document.querySelectorAll("[data-dest]").length > 0 && JSON.stringify([...document.querySelectorAll("[data-dest]")].map((d) => d.dataset.dest)) !== first, JSON.stringify(byDice)).catch(() => {});
  assert.deepEqual(new Set(await lines()), hexes);
  // the eye on a far one: its way is drawn, from where the hero stands
  const [far, takes] = drawn.find(([, dice]) => dice >= 2);
  const names = await page.evaluate(() => [...document.querySelectorAll(".rb-dest-name")].map((d) => d.textContent));
  assert.equal(new Set(names).size, names.length, "each line says where it leads");
  await page.locator(`[data-dest="${far}"]`).hover();
  await page.waitForSelector(".rb-way circle");
  assert.ok(await page.locator(".rb-way circle").count() >= 2);
  // its dice are marked, and the card says what it is
  await page.waitForFunction((n) => document.querySelectorAll(".rb-die[data-touched]").length === n, takes);
  assert.match(await page.getAttribute(".choice", "data-subject"), new RegExp(`^go ${far.slice(4)} 0$`));
  // and there it goes
  const { rev } = await see(page);
  const there = `[data-dest="${far}"]`, go = `go ${far.slice(4)} 0`;
  await page.locator(there).click();
  await seen(page, ([r, a]) => { const x = __see.state(); return x.rev !== r || x.pending || x.armed === a; }, [rev, go], "the way is armed");
  if ((await see(page)).armed === go) await page.locator(there).click();
  await seen(page, (r) => __see.state().rev > r, rev, "the hero goes");
  await page.waitForFunction(() => document.querySelectorAll(".rb-is-spent").length >= 2); // told step by step
}));

test("Runebound: all of the map, from near, by keys and by its buttons; the focus brings what it is on into sight", () => withPeople(async (come) => {
  const ana = await come();
  const page = await home(ana);
  await press(page, play);
  await ready(page);
  const scale = () => page.evaluate(() => parseFloat(document.querySelector(".cam-area").style.getPropertyValue("--u")));
  const whole = () => page.evaluate(() => { const b = document.querySelector(".cam-box"); return b.scrollWidth <= b.clientWidth + 1 && b.scrollHeight <= b.clientHeight + 1; });
  await page.waitForSelector(".cam-area");
  const near = await scale();
  await press(page, ".cam-tool:last-of-type");
  assert.ok(await whole());
  await press(page, ".cam-tool:first-of-type");
  assert.ok(await scale() > 0 && !(await whole()));
  await page.locator(item("site.SG06")).focus();
  await page.keyboard.press("0");
  assert.ok(await whole());
  for (let k = 0; k < 3; k++) await page.keyboard.press("+");
  assert.ok(await scale() > near * 0.9);
  await page.locator(item("site.SR07")).focus();
  await page.keyboard.press("ArrowLeft");
  const inside = await page.evaluate(() => {
    const r = document.activeElement.getBoundingClientRect(), b = document.querySelector(".cam-box").getBoundingClientRect();
    return r.left >= b.left - 1 && r.right <= b.right + 1 && r.top >= b.top - 1 && r.bottom <= b.bottom + 1;
  });
  assert.ok(inside);
}));

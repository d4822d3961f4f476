// Reflets d'Acide on its own board: started in two clicks, a stretch by mouse, by keys, by touch; the road and the list of destinations;
// a trial told die by die.
import assert from "node:assert/strict";
import { finger, mouse, playByKeys, playOn, press, ready, see, seen, tabTo } from "../lib/play.mjs";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { random } from "../lib/random.mjs";
import { test } from "../lib/run.mjs";
import { withPeople } from "./shared.mjs";

const play = "[data-play=reflets]";
const home = async (p) => {
  const page = await p.open("#/");
  await page.waitForSelector(`[data-screen=home] ${play}`);
  return page;
};
const STRETCH = 40;

/** On, by the list, until there is such an action; wanted ones are taken first. */
async function until(page, is, wanted = []) {
  let s = await ready(page);
  for (let k = 0; k < 160 && !s.over && !s.actions.some(is); k++) {
    const id = wanted.map((w) => s.actions.find((a) => w.test(a))).find(Boolean) ?? s.actions[0];
    const { rev } = s;
    const click = () => page.evaluate((a) => document.querySelector(`[data-action="${a}"]`)?.click(), id);
    await click();
    await page.waitForFunction(([r, a]) => { const x = __see.state(); return x.rev !== r || x.pending || x.armed === a; }, [rev, id]);
    if ((await see(page)).rev === rev && !(await see(page)).pending) await click();
    s = await ready(page, rev);
  }
  assert.ok(s.actions.some(is));
  return s;
}

test("Reflets d'Acide: two clicks, and a stretch by mouse", () => withPeople(async (come) => {
  const ana = await come({ context: { reducedMotion: "no-preference" }, settings: { motion: "fast" } });
  const page = await home(ana);
  await mouse.press(page, play);
  const first = await ready(page);
  assert.ok(first.mine && first.actions.length > 0);
  const end = await playOn(page, mouse, random(11), { most: STRETCH });
  assert.ok(end.decisions === STRETCH || end.over);
  assert.ok(end.byBoard > 0);
  console.log(`NOTE Reflets d'Acide by mouse: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("Reflets d'Acide: a stretch by keys alone", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await home(ana);
  await tabTo(page, play);
  await page.keyboard.press("Enter");
  await ready(page);
  const end = await playByKeys(page, random(5), { most: STRETCH });
  assert.ok(end.how.digit > 0 && end.how.board > 0, JSON.stringify(end.how));
  console.log(`NOTE Reflets d'Acide by keys: ${end.decisions} decisions (${JSON.stringify(end.how)})`);
}));

test("Reflets d'Acide: a stretch on a phone by touch, and nothing scrolls but what is meant to", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await home(ana);
  await finger.press(page, play);
  const end = await playOn(page, finger, random(23), { most: STRETCH });
  assert.ok(end.byBoard > 0);
  const scrolled = await page.evaluate(() => [document.scrollingElement.scrollHeight - innerHeight, document.scrollingElement.scrollWidth - innerWidth]);
  assert.ok(scrolled.every((x) => x <= 1), `the table scrolls by ${scrolled}`);
  console.log(`NOTE Reflets d'Acide by touch: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("Reflets d'Acide: every square that can be reached is ringed, and its line in the list goes there", () => withPeople(async (come) => {
  const ana = await come();
  const page = await home(ana);
  await press(page, play);
  const s = await until(page, (a) => a.startsWith("goto "), [/^team_done$/, /^pass$/, /^brake 0/, /^walk$/]);
  const squares = new Set(s.actions.filter((a) => a.startsWith("goto ")).map((a) => `node.${a.split(" ")[1]}`));
  assert.deepEqual(new Set(await page.evaluate(() => [...document.querySelectorAll(".ra-goal")].map((g) => g.dataset.item))), squares);
  await press(page, ".ra-list-button");
  await page.waitForSelector("[data-dest]");
  assert.deepEqual(new Set(await page.evaluate(() => [...document.querySelectorAll("[data-dest]")].map((d) => d.dataset.dest))), squares);
  const { rev } = await see(page);
  const one = page.locator("[data-dest]").first();
  await one.click();
  if ((await see(page)).rev === rev && !(await see(page)).pending) await one.click();
  await seen(page, (r) => __see.state().rev > r, rev, "the team goes");
}));

test("Reflets d'Acide: a trial says what is needed, with its chance, and then die by die what came of it", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await home(ana);
  await press(page, play);
  const on = [/^team_done$/, /^goto W06$/, /^goto W1[23]$/, /^goto/, /^brake 0/, /^walk$/, /^keep_dilemma/, /^test$/, /^assign/, /^pass$/];
  let s = await ready(page);
  for (let k = 0; k < 12 && await page.locator(".ra-die").count() === 0; k++) {
    s = await until(page, (a) => a.startsWith("assign ") || /^(auto|paid_reroll|gold_subst)/.test(a) || a === "team_done", k === 0 ? [] : on).catch(() => s);
    if (await page.locator(".ra-die").count() > 0) break;
    const id = s.actions.find((a) => a === "team_done") ?? s.actions.find((a) => a === "pass") ?? s.actions[0], { rev } = s;
    await page.evaluate((a) => document.querySelector(`[data-action="${a}"]`)?.click(), id);
    await page.waitForTimeout(60);
    if ((await see(page)).rev === rev && !(await see(page)).pending) await page.evaluate((a) => document.querySelector(`[data-action="${a}"]`)?.click(), id);
    s = await ready(page, rev);
  }
  await page.waitForSelector(".ra-die .ra-die-face");
  const told = await page.evaluate(() => ({ need: document.querySelector(".ra-need > b")?.textContent, dice: [...document.querySelectorAll(".ra-die-face")].map((d) => Number(d.dataset.n)), card: document.querySelector(".ra-card .ra-says")?.textContent ?? "" }));
  assert.ok(Number(told.need) > 0 && told.dice.every((n) => n >= 1 && n <= 6));
  assert.match(told.card, /Objectif 1/);
}));

test("Reflets d'Acide: a card that is turned up stands first, is read out with its line for the mood, and goes down the list once it is read", () => withPeople(async (come) => {
  const e = await engine();
  let record = null;
  playGame(e, { game: "reflets", n: 1, players: 1, options: { players: 1, challenge: "pepere", quick_tokens: "yes" } }, (m, h) => {
    if (!record && m.actor !== null && m.actor !== "chance" && e.call("view", { h, lang: "en" }).turn.phase === "obj_before") record = e.call("record", { h, reveal: true }).text;
  });
  const ana = await come({ settings: { motion: "off" } });
  const page = await home(ana);
  await dropText(page, "game.veillee", record);
  await ready(page);
  await page.waitForSelector(".ra-unread .ra-flavour");
  const [said, mood] = await page.evaluate(() => [document.querySelector(".ra-unread .ra-say").textContent, document.querySelector(".ra-unread .ra-flavour").textContent]);
  assert.ok(mood.length > 5);
  await page.waitForFunction(([a, b]) => { const live = document.querySelector("[aria-live=polite]").textContent; return live.includes(a.replace(/\.$/, "")) && live.includes(b.replace(/\.$/, "")); }, [said, mood]);
  await press(page, ".ra-read");
  await page.waitForSelector(".ra-unread", { state: "detached" });
  assert.equal(await page.locator(".ra-card .ra-flavour").first().textContent(), mood);
}));

test("Reflets d'Acide: the end is counted line by line, each with its reason, and adds up", () => withPeople(async (come) => {
  const e = await engine();
  let record = null;
  for (let n = 1; n < 30 && !record; n++) playGame(e, { game: "reflets", n, players: 1, options: { players: 1, challenge: "pepere", quick_tokens: "yes" } }, (m, h) => {
    if (m.actor === null && e.call("over", { h, lang: "en" }).outcome === "quest") record = e.call("record", { h, reveal: true }).text;
  });
  const ana = await come({ lang: "fr", settings: { motion: "off" } });
  const page = await home(ana);
  await dropText(page, "end.veillee", record);
  await seen(page, () => __see.state().looking || __see.state().over, undefined, "the end");
  if ((await see(page)).looking) await page.keyboard.press("n");
  await page.waitForSelector(".ra-count-sum");
  const rows = await page.evaluate(() => [...document.querySelectorAll(".thing.ra-count-row")].map((r) => ({ why: r.querySelector(".ra-count-why")?.textContent ?? "", n: [...r.querySelectorAll("b")].map((b) => Number(b.textContent)), name: r.getAttribute("aria-label") ?? r.textContent })));
  assert.ok(rows.length > 4 && rows.every((r) => r.why.length > 5 && r.name.includes(r.why.slice(0, 12))));
  const sum = await page.evaluate(() => [...document.querySelectorAll(".ra-count-sum b")].map((b) => Number(b.textContent)));
  assert.deepEqual(sum, [0, 1].map((k) => rows.reduce((n, r) => n + r.n[k], 0)));
}));

test("Reflets d'Acide: before the team stands both quests say whose they are, and the six heroes what they are and can do", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await ana.open("#/new/reflets");
  await press(page, "[data-start]");
  await until(page, (a) => a === "team_done");
  await page.waitForSelector(".ra-team-read");
  const told = await page.evaluate(() => ({
    quests: [...document.querySelectorAll(".ra-offered .ra-whole-kind")].map((q) => q.textContent),
    heroes: [...document.querySelectorAll(".ra-team-read .ra-card")].map((h) => h.textContent),
  }));
  assert.deepEqual(told.quests, ["votre quête", "quête des Vils"]);
  assert.equal(told.heroes.length, 6);
  assert.ok(told.heroes.every((h) => /Race\s*: \p{L}/u.test(h)), told.heroes[0]);
}));

test("Reflets d'Acide: on a phone all that can be touched on the road is 44 px from near, and the team can see where it can go", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await home(ana);
  await finger.press(page, play);
  await until(page, (a) => a.startsWith("goto "), [/^team_done$/, /^pass$/, /^brake 0/, /^walk$/]);
  await page.waitForFunction(() => document.querySelectorAll(".ra-goal").length > 0);
  const small = await page.evaluate(() => [...document.querySelectorAll(".ra-things > .thing")].map((e) => [e.dataset.item, e.getBoundingClientRect()]).filter(([, r]) => r.width < 43.5 || r.height < 43.5).map(([id, r]) => `${id} ${r.width.toFixed(0)}x${r.height.toFixed(0)}`));
  assert.deepEqual(small, []);
  const seen = await page.evaluate(() => { const box = document.querySelector(".cam-box").getBoundingClientRect(); return [...document.querySelectorAll(".ra-goal")].filter((g) => { const r = g.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2; return x > box.left && x < box.right && y > box.top && y < box.bottom; }).length; });
  assert.ok(seen > 0, "no goal in sight");
}));

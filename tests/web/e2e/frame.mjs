// The frame of every board: one subject for card, detail and board; what a finger does; who is spoken to; what stays where it is.
import assert from "node:assert/strict";
import { act, action, finger, fromList, item, mouse, press, ready, see, seen } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { until } from "../lib/world.mjs";
import { makeTable, withPeople } from "./shared.mjs";

async function begin(p, game, hand = mouse) {
  const page = await p.open("#/");
  await page.waitForSelector(`[data-screen=home] [data-play=${game}]`);
  await hand.press(page, `[data-play=${game}]`);
  await ready(page);
  return page;
}
const subject = (page) => page.evaluate(() => document.querySelector(".choice")?.dataset.subject ?? null);
const verb = (name) => `.verb[data-verb=${name}]`;

for (const game of ["runemasters", "enchanters"])
  test(`${game}: a tap spends nothing; it shows, it arms, and the same spot or the card's button acts`, () => withPeople(async (come) => {
    const ana = await come({ size: "phone", touch: true, settings: { confirmReveal: false } });
    const page = await begin(ana, game, finger);
    const { rev, usable } = await see(page);
    const clear = async () => { await page.keyboard.press("Escape"); await page.keyboard.press("Escape"); };
    for (const id of usable) {
      await finger.press(page, item(id));
      await seen(page, (id) => document.querySelector(".choice").dataset.subject !== undefined && document.querySelector(`[data-item=${JSON.stringify(id)}]`).dataset.picked !== undefined, id, `${id} is picked`);
      await clear();
    }
    for (const v of await page.evaluate(() => [...document.querySelectorAll(".verb")].map((e) => e.dataset.verb))) {
      await finger.press(page, verb(v));
      await seen(page, (v) => document.querySelector(`.verb[data-verb=${v}][aria-pressed=true]`) !== null, v, `${v} is chosen`);
      await clear();
    }
    let s = await see(page);
    const id = s.actions[0];
    await finger.press(page, action(id));
    s = await seen(page, (a) => __see.state().armed === a, id, "armed");
    assert.deepEqual([s.rev, await subject(page)], [rev, id]);
    await finger.press(page, "[data-do-it]");
    await seen(page, (r) => __see.state().rev > r || __see.state().pending, rev, "the button of the card acts");
  }));

test("a card that is taken by touch leaves no neighbour previewed", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await begin(ana, "enchanters", finger);
  let s = await see(page);
  for (let i = 0; i < 20 && !s.actions.some((a) => a.startsWith("journey")); i++) s = await ready(page, await fromList(page, finger, s.actions.at(-1)));
  const id = await page.evaluate(() => document.querySelector("[data-zone=road] [data-item][data-usable]").dataset.item);
  await finger.press(page, item(id));
  await seen(page, () => __see.state().armedItem !== null, null, "armed");
  await finger.press(page, item(id));
  await ready(page, s.rev);
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  const on = await page.evaluate(() => document.querySelector("[data-looked]")?.dataset.item ?? null);
  assert.ok(on === null || on === id, `${on} is looked at, and nobody touched it`);
}));

test("the detail stays while the mouse moves to its buttons; i shows another thing, and closes on the same", () => withPeople(async (come) => {
  const page = await begin(await come(), "runemasters");
  await press(page, ".side-tab >> nth=0").catch(() => page.locator(".side-tab").first().click());
  const [a, b] = await page.evaluate(() => [...document.querySelectorAll('[data-item^="card."]')].slice(0, 2).map((e) => e.dataset.item));
  const shown = () => page.evaluate(() => document.querySelector("[data-inspect]")?.dataset.inspect ?? null);
  await page.hover(item(a));
  await until(async () => await shown() === a, "the detail of the first");
  await page.hover(".side-tabs");
  await page.mouse.move(600, 60);
  assert.equal(await shown(), a);
  await page.hover(item(b));
  await page.keyboard.press("i");
  await until(async () => await shown() === b, "the detail of the second");
  await page.hover(".side-tabs");
  assert.equal(await shown(), b);
  await page.keyboard.press("i");
  await page.waitForSelector("[data-side=inspect]", { state: "detached" });
}));

test("nothing says that there is nothing to decide while my move is on its way", () => withPeople(async (come) => {
  const page = await begin(await come(), "runemasters");
  await page.evaluate(() => {
    window.__flashes = 0;
    new MutationObserver(() => { if (document.querySelector(".acts-none")) window.__flashes++; }).observe(document.querySelector(".table"), { subtree: true, childList: true });
  });
  let s = await see(page);
  for (let i = 0; i < 3; i++) s = await ready(page, await fromList(page, mouse, s.actions[0]));
  assert.equal(await page.evaluate(() => window.__flashes), 0);
}));

test("your turn is said only to whom it is; others read who plays which guardian; each knows which seats are theirs", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come({ size: "phone", touch: true })];
  const { seat } = await makeTable(ana);
  const b = await ben.open(seat);
  await b.waitForSelector("[data-ask-name], [data-board]");
  if (await b.locator("[data-ask-name]").count()) {
    await b.locator("#join-name").fill("Ben");
    await b.locator("[data-ask-name] button[type=submit]").click();
  }
  await b.waitForSelector("[data-board]");
  const pages = [ana.page, b];
  // to the first turn
  for (let i = 0; i < 30; i++) {
    const turn = await until(async () => {
      for (const page of pages) { const s = await see(page); if (s.mine && !s.pending && s.actions.length > 0) return { page, s }; }
      return null;
    }, "somebody's turn");
    if (/your turn/.test(turn.s.prompt)) {
      const other = pages.find((p) => p !== turn.page);
      await until(async () => (await see(other)).rev === turn.s.rev, "both see it");
      const heard = (await see(other)).prompt;
      assert.doesNotMatch(heard, /your turn/);
      assert.match(heard, /^(Ana|Ben) plays [A-Z]/);
      assert.doesNotMatch(await other.locator("[data-text-board]").textContent(), /your turn/);
      break;
    }
    await fromList(turn.page, turn.page === b ? finger : mouse, turn.s.actions[0]);
    await seen(turn.page, (r) => __see.state().rev > r && !__see.state().pending, turn.s.rev, "the move is shown");
  }
  for (const page of pages) {
    const seats = await page.evaluate(() => [...document.querySelectorAll(".seat")].map((e) => ({ mine: "mine" in e.dataset, you: e.querySelector(".seat-you") !== null, who: e.querySelector(".seat-who")?.checkVisibility() ?? false })));
    assert.ok(seats.some((s) => s.mine) && seats.some((s) => !s.mine));
    for (const s of seats) assert.equal(s.you, s.mine);
    assert.ok(seats.every((s) => s.who), "names, on a phone too");
  }
  // six tabs and all tools have their words whole, in both languages
  for (const [width, height, lang] of [[1280, 720, "en"], [1024, 768, "fr"]]) {
    await ana.page.setViewportSize({ width, height });
    await ana.page.evaluate((lang) => {
      const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem("veillee.settings")), lang });
      localStorage.setItem("veillee.settings", newValue);
      dispatchEvent(new StorageEvent("storage", { key: "veillee.settings", newValue }));
    }, lang);
    await ana.page.waitForFunction((l) => document.documentElement.lang === l, lang);
    const words = await ana.page.evaluate(() => [...document.querySelectorAll(".side-tab, .tool")].map((e) => {
      const all = document.createRange();
      all.selectNodeContents(e);
      const a = all.getBoundingClientRect(), b = e.getBoundingClientRect();
      return { text: e.textContent, cut: a.left < b.left - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1 };
    }));
    assert.ok(words.length >= 9, JSON.stringify(words));
    assert.deepEqual(words.filter((w) => w.cut), [], `${width}×${height}`);
  }
  // a vote is never under an open sheet
  await b.keyboard.press("c");
  await b.waitForSelector("[data-side=chat] input");
  const asks = await until(async () => {
    if (await ana.page.evaluate(() => document.querySelector("[data-tool=undo]").getAttribute("aria-disabled") !== "true" && document.querySelector("[data-tool=undo]").textContent.includes("…"))) return "yes";
    const s = await see(ana.page);
    if (s.mine && !s.pending && s.actions.length > 0) { await fromList(ana.page, mouse, s.actions.find((a) => s.undo[a] !== "free") ?? s.actions[0]); return null; }
    const t = await see(b);
    if (t.mine && !t.pending && t.actions.length > 0) { await b.keyboard.press("Escape"); await b.keyboard.press("Escape"); await fromList(b, finger, t.actions.find((a) => t.undo[a] !== "free") ?? t.actions[0]); await b.keyboard.press("c"); }
    return null;
  }, "something to ask for");
  assert.equal(asks, "yes");
  await press(ana.page, "[data-tool=undo]");
  await b.waitForSelector("[data-vote=undo] button");
  if (!(await b.locator("[data-side=chat]").count())) await b.keyboard.press("c");
  await b.waitForSelector("[data-side=chat] input");
  await finger.press(b, "[data-vote=undo] button");
  await b.waitForSelector("[data-vote=undo]", { state: "detached" });
}));

test("the words of the code are not shown to players", () => withPeople(async (come) => {
  const page = await begin(await come(), "runemasters");
  await act(page, () => page.keyboard.press("r"));
  await page.waitForSelector("[data-side=rules] .rule, [data-side=rules] a, [data-side=rules] input");
  const field = page.locator("[data-side=rules] input").first();
  await field.fill("ultimate");
  await page.waitForTimeout(500);
  assert.doesNotMatch(await page.locator("[data-side=rules]").textContent(), /\bE_[A-Z_]+/);
  // games go by their names, and all of their authors are thanked
  await page.evaluate(() => { location.hash = "#/rules"; });
  await page.waitForSelector(".rules-game h2");
  const games = await page.locator(".rules-game h2").allTextContents();
  assert.ok(games.length >= 4 && games.every((name) => /^[A-Z]/.test(name)), games.join());
  await page.evaluate(() => { location.hash = "#/about"; });
  const thanked = page.locator("[aria-labelledby=about-games] dl");
  await thanked.waitFor();
  assert.deepEqual((await thanked.locator("dt").allTextContents()).sort(), games.sort());
  assert.ok((await thanked.locator("dd").allTextContents()).every((name) => name.length > 2));
}));

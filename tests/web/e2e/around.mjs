// Around the table: my games as they stand elsewhere, coming back, watching, the end and what follows it.
import assert from "node:assert/strict";
import { fromList, mouse, other, press, ready, see } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { until } from "../lib/world.mjs";
import { makeTable, withPeople } from "./shared.mjs";

const first = async (page) => fromList(page, mouse, (await ready(page)).actions[0]);

test("my games, title and a notice follow a table that I am not at; a recap when I come back", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come({ settings: { name: "Ben" } })];
  const { seat, watch } = await makeTable(ana);
  const b = await ben.open(seat);
  await b.waitForSelector("[data-board]");
  // names that come later stand on everybody's board
  await ana.page.waitForFunction(() => document.querySelector(".seats, [data-board]") && document.body.textContent.includes("Ben"));
  await ready(ana.page);
  await until(async () => (await see(b)).rev >= 0, "Ben sees the table");
  await b.evaluate(() => { location.hash = "#/"; });
  await b.waitForSelector("[data-continue]:not(.yours)");
  // nobody is there by following
  await ana.page.waitForFunction(() => !document.querySelector("[data-player='1'][data-here]"));
  await first(ana.page);
  await b.waitForSelector("[data-continue].yours");
  assert.match(await b.title(), /^\(1\) /);
  await b.waitForSelector("[data-notice=notice]");
  await b.locator("[data-notice=notice] .btn").first().click();
  await b.waitForSelector("[data-board]");
  await b.waitForSelector('[data-standing="recap"]');
  assert.match(await b.locator('[data-standing="recap"] p').textContent(), /one turn was played/i);
  await b.waitForFunction(() => !document.querySelector("[data-notice=notice]"));
  // a machine holds the seat: said above the table, and taken back there
  await b.evaluate(() => [...document.querySelectorAll(".side-tab")].find((e) => /players/i.test(e.textContent)).click());
  await b.locator("[data-player='1'] button").first().click();
  await b.waitForSelector('[data-standing="lent"]');
  await b.locator('[data-standing="lent"] button').click();
  await b.waitForFunction(() => !document.querySelector('[data-standing="lent"]'));
  const eve = await come();
  const e = await eve.open(watch);
  await e.waitForSelector('[data-standing="watch"]');
  // whoever makes a table says how late others may watch
  const dan = await come();
  const late = await makeTable(dan, { delay: 300 });
  const l = await eve.open(late.watch);
  await l.waitForFunction(() => /5 minutes late/.test(document.querySelector('[data-standing="watch"]')?.textContent ?? ""));
}));

test("the end is told for me; a rematch with the same people; a link that opens for anybody", () => withPeople(async (come) => {
  const ana = await come({ init: "delete Navigator.prototype.share; delete Navigator.prototype.canShare;" });
  const page = await ana.open("#/");
  await press(page, "[data-play=runemasters]");
  for (let i = 0, s = await ready(page); !s.over && i < 400; i++) {
    const rev = await fromList(page, mouse, s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0]);
    s = await ready(page, rev);
  }
  await page.waitForSelector("section.over .over-fate");
  const fate = await page.locator("section.over").getAttribute("data-fate");
  assert.match(await page.locator(".over-fate").textContent(), fate === "won" ? /won/ : /lost/);
  assert.equal(await page.locator("section.over[data-won]").count(), fate === "won" ? 1 : 0, "green is for those who won");
  await page.waitForSelector(".over-course li");
  assert.ok((await page.locator(".over-deeds tbody tr").count()) >= 3);
  // shared where there is no sheet to share with: said
  const saved = page.waitForEvent("download");
  await page.locator("section.over button", { hasText: /share/i }).click();
  await saved;
  await page.waitForSelector("[data-notice=notice]");
  await page.locator("[data-do=link]").click();
  const link = await page.locator(".over-link input").inputValue();
  const eve = await come();
  const e = await eve.open(link.slice(link.indexOf("#")));
  await e.waitForSelector("[data-replay]");
  await e.locator(".replay-end .btn-primary").click();
  await e.waitForSelector("section.over");
  // opened twice it is still one game
  await eve.open("#/");
  await eve.open(link.slice(link.indexOf("#")));
  await e.waitForSelector("[data-board]");
  await eve.open("#/games");
  await e.waitForSelector(".grow-row");
  assert.equal(await e.locator(".grow-row").count(), 1);
  const torn = await eve.open(`${link.slice(link.indexOf("#"), -40)}`);
  await torn.waitForSelector('[data-fault="link"], [data-fault]');
  const { table } = await see(page);
  await page.locator("[data-do=rematch]").click();
  await other(page, table);
  assert.equal((await ready(page)).over, false);
}));

test("a fork leads back to the game that it came from", () => withPeople(async (come) => {
  const ana = await come();
  const page = await ana.open("#/");
  await press(page, "[data-play=runemasters]");
  for (let i = 0; i < 4; i++) await first(page);
  const { table } = await see(page);
  await press(page, "[data-tool=history]");
  await page.waitForSelector("[data-replay]");
  await page.locator("[data-replay] .replay-end .btn").first().click();
  await other(page, table);
  await ready(page);
  const forked = (await see(page)).table;
  await press(page, "[data-tool=history]");
  await page.waitForSelector("[data-before]");
  await page.locator("[data-before]").click();
  await other(page, forked);
  assert.equal((await see(page)).table, table);
}));

test("Play does not move when the game in progress arrives", () => withPeople(async (come) => {
  const ana = await come();
  const page = await ana.open("#/");
  await press(page, "[data-play=runemasters]");
  await ready(page);
  await page.addInitScript(() => {
    window.__tops = [];
    const look = () => {
      const e = document.querySelector("[data-play]");
      if (e) window.__tops.push(Math.round(e.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("about:blank");
  await ana.open("#/");
  await page.waitForSelector("[data-continue]");
  await page.waitForFunction(() => window.__tops.length > 30);
  assert.equal(new Set(await page.evaluate(() => window.__tops)).size, 1);
}));

// What goes wrong is said, with what can be done about it, and no game is lost.
import assert from "node:assert/strict";
import { FakeServer } from "../lib/fake.mjs";
import { fromList, mouse, playOn, press, ready, see, seen } from "../lib/play.mjs";
import { random } from "../lib/random.mjs";
import { test } from "../lib/run.mjs";
import { person } from "../lib/world.mjs";
import { Socket } from "../unit/server.mjs";
import { makeTable, theBrowser, theServer, withPeople } from "./shared.mjs";

async function quick(p) {
  const page = await p.open("#/");
  await page.waitForSelector("[data-play]");
  await press(page, "[data-play]");
  await ready(page);
  return page;
}
/** As a room or a token is written: 128 bits. */
const code = (c) => `${c.repeat(25)}a`;

test("wrong links: no such room, wrong token, no link at all", () => withPeople(async (come) => {
  const ana = await come();
  await quick(ana);
  const { page } = ana;
  // a room to knock at
  const [, , room] = (await makeTable(ana, { bot: true })).mine.split("/");
  const eve = await come();
  const e = eve.page;
  for (const [hash, key] of [
    // whoever has no right to know is not told whether there is such a table
    [`#/r/${code("a")}/${code("b")}`, "token"], [`#/r/${room}/${code("b")}`, "token"], [`#/r/${room}`, "token"], ["#/r/short/x", "link"], [`#/r/${code("a")}`, "room"],
  ]) {
    await eve.open("#/about");
    await e.waitForSelector("[data-screen=about]");
    await eve.open(hash);
    await e.waitForSelector(`[data-trouble="${key}"]`).catch(async (x) => { throw new Error(`${hash}: ${(await see(e)).trouble} instead of ${key}; ${x}`); });
    assert.ok((await e.locator("[data-trouble] h1").textContent()).length > 5);
    assert.ok((await e.locator("[data-trouble] a.btn, [data-trouble] button").count()) > 0, "a way on");
  }
  // local games that are not here, and nonsense
  await eve.open("#/t/nothere");
  await e.waitForSelector('[data-trouble="local"]');
  await eve.open("#/what/is/this");
  await e.waitForSelector("main h1");
  // whoever has games finds them there
  await ana.open(`#/r/${code("a")}/${code("b")}`);
  await page.waitForSelector("[data-trouble=token]");
  await page.locator("[data-trouble] [data-game] a").first().click();
  await page.waitForSelector("[data-board]");
}));

test("a table that is deleted while somebody sits at it", () => withPeople(async (come) => {
  const ana = await come();
  const { page } = ana;
  const { mine: link } = await makeTable(ana, { bot: true });
  const { rev } = await ready(page);
  const [, , room, token] = link.split("/");
  // from another device of hers
  const { port } = await theServer();
  await new Promise((done, no) => {
    const s = new Socket(port);
    s.onopen = () => { for (const m of [{ t: "hello", version: 2, lang: "en" }, { t: "join", room, token }]) s.send(JSON.stringify(m)); };
    s.onmessage = ({ data }) => {
      const m = JSON.parse(data);
      if (m.t === "joined") s.send(JSON.stringify({ t: "delete" }));
      if (m.t === "left") { s.close(); done(); }
      if (m.t === "error") no(new Error(data));
    };
  });
  await page.waitForSelector('[data-conn="refused"]:not([hidden])');
  assert.ok((await page.locator("[data-conn]").textContent()).length > 10);
  assert.equal((await see(page)).rev, rev, "what was on the screen is still there");
  await page.reload();
  await page.waitForSelector("[data-trouble=token]");
}));

test("a server of another version, when coming and in mid-game", async () => {
  const real = await theServer();
  const fake = await new FakeServer(real.port).start();
  const ana = await person(await theBrowser(), fake.url, { settings: { botPace: 0 }, context: { serviceWorkers: "block" } });
  try {
    const { page } = ana;
    fake.mode = "version";
    await ana.open(`#/r/${code("a")}/${code("b")}`);
    await page.waitForSelector('[data-trouble="version"]');
    assert.ok((await page.locator("[data-trouble] button").count()) > 0);
    // alone one plays on
    await quick(ana);
    await playOn(page, mouse, random(1), { most: 2 });
    const at = await page.evaluate(() => location.hash);
    const before = await see(page);
    // a room, played through the fake one, which then changes
    fake.mode = "pass";
    await page.reload();
    await ready(page);
    await makeTable(ana, { bot: true });
    fake.mode = "version";
    fake.cut();
    await page.waitForSelector('[data-conn="version"]:not([hidden])');
    assert.ok((await page.locator("[data-conn] button").count()) > 0);
    await ana.open(at);
    assert.equal((await ready(page)).rev, before.rev);
    // nonsense on the wire is survived too
    fake.mode = "nonsense";
    await ana.open("#/tables");
    await page.waitForSelector("[data-fault]");
    fake.mode = "pass";
    await page.locator("[data-fault] button").click();
    await page.waitForSelector("[data-fault]", { state: "detached" });
  } finally {
    await ana.close();
    await fake.end();
  }
});

test("the engine's worker dies: said, and the game goes on where it was", () => withPeople(async (come) => {
  const ana = await come({ forgive: [/the worker was hit/] });
  const page = await quick(ana);
  await playOn(page, mouse, random(2), { most: 3 });
  const before = await see(page);
  await page.workers()[0].evaluate(() => { setTimeout(() => { throw new Error("the worker was hit"); }); });
  await page.waitForSelector('[data-conn="dead"]:not([hidden])');
  assert.ok((await page.locator("[data-conn]").textContent()).length > 10);
  await page.locator("[data-conn=dead] button").click();
  const s = await ready(page);
  assert.deepEqual([s.rev, s.actions], [before.rev, before.actions]);
  await playOn(page, mouse, random(3), { most: 2 });
  // one that just falls silent: a move is asked for and never answered
  const t = await see(page);
  await page.workers()[0].evaluate(() => self.close());
  await press(page, `[data-action=${JSON.stringify(t.actions[0])}]`);
  if ((await see(page)).armed) await press(page, `[data-action=${JSON.stringify(t.actions[0])}]`);
  await page.waitForSelector('[data-conn="dead"]:not([hidden])');
  await page.locator("[data-conn=dead] button").click();
  const u = await ready(page);
  assert.deepEqual([u.rev, u.actions], [t.rev, t.actions]);
  await page.reload();
  assert.equal((await ready(page)).rev, t.rev);
}));

test("an engine that cannot be loaded", () => withPeople(async (come) => {
  const ana = await come({ context: { serviceWorkers: "block" }, forgive: [/wasm|WebAssembly|CompileError|magic/i] });
  await ana.context.route(/engine\..*\.wasm/, (r) => r.fulfill({ contentType: "application/wasm", body: "nothing" }));
  const page = await ana.open("#/");
  await page.waitForSelector("[data-play]");
  await press(page, "[data-play]");
  await page.waitForSelector("[data-fault]");
  assert.ok((await page.locator("[data-fault]").textContent()).length > 10);
  // together one can still play: the server has an engine of its own
  await makeTable(ana, { bot: true });
}));

test("a full storage: said, and the game goes on", () => withPeople(async (come) => {
  const ana = await come({
    init: `{
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...a) { if (window.__full) throw new DOMException("full", "QuotaExceededError"); return put.apply(this, a); };
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (...a) { if (window.__full) throw new DOMException("full", "QuotaExceededError"); return set.apply(this, a); };
    }`,
  });
  const page = await quick(ana);
  await playOn(page, mouse, random(5), { most: 2 });
  await page.evaluate(() => { window.__full = true; });
  await playOn(page, mouse, random(6), { most: 3 });
  await page.waitForSelector("[data-notice=storage]");
  const at = await page.evaluate(() => location.hash), now = await see(page);
  // away and back: it is still in the page
  await page.evaluate(() => { location.hash = "#/about"; });
  await page.waitForSelector("[data-screen=about]");
  await page.evaluate((h) => { location.hash = h; }, at);
  assert.equal((await ready(page)).rev, now.rev);
  // room again: it is written, and there after a reload
  await page.evaluate(() => { window.__full = false; });
  await playOn(page, mouse, random(7), { most: 2 });
  const { rev } = await see(page);
  await page.waitForSelector("[data-notice=storage]", { state: "detached" });
  await page.reload();
  assert.ok((await ready(page)).rev >= rev);
}));

test("a refused storage: said, and a game is played to its end", () => withPeople(async (come) => {
  const ana = await come({
    faces: "any", // it cannot remember that it has ours
    init: `for (const n of ["localStorage", "indexedDB", "caches"]) Object.defineProperty(window, n, { get() { throw new DOMException("no", "SecurityError"); } });`,
  });
  const page = await quick(ana);
  await page.waitForSelector("[data-notice=storage]");
  await playOn(page, mouse, random(9), { most: 8 });
  await ana.page.evaluate(() => { location.hash = "#/games"; });
  await page.waitForSelector("[data-screen=games] [data-game]");
  await page.locator("[data-screen=games] [data-game] a").first().click();
  await seen(page, () => __see.state().table && __see.state().rev > 0, undefined, "still there");
  void fromList;
}));

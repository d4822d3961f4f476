// A smoke in other browsers, at two sizes: a game of each kind is begun and played for fifteen decisions, is laid out anew when the window
// is turned, is there after a reload and without a server, and a table on a server is played.
import assert from "node:assert/strict";
import { browsers } from "../lib/drivers.mjs";
import { games } from "../lib/games.mjs";
import { inPage } from "../lib/inpage.mjs";
import { option, takes } from "../lib/options.mjs";
import { run, tell, test } from "../lib/run.mjs";
import { Server, until } from "../lib/world.mjs";

takes("A smoke in other browsers.", {
  "--program PROGRAM": "under test (build/veillee)",
  [`--browser ${Object.keys(browsers).join("|")}`]: "one of them",
  "--only WORD": "the tests with this in their name",
  "--verbose": "also those that pass, with their time",
});

const sizes = [[390, 844], [1280, 800]];
const DECISIONS = 15;

/** The page looks at itself as in Chromium (lib/inpage.mjs). */
async function look(b) {
  await until(() => b.run(() => document.querySelector("[data-screen]") !== null), "a screen");
  await b.run(`(settings) => { if (!window.__see) (${inPage})(settings); }`, { settings: {}, faces: "" });
}

async function open(b, url) {
  await b.goto(url);
  await look(b);
}

const state = (b) => b.run(() => __see.state());
const click = (b, selector) => b.run((s) => { const e = document.querySelector(s); if (!e) throw new Error(`no ${s}`); e.click(); }, selector);
const there = (b, selector) => until(() => b.run((s) => document.querySelector(s) !== null, selector), selector);

async function ready(b, after = -1) {
  let s = null;
  try {
    return await until(async () => {
      s = await state(b);
      return s.table && s.rev > after && !s.pending && (s.over || (s.mine && s.actions.length > 0)) && s;
    }, "a decision or the end");
  } catch (e) {
    throw new Error(`${e.message}, after ${after}: ${JSON.stringify(s)} at ${await b.run(() => location.href)}: ${await b.run(() => document.body.innerText.slice(0, 300))}`);
  }
}

/** From the list, and once more where it asks whether one is sure. */
async function decide(b, n) {
  let s = await ready(b);
  for (let i = 0; i < n && !s.over; i++) {
    const id = s.actions[(i * 7) % s.actions.length];
    const { rev } = s;
    for (let tries = 0; ; tries++) {
      await click(b, `[data-action=${JSON.stringify(id)}]`);
      const now = await until(async () => { const x = await state(b); return (x.rev !== rev || x.pending || x.over || x.armed === id) && x; }, `an effect of ${id}`);
      if (now.armed !== id || now.rev !== rev || now.pending || tries > 0) break;
    }
    s = await ready(b, rev);
  }
  return s;
}

/** Somebody who comes for the first time, by a file that is no page of ours; bots do not dawdle. */
async function firstVisit(b, url) {
  await b.goto(`${url}icon.svg`);
  await b.run(() => localStorage.setItem("veillee.settings", JSON.stringify({ lang: "en", botPace: 0, name: "Ana", motion: "off" })));
}

/** How high the header, the sentence and what stands at the edge of the board are. */
const heights = (b) => b.run(async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [...document.querySelectorAll(".top, .prompt, .seat, .tools, [data-board] header, .en-other, .en-other-head")].map((e) => `${e.className} ${Math.round(e.getBoundingClientRect().height)}`);
});

async function smoke(b, [width, height]) {
  const server = await new Server().start();
  try {
    await b.size(width, height);
    await firstVisit(b, server.url);
    let last = null;
    for (const game of Object.keys(games)) {
      await open(b, `${server.url}#/`);
      await there(b, `[data-play="${game}"]`);
      await click(b, `[data-play="${game}"]`);
      const s = await decide(b, DECISIONS);
      last = { ...s, hash: await b.run(() => location.hash) };
      assert.equal(await b.run(() => document.querySelector("[data-notice=storage]")?.textContent ?? null), null, `${game} is kept`);
      await b.size(height, width);
      const turned = await heights(b);
      await open(b, `${server.url}?again=${game}${last.hash}`); // the same address is no reload everywhere
      const back = await ready(b);
      assert.deepEqual(await heights(b), turned, `${game}: turned on its side it stands as it does when it is opened so`);
      await b.size(width, height);
      assert.equal(back.table, s.table, game);
      assert.ok(back.rev >= s.rev, `${game}: ${back.rev} after ${s.rev}`);
    }
    assert.equal(await b.run(() => document.querySelector("[data-notice=update]") !== null), false, "nothing newer on a first visit");
    // a table on the server
    await open(b, `${server.url}#/new/${Object.keys(games)[0]}?where=net`);
    await there(b, "[data-start]");
    await b.run(() => {
      const kind = document.querySelector("[data-kind='1']");
      kind.value = "bot";
      kind.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await click(b, "[data-start]");
    const net = await decide(b, 5);
    assert.match(await b.run(() => location.hash), /^#\/r\//);
    assert.ok(net.rev > 0);
    // without a server: the page and the game are still there
    await until(() => b.run(async () => {
      const r = await navigator.serviceWorker?.getRegistration();
      return Boolean(r?.active && (await caches.keys()).some((n) => n.startsWith("veillee-")));
    }), "kept for offline use");
    await server.stop();
    await b.goto("about:blank");
    await open(b, `${server.url}${last.hash}`);
    const off = await ready(b);
    assert.equal(off.table, last.table);
    if (!off.over) assert.ok((await decide(b, 2)).rev > off.rev);
    assert.deepEqual(b.errors, []);
  } finally {
    await server.end();
  }
}

const wanted = option("--browser", "");
let missing = 0;
for (const [name, launch] of Object.entries(browsers)) {
  if (wanted && name !== wanted) continue;
  if (!launch) { console.log(`FAILED ${name} is not on this machine (docs/dependencies.md)`); missing++; continue; }
  for (const size of sizes)
    test(`${name} at ${size.join("×")}`, async () => {
      const b = await launch();
      try {
        await smoke(b, size);
      } finally {
        await b.end();
      }
    }, { alone: true });
}
const count = await run();
tell({ ...count, failed: count.failed + missing });

// How soon a newcomer can play, and how soon the page answers while a bot thinks.
// Cold load: a fresh profile, 1.6 Mbit/s, 150 ms, a processor four times slower; from the address to the first decision that can
// be made, with one click on "play". The line is throttled twice: by the browser (requests of the page), and by a wire of our own
// that also slows down what the worker asks for. Input: presses on seats and tabs while three bots play at the pace that the page has
// for everybody; those that fell while one thought count. What it is like with bots that do not wait at all is told beside it.
import { createServer, connect } from "node:net";
import { has, option, takes } from "../lib/options.mjs";
import { random } from "../lib/random.mjs";
import { tell } from "../lib/run.mjs";
import { launch, needs, person, PATIENCE, Server, sleep } from "../lib/world.mjs";
import { mouse, press, ready } from "../lib/play.mjs";

takes("How soon a newcomer can play, and how soon the page answers while a bot thinks.", {
  "--program PROGRAM": "under test (build/veillee)",
  "--strict": "judges the times too; without it they are told, and only what does not happen fails",
  "--times N": "cold loads, of which the median counts (1; with --strict 5)",
  "--only cold|input": "one of the two",
  "--verbose": "also what was loaded, and when",
});
needs();
const strict = has("--strict");
const only = option("--only", "");
const times = Number(option("--times", strict ? "5" : "1"));
const count = { passed: 0, failed: 0 };
/** What is told was done; how soon is judged on a quiet machine. */
function gate(what, ms, limit) {
  const ok = !strict || ms <= limit;
  count[ok ? "passed" : "failed"]++;
  console.log(`NOTE ${what}: ${ms.toFixed(0)} ms (gate ${limit} ms${strict ? "" : ", not judged here"})${ok ? "" : " FAILED"}`);
}
/** What has to come over the line does not depend on the machine: judged everywhere. */
function weigh(what, n, limit) {
  count[n <= limit ? "passed" : "failed"]++;
  console.log(`NOTE ${what}: ${n.toFixed(0)} (gate ${limit})${n <= limit ? "" : " FAILED"}`);
}
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const RATE = 1.6e6 / 8; // bytes a second
const LINE_KB = 60 + 80 + 150, LINE_FILES = 24; // the budgets of shell, board and engine (docs/page.md); what is fetched for later counts too
const DELAY = 150;

/** A line of 1.6 Mbit/s and 150 ms between the browser and the server, shared by all connections. */
class Wire {
  #free = 0;
  bytes = 0;

  async start(to) {
    this.server = createServer((a) => {
      const b = connect(to, "127.0.0.1");
      const stop = () => { a.destroy(); b.destroy(); };
      for (const s of [a, b]) { s.on("error", stop); s.on("close", stop); s.setNoDelay(true); }
      // a connection costs one way there and back before the first byte
      const open = Date.now() + DELAY;
      a.on("data", (d) => this.#later(Math.max(open, Date.now() + DELAY / 2), () => b.write(d)));
      b.on("data", (d) => {
        b.pause();
        this.bytes += d.length;
        const now = Math.max(Date.now(), this.#free);
        this.#free = now + (d.length / RATE) * 1000;
        this.#later(this.#free + DELAY / 2, () => a.write(d));
        this.#later(this.#free, () => b.resume());
      });
    });
    await new Promise((r) => this.server.listen(0, "127.0.0.1", r));
    this.url = `http://127.0.0.1:${this.server.address().port}/`;
    return this;
  }

  #later(when, f) {
    setTimeout(() => { try { f(); } catch { /* gone */ } }, Math.max(0, when - Date.now()));
  }

  end() {
    this.server.close();
  }
}

async function cold(how, server) {
  const wire = how === "wire" ? await new Wire().start(server.port) : null;
  const browser = await launch();
  try {
    const ana = await person(browser, wire?.url ?? server.url, { faces: "any", context: { reducedMotion: "no-preference" }, init: `
      addEventListener("DOMContentLoaded", () => {
        let home = 0;
        const look = () => {
          const play = document.querySelector("[data-play]");
          if (play && !home) { home = performance.now(); play.click(); }
          const act = document.querySelector("[data-action]:not([disabled]):not([aria-disabled=true])");
          if (act && document.querySelector(".rm, [data-board] [data-item]")) requestAnimationFrame(() => { window.__cold = { home, first: performance.now() }; });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });` });
    const cdp = await ana.context.newCDPSession(ana.page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    if (!wire) {
      await cdp.send("Network.enable");
      await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: DELAY, downloadThroughput: RATE, uploadThroughput: RATE });
    }
    await ana.page.goto((wire?.url ?? server.url) + "#/", { waitUntil: "commit" });
    const t = await (await ana.page.waitForFunction(() => window.__cold, undefined, { timeout: 120_000 })).jsonValue();
    const files = await ana.page.evaluate(() => performance.getEntriesByType("resource").filter((r) => r.startTime < window.__cold.first)
      .map((r) => ({ name: r.name.replace(/.*\//, ""), size: r.encodedBodySize, start: Math.round(r.startTime), end: Math.round(r.responseEnd) })));
    await ana.close();
    return { ...t, files };
  } finally {
    await browser.close();
    wire?.end();
  }
}

/** Clicks on things while bots play on: from the event to the frame that shows it. */
async function answers(server, pace) {
  const browser = await launch();
  try {
    const ana = await person(browser, server.url, { settings: pace === undefined ? {} : { botPace: pace }, context: { reducedMotion: "no-preference" } });
    const { page } = ana;
    await ana.open("#/new/runemasters");
    await page.waitForSelector("[data-start]");
    await page.locator("[data-option='opt-guardians'] input").last().check({ force: true });
    for (let i = 0; i < 3; i++) await page.locator(".stepper button").last().click();
    for (const i of [1, 2, 3]) await page.selectOption(`[data-kind='${i}']`, "bot");
    await press(page, "[data-start]");
    await ready(page);
    await page.evaluate(() => {
      window.__lag = [];
      for (const type of ["pointerdown", "keydown"])
        addEventListener(type, (e) => {
          const thinks = document.querySelector("[data-thinking]") !== null;
          const channel = new MessageChannel();
          channel.port1.onmessage = () => window.__lag.push({ ms: performance.now() - e.timeStamp, thinks });
          requestAnimationFrame(() => channel.port2.postMessage(0));
        }, true);
    });
    const rng = random(1);
    for (let turn = 0; turn < 12; turn++) {
      const s = await ready(page).catch(() => null);
      if (!s || s.over) break;
      const id = s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0];
      const pressIt = () => mouse.press(page, `[data-action=${JSON.stringify(id)}]`);
      await pressIt();
      if ((await page.evaluate(() => __see.state().armed)) === id) await pressIt();
      // now the others play: look at things meanwhile
      for (let i = 0; i < 25; i++) {
        const at = await page.evaluate(() => { const t = document.querySelector(".table"); return "mine" in t.dataset || "over" in t.dataset ? null : [...document.querySelectorAll("[data-seat], .side-tab")].map((x) => x.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]); });
        if (!at) break;
        await page.mouse.click(...rng.pick(at));
      }
    }
    await sleep(100);
    const lag = await page.evaluate(() => window.__lag);
    await ana.close();
    return lag;
  } finally {
    await browser.close();
  }
}

const server = await new Server().start();
try {
  for (const how of only === "input" ? [] : ["browser", "wire"]) {
    const runs = [];
    for (let i = 0; i < times; i++) runs.push(await cold(how, server));
    const first = median(runs.map((r) => r.first));
    const last = runs.find((r) => r.first === first);
    const kb = last.files.reduce((n, f) => n + f.size, 0) / 1000;
    gate(`cold load (throttled by the ${how}), ${runs.length > 1 ? `median of ${runs.length}` : "once"}: home after ${last.home.toFixed(0)} ms, ${last.files.length} files, ${kb.toFixed(0)} kB; first decision`, first, 3000);
    weigh("kilobytes before the first decision", kb, LINE_KB);
    weigh("requests before the first decision", last.files.length, LINE_FILES);
    if (has("--verbose")) for (const f of last.files) console.log(`  ${f.start}-${f.end} ms ${f.size} ${f.name}`);
  }
  for (const pace of only === "cold" ? [] : [undefined, 0]) {
    const all = await answers(server, pace);
    const ms = (strict ? all.filter((x) => x.thinks) : all).map((x) => x.ms).sort((a, b) => a - b);
    const at = (p) => ms[Math.min(ms.length - 1, Math.floor(ms.length * p))];
    if (ms.length < (strict ? 30 : 1)) throw new Error(`only ${ms.length} presses while a bot thought`);
    const told = `${ms.length} presses, median ${at(0.5).toFixed(0)} ms, slowest ${ms.at(-1).toFixed(0)} ms`;
    if (pace === undefined) gate(`input while a bot thinks (${told}), 95 of 100`, at(0.95), 50);
    else console.log(`NOTE input while bots play without a pause (${told}), 95 of 100: ${at(0.95).toFixed(0)} ms`);
  }
} catch (e) {
  count.failed++;
  console.log(`FAILED ${e.stack ?? e}`);
}
await server.end();
void PATIENCE;
tell(count);

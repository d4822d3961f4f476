// Alone, in this browser: started in two clicks, played to the end by mouse, keys and touch; never lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dropText } from "../lib/files.mjs";
import { engine, games, playGame } from "../lib/games.mjs";
import { act, action, finger, fromList, hurry, item, mouse, other, playByKeys, playOn, press, ready, see, seen, tabTo } from "../lib/play.mjs";
import { random } from "../lib/random.mjs";
import { test } from "../lib/run.mjs";
import { person, launch, Server, until } from "../lib/world.mjs";
import { withPeople } from "./shared.mjs";

const home = async (p) => {
  const page = await p.open("#/");
  await page.waitForSelector("[data-screen=home] [data-play]");
  return page;
};
/** A quick game with its first decision. */
async function quick(p, hand = mouse) {
  const page = await home(p);
  await hand.press(page, "[data-play]");
  await ready(page);
  return page;
}
const idOf = (page) => page.evaluate(() => location.hash);

test("a newcomer starts with two clicks and plays to the end by mouse", () => withPeople(async (come) => {
  // nothing is set: moves are shown at their usual pace
  const ana = await come({ context: { reducedMotion: "no-preference" }, settings: { botPace: undefined } });
  const page = await home(ana);
  let clicks = 0;
  const hand = { press: (...a) => { clicks++; return mouse.press(...a); } };
  await hand.press(page, "[data-play]");
  const first = await ready(page);
  assert.ok(clicks <= 2 && first.mine && first.actions.length > 0);
  const end = await playOn(page, mouse, random(11));
  assert.ok(end.over && end.decisions > 5);
  assert.ok(end.byBoard > 0, "the board was used");
  await page.waitForSelector("section.over");
  console.log(`NOTE by mouse: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("a thing that is still on its way can be clicked", () => withPeople(async (come) => {
  const ana = await come({ context: { reducedMotion: "no-preference" } });
  const page = await quick(ana);
  // everything moves twenty times as long: the dice are in the air when they are pressed
  const cdp = await ana.context.newCDPSession(page);
  await cdp.send("Animation.enable");
  await cdp.send("Animation.setPlaybackRate", { playbackRate: 0.05 });
  const flies = () => page.evaluate(() => [...document.querySelectorAll("[data-item^='die.'][data-usable]")].find((e) => {
    const { e: x, f: y } = new DOMMatrix(getComputedStyle(e).transform);
    return Math.hypot(x, y) > e.offsetWidth; // it will lie beside the place where it is now
  })?.dataset.item ?? null);
  let die = null, s = await ready(page);
  for (let i = 0; i < 40 && !s.over && !die; i++) {
    const rev = await fromList(page, mouse, s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0]);
    s = await ready(page, rev, { patient: true }); // the wheel would end it
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
    die = await flies();
  }
  assert.ok(die, "dice are rolled, and seen to roll");
  const after = await act(page, () => mouse.press(page, item(die)));
  assert.ok(after.rev !== s.rev || after.pending || after.picked.includes(die), `the die that was pressed is meant: ${JSON.stringify(after)}`);
}));

test("the whole game by keys alone", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await home(ana);
  await tabTo(page, "[data-play]");
  await page.keyboard.press("Enter");
  await ready(page);
  await act(page, () => page.keyboard.press("?"));
  await page.waitForSelector("[data-side=keys]");
  await act(page, () => page.keyboard.press("Escape"));
  const end = await playByKeys(page, random(5));
  assert.ok(end.over && end.decisions > 5);
  assert.ok(end.how.digit > 0 && end.how.board > 0, JSON.stringify(end.how));
  // what can be done at the end is reached by keys too
  await tabTo(page, "section.over a[href^=\"#/new\"]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-screen=new]");
  console.log(`NOTE by keys: ${end.decisions} decisions (${JSON.stringify(end.how)})`);
}));

test("the whole game on a phone by touch", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await quick(ana, finger);
  const end = await playOn(page, finger, random(23));
  assert.ok(end.over && end.decisions > 5);
  const scrolled = await page.evaluate(() => [document.scrollingElement.scrollHeight - innerHeight, document.scrollingElement.scrollWidth - innerWidth]);
  assert.ok(scrolled.every((x) => x <= 1), `the table scrolls by ${scrolled}`);
  console.log(`NOTE by touch: ${end.decisions} decisions, ${end.byBoard} on the board`);
}));

test("a long press shows what a thing is, and plays nothing", () => withPeople(async (come) => {
  const ana = await come({ size: "phone", touch: true });
  const page = await quick(ana, finger);
  const { rev } = await see(page);
  const at = await page.evaluate(() => __see.spot('[data-item^="card."]'));
  const cdp = await ana.context.newCDPSession(page);
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await page.waitForSelector("[data-side=inspect]");
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const s = await see(page);
  assert.deepEqual([s.rev, s.picked.length], [rev, 0]);
  const sheet = await page.locator(".side").boundingBox();
  assert.ok(sheet.height <= 640 * 0.45 + 1, `the sheet is ${sheet.height} px high`);
}));

test("reload, closed tab: the game is where it was", () => withPeople(async (come) => {
  const ana = await come();
  const page = await quick(ana);
  await playOn(page, mouse, random(3), { most: 4 });
  const before = await see(page), at = await idOf(page);
  const notes = async () => {
    await page.locator(".side-tab", { hasText: /players/i }).click();
    await page.locator(".notes summary").waitFor();
    return page.locator(".notes textarea");
  };
  const note = await notes();
  await note.evaluate((e) => { e.closest("details").open = true; });
  await note.fill("keep the red die");
  await note.blur();
  await page.reload();
  let s = await ready(page);
  await notes();
  await page.waitForFunction(() => document.querySelector(".notes textarea").value === "keep the red die");
  assert.deepEqual([s.rev, s.prompt, s.actions], [before.rev, before.prompt, before.actions]);
  const rev = await fromList(page, mouse, s.actions[0]);
  const after = await ready(page, rev);
  await page.close(); // at once: what was seen is saved
  const again = await ana.tab("#/");
  await again.waitForSelector("[data-continue]");
  await press(again, "[data-continue]");
  s = await ready(again);
  assert.equal(await idOf(again), at);
  assert.ok(s.rev >= after.rev, `${s.rev} < ${after.rev}`);
  await playOn(again, mouse, random(4), { most: 2 });
}));

test("two tabs: the game is played in one of them, and can be brought back", () => withPeople(async (come) => {
  const ana = await come();
  const first = await quick(ana);
  const at = await idOf(first);
  const second = await ana.tab(at);
  await ready(second);
  await first.waitForSelector('[data-conn="elsewhere"]:not([hidden])');
  const rev = await fromList(second, mouse, (await see(second)).actions[0]);
  const now = await ready(second, rev);
  await seen(first, (r) => __see.state().rev >= r, now.rev, "the other tab follows");
  await first.bringToFront();
  await first.locator('[data-conn="elsewhere"] button').click();
  const s = await ready(first);
  assert.equal(s.rev, now.rev);
  await playOn(first, mouse, random(9), { most: 1 });
  await second.waitForSelector('[data-conn="elsewhere"]:not([hidden])');
}));

test("offline: after one visit the page starts and plays without any network", async () => {
  const server = await new Server().start(), browser = await launch();
  try {
    const ana = await person(browser, server.url, { settings: { botPace: 0 } });
    const page = await home(ana);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.stop();
    await ana.context.setOffline(true);
    await page.close();
    const off = await ana.tab("#/");
    await off.waitForSelector("[data-play]");
    await press(off, "[data-play]");
    await ready(off);
    await playOn(off, mouse, random(8), { most: 6 });
    const { rev } = await see(off);
    const at = await idOf(off);
    // another start, without network too; a bot at the table; rules and tutorial are here as well
    await off.close();
    const again = await ana.tab(at);
    assert.equal((await ready(again)).rev, rev);
    await ana.open("#/new/runemasters");
    await again.waitForSelector("[data-start]");
    await again.locator(".stepper button").last().click();
    await again.selectOption("[data-kind='1']", "bot");
    await press(again, "[data-start]");
    await ready(again);
    await playOn(again, mouse, random(2), { most: 4 });
    await ana.open("#/rules/runemasters");
    await again.waitForSelector("[data-screen=rules] h1");
    await ana.open("#/learn/runemasters");
    await again.waitForSelector("[data-coach-step]");
    await ana.open("#/tables");
    await again.waitForSelector("[data-fault]");
    await ana.close();
  } finally {
    await browser.close();
    await server.end();
  }
});

test("hot seat and bots at one screen", () => withPeople(async (come) => {
  const ana = await come();
  const page = await ana.open("#/new/runemasters");
  await page.waitForSelector("[data-start]");
  await page.locator(".stepper button").last().click();
  await page.locator("[data-option='opt-guardians'] input").nth(1).check({ force: true });
  await page.locator(".stepper button").last().click();
  await page.selectOption("[data-kind='2']", "bot");
  await page.locator(".seat-list input").nth(0).fill("Ana");
  await page.locator(".seat-list input").nth(1).fill("Bertrand <b>");
  await press(page, "[data-start]");
  await ready(page);
  assert.equal(await page.locator("[data-curtain]").count(), 0, "nothing is hidden: no curtain");
  const end = await hurry(page, mouse, { most: 20 });
  assert.ok(end.decisions > 0);
  assert.ok((await page.locator(".seats").textContent()).includes("Bertrand <b>"));
}));

test("language switch without reload, in mid-game", () => withPeople(async (come) => {
  const ana = await come({ lang: "en" });
  const page = await quick(ana);
  await playOn(page, mouse, random(6), { most: 3 });
  await page.evaluate(() => { window.__mark = 1; });
  const en = await see(page);
  const words = () => page.evaluate(() => ({
    lang: document.documentElement.lang, title: document.title, act: document.querySelector("[data-action]").textContent,
    thing: document.querySelector("[data-item] [data-name]").textContent, mark: window.__mark, log: document.querySelector(".log")?.textContent,
  }));
  const a = await words();
  await page.locator(".langs button[lang=fr]").click();
  await seen(page, (p) => __see.state().prompt !== p && document.documentElement.lang === "fr", en.prompt, "French");
  await page.waitForFunction((old) => document.querySelector("[data-action]").textContent !== old, a.act);
  const b = await words();
  assert.equal(b.mark, 1);
  for (const k of ["title", "act", "thing", "log"]) assert.notEqual(a[k], b[k], k);
  const fr = await see(page);
  assert.deepEqual([fr.rev, fr.actions], [en.rev, en.actions]);
  await playOn(page, mouse, random(6), { most: 1 });
  await page.locator(".langs button[lang=en]").click();
  await page.waitForFunction(() => document.documentElement.lang === "en");
}));

test("undo, redo, hint, preview", () => withPeople(async (come) => {
  const ana = await come();
  const page = await quick(ana);
  let s = await ready(page);
  // look for a decision that can be taken back
  for (let i = 0; i < 30 && !s.actions.some((a) => s.undo[a] === "free"); i++) s = await ready(page, await fromList(page, mouse, s.actions.at(-1)));
  const id = s.actions.find((a) => s.undo[a] === "free");
  const before = s;
  s = await ready(page, await fromList(page, mouse, id));
  await act(page, () => page.keyboard.press("u"));
  s = await seen(page, (n) => __see.state().rev > n && __see.state().mine && !__see.state().pending, s.rev, "taken back");
  assert.deepEqual([s.actions, s.prompt], [before.actions, before.prompt]);
  const { rev } = s;
  await page.locator("[data-tool=redo]").click();
  s = await ready(page, rev);
  assert.notDeepEqual(s.actions, before.actions);
  // beyond the dice: one screen needs no vote
  const last = s.actions.find((a) => s.undo[a] !== "free");
  s = await ready(page, await fromList(page, mouse, last));
  await page.locator("[data-tool=undo]").click();
  s = await ready(page, s.rev);
  if (!s.over) {
    await page.locator("[data-tool=hint]").click();
    await page.waitForSelector("[data-action][data-advised]");
    assert.ok((await page.locator(".peek-advice").textContent()).length > 10);
    await page.hover(action(s.actions[0]));
    await page.waitForSelector(".peek-title");
  }
}));

test("tutorial, from the first step to the last", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await home(ana);
  await press(page, "[data-learn]");
  await page.waitForSelector("[data-screen=learn] [data-coach-step]");
  const steps = new Set();
  let doing = 0;
  for (let i = 0; i < 120; i++) {
    const step = await page.evaluate(() => {
      const c = document.querySelector("[data-coach-step]");
      return c && { id: c.dataset.coachStep, doing: "do" in c.dataset, text: c.querySelector(".coach-text")?.textContent ?? "", next: c.querySelector("[data-coach-do=next]") !== null, action: document.querySelector("[data-action][data-coach]")?.dataset.action ?? null };
    });
    if (!step || step.id === "tips") break;
    steps.add(step.id);
    assert.ok(step.text.length > 10, `step ${step.id} says something`);
    if (step.doing) {
      // the way it is meant: the action that is pointed at
      await ready(page);
      const id = await page.waitForFunction(() => document.querySelector("[data-action][data-coach]")?.dataset.action).then((h) => h.jsonValue());
      await fromList(page, mouse, id);
      doing++;
    } else await press(page, "[data-coach-do=next]");
    await page.waitForFunction((old) => document.querySelector("[data-coach-step]")?.dataset.coachStep !== old, step.id);
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("veillee.learn.runemasters")));
  assert.ok(kept.done, `done after ${steps.size} steps: ${JSON.stringify(kept)}`);
  assert.ok(steps.size >= 10 && doing >= 3, `${steps.size} steps, ${doing} of them moves`);
  // and the game goes on
  const s = await ready(page);
  assert.ok(s.over || s.actions.length > 0);
  console.log(`NOTE tutorial: ${steps.size} steps, ${doing} of them moves`);
}));

test("tutorial: another way, back again, left", () => withPeople(async (come) => {
  const ana = await come();
  const page = await ana.open("#/learn/runemasters");
  await page.waitForSelector("[data-coach-step]");
  let s = await ready(page);
  for (let i = 0; i < 40 && await page.locator("[data-coach-step][data-do]").count() === 0; i++) {
    const old = await page.locator("[data-coach-step]").getAttribute("data-coach-step");
    await press(page, "[data-coach-do=next]");
    await page.waitForFunction((o) => document.querySelector("[data-coach-step]")?.dataset.coachStep !== o, old);
  }
  const meant = await page.locator("[data-action][data-coach]").first().getAttribute("data-action");
  s = await see(page);
  await fromList(page, mouse, s.actions.find((a) => a !== meant && s.undo[a] === "free") ?? s.actions.find((a) => a !== meant));
  await page.waitForSelector("[data-coach-do=back]");
  await press(page, "[data-coach-do=back]");
  await page.waitForSelector("[data-coach-step][data-do]");
  await page.reload();
  await page.waitForSelector("[data-coach-step][data-do]");
  await press(page, "[data-coach-do=menu]");
  await press(page, "[data-coach-do=leave]");
  await page.waitForFunction(() => location.hash.startsWith("#/t/"));
  await ready(page);
}));

test("replay with scrubber and step keys, while playing and after the end", () => withPeople(async (come) => {
  const ana = await come();
  const page = await quick(ana);
  await playOn(page, mouse, random(13), { most: 5 });
  const now = await see(page);
  await act(page, () => page.keyboard.press("z"));
  await page.waitForSelector("[data-replay]");
  await seen(page, (r) => __see.state().rev === r - 1, now.rev, "one back");
  await page.keyboard.press("z");
  await seen(page, (r) => __see.state().rev === r - 2, now.rev, "two back");
  await page.keyboard.press("x");
  await seen(page, (r) => __see.state().rev === r - 1, now.rev, "one forward");
  assert.equal((await see(page)).actions.length, 0, "nothing is played in the past");
  const scrub = page.locator("[data-replay] input[type=range]");
  await scrub.focus();
  await page.keyboard.press("Home");
  await seen(page, () => __see.state().rev === 0, undefined, "the start");
  const box = await scrub.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const mid = await seen(page, (r) => __see.state().rev > 0 && __see.state().rev < r, now.rev, "the middle");
  assert.ok(Math.abs(mid.rev - now.rev / 2) <= now.rev / 4 + 1);
  // every step through the whole game, and how long one takes
  await page.evaluate(() => document.activeElement.blur());
  const times = await page.evaluate(async (n) => {
    const out = [];
    const key = (k) => dispatchEvent(new KeyboardEvent("keydown", { key: k }));
    for (let i = 0; i < Math.min(12, n); i++) {
      const before = __see.state().rev, t = performance.now();
      key(i % 2 ? "x" : "z");
      while (__see.state().rev === before) await new Promise((r) => setTimeout(r));
      out.push(performance.now() - t);
    }
    return out;
  }, now.rev);
  times.sort((a, b) => a - b);
  console.log(`NOTE a step of the replay: median ${times[times.length >> 1].toFixed(0)} ms, slowest ${times.at(-1).toFixed(0)} ms`);
  await page.keyboard.press("n");
  const back = await ready(page);
  assert.deepEqual([back.rev, back.actions], [now.rev, now.actions]);
  // to the end; then from its start; then a game of its own from the middle
  const end = await hurry(page, mouse);
  await page.locator("section.over button", { hasText: /replay|look back|step/i }).first().click();
  await seen(page, () => __see.state().looking && __see.state().rev === 0, undefined, "the replay of the end");
  for (let i = 1; i <= 3; i++) { await page.keyboard.press("x"); await seen(page, (n) => __see.state().rev === n, i, `step ${i}`); }
  const { table } = await see(page);
  await page.locator("[data-replay] .btn-small").first().click();
  await other(page, table);
  const fork = await ready(page);
  assert.ok(fork.rev < end.rev);
}));

test("the end: results, dice statistics, fair dice, the same deal again", () => withPeople(async (come) => {
  const ana = await come();
  const page = await quick(ana);
  await hurry(page, mouse);
  const over = page.locator("section.over");
  assert.ok((await over.locator(".over-text").textContent()).length > 5);
  await act(page, () => page.keyboard.press("s"));
  await page.waitForSelector("[data-dice]");
  const dice = await page.evaluate(() => {
    const d = document.querySelector("[data-dice]");
    return { total: Number(d.dataset.dice), rows: [...d.querySelectorAll("tbody tr")].map((r) => Number(r.querySelector("td").textContent)), faces: d.querySelectorAll("tbody tr").length };
  });
  assert.ok(dice.total > 0 && dice.faces === 6);
  assert.equal(dice.rows.reduce((a, b) => a + b, 0), dice.total);
  await over.locator("details summary").click();
  await over.locator(".note-ok").first().waitFor();
  await over.locator("details button").first().click();
  await until(async () => (await over.locator(".note-ok").count()) === 2, "every die recomputed");
  assert.equal(await over.locator(".note-danger").count(), 0);
  await ana.open("#/stats");
  // all time: those of this one finished game
  await page.waitForSelector("[data-stats=runemasters] [data-dice]");
  assert.equal(Number(await page.locator("[data-stats=runemasters] [data-dice]").getAttribute("data-dice")), dice.total);
  await page.goBack();
  await page.waitForSelector("section.over");
  const { table } = await see(page);
  await over.locator(".over-acts button").first().click();
  await other(page, table);
  await ready(page);
}));

/** A game after its first decisions. */
async function early(game) {
  const e = await engine();
  let text = null;
  playGame(e, { game, n: 1, bots: "mixed", most: 40, ...games[game].setup(0) }, (m, h) => {
    if (typeof m.actor === "number") text = e.call("record", { h, reveal: true }).text;
  });
  return text;
}

for (const game of Object.keys(games))
  test(`${game}: a tab in which one table follows another keeps nothing of those that were left`, () => withPeople(async (come) => {
    const ana = await come();
    const page = await home(ana);
    const cdp = await ana.context.newCDPSession(page);
    await cdp.send("Performance.enable");
    const text = await early(game);
    /** Opens it so many times; what the browser still holds then. */
    const held = async (times) => {
      for (let i = 0; i < times; i++) {
        const { table } = await see(page);
        await dropText(page, "again.veillee", text);
        await other(page, table);
        await seen(page, () => document.querySelector("[data-board] [data-item]") !== null, undefined, "the board");
      }
      await cdp.send("HeapProfiler.collectGarbage");
      const { metrics } = await cdp.send("Performance.getMetrics");
      return { nodes: metrics.find((m) => m.name === "Nodes").value, workers: page.workers().length };
    };
    const few = await held(3), many = await held(12);
    assert.ok(many.nodes < 2 * few.nodes && many.workers === few.workers, JSON.stringify([few, many]));
  }));

test("record: downloaded, opened again, damaged, foreign; the game on the screen stays", () => withPeople(async (come) => {
  const ana = await come();
  const page = await quick(ana);
  await playOn(page, mouse, random(31), { most: 5 });
  const now = await see(page);
  await page.locator(".side-tab").last().click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".more-list button", { hasText: /download|record|file/i }).first().click()]);
  assert.match(file.suggestedFilename(), /^runemasters-.*\.veillee$/);
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, /^veillee-record 1\ngame runemasters /);

  // dropped on the page, it opens as another game at the same place
  await dropText(page, "again.veillee", text);
  await other(page, now.table);
  const copy = await ready(page);
  assert.deepEqual([copy.rev, copy.actions], [now.rev, now.actions]);
  await playOn(page, mouse, random(32), { most: 1 });

  // what is no record is refused in words, wherever one is, and nothing is lost
  const here = await idOf(page), before = await see(page);
  const lines = text.split("\n");
  const bad = {
    "cut.veillee": text.slice(0, text.length - 25),
    "changed.veillee": lines.map((l, i) => (i === lines.length - 4 ? l.replace(/[a-z]/, "q") : l)).join("\n"),
    "picture.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    "page.html": "<!doctype html><script>window.__pwned = 'file'</script><img src=x onerror=\"window.__pwned='file'\">",
    "empty.veillee": "",
    "list.json": '[{"name":"<img src=x onerror=window.__pwned=1>"}]',
    "notes.txt": "Dear diary, today I lost.",
    "other.veillee": text.replace("game runemasters", "game chess"),
  };
  for (const [name, content] of Object.entries(bad)) {
    await dropText(page, name, content);
    await page.waitForFunction((n) => [...document.querySelectorAll("[data-notice=notice]")].some((x) => x.textContent.includes(n)), name);
    const s = await see(page);
    assert.deepEqual([await idOf(page), s.rev, s.actions], [here, before.rev, before.actions], name);
  }
  // the same on its own screen, with what can be saved
  await ana.open("#/replay");
  await page.setInputFiles("[data-screen=replay] input[type=file]", { name: "cut.veillee", mimeType: "text/plain", buffer: Buffer.from(bad["cut.veillee"]) });
  await page.waitForSelector("[data-fault]");
  // in the language of the page; what the engine remarks, always in English, stands apart
  await page.evaluate(() => document.querySelector("[data-fault] details").setAttribute("open", ""));
  const [told, remark] = await page.evaluate(() => [document.querySelector("[data-fault]").textContent, document.querySelector("[data-detail]").textContent]);
  assert.match(told, /A part of the file is missing/);
  assert.match(remark, /^cut off/);
  await page.locator("[data-recover]").click();
  await page.waitForFunction(() => location.hash.startsWith("#/t/"));
  await seen(page, () => __see.state().table && __see.state().rev > 0, undefined, "what could be saved");
  // pasted, with the line ends of another system
  await ana.open("#/replay");
  await page.locator("#paste").fill(text.replaceAll("\n", "\r\n"));
  await page.locator("[data-screen=replay] button[type=submit]").click();
  assert.equal((await ready(page)).rev, now.rev);
  // a scenario of the tests
  await ana.open("#/replay");
  const scenario = JSON.stringify([{ id: "a", game: "runemasters", options: { guardians: 2 }, moves: ["choose_guardian kulak"] }]);
  await page.setInputFiles("[data-screen=replay] input[type=file]", { name: "a.json", mimeType: "application/json", buffer: Buffer.from(scenario) });
  await ready(page);
}));

test("my games: listed, downloaded, deleted, brought back", () => withPeople(async (come) => {
  const ana = await come();
  const page = await quick(ana);
  await playOn(page, mouse, random(1), { most: 2 });
  await ana.open("#/games");
  await page.waitForSelector("[data-screen=games] [data-game]");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("[data-download]").click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /^veillee-record 1\n/);
  await page.locator("[data-delete]").click();
  await page.waitForSelector("[data-undo-delete]");
  assert.equal(await page.locator("[data-screen=games] li[data-game]").count(), 0);
  await page.locator("[data-undo-delete]").click();
  await page.waitForSelector("[data-screen=games] li[data-game]");
  await page.locator("[data-replay]").click();
  await seen(page, () => __see.state().looking && __see.state().rev === 0, undefined, "looked at from its start");
}));

test("why, rules and log beside the board", () => withPeople(async (come) => {
  const ana = await come({ lang: "fr" });
  const page = await quick(ana);
  await playOn(page, mouse, random(17), { most: 2 });
  await page.keyboard.press("r");
  await page.waitForSelector("[data-side=rules] h3, [data-side=rules] h2, [data-side=rules] li");
  const search = page.locator("[data-side=rules] input").first();
  await search.fill("bouclier");
  await page.waitForFunction(() => /bouclier/i.test(document.querySelector("[data-side=rules] .side-body").textContent));
  await page.keyboard.press("Escape");
  const log = page.locator("[data-side=log]");
  await page.locator(".side-tab").nth(1).click();
  await log.waitFor();
  await log.locator(".log-line[data-items]").last().waitFor();
  await page.locator(".log-line[data-items]").last().hover();
  await page.waitForSelector("[data-item][data-marked]");
  // something that cannot be used says why
  await page.locator("[data-item]").first().focus();
  await page.keyboard.press("w");
  await page.waitForSelector("[data-side=why]");
  await page.waitForFunction(() => document.querySelector("[data-side=why] .side-body")?.textContent.length > 20);
  void item;
}));

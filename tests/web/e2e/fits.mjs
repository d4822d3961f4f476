// What was once cut, hidden or below the fold, each at the sizes where it was. The contract (../contract) looks at many positions; this at
// those that showed it, so that none of them comes back unseen.
import assert from "node:assert/strict";
import { contract } from "../contract/inpage.mjs";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { action, item, mouse, other, press, ready, see, seen } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { withPeople } from "./shared.mjs";

const PHONE = [360, 640], SMALL = [320, 568], LOW = [740, 360], TABLET = [768, 1024], SIDEWAYS = [1024, 768], DESKTOP = [1440, 900];

/** The record of the first decision of a game of this kind that shows it. */
async function recordOf(set, shows) {
  const e = await engine();
  for (let n = 1, found = null; n < 40; n++) {
    playGame(e, { n, ...set }, (m, h) => {
      if (m.actor === "chance" || m.actor === null || !shows(e.call("view", { h, lang: "fr" }))) return true;
      found = e.call("record", { h, reveal: true }).text;
      return false;
    });
    if (found) return found;
  }
  throw new Error("no such position");
}

const look = (page) => page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));

async function settings(page, some) {
  await page.evaluate((some) => {
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem("veillee.settings") ?? "{}"), ...some });
    localStorage.setItem("veillee.settings", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "veillee.settings", newValue }));
  }, some);
  await look(page);
}

/** Somebody at this position, in French: there words are longest. */
async function at(come, record, more = {}) {
  const page = await (await come({ context: { reducedMotion: "reduce" }, lang: "fr", init: contract, ...more })).open("#/");
  await page.waitForSelector("[data-screen]");
  const { table } = await see(page);
  await dropText(page, "position.veillee", record);
  await other(page, table);
  await seen(page, () => __see.state().mine, undefined, "the position");
  await page.locator("[data-board] [data-item]").first().waitFor();
  return page;
}

async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await look(page);
}

/** Is all of it there to be read: in view, or in a box that scrolls, says so, and shows so many lines at once? */
const readable = (page, selector, lines) => page.evaluate(([selector, lines]) => {
  const e = document.querySelector(selector), faults = [];
  if (!e) return [`${selector} is not there`];
  const line = parseFloat(getComputedStyle(e).lineHeight) || parseFloat(getComputedStyle(e).fontSize) * 1.2;
  for (let x = e; x && !x.matches(".column, .table"); x = x.parentElement) {
    const s = getComputedStyle(x);
    if (x.scrollHeight <= x.clientHeight + 1 || s.overflowY === "visible" || s.display === "inline") continue;
    if (/hidden|clip/.test(s.overflowY) || !x.hasAttribute("data-scroll")) faults.push(`cut by .${x.className}`);
    else if (x.clientHeight < lines * line) faults.push(`.${x.className} shows ${(x.clientHeight / line).toFixed(1)} lines`);
  }
  return faults;
}, [selector, lines]);

const must = (page, selectors) => page.evaluate((s) => {
  const none = s.filter((x) => document.querySelector(`[data-board] ${x}`) === null).map((x) => `${x} is not there`);
  return [...none, ...__contract.must(s, true)];
}, selectors);
const words = (page) => page.evaluate(() => __contract.words());
const inside = (page) => page.evaluate(() => __contract.inside());
const none = (faults, where) => assert.deepEqual(faults, [], where);

test("the third weak point is seen on a tablet and at the largest text", () => withPeople(async (come) => {
  const record = await recordOf({ game: "runemasters", options: { guardians: 4, difficulty: "legend" } },
    (v) => v.items.some((i) => i.zone.startsWith("lanes") && i.pips?.length === 3) && v.turn.phase === "actions");
  const page = await at(come, record);
  for (const [size, textSize] of [[TABLET, "normal"], [SIDEWAYS, "normal"], [DESKTOP, "larger"], [SIDEWAYS, "larger"]]) {
    await settings(page, { textSize });
    await resize(page, size);
    none(await must(page, [".rm-pip:nth-child(3) > .rm-rune"]), `${size} ${textSize}`);
  }
}));
test("on a phone on its side the dice are seen and the tools have their words whole", () => withPeople(async (come) => {
  const record = await recordOf({ game: "runemasters", options: { guardians: 2 } }, (v) => v.turn.phase === "actions" && v.turn.round > 1);
  const page = await at(come, record);
  await resize(page, LOW);
  none(await must(page, [".rm-die > .thing-in > .rm-rune", ".rm-die-word"]), "dice");
  none(await words(page), "words");
  none(await inside(page), "inside");
}));
test("the detail, the replay and a hint can be read whole at every size", () => withPeople(async (come) => {
  const record = await recordOf({ game: "runemasters", options: { guardians: 2 } }, (v) => v.turn.phase === "actions" && v.turn.round > 1);
  const page = await at(come, record);
  const { rev } = await see(page);
  for (const size of [PHONE, SIDEWAYS, DESKTOP]) {
    await resize(page, size);
    // what a card has to say is all there: it scrolls, and its frame says so, or it is in view
    await page.locator('[data-item^="card."]').first().focus();
    await page.keyboard.press("i");
    await page.waitForSelector("[data-inspect]");
    none(await page.evaluate(() => __contract.words(true)), `detail ${size}`);
    none(await readable(page, "[data-inspect]", 4), `detail ${size}`);
    await page.keyboard.press("i");
    await page.keyboard.press("z");
    await seen(page, (r) => __see.state().looking && __see.state().rev === r - 1, rev, "one step back");
    none([...await words(page), ...await readable(page, ".replay-text", 2)], `replay ${size}`);
    await page.keyboard.press("n");
    await seen(page, (r) => !__see.state().looking && __see.state().rev === r, rev, "now");
    await page.keyboard.press("h");
    await page.waitForSelector(".peek-advice");
    none([...await words(page), ...await readable(page, ".peek-advice", 2)], `hint ${size}`);
    await page.keyboard.press("Escape");
  }
}));

test("capitals keep their accents in the header of a phone", () => withPeople(async (come) => {
  const record = await recordOf({ game: "runemasters", options: { guardians: 2 } }, (v) => v.turn.phase === "actions");
  const page = await at(come, record);
  for (const size of [PHONE, SMALL, LOW]) {
    await resize(page, size);
    none(await page.evaluate(() => {
      const e = document.querySelector(".top-slot [data-prompt]"), s = getComputedStyle(e), was = e.textContent;
      e.textContent = "É";
      const foot = document.createElement("span"), pen = document.createElement("canvas").getContext("2d");
      foot.style.display = "inline-block"; // without height: it stands on the line
      e.prepend(foot);
      pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
      const top = foot.getBoundingClientRect().bottom - pen.measureText("É").actualBoundingBoxAscent;
      const faults = top < 0 ? ["above the page"] : [];
      for (let x = e; x && x !== document.body; x = x.parentElement)
        if (getComputedStyle(x).overflowY !== "visible" && x.getBoundingClientRect().top > top + 0.5) faults.push(`cut by .${x.className}`);
      e.textContent = was;
      return faults;
    }), String(size));
  }
}));

test("French Enchanters fits 320 and 360 px, verdicts whole", () => withPeople(async (come) => {
  const record = await recordOf({ game: "enchanters", players: 3, options: { players: 3, kingdom_mode: "first_game" } }, (v) => v.turn.phase === "window_1" && v.turn.round > 4);
  const page = await at(come, record);
  for (const size of [SMALL, PHONE]) {
    await resize(page, size);
    none(await must(page, [".en-road .en-name", ".en-price", ".en-tag-word"]), String(size));
    none(await words(page), String(size));
    none(await inside(page), String(size));
  }
}));

test("what a trophy is worth stands whole on its strip", () => withPeople(async (come) => {
  const record = await recordOf({ game: "enchanters", players: 4, options: { players: 4, kingdom_mode: "first_game" } },
    (v) => v.turn.phase === "window_1" && v.items.filter((i) => i.zone === `pile.${v.turn.actor}.trophies`).length >= 3);
  const page = await at(come, record);
  assert.ok(await page.locator(".en-strip .en-num").count() >= 2);
  for (const size of [SIDEWAYS, DESKTOP]) {
    await resize(page, size);
    // the list of strips may scroll down, and never to the side
    none(await page.evaluate(() => [...document.querySelectorAll("[data-board] .en-strip .en-num")].flatMap((e) => {
      const r = e.getBoundingClientRect(), frames = [e.closest(".en-strip"), e.closest(".en-strips")].map((x) => x.getBoundingClientRect());
      return frames.some((f) => r.left < f.left - 1 || r.right > f.right + 1) ? [e.closest("[data-item]").dataset.item] : [];
    })), String(size));
    none(await words(page), String(size));
  }
}));

test("guardians are chosen with their powers in words before one's eyes", () => withPeople(async (come) => {
  const record = await recordOf({ game: "runemasters", players: 1, options: { guardians: 2 } }, (v) => v.turn.phase === "setup_guardian");
  const page = await at(come, record);
  await resize(page, DESKTOP);
  none(await must(page, [".rm-choose .rm-gift-about"]), "powers");
  const said = await page.locator(".rm-choose .rm-gift-about").allTextContents();
  assert.ok(said.length >= 4 && said.every((x) => x.length > 12), said.join(" | "));
}));

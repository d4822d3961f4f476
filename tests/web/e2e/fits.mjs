// What was once cut, hidden or below the fold, each at the sizes where it was. The contract (../contract) looks at many positions; this at
// those that showed it, so that none of them comes back unseen.
import assert from "node:assert/strict";
import { contract } from "../contract/inpage.mjs";
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { other, press, ready, see, seen } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { withPeople } from "./shared.mjs";

const PHONE = [360, 640], SMALL = [320, 568], LOW = [740, 360], TABLET = [768, 1024], SIDEWAYS = [1024, 768], DESKTOP = [1440, 900];

/** The record of the first decision of a game of this kind that shows it. */
async function recordOf(set, shows) {
  const e = await engine();
  for (let n = 1, found = null; n < 40; n++) {
    playGame(e, { n, ...set }, (m, h) => {
      if (m.actor === "chance" || m.actor === null || !shows(e.call("view", { h, lang: "fr" }), () => e.call("actions", { h, lang: "fr" }).actions)) return true;
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
test("the end of the turn stands at the board, however many verbs there are", () => withPeople(async (come) => {
  const record = await recordOf({ game: "runemasters", options: { guardians: 3, difficulty: "guardian" } },
    (v, actions) => v.turn.phase === "actions" && new Set(actions().map((a) => a.verb)).size >= 8);
  const page = await at(come, record);
  for (const size of [SMALL, PHONE, LOW, TABLET]) {
    await resize(page, size);
    none(await page.evaluate(() => {
      const e = document.querySelector(".verb[data-verb=end]"), r = e.getBoundingClientRect();
      return [[4, 4], [r.width - 4, r.height - 4]].filter(([x, y]) => !e.contains(document.elementFromPoint(r.left + x, r.top + y)));
    }), String(size));
    none([...await words(page), ...await inside(page)], String(size));
  }
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

test("a table is laid out alike, whatever screens came before it", () => withPeople(async (come) => {
  const page = await (await come({ size: "phone", touch: true, context: { reducedMotion: "reduce" } })).open("#/settings");
  await page.waitForSelector("[data-screen=settings]");
  for (const [hash, there] of [["#/games", "[data-screen=games] h1"], ["#/tables", "[data-screen=tables] h1"], ["#/stats", "[data-screen=stats] h1"], ["#/", "[data-play=runemasters]"], ["#/new/runemasters", "[data-start]"]]) {
    await page.evaluate((h) => { location.hash = h; }, hash);
    await page.waitForSelector(there);
  }
  await press(page, "[data-start]");
  await ready(page);
  const boxes = async () => {
    const all = {};
    for (const key of ["", "l", "?"]) {
      if (key) await page.keyboard.press(key);
      if (key) await page.waitForSelector(".side");
      await look(page);
      all[key] = await page.evaluate(() => [...document.querySelectorAll(".table *")].filter((e) => !e.closest("[data-board] *, .acts-sheet, .visually-hidden") && e.getClientRects().length > 0).map((e) => {
        const r = e.getBoundingClientRect();
        return `${e.localName}.${e.getAttribute("class") ?? ""} ${[r.left, r.top, r.width, r.height].map(Math.round)}`;
      }));
      if (key) await page.keyboard.press("Escape");
      if (key) await page.waitForSelector(".side", { state: "detached" });
    }
    return all;
  };
  const came = await boxes();
  await page.reload();
  await ready(page);
  assert.deepEqual(came, await boxes());
}));

/** What watching together, hints with their reason, clocks, thinking machines and proposals will say (docs/page.md, "Room"), each in its place. */
const coming = {
  lead: () => {
    const bar = document.createElement("div");
    bar.className = "bar bar-watch";
    bar.innerHTML = '<p>Bertrand montre le coup 112 sur 1 480 : vous regardez avec Bertrand et Chloé.</p><button type="button" class="btn btn-small">Regarder ailleurs</button>';
    document.querySelector(".bars").append(bar);
    return () => bar.remove();
  },
  clock: () => {
    const made = [...document.querySelectorAll(".seats .seat-name")].map((e) => {
      const time = document.createElement("span");
      time.className = "seat-time";
      time.textContent = "14:30";
      e.append(time);
      return time;
    });
    return () => made.forEach((e) => e.remove());
  },
  note: () => {
    const note = document.createElement("span");
    note.className = "prompt-note";
    note.textContent = "machine 2 réfléchit (0:42), reste 14:30";
    document.querySelector(".prompt-text").after(note);
    return () => note.remove();
  },
  strip: () => {
    const strip = document.createElement("div");
    strip.className = "vote";
    strip.innerHTML = '<p>Chloé propose : frapper le Loup-garou rouge avec le dé 2.</p><span class="row"><button type="button" class="btn btn-small btn-primary">Faire</button><button type="button" class="btn btn-small">Non</button></span>';
    document.querySelector(".dock").before(strip);
    return () => strip.remove();
  },
  reason: () => {
    const peek = document.querySelector(".peek"), was = [...peek.childNodes];
    const advice = document.createElement("p");
    advice.className = "peek-advice";
    advice.textContent = "Conseil : frapper le Loup-garou rouge avec le dé 2, car il atteindrait le temple à la fin du tour et personne d’autre ne peut l’arrêter.";
    peek.replaceChildren(advice);
    return () => peek.replaceChildren(...was);
  },
};

for (const [game, set] of Object.entries({
  runemasters: { players: 3, options: { guardians: 4 } }, enchanters: { players: 4, options: { players: 4, kingdom_mode: "first_game" } },
  runebound: { players: 4, options: { players: 4 } }, reflets: { players: 3, options: { players: 3 } },
}))
  test(`${game}: what is still to come has its place, and pushes nothing off the screen`, () => withPeople(async (come) => {
    const record = await recordOf({ game, ...set }, (v) => v.rev > 40);
    const page = await at(come, record);
    for (const size of [PHONE, SIDEWAYS]) {
      await resize(page, size);
      for (const [what, fill] of Object.entries(coming)) {
        await page.evaluate(`window.__undo = (${fill})()`);
        await look(page);
        const where = `${what} ${size}`;
        none([...await words(page), ...await inside(page)], where);
        if (what === "reason") none(await readable(page, ".peek-advice", 2), where);
        await page.evaluate(() => window.__undo());
      }
    }
  }));

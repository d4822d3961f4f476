// Pictures of the page for docs/screens, made anew.
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engine, playGame } from "../lib/games.mjs";
import { dropText } from "../lib/files.mjs";
import { has, option, takes } from "../lib/options.mjs";
import { fewer } from "../lib/png.mjs";
import { act, action, fromList, hurry, item, mouse, press, ready, see, seen } from "../lib/play.mjs";
import { launch, needs, person, root, Server, sleep } from "../lib/world.mjs";

takes("Pictures of the page for docs/screens, made anew.", {
  "--program PROGRAM": "under test (build/veillee)",
  "--out FOLDER": "where they go (docs/screens)",
  "--only WORD": "those with this in their name",
  "--all": "also those that are only looked at, never kept",
});
needs();
const out = join(root, option("--out", "docs/screens"));
mkdirSync(out, { recursive: true });
const only = option("--only", "");
const server = await new Server().start();
const browser = await launch();
let made = 0, failed = 0;

/** The record of a game at its nth decision of a phase, there where it is worth a picture. */
const e = await engine();
const recordOf = (h) => e.call("record", { h, reveal: true }).text;
const worth = {
  runemasters: (v) => v.turn.phase !== "actions" || v.items.filter((i) => i.kind === "monster").length >= 5,
  enchanters: () => true,
  runebound: () => true,
  reflets: () => true,
};
function position(game, { n, players, options, at = 30, phase }) {
  let found = null, seen = 0;
  playGame(e, { game, n, players, options }, (m, h) => {
    if (found || m.actor === "chance" || m.actor === null) return;
    const v = e.call("view", { h, lang: "en" });
    if (v.turn.phase === phase && ++seen >= at && worth[game](v)) found = recordOf(h);
  });
  if (!found) throw new Error("no such position");
  return found;
}
function ended(n, game = "runemasters", { players, options = { guardians: 3, difficulty: "initiation" } } = {}) {
  let text = "";
  playGame(e, { game, n, players, options }, (m, h) => { if (m.actor === null) text = recordOf(h); });
  return text;
}
const middle = ({ n = 11, guardians = 4, difficulty = "guardian", players = 1, at = 30, phase = "actions" } = {}) =>
  position("runemasters", { n, players, options: { guardians, difficulty }, at, phase });
const journey = ({ n = 11, players = 2, mode = "first_game", at = 14, phase = "window_1", options = {} } = {}) =>
  position("enchanters", { n, players, options: { players, kingdom_mode: mode, ...options }, at, phase });

async function shot(name, { size = "desktop", lang = "en", theme = "auto", touch = size === "phone", kept = true, open = "#/", settings = {} }, before) {
  if (!name.includes(only) || (!kept && !has("--all") && !only)) return;
  const who = await person(browser, server.url, { size, lang, touch, settings: { theme, botPace: 0, ...settings }, context: { reducedMotion: "reduce", colorScheme: "light" } });
  try {
    await who.open(open);
    await who.page.waitForSelector("[data-screen]");
    await before?.(who.page, who);
    await who.page.evaluate(() => document.fonts.ready);
    await sleep(250); // what moves has come to rest
    writeFileSync(join(out, `${name}.png`), fewer(await who.page.screenshot({ scale: "css" })));
    made++;
  } catch (x) {
    failed++;
    console.log(`FAILED ${name}: ${x.stack ?? x}`);
  } finally {
    await who.close();
  }
}

const table = (what = {}) => async (page) => {
  await dropText(page, "game.veillee", middle(what));
  await ready(page);
};
const looking = (id) => async (page) => { await page.hover(`[data-item=${JSON.stringify(id)}]`); };

const phone = "phone", tablet = "tablet";
await shot("home", {});
await shot("home-fr-dark", { lang: "fr", theme: "dark" });
await shot("home-phone", { size: phone, lang: "fr" });
await shot("new", { open: "#/new/runemasters" }, (p) => p.waitForSelector("[data-start]"));
await shot("new-net-phone", { open: "#/new/runemasters?where=net", size: phone, lang: "fr" }, (p) => p.waitForSelector("[data-start]"));
await shot("table", {}, table());
await shot("table-fr", { lang: "fr" }, table());
await shot("table-light", { theme: "light" }, table());
await shot("table-contrast", { theme: "contrast" }, table());
await shot("table-parchment", { theme: "parchment", lang: "fr" }, table());
await shot("table-picked", { kept: false }, async (p) => {
  await table()(p);
  await act(p, () => press(p, '[data-item^="die."][data-usable]'));
});
await shot("table-phone", { size: phone, lang: "fr" }, table());
await shot("table-phone-light", { size: phone, theme: "light" }, table({ guardians: 3 }));
await shot("table-dawn", {}, table({ n: 3, difficulty: "initiation", at: 60 }));
await shot("table-phone-picked", { size: phone, kept: false }, async (p) => {
  await table()(p);
  await act(p, () => press(p, '[data-item^="die."][data-usable]'));
});
for (const [name, size] of [["armed", "desktop"], ["armed-phone", "phone"]])
  await shot(`table-${name}`, { size, kept: false }, async (p) => { await table({ n: 13, at: 12, guardians: 2 })(p); await act(p, () => press(p, action("end"))); });
await shot("table-phone-log", { size: phone, kept: false, lang: "fr" }, async (p) => { await table()(p); await act(p, () => press(p, "[data-tool=log]")); });
await shot("table-phone-more", { size: phone, kept: false, lang: "fr" }, async (p) => { await table()(p); await act(p, () => press(p, "[data-tool=more]")); });
await shot("table-tablet", { size: tablet, lang: "fr" }, table());
await shot("guardians", { lang: "fr" }, table({ phase: "setup_guardian", at: 1, guardians: 3 }));
await shot("guardians-phone", { size: phone }, table({ phase: "setup_guardian", at: 1, guardians: 3 }));
await shot("table-place-phone", { kept: false, size: phone }, table({ phase: "setup_place", at: 2, guardians: 4 }));
await shot("table-two", { kept: false }, table({ guardians: 2 }));
await shot("table-two-phone", { kept: false, size: phone }, table({ guardians: 2 }));
await shot("table-plain", { kept: false, settings: { renderer: "plain" } }, table());
await shot("table-plain-phone", { kept: false, size: phone, settings: { renderer: "plain" } }, table());
await shot("table-larger", { kept: false, settings: { textSize: "larger" } }, table());
await shot("table-larger-phone", { kept: false, size: phone, settings: { textSize: "larger" } }, table());
for (const side of ["inspect", "players", "rules", "more"])
  await shot(`side-${side}`, { kept: false, lang: "fr" }, async (p) => {
    await table()(p);
    const i = ["inspect", "log", "players", "rules", "more"].indexOf(side);
    await p.click(`.side-tab >> nth=${i}`);
    await p.waitForSelector(`[data-side=${side}]`);
    if (side === "inspect") await p.click('[data-item^="card."] >> nth=0');
  });
await shot("stats-dice", { kept: false }, async (p) => { await table({ at: 60, n: 7 })(p); await act(p, () => p.keyboard.press("s")); await p.waitForSelector("[data-dice]"); });
await shot("keys-side", { kept: false }, async (p) => { await table()(p); await act(p, () => p.keyboard.press("?")); });
await shot("tutorial", { open: "#/learn/runemasters" }, async (p) => { await p.waitForSelector("[data-coach-step]"); await p.waitForSelector("[data-item]"); await p.click("[data-coach-do=next]"); });
await shot("tutorial-phone", { open: "#/learn/runemasters", size: phone, lang: "fr" }, async (p) => { await p.waitForSelector("[data-coach-step]"); await p.waitForSelector("[data-item]"); });
await shot("rules", { open: "#/rules/runemasters/RM-ATK-01", lang: "fr" }, (p) => p.waitForSelector(".rules-main h2, .rules-main h3"));
await shot("rules-phone", { open: "#/rules/runemasters", size: phone, kept: false }, (p) => p.waitForSelector(".rules-side a"));
await shot("rules-search", { open: "#/rules/runemasters", kept: false }, async (p) => { await p.waitForSelector(".rules-side a"); await p.fill("main input", "shield"); await p.waitForFunction(() => /shield/i.test(document.querySelector(".rules-main").textContent)); await sleep(300); });
await shot("replay", {}, async (p) => { await table()(p); await p.keyboard.press("z"); await p.keyboard.press("z"); await p.waitForSelector("[data-replay]"); });
await shot("replay-phone", { size: phone, kept: false, lang: "fr" }, async (p) => { await table()(p); await p.keyboard.press("z"); await p.waitForSelector("[data-replay]"); });
const end = (n, ...more) => async (p) => {
  await dropText(p, "end.veillee", ended(n, ...more));
  await seen(p, () => __see.state().looking || __see.state().over, undefined, "the end");
  if ((await see(p)).looking) await p.keyboard.press("n");
  await p.waitForSelector("section.over");
};
await shot("over", { lang: "fr" }, end(3));
await shot("over-phone", { size: phone }, end(3));
await shot("over-lost", { kept: false }, end(4));

// ---- Enchanters ----
const road = (what = {}) => async (page) => {
  await dropText(page, "game.veillee", journey(what));
  await ready(page);
};
/** The eye on a card of the road: what would come of it. */
const eyeing = (what, n) => async (page) => {
  await road(what)(page);
  await page.locator("[data-zone=road] [data-item]").nth(n).focus();
  await sleep(300);
};
/** The sizes that boards are made for, beside those above; every other one in the other language. */
const named = ["320x568", "740x360", "768x1024", "1024x768", "2560x1440"];
const three = { players: 3, at: 18 }, four = { players: 4, mode: "random", n: 5, at: 22 };
await shot("en-new", { open: "#/new/enchanters", lang: "fr", kept: false }, async (p) => { await p.waitForSelector("[data-start]"); await p.locator(".new-more summary").click(); });
await shot("en-new-phone", { open: "#/new/enchanters", size: phone, kept: false }, (p) => p.waitForSelector("[data-start]"));
await shot("en-kingdoms", {}, road({ mode: "draft", at: 2, phase: "setup_kingdoms" }));
await shot("en-kingdoms-phone", { kept: false, size: phone, lang: "fr" }, road({ mode: "draft", at: 2, phase: "setup_kingdoms" }));
await shot("en-first", { kept: false }, road({ at: 1 }));
await shot("en-table", {}, eyeing({ at: 12 }, 1));
await shot("en-table-fr", { lang: "fr" }, eyeing(three, 3));
await shot("en-table-dark", { theme: "dark" }, road(three));
await shot("en-table-contrast", { theme: "contrast", kept: false }, road(three));
await shot("en-table-parchment", { theme: "parchment", lang: "fr", kept: false }, road(four));
await shot("en-table-four", { kept: false }, road({ ...four, at: 30 }));
await shot("en-table-large", { kept: false, size: { width: 1920, height: 1080 }, lang: "fr" }, road(three));
await shot("en-table-tablet", { size: tablet, lang: "fr", kept: false }, eyeing(four, 2));
await shot("en-table-phone", { size: phone, lang: "fr" }, road({ at: 12 }));
await shot("en-table-phone-four", { size: phone, kept: false }, road(four));
await shot("en-table-phone-tall", { size: { width: 390, height: 844 }, lang: "fr", kept: false }, road({ ...four, at: 40 }));
await shot("en-table-phone-middle", { size: { width: 390, height: 740 }, kept: false }, road(three));
await shot("en-table-phone-dark", { size: phone, theme: "dark" }, eyeing(three, 1));
await shot("en-fight", { kept: false }, road({ phase: "window_2", at: 9, players: 3 }));
await shot("en-fight-phone", { kept: false, size: phone, lang: "fr" }, road({ phase: "window_2", at: 9, players: 3 }));
for (const phase of ["choose_target", "choose_card", "choose_pay_card", "choose_slot", "order_graveyard"])
  for (const [name, size] of [["", "desktop"], ["-phone", phone]])
    await shot(`en-${phase}${name}`, { kept: false, size, lang: "fr" }, async (p) => {
      for (let n = 1; ; n++)
        try { return await road({ phase, at: 1, n, players: 3, mode: "random" })(p); } catch (x) { if (n > 40 || !/no such/.test(x.message)) throw x; }
    });
await shot("en-graveyard", { kept: false, lang: "fr" }, async (p) => { await road(three)(p); await press(p, "[data-opens=graveyard]"); await p.waitForSelector("[data-side=zone]"); });
await shot("en-graveyard-phone", { kept: false, size: phone }, async (p) => { await road(three)(p); await press(p, "[data-opens=graveyard]"); await p.waitForSelector("[data-side=zone]"); });
await shot("en-over", { lang: "fr" }, end(11, "enchanters", { players: 3, options: { players: 3, kingdom_mode: "first_game" } }));
await shot("en-over-four", { kept: false, theme: "dark" }, end(12, "enchanters", { players: 4, options: { players: 4, kingdom_mode: "random" } }));
await shot("en-over-phone", { size: phone, kept: false }, end(11, "enchanters", { players: 3, options: { players: 3, kingdom_mode: "first_game" } }));
await shot("en-card", {}, async (p) => { await road(three)(p); await p.hover("[data-zone=road] [data-item] >> nth=1"); await p.waitForSelector(".enlarged"); await sleep(400); });
await shot("en-card-phone", { size: phone, lang: "fr" }, async (p) => { await road(three)(p); await p.click("[data-zone=road] [data-item] >> nth=1", { button: "right" }); await p.waitForSelector("[data-side=inspect]"); });

const map = ({ n = 3, players = 3, at = 9, phase = "move" } = {}) => async (page) => {
  await dropText(page, "game.veillee", position("runebound", { n, players, options: { players, round_limit: 20 }, at, phase }));
  await ready(page);
};
await shot("rb-table", {}, map());
await shot("rb-table-dark", { theme: "dark", lang: "fr" }, map());
await shot("rb-fight", { theme: "parchment", size: { width: 1440, height: 900 } }, map({ at: 5, phase: "declare" }));
await shot("rb-phone", { size: phone, lang: "fr" }, map());
await shot("rb-fight-phone", { size: phone }, map({ at: 5, phase: "declare" }));
await shot("rb-market-tablet", { size: tablet, lang: "fr", kept: false }, map({ at: 3, phase: "market" }));

const trip = ({ n = 1, players = 1, at = 1, phase = "move" } = {}) => async (page) => {
  await dropText(page, "game.veillee", position("reflets", { n, players, options: { players, challenge: "pepere", quick_tokens: "yes", turn_cap: 60 }, at, phase }));
  await ready(page);
};
await shot("ra-table", { size: { width: 1440, height: 900 } }, trip({ at: 4 }));
await shot("ra-table-dark", { theme: "dark", lang: "fr" }, trip({ at: 7 }));
await shot("ra-trial", { theme: "parchment", lang: "fr", size: { width: 1440, height: 900 } }, trip({ at: 2, phase: "obj_after" }));
await shot("ra-phone", { size: phone, lang: "fr" }, trip({ at: 4 }));
await shot("ra-trial-phone", { size: { width: 390, height: 844 } }, trip({ at: 2, phase: "obj_after" }));
await shot("ra-read-phone", { size: { width: 390, height: 844 }, lang: "fr" }, trip({ phase: "obj_before" }));
await shot("ra-count", { lang: "fr" }, async (p) => {
  for (let n = 1; ; n++) {
    const text = ended(n, "reflets", { players: 1, options: { players: 1, challenge: "pepere", quick_tokens: "yes" } });
    if (!/quest/.test(text.slice(-400))) { if (n < 30) continue; }
    await dropText(p, "end.veillee", text);
    await seen(p, () => __see.state().looking || __see.state().over, undefined, "the end");
    if ((await see(p)).looking) await p.keyboard.press("n");
    return void await p.waitForSelector(".ra-count-sum");
  }
});
await shot("ra-dilemma-tablet", { size: tablet, lang: "fr", kept: false }, trip({ phase: "rev_dilemma" }));
for (const [k, name] of named.entries()) {
  const [width, height] = name.split("x").map(Number), size = { width, height }, touch = Math.min(width, height) < 768;
  await shot(`table-${name}`, { size, touch, lang: k % 2 ? "fr" : "en" }, table());
  await shot(`en-table-${name}`, { size, touch, lang: k % 2 ? "en" : "fr" }, road(three));
}
await shot("en-plain", { kept: false, settings: { renderer: "plain" } }, road(three));
await shot("en-larger-phone", { kept: false, size: phone, settings: { textSize: "larger" } }, road({ at: 12 }));

await shot("import", { open: "#/replay", kept: false });
await shot("games", { open: "#/games", kept: false }, async (p) => { await dropText(p, "a.veillee", middle()); await ready(p); await dropText(p, "b.veillee", ended(3)); await seen(p, () => __see.state().looking); await p.goto(`${server.url}#/games`); await p.waitForSelector("[data-screen=games] li"); });
await shot("games-phone", { open: "#/games", kept: false, size: phone, lang: "fr" }, async (p) => { await dropText(p, "a.veillee", middle()); await ready(p); await p.goto(`${server.url}#/games`); await p.waitForSelector("[data-screen=games] li"); });
await shot("home-later", { kept: false }, async (p) => { await dropText(p, "a.veillee", middle()); await ready(p); await dropText(p, "b.veillee", middle({ n: 5 })); await ready(p); await p.goto(`${server.url}#/`); await p.waitForSelector("[data-continue]"); });
for (const at of ["settings", "about", "keys", "stats", "tables"]) await shot(at, { open: `#/${at}`, kept: false, lang: "fr" });
await shot("settings-phone", { open: "#/settings", kept: false, size: phone, lang: "fr", theme: "dark" });
await shot("gone", { open: "#/r/aaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbba", kept: false }, (p) => p.waitForSelector("[data-trouble]"));
await shot("share", { open: "#/new/runemasters?where=net" }, async (p) => { await p.click("[data-start]"); await p.waitForSelector("[data-share]"); await p.click("[data-show-qr] >> nth=0"); });
await shot("share-phone", { open: "#/new/runemasters?where=net", size: phone, lang: "fr", kept: false }, async (p) => { await p.click("[data-start]"); await p.waitForSelector("[data-share]"); });

const bytes = readdirSync(out).reduce((n, f) => n + statSync(join(out, f)).size, 0);
console.log(`NOTE ${made} pictures, ${(bytes / 1024).toFixed(0)} kB in ${out}`);
console.log(`${made} passed, ${failed} failed`);
await browser.close();
await server.end();
process.exitCode = failed ? 1 : 0;
void [action, fromList, hurry, item, mouse, looking];

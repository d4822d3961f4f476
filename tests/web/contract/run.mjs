// The contract of a skin, (i) to (vii), over recorded positions of real games: everything at three sizes; or what is seen at all nine, in
// both languages, larger text and zoomed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "./inpage.mjs";
import { colours } from "./vision.mjs";
import { dropText } from "../lib/files.mjs";
import { engine, games, positions, sampleOf } from "../lib/games.mjs";
import { see, seen } from "../lib/play.mjs";
import { has, option, takes } from "../lib/options.mjs";
import { random } from "../lib/random.mjs";
import { axe, launch, needs, person, PATIENCE, Server, sins, web } from "../lib/world.mjs";

const sizeOf = (name) => { const [width, height] = name.split("x").map(Number); return { width, height }; };
/** Everything is tried at these. */
const FULL = ["360x640", "1024x768", "1440x900"];
/** What must be seen is looked at at all of them. */
const SIZES = ["320x568", ...FULL, "390x844", "740x360", "768x1024", "1280x720", "2560x1440"];
const TEXTS = ["normal", "large", "larger"];
const isPhone = (name) => Math.min(...Object.values(sizeOf(name))) < 768 && sizeOf(name).width < 768;
const LANGS = ["en", "fr"];
const themes = ["light", "dark", "contrast", "parchment"];
const PLAIN = { text: "normal", zoom: 1 };
const LARGER = [{ text: "large", zoom: 1 }, { text: "larger", zoom: 1 }, { text: "normal", zoom: 2 }, { text: "large", zoom: 2 }, { text: "larger", zoom: 2 }];
/** How the nth of a phase is looked at, at the sth size: plain in four of nine, else larger. Nine and the number of themes have no factor in common. */
const TURNS = LARGER.flatMap((x, i) => (i < 4 ? [PLAIN, x] : [x]));
const turnOf = (n, s) => TURNS[(n + s) % TURNS.length];

takes("The contract of a skin, (i) to (vii), over recorded positions of real games.", {
  "--program PROGRAM": "under test (build/veillee)",
  [`--game ${Object.keys(games).join("|")}`]: "one game, not every one",
  "--count N": "positions that are recorded of each game (330)",
  "--sample N": "so many of them are looked at, at three sizes, and axe at one of each; without it all",
  [`--size ${SIZES.join("|")}`]: "one size, not all",
  "--layout": "only what is seen, at all nine sizes; language, text and zoom in turn",
  "--every": "with --layout: each text and zoom at each size, not one of them",
  "--at INDEX": "one position, by its number",
  "--from INDEX": "positions from this one on, and",
  "--until INDEX": "none from this one on: a long run in parts",
  "--jobs N": "side by side (2)",
  "--verbose": "every kind of fault as it is found, and the small targets",
});
needs();
const COUNT = Number(option("--count", "330"));
const sample = option("--sample");
const wanted = option("--size");
const began = Date.now();

const tried = option("--game") ? [option("--game")] : Object.keys(games);
const e = await engine();
let recorded = 0;
const list = tried.flatMap((game) => {
  const all = positions(e, COUNT, game).list;
  recorded += all.length;
  return sample ? sampleOf(all, Number(sample)) : all;
});
/** Which of its phase it is, the phases one after the other: so each phase is seen in both languages, every theme, every text and zoom. */
const order = new Map();
for (const p of list) {
  const phase = `${p.game} ${p.phase}`;
  if (!order.has(phase)) order.set(phase, order.size);
  p.nth = order.get(phase);
  order.set(phase, p.nth + 1);
}
const alone = option("--at");
const from = Number(alone ?? option("--from", "0")), until = alone ? from + 1 : Math.min(list.length, Number(option("--until", list.length)));

const server = await new Server().start();
const browser = await launch();
let passed = 0, failed = 0;
const told = new Map(); // kind of fault → how often, and where it came first
const figures = { ways: 0, two: 0, actions: 0, targets: new Map() };
const time = {};

function judge(rule, faults, where) {
  if (faults.length === 0) { passed++; return; }
  failed++;
  for (const f of faults) {
    // one kind, whatever the words and the card
    const key = `${rule} ${f.replace(/"[^"]*"/g, '"…"').replace(/\b(card|die|guardian|path|place|event|seat|kingdom|pile|ability)[. ][\w.#]+/g, "$1").replace(/ by \d+x\d+ px| at -?\d+,.*/, "")}`;
    const at = told.get(key) ?? { n: 0, where: `${where}: ${f}` };
    at.n++;
    told.set(key, at);
    if (at.n === 1 && has("--verbose")) console.log(`  ${where}: ${rule} ${f}`);
  }
}
const timed = async (what, f) => {
  const t = Date.now();
  try { return await f(); } finally { time[what] = (time[what] ?? 0) + Date.now() - t; }
};

/** Keys that a person presses: Tab through everything, arrows, digits, Enter. */
async function keys(page, cdp, actions) {
  const key = (k) => {
    const x = { key: k, code: k, windowsVirtualKeyCode: k === "Tab" ? 9 : 13, ...(k === "Enter" && { text: "\r" }) };
    return Promise.all([cdp.send("Input.dispatchKeyEvent", { type: "keyDown", ...x }), cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...x })]);
  };
  const n = await page.evaluate(() => __contract.walkStart());
  await Promise.all(Array.from({ length: n + 3 }, () => key("Tab")));
  const faults = await page.evaluate(async (count) => [...__contract.walkEnd(), ...__contract.arrows(), ...await __contract.digits(count)], actions.length);
  // the last of the list, by Enter on its button
  const id = actions.at(-1).id;
  await page.evaluate((id) => { window.__dry = true; document.querySelector(`[data-action=${JSON.stringify(id)}]`).focus(); }, id);
  await key("Enter");
  let r = await page.evaluate(() => __contract.pressed());
  if (!r.got && r.armed === id) { await key("Enter"); r = await page.evaluate(() => __contract.pressed()); }
  if (r.got !== id) faults.push(`${id}: Enter ${r.got ? `plays ${r.got}` : "does nothing"}`);
  await page.evaluate(async () => { window.__dry = false; await __contract.cancel(); document.activeElement?.blur(); });
  return faults;
}

/** Buttons, links and fields without a name, as a screen reader meets them. */
async function nameless(cdp) {
  await cdp.send("Accessibility.enable");
  const { nodes } = await cdp.send("Accessibility.getFullAXTree");
  await cdp.send("Accessibility.disable"); // or the browser keeps the tree for good, and updates it at every change
  const speaks = new Set(["button", "link", "textbox", "combobox", "slider", "checkbox", "radio", "region"]);
  return nodes.filter((n) => !n.ignored && speaks.has(n.role?.value) && !String(n.name?.value ?? "").trim()).map((n) => `a ${n.role.value} without a name`);
}

const lists = Object.fromEntries(tried.map((game) => [game, JSON.parse(readFileSync(join(web, "src/skins", game, "seen.json"), "utf8"))]));

const setUp = (page, some) => page.evaluate((some) => __contract.setUp(some), some);
const frames = (page) => page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));

/** How often each size, language, text and zoom came together. */
const ways = new Map();
const WAYS = SIZES.length * LANGS.length * (1 + LARGER.length);

/** Zoom is a smaller window with larger pixels: only the first matters to what fits. */
async function look(page, p, n, size, { text, zoom }) {
  const where = `position ${n} (${p.what}, rev ${p.rev}, ${p.phase}) ${size} ${LANGS[p.nth % 2]} text ${text} zoom ${zoom}`;
  const { width, height } = sizeOf(size);
  // larger or zoomed on a phone, and both at once anywhere: declared scroll zones may hide something
  const plain = text === "normal" && zoom === 1, whole = plain || (!isPhone(size) && (text === "normal" || zoom === 1));
  await page.setViewportSize({ width: Math.round(width / zoom), height: Math.round(height / zoom) });
  const faults = await page.evaluate((w) => __contract.look(w), { whole, least: text === "larger" ? 16 : 0, lists: lists[p.game], settings: { textSize: text } });
  for (const [rule, some] of Object.entries(faults)) judge(rule, some, where);
  const way = `${size} ${LANGS[p.nth % 2]} ${text} ${zoom}`;
  ways.set(way, (ways.get(way) ?? 0) + 1);
}

/** At every size once, or in every text and zoom. */
async function looks(page, p, n) {
  for (const [s, size] of SIZES.entries()) {
    if (wanted && wanted !== size) continue;
    for (const how of has("--every") ? [PLAIN, ...LARGER] : [turnOf(p.nth >> 1, s)]) await look(page, p, n, size, how);
  }
}

async function at(page, cdp, p, size, n) {
  const where = `position ${n} (${p.what}, rev ${p.rev}, ${p.phase}) ${size}`;
  const phone = isPhone(size);
  await page.setViewportSize(sizeOf(size));
  await frames(page);
  const faults = await timed("texts", () => page.evaluate((w) => __contract.look(w), { whole: true, lists: lists[p.game] }));
  for (const [rule, some] of Object.entries(faults)) judge(rule, some, where);
  const small = await page.evaluate((least) => __contract.targets(least), phone ? 44 : 24);
  for (const s of small) figures.targets.set(`${size} ${s.replace(/ \d+x\d+$/, "")}`, s);
  judge("(iii)", [...await page.evaluate(([ids, over]) => __contract.names(ids, over), [p.items, p.over]), ...await timed("names", () => nameless(cdp))], where);
  if (!p.over) {
    judge("(i)", await timed("clicks", () => page.evaluate((a) => __contract.byList(a), p.actions)), where);
    const b = await timed("clicks", () => page.evaluate((a) => __contract.byBoard(a), p.actions));
    figures.ways += b.ways;
    figures.two += b.two;
    figures.actions += p.actions.length;
    judge("(i) board", b.faults, where);
    judge("(ii)", await timed("keys", () => keys(page, cdp, p.actions)), where);
  }
  judge("(iv) states", await timed("texts", () => states(page, p, size)), where);
  if (!sample || n % 3 === FULL.indexOf(size)) judge("(vi)", await timed("axe", () => axe(page)), where);
}

/** The same table while something is picked, armed, looked back at, or a sheet is open. */
async function states(page, p, size) {
  const faults = [];
  const look = async (what, under = false) => {
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => setTimeout(r))));
    faults.push(...(await page.evaluate((u) => __contract.words(u), under)).map((f) => `${what}: ${f}`));
    if (isPhone(size)) faults.push(...(await page.evaluate(() => __contract.inside())).map((f) => `${what}: ${f}`));
  };
  const key = (k) => page.evaluate((k) => { document.activeElement?.blur(); dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true })); }, k);
  if (!p.over) {
    const usable = await page.evaluate(() => { const e = document.querySelector('[data-item^="die."][data-usable]') ?? document.querySelector("[data-item][data-usable]"); window.__dry = true; e?.click(); return e !== null; });
    if (usable) await look("picked");
    await page.evaluate(async () => { __contract.took(); await __contract.settle(); await __contract.cancel(); window.__dry = false; });
    const last = p.actions.findLast?.((a) => a.undo !== "free")?.id;
    if (last) {
      await page.evaluate((id) => document.querySelector(`[data-action=${JSON.stringify(id)}]`).click(), last);
      await look("armed");
      await page.evaluate(() => __contract.cancel());
    }
  }
  if (p.rev > 0) {
    await key("z");
    await seen(page, (r) => __see.state().looking && __see.state().rev === r - 1, p.rev, "one step back");
    await look("past");
    await key("n");
    await seen(page, (r) => !__see.state().looking && __see.state().rev === r, p.rev, "now");
  }
  await key("i");
  await page.locator("[data-side=inspect]").waitFor();
  await look("detail", isPhone(size));
  await key("i");
  await page.locator("[data-side=inspect]").waitFor({ state: "detached" });
  return faults;
}

const turn = (k) => [...FULL.slice(k % 3), ...FULL.slice(0, k % 3)];

let done = 0, said = began;
/** Once a minute, for whoever waits: the whole takes long. */
function progress() {
  done++;
  if (Date.now() - said < 60_000) return;
  said = Date.now();
  console.error(`${done} of ${until - from} positions, ${told.size} kinds of faults, ${((said - began) / 1000).toFixed(0)} s${told.size > 0 ? `; the last: ${[...told.values()].at(-1).where}` : ""}`);
}

/** What never answers is a fault of its position, and not the end of the run. */
async function inTime(f) {
  let timer;
  const late = new Promise((_, no) => { timer = setTimeout(() => no(new Error("not in time")), 5 * PATIENCE); });
  try { return await Promise.race([f(), late]); } finally { clearTimeout(timer); }
}

async function worker(k, jobs) {
  const who = await person(browser, server.url, { context: { reducedMotion: "reduce" }, settings: { botPace: 0 }, init: contract });
  await who.open("#/");
  const { page } = who;
  const cdp = await who.context.newCDPSession(page);
  for (let n = from + k; n < until; n += jobs) {
    const p = list[n], lang = LANGS[p.nth % 2];
    try {
      await setUp(page, { lang, theme: themes[(p.nth >> 1) % 4], textSize: "normal" });
      await seen(page, (l) => document.documentElement.lang === l, lang, "the language");
      const { table } = await see(page);
      await timed("load", async () => {
        await dropText(page, "position.veillee", p.text);
        await seen(page, ([old, rev, over]) => {
          const s = __see.state();
          return s.table !== null && s.table !== old && !s.pending && (over ? s.looking || s.over : s.rev === rev && s.mine && s.actions.length > 0);
        }, [table, p.rev, p.over], "the position");
        // not waitForSelector: its handle would keep this whole table in memory
        await page.locator("[data-board] [data-item]").first().waitFor({ timeout: PATIENCE });
        if (p.over) {
          await page.keyboard.press("n");
          await page.locator("section.over").waitFor({ timeout: PATIENCE });
        }
      });
      if (has("--layout")) await timed("looks", () => inTime(() => looks(page, p, n)));
      else for (const size of turn(n)) if (!wanted || wanted === size) await at(page, cdp, p, size, n);
    } catch (x) {
      failed++;
      console.log(`FAILED position ${n}: ${x.stack ?? x}`);
    }
    progress();
  }
  if (k === 0 && !has("--layout")) for (const game of tried) judge("(vii)", await timed("colours", () => colours(page, cdp, game, themes, figures)), `colours of ${game}`);
}

const jobs = Number(option("--jobs", "2"));
await Promise.all(Array.from({ length: jobs }, (_, k) => worker(k, jobs)));
await browser.close();
await server.end();

for (const [fault, { n, where }] of [...told].sort((a, b) => b[1].n - a[1].n).slice(0, 60)) console.log(`${n}x ${fault}; first: ${where}`);
if (told.size > 60) console.log(`… and ${told.size - 60} other faults`);
const unnamed = (m) => [...new Set([...m.keys()].map((k) => k.replace(/"[^"]*"/, "").replace(/(card|die|guardian|path|power|kingdom|pile)\.[\w.#]+/, "$1")))];
if (has("--verbose")) console.log(`small targets: ${unnamed(figures.targets).join("; ")}`);
const looked = list.slice(from, until);
const phases = new Set(looked.map((p) => p.phase));
const what = `${looked.length} positions (of ${recorded} recorded) of ${phases.size} phases of ${tried.join(" and ")} at ${wanted ?? `${has("--layout") ? SIZES.length : FULL.length} sizes`}`;
if (has("--layout")) {
  console.log(`NOTE ${what}: ${told.size} kinds of faults`);
  if (!wanted) console.log(`NOTE ${ways.size} of ${WAYS} ways to look (size, language, text, zoom), each ${Math.min(...ways.values())} times at least`);
} else {
  console.log(`NOTE ${what}, ${figures.actions} actions tried: ${told.size} kinds of faults`);
  console.log(`NOTE on the board ${figures.two} of ${figures.ways} ways are done or armed by at most two clicks; targets below 44 px (phone) or 24 px: ${figures.targets.size}`);
}
if (figures.pairs) {
  const least = (kind) => Math.min(...figures.pairs.filter((p) => p.kind === kind).map((p) => p.d)).toFixed(0);
  console.log(`NOTE lanes and kingdoms in 4 themes: ΔE at least ${["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"].map((k) => `${least(k)} (${k})`).join(", ")}; ${figures.pairs.filter((p) => p.d < 15).length} of ${figures.pairs.length} pairs below 15, all of them of different shape and letter`);
}
console.log(`NOTE ${((Date.now() - began) / 1000).toFixed(0)} s (${Object.entries(time).map(([k, v]) => `${k} ${(v / 1000).toFixed(0)}`).join(", ")})`);
if (sins.csp.length + sins.ran.length + sins.faults.length > 0) {
  failed++;
  console.log([...new Set([...sins.csp, ...sins.ran, ...sins.faults])].slice(0, 10).join("\n"));
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

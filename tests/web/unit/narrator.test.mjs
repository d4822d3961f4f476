// What happens is told in beats (web/src/ui/narrator.ts, core/tale.ts): the truth is there at once, the picture follows.
//
//     node --test tests/web/unit/narrator.test.mjs
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { core, web } from "./bundle.mjs";
import { playGame } from "../lib/games.mjs";

const require = createRequire(join(web, "package.json"));
const out = mkdtempSync(join(tmpdir(), "veillee-narrator-"));
after(() => rmSync(out, { recursive: true }));
require("esbuild").buildSync({
  stdin: {
    contents: `export * from "./src/ui/narrator"; export * from "./src/core/tale"; export { Joiner } from "./src/core/join"; export { Follow } from "./src/ui/follow";
      export { again } from "./src/ui/live"; export { applyStep } from "./src/core/delta"; export { rows as runemasters } from "./src/skins/runemasters/effects"; export { rows as enchanters } from "./src/skins/enchanters/effects";
      export { rows as runebound } from "./src/skins/runebound/effects"; export { rows as reflets } from "./src/skins/reflets/effects";`,
    resolveDir: web, loader: "ts",
  },
  bundle: true, format: "esm", platform: "node", outfile: join(out, "n.mjs"), logLevel: "error", external: ["*.css", "../gen/strings.*", "../gen/more.*"], define: { __VERSION__: '"test"', __BUILD__: '"test"' },
});
globalThis.addEventListener ??= () => {};
const M = await import(pathToFileURL(join(out, "n.mjs")).href);
const { plan, Narrator, summary, liesThere, changedView, BEAT_MS, STEP_MS } = M;

// ---- by hand ----

const item = (id, pos, hp) => ({ id, kind: "k", kind_text: "", zone: "z", pos, name: id, face: id, ...(hp !== undefined && { stats: { hp: { value: hp, text: "hp" } } }) });
const view = (rev, items, seats = []) => ({ rev, game: "g", lang: "en", turn: { phase: "p", actor: 0 }, prompt: { text: "", id: "", args: {} }, zones: [], items, seats });
const event = (type, text = type) => ({ type, rule: "R", seat: null, args: {}, items: [], text });
const entry = (rev, ...types) => ({ rev, kind: "move", seat: 0, player: 0, events: types.map((t) => event(t)) });
const rows = {
  strike: { beat: "cause", scene: "monsters" }, hurt: { beat: "effect", weight: 5 }, walk: { beat: "cause", lead: 0, scene: "monsters" }, hush: { beat: "quiet" },
  turn: { beat: "quiet", scene: "own" },
};
const from = view(1, [item("a", 3), item("b", 1, 4)]);
const to = view(2, [item("a", 2), item("b", 1, 3)]);
const happened = {
  from, to, entries: [entry(2, "walk", "strike", "hurt", "hush")],
  moments: [{ rev: 2, event: 0, change: { items: [item("a", 2)] } }, { rev: 2, event: 2, change: { items: [item("b", 1, 3)] } }],
};

class Clock {
  now = 0;
  waiting = [];
  after(ms, f) { const x = { at: this.now + ms, f }; this.waiting.push(x); return x; }
  cancel(x) { this.waiting = this.waiting.filter((y) => y !== x); }
  run(ms) {
    for (const end = this.now + ms; ;) {
      const next = this.waiting.filter((x) => x.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) { this.now = end; return; }
      this.now = next.at;
      this.cancel(next);
      next.f();
    }
  }
}

test("a cause begins a beat, its effects belong to it, and a banner goes before", () => {
  const beats = plan(happened, rows);
  assert.deepEqual(beats.map((b) => b.banner ?? b.told.map((x) => x.event.type)), [{ scene: "monsters" }, ["walk"], ["strike", "hurt", "hush"]]);
  assert.ok(beats[2].impact > 0 && beats[1].impact === 0);
  assert.ok(beats.every((b) => b.length <= BEAT_MS));
});

test("the words of an event may be its banner, each time", () => {
  const beats = plan({ entries: [entry(1, "turn"), entry(2, "turn")], moments: [{ rev: 1, event: 0, change: {} }] }, rows);
  assert.deepEqual(beats.flatMap((b) => b.banner ?? []), [{ text: "turn" }, { text: "turn" }]);
});

test("figures change at the impact and not before; the end is the truth", async () => {
  const clock = new Clock(), seen = [];
  const n = new Narrator(rows, () => 1, { begin: (b) => seen.push(["begin", clock.now, b.told[0]?.event.type]), before: () => seen.push(["before", n.picture.peek().items[1].stats.hp.value]), impact: (b) => seen.push(["impact", clock.now]) }, clock);
  n.tell(happened);
  assert.equal(n.picture.peek(), from);
  assert.deepEqual(n.told.peek(), { rev: 2, events: 0 });
  const strike = plan(happened, rows)[2];
  clock.run(strike.at + strike.impact - 1);
  assert.equal(n.picture.peek().items[0].pos, 2);
  assert.equal(n.picture.peek().items[1].stats.hp.value, 4);
  assert.deepEqual(n.told.peek(), { rev: 2, events: 1 });
  assert.deepEqual(n.banner.peek(), { scene: "monsters" });
  clock.run(1);
  assert.equal(n.picture.peek().items[1].stats.hp.value, 3);
  let idle = false;
  n.idle().then(() => { idle = true; });
  clock.run(STEP_MS);
  await Promise.resolve();
  assert.equal(n.picture.peek(), null);
  assert.equal(n.told.peek(), null);
  assert.equal(n.banner.peek(), null);
  assert.deepEqual(n.ribbon.peek(), ["hurt"]);
  assert.ok(idle && !n.isTelling);
});

test("a press brings it up: the picture is the truth, the ribbon says what was passed over", async () => {
  const clock = new Clock();
  let jumps = 0;
  const n = new Narrator(rows, () => 1, { jump: () => jumps++ }, clock);
  n.tell(happened);
  clock.run(100);
  const idle = n.idle();
  n.flush();
  await idle;
  assert.equal(n.picture.peek(), null);
  assert.deepEqual(n.ribbon.peek(), ["hurt"]);
  assert.equal(jumps, 1);
  clock.run(STEP_MS);
  assert.equal(clock.waiting.length, 0);
});

test("one step may wait; a backlog becomes the ribbon", () => {
  const clock = new Clock(), n = new Narrator(rows, () => 1, {}, clock);
  const next = { from: to, to: view(3, to.items), entries: [entry(3, "strike", "hurt")], moments: [{ rev: 3, event: 1, change: { items: [item("b", 1, 2)] } }] };
  n.tell(happened);
  n.tell(next);
  assert.ok(n.isTelling && n.picture.peek() === from);
  clock.run(STEP_MS);
  assert.deepEqual(n.told.peek()?.rev ?? 3, 3);
  clock.run(STEP_MS);
  assert.ok(!n.isTelling);
  n.tell(happened);
  n.tell(next);
  n.tell(next);
  assert.ok(!n.isTelling && n.picture.peek() === null);
  assert.equal(n.ribbon.peek().length, 3);
});

test("speeds are those of the settings; nothing is told without motion, nor what is taken back", () => {
  const fast = new Clock(), n = new Narrator(rows, () => 0.5, {}, fast);
  n.tell(happened);
  const beats = plan(happened, rows), all = Math.max(...beats.map((b) => b.at + b.length));
  fast.run(all / 2 - 1);
  assert.ok(n.isTelling);
  fast.run(1);
  assert.ok(!n.isTelling);
  const off = new Narrator(rows, () => 0, {}, fast);
  off.tell(happened);
  assert.ok(!off.isTelling && off.picture.peek() === null);
  n.tell({ ...happened, entries: [{ rev: 2, kind: "undo", to: 0, events: [] }] });
  assert.ok(!n.isTelling);
});

test("a press acts on a thing only if it lies there in the truth", () => {
  assert.ok(liesThere(from, to, "b"));
  assert.ok(!liesThere(from, to, "a"));
  assert.ok(!liesThere(from, view(2, []), "b"));
  assert.ok(!liesThere(from, to, "x"));
});

test("the ribbon keeps the heaviest, and begins with it", () => {
  const weights = { a: { beat: "cause", weight: 1 }, b: { beat: "cause", weight: 9 }, c: { beat: "cause", weight: 5 }, d: { beat: "cause", weight: 7 }, e: { beat: "cause" } };
  assert.deepEqual(summary([entry(1, "a", "b", "e"), entry(2, "c", "d")], weights), ["b", "d", "c"]);
});

// ---- whole games ----

for (const [game, options, players] of [["runemasters", { guardians: 4 }, 1], ["enchanters", { players: 3, kingdom_mode: "first_game" }, 3],
  ["runebound", { players: 3, round_limit: 8 }, 3], ["reflets", { players: 2, turn_cap: 20 }, 2]]) {
  test(`${game}: changes event by event lead to the view, and no step takes longer than it may`, async () => {
    const { engine } = await core("engine");
    const e = await engine.Engine.load(readFileSync(process.env.VEILLEE_ENGINE ?? join(web, "src/gen/engine.wasm")));
    const table = M[game];
    let last = null, steps = 0, longest = 0;
    playGame(e, { game, n: 5, players, options }, (m, h) => {
      if (m.actor === "chance") return;
      const board = e.call("view", { h, lang: "en" });
      const joiner = new M.Joiner(e.call("faces", { h, lang: "en" }));
      if (last && steps < 150) {
        const entries = e.call("entries", { h, lang: "en", from: last.rev, to: m.rev, told: true });
        const { board: end, moments, entries: plain } = M.tell(joiner, last, entries);
        const text = (b) => JSON.stringify(joiner.view({ ...b, rev: 0 }));
        assert.deepEqual(JSON.parse(text(end)), JSON.parse(text(board)));
        assert.ok(!JSON.stringify(plain).includes('"ops"'));
        const view = moments.reduce((v, x) => changedView(v, x.change), joiner.view(last));
        assert.deepEqual(view.items, joiner.view(board).items);
        assert.deepEqual(view.seats, joiner.view(board).seats);
        const beats = plan({ entries: plain, moments }, table);
        if (beats.length > 0) longest = Math.max(longest, ...beats.map((b) => b.at + b.length));
        assert.ok(beats.every((b) => b.length <= BEAT_MS && b.impact <= b.length));
        steps++;
      }
      last = board;
    });
    assert.ok(steps > 20);
    assert.ok(longest <= STEP_MS, `${longest} ms`);
    assert.ok(longest > 800, `${longest} ms`);
  });
}

for (const [game, prefix] of [["runemasters", "RM"], ["enchanters", "EN"], ["runebound", "RB"], ["reflets", "RA"]]) {
  test(`${game}: every event of the engine has a row, and every row an event`, () => {
    const header = readFileSync(join(web, `../src/games/${game}/${game}.h`), "utf8");
    const map = new RegExp(`#define ${prefix}_EV_MAP\\(X\\)(?:[^\\n]*\\\\\\n)*[^\\n]*`).exec(header)[0]; // to the first line without a backslash
    const types = [...map.matchAll(/X\(\w+,\s+(\w+),\s+\d/g)].map((m) => m[1]);
    assert.ok(types.length > 30);
    assert.deepEqual(Object.keys(M[game]).sort(), types.sort());
  });
}

// ---- the log and the live regions ----

test("the log follows its end whatever grows, until somebody scrolls up, and again at its end", () => {
  const f = new M.Follow(), box = { scrollTop: 0, scrollHeight: 100, clientHeight: 100 };
  f.settle(box);
  box.scrollHeight = 400;
  f.scrolled(box); // the browser says so when lines come before it, or when it is smaller now
  f.settle(box);
  assert.equal(box.scrollTop, 400);
  box.scrollTop = 300;
  f.scrolled(box);
  box.scrollTop = 120;
  f.scrolled(box);
  assert.ok(!f.isFollowing);
  box.scrollHeight = 900;
  f.settle(box);
  assert.equal(box.scrollTop, 120);
  box.scrollTop = 795;
  f.scrolled(box);
  assert.ok(f.isFollowing);
  box.scrollTop = 100;
  f.scrolled(box);
  f.toEnd(box);
  assert.ok(f.isFollowing && box.scrollTop === 900);
  // a line becomes shorter and others come: the browser has pulled the list down before there is more again
  f.toEnd(Object.assign(box, { scrollHeight: 1200 }));
  Object.assign(box, { scrollHeight: 1260, scrollTop: 1080 });
  f.scrolled(box, false);
  assert.ok(f.isFollowing);
  f.settle(box);
  box.scrollTop = 500;
  f.scrolled(box);
  assert.ok(!f.isFollowing);
});

test("the same polite message twice is said twice", () => {
  assert.notEqual(M.again("a", "a"), "a");
  assert.equal(M.again("a\u200b", "a"), "a");
  assert.equal(M.again("a", "b"), "b");
});

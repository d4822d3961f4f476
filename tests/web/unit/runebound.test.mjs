// What the board of Runebound reads off the answers of the engine: ways and destinations, the last roll, the land; and the camera's figures.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { engine, playGame } from "../lib/games.mjs";
import { web } from "./bundle.mjs";

const out = mkdtempSync(join(tmpdir(), "veillee-rb-"));
after(() => rmSync(out, { recursive: true }));
createRequire(join(web, "package.json"))("esbuild").buildSync({
  stdin: { contents: 'export * from "./skins/runebound/go"; export * from "./skins/runebound/scenes/rolls"; export * from "./skins/runebound/land"; export * from "./ui/lens"; export { default as end } from "./skins/runebound/end";', resolveDir: join(web, "src"), loader: "ts" },
  bundle: true, format: "esm", outfile: join(out, "rb.mjs"), logLevel: "error", external: ["../gen/strings.*", "../gen/more.*"], define: { __VERSION__: '"test"', __BUILD__: '"test"' },
});
const { clamped, destinations, diceOf, distance, end, fitting, goals, held, landOf, lastRoll, pathOf } = await import(pathToFileURL(join(out, "rb.mjs")).href);

const e = await engine();
/** Decisions of one kind of some games, with their actions. */
function positions(phase, most) {
  const found = [];
  for (let n = 1; n < 8 && found.length < most; n++)
    playGame(e, { game: "runebound", n, players: 3, options: { players: 3, round_limit: 8 } }, (m, h) => {
      if (found.length >= most || typeof m.actor !== "number") return;
      const view = e.call("view", { h, lang: "en" });
      if (view.turn.phase !== phase) return;
      const { actions } = e.call("actions", { h, lang: "en" });
      const previews = actions.filter((a) => a.row).slice(0, 12).map((a) => [a, e.call("preview", { h, move: a.id, lang: "en" })]);
      found.push({ view, actions, previews });
    });
  return found;
}

test("every hex that a way leads to is a goal, its first way takes the least, and its path ends there over neighbours", () => {
  const all = positions("move", 12);
  assert.equal(all.length, 12);
  let paths = 0;
  for (const { view, actions, previews } of all) {
    const found = goals(actions);
    const led = new Set(actions.filter((a) => a.row).map((a) => a.dst));
    for (const hex of led) assert.ok(found.has(hex));
    for (const g of found.values()) for (const w of g.ways) assert.ok(w.dst === g.hex && (!w.row || diceOf(w).length >= 0));
    const hero = view.items.find((i) => i.id === view.seats.find((s) => s.id === view.turn.actor).face);
    const from = view.map.cells[hero.pos - 1].id;
    for (const [action, preview] of previews) {
      const path = pathOf(from, preview.events);
      assert.equal(path.at(-1), action.dst);
      assert.ok(path.length - 1 >= diceOf(action).length);
      for (let k = 1; k < path.length; k++) {
        const at = view.map.cells.findIndex((c) => c.id === path[k - 1]);
        assert.ok(view.map.cells[at].near.some((n) => view.map.cells[n].id === path[k]), `${path[k - 1]} to ${path[k]}`);
        assert.equal(distance(view.map, at, view.map.cells.findIndex((c) => c.id === path[k])), 1);
      }
      paths++;
    }
  }
  assert.ok(paths > 40);
});

test("destinations are the goals, in the order that is asked for", () => {
  for (const { view, actions } of positions("move", 4)) {
    const found = goals(actions), sites = new Map(view.items.filter((i) => i.kind === "site").map((i) => [i.pos - 1, i]));
    const level = (i) => ["green", "yellow", "blue", "red"].indexOf(i.face.slice(7)) + 1;
    const hero = view.items.find((i) => i.id === view.seats.find((s) => s.id === view.turn.actor).face);
    for (const [by, of] of [["dice", (d) => d.dice], ["distance", (d) => d.far], ["level", (d) => -d.level]]) {
      const list = destinations(view.map, found, hero.pos - 1, sites, level, by);
      assert.equal(list.length, found.size);
      for (let k = 1; k < list.length; k++) assert.ok(of(list[k - 1]) <= of(list[k]));
    }
  }
});

test("the last roll of a fight has the sum of its die and what it had to reach, as far as it has been told", () => {
  const event = (type, args) => ({ type, rule: "", seat: 0, args, items: [], text: "" });
  const entries = [
    { rev: 1, kind: "move", events: [event("challenged", { player: 0 })] },
    { rev: 2, kind: "chance", events: [event("rolled", { player: 0, roll: "ranged", die: 11, total: 14 }), event("met", { player: 0, total: 14, against: 14 })] },
    { rev: 3, kind: "chance", events: [event("rolled", { player: 0, roll: "melee", die: 2, total: 5 }), event("missed", { player: 0, total: 5, against: 17 })] },
  ];
  assert.deepEqual(lastRoll(entries, null), { seat: 0, roll: "melee", die: 2, bonus: 3, total: 5, against: 17, met: false });
  assert.deepEqual(lastRoll(entries, { rev: 3, events: 1 }), { seat: 0, roll: "melee", die: 2, bonus: 3, total: 5, against: null, met: null });
  assert.deepEqual(lastRoll(entries, { rev: 3, events: 0 }), { seat: 0, roll: "ranged", die: 11, bonus: 3, total: 14, against: 14, met: true });
  assert.equal(lastRoll(entries, { rev: 1, events: 1 }), null);
  assert.equal(lastRoll([...entries, { rev: 4, kind: "move", events: [event("turn_begun", { player: 1 })] }], null), null);
});

test("the land is drawn whole, the same every time, and every town stands on it", () => {
  const [{ view }] = positions("move", 1);
  const land = landOf(view.map);
  assert.equal(land.towns.length, view.map.cells.filter((c) => c.place?.startsWith("town.")).length);
  assert.equal((land.shore.match(/Z/g) ?? []).length, view.map.cells.length);
  assert.equal(land.rows.length, 13);
  assert.ok(!/NaN|undefined/.test(JSON.stringify(land)));
  assert.deepEqual(landOf(structuredClone(view.map)), land);
});

test("the camera shows all of it or comes near, never less and never without end", () => {
  assert.equal(fitting(400, 300, 40, 20), 10);
  assert.equal(fitting(400, 100, 40, 20), 5);
  assert.equal(clamped(3, 10, 27), 10);
  assert.equal(clamped(50, 10, 27), 50);
  assert.equal(clamped(500, 10, 27), 81);
  assert.ok(held(50, 100) && !held(5, 100) && !held(95, 100));
});

test("the count of the end is what the rank is made of: runes, counters, gold", () => {
  playGame(e, { game: "runebound", n: 3, players: 3, options: { players: 3, round_limit: 8 } }, (m, h) => {
    if (m.actor !== null) return;
    const view = e.call("view", { h, lang: "en" });
    const lines = (seat) => end.count.map((c) => c.of(view, seat));
    const { results } = e.call("over", { h, lang: "en" });
    for (const r of results) assert.equal(r.score, lines(r.seat)[0] * 100 + lines(r.seat)[1]);
    const seats = results.map((r) => r.seat).sort((a, b) => lines(b)[0] - lines(a)[0] || lines(b)[1] - lines(a)[1] || lines(b)[2] - lines(a)[2]);
    assert.deepEqual(seats.map((s) => results.find((r) => r.seat === s).rank), [1, 2, 3]);
  });
});

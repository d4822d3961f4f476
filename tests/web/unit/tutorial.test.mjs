// The lessons of the page: their data, the script followed on the engine of the page, other ways and ways back.
//
//     node --test tests/web/unit/tutorial.test.mjs
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { root, web } from "./bundle.mjs";

const require = createRequire(join(web, "package.json"));
const dir = mkdtempSync(join(tmpdir(), "veillee-tutorial-"));
require("esbuild").buildSync({
  stdin: { contents: 'export * from "./tutorial/script"; export { Engine } from "./core/engine";', resolveDir: join(web, "src"), loader: "ts" },
  bundle: true, format: "esm", platform: "node", outfile: join(dir, "script.mjs"), logLevel: "error",
});
const { Engine, moveOf, seatsOf, standing, tipFor, whereIs } = await import(pathToFileURL(join(dir, "script.mjs")));
rmSync(dir, { recursive: true });

const gen = join(web, "src/gen");
const files = existsSync(gen) ? readdirSync(gen).filter((f) => /^tutorial\..*\.json$/.test(f)) : [];
const lessons = files.map((f) => JSON.parse(readFileSync(join(gen, f), "utf8")));
const skip = lessons.length ? false : "node web/build/generate.mjs was not run";
const wasm = join(gen, "engine.wasm");
const noEngine = skip || (existsSync(wasm) ? false : "the engine of the page was not built");
const runemasters = lessons.find((l) => l.game === "runemasters");
const enchanters = lessons.find((l) => l.game === "enchanters");

/** The script as it is played: the first move of each step, those of a group once each, with the chance that follows. */
function script(lesson) {
  const moves = [...lesson.start], used = new Set();
  for (const s of lesson.steps.filter((x) => x.expect)) {
    const m = s.expect.find((e) => !s.group || !used.has(`${s.group} ${e}`));
    used.add(`${s.group} ${m}`);
    moves.push(m, ...(s.then ?? []));
  }
  return moves;
}

test("every lesson of the terminal is one of the page, with words in both languages", { skip }, () => {
  const there = readdirSync(join(root, "tutorials")).map((f) => `tutorial.${f}`);
  assert.deepEqual(files.sort(), there.sort());
  for (const l of lessons) {
    assert.match(l.seed, /^[0-9a-f]{64}$/);
    for (const s of [...l.steps, ...l.tips]) for (const lang of ["fr", "en"]) assert.ok(s.text[lang] && !s.text[lang].startsWith("tut."), s.id);
  }
});

test("the script leads from its first step to its last", { skip }, () => {
  for (const lesson of lessons) {
    const moves = script(lesson);
    let before = -1;
    for (let n = 0; n <= moves.length; n++) {
      const p = whereIs(lesson, moves.slice(0, n));
      assert.ok(p.on, `after ${moves[n - 1]}`);
      assert.ok(p.first <= p.next && p.next >= before);
      before = p.next;
    }
    assert.equal(before, lesson.steps.length);
    assert.ok(whereIs(lesson, [...moves, "anything"]).on, "after the last step the game is free");
  }
});

test("another move, or other dice, leave the script", { skip }, () => {
  const moves = script(runemasters);
  const at = runemasters.start.length;
  assert.ok(!whereIs(runemasters, [...moves.slice(0, at), "move 0 blue"]).on);
  assert.ok(!whereIs(runemasters, ["draw dawn"]).on);
  const roll = moves.findIndex((m, i) => i > at && m.startsWith("roll"));
  assert.ok(!whereIs(runemasters, [...moves.slice(0, roll), "roll red red red red"]).on);
});

test("moves of a group come in any order", { skip }, () => {
  const at = runemasters.start.length;
  const begun = runemasters.start;
  const p = whereIs(runemasters, [...begun, "charge 3", "mark_whirl 2 1"]);
  assert.ok(p.on);
  assert.equal(runemasters.steps[p.next].id, "hit");
  assert.equal(p.first, p.next - runemasters.steps.slice(0, p.next).filter((s) => !s.expect).length, "what was told before stays readable");
  const all = whereIs(runemasters, [...begun, "charge 3", "mark_whirl 2 1", "charge 0", "hit 1"]);
  assert.equal(runemasters.steps[all.next].id, "forecast");
  assert.ok(at > 0);
});

test("a bot at the table plays by the script as long as it is followed", { skip }, () => {
  const begun = enchanters.start;
  assert.equal(whereIs(enchanters, begun).due, undefined);
  const turn = [...begun, "journey 1", "proceed", "end_turn"];
  const { then } = enchanters.steps.find((s) => s.id === "window_three");
  assert.equal(whereIs(enchanters, turn).due, then[0], "chance comes first");
  for (const [i, e] of then.entries()) assert.equal(whereIs(enchanters, [...turn, ...then.slice(0, i)]).due, e);
  assert.equal(whereIs(enchanters, [...turn, ...then]).due, undefined);
  assert.equal(whereIs(enchanters, [...begun, "journey 2", "proceed", "end_turn", "draw gob_goblin"]).due, undefined, "on its own after another way");
});

test("what was taken back does not stand", () => {
  const e = (rev, move, to) => (to === undefined ? { rev, kind: "move", move, events: [] } : { rev, kind: "undo", to, events: [] });
  assert.deepEqual(standing([e(1, "a"), e(2, "b"), e(3, "", 1), e(4, "c")]), ["a", "c"]);
  assert.deepEqual(standing([e(1, "a"), e(2, "", 0)]), []);
  assert.deepEqual(standing([e(1, "a"), e(2, "b"), e(3, "", 1), e(4, "c"), e(5, "", 0), e(6, "d")]), ["d"]);
});

test("a remark comes when it is of use, once", { skip }, () => {
  const act = (verb) => ({ id: verb, verb, group: "", text: "", rules: [], undo: "free" });
  const view = { items: [{ id: "card.dragon_red" }] };
  assert.equal(tipFor(runemasters, view, [act("hit")], [], false).id, "dragon");
  assert.equal(tipFor(runemasters, view, [act("hit")], ["dragon"], false).id, "hit");
  assert.equal(tipFor(runemasters, view, [act("mark_heal")], ["dragon"], false).id, "mark");
  assert.equal(tipFor(runemasters, view, [act("hit")], ["dragon"], true), undefined, "what the lesson taught is not told again");
  assert.equal(tipFor(runemasters, { items: [] }, [act("end")], [], false), undefined);
});

test("the engine of the page plays the lesson as it is written", { skip: noEngine }, async () => {
  const engine = await Engine.load(readFileSync(wasm));
  for (const lesson of lessons) {
    const { h } = engine.call("open", { game: lesson.game, options: lesson.options, players: seatsOf(lesson), seed: lesson.seed, date: "2026-01-01" });
    const isBot = (m) => m.players.find((p) => p.player === m.player)?.kind === "bot";
    const draw = () => {
      for (let m; (m = engine.call("meta", { h })).actor === "chance" || isBot(m);) {
        if (m.actor === "chance") engine.call("draw", { h });
        else {
          const { due } = whereIs(lesson, standing(engine.call("entries", { h })));
          assert.ok(due, "the script has a move for the bot");
          engine.call("play", { h, move: due });
        }
      }
    };
    draw();
    for (;;) {
      const place = whereIs(lesson, standing(engine.call("entries", { h })));
      assert.ok(place.on);
      const view = engine.call("view", { h, lang: "fr", seat: engine.call("meta", { h }).actor });
      const ids = new Set([...view.items, ...view.zones].map((x) => x.id));
      for (const s of lesson.steps.slice(place.first, place.next + 1)) for (const id of s.point ?? []) assert.ok(ids.has(id), `${s.id} points at ${id}`);
      if (place.next === lesson.steps.length) break;
      const step = lesson.steps[place.next];
      const move = moveOf(step, engine.call("actions", { h, lang: "en" }).actions);
      assert.ok(move, `${step.id} can be done`);
      engine.call("play", { h, move });
      draw();
    }
    assert.equal(engine.call("meta", { h }).state, "running");
  }
});

// What is written down, played in WebAssembly: the golden playthroughs line by line, the scenarios, and records that the
// native program replays to the same positions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyMove, build, cells, games, load, named, ofBuild, playOut, random, root, run, seedOf, takes, test } from "./lib.mjs";

takes("What is written down, played in WebAssembly: golden playthroughs, scenarios, records.", ofBuild);
const engine = await load();

// ---- golden playthroughs ----

const LEFT_OUT = new Set(["table", "unseen", "unseen_events", "options"]);
const WIDTH = 100;
const plain = (value) => JSON.stringify(value).replaceAll('"', "");
const width = (text) => Buffer.byteLength(text);

const LONG = 16;
const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);

/** Of a long list that has grown or lost its end only that: "graveyard +[gob_axe#1]". */
function worded(was, now) {
  const [a, b] = [plain(was ?? null), plain(now)];
  const goesOn = (short, list, long) => Array.isArray(list) && list.length >= LONG && long.startsWith(`${short.slice(0, -1)},`);
  if (goesOn(a, was, b)) return `+[${b.slice(a.length)}`;
  if (goesOn(b, now, a)) return `-[${a.slice(b.length)}`;
  return b;
}

const NOTHING = new Set(["0", "false", '"-"', "[]"]);

/** The members that are not as before: ["guardians/kulak/hp 3", …]; of an object that is new, what it has. */
function changes(was, now, path = "", depth = 0, isNew = false) {
  return Object.entries(now).flatMap(([key, value]) => {
    const where = path ? `${path}/${key}` : key;
    if (depth === 0 && LEFT_OUT.has(key)) return [];
    const old = was?.[key];
    if (old !== undefined ? JSON.stringify(old) === JSON.stringify(value) : isNew && NOTHING.has(JSON.stringify(value))) return [];
    if ((isObject(value) || (Array.isArray(value) && isObject(value[0]))) && depth < 3) return changes(old, value, where, depth + 1, old === undefined && (was !== undefined || isNew));
    return [`${where} ${worded(old, value)}`];
  });
}

function folded(list) {
  let line = "==    ", out = "";
  for (const [i, text] of list.entries()) {
    if (i > 0 && width(line) + 3 + width(text) > WIDTH) {
      out += `${line}\n`;
      line = `         ${text}`;
    } else line += `   ${text}`;
  }
  return list.length ? `${out}${line}\n` : "";
}

function optionsOf(text) {
  const value = (v) => (/^\d+$/.test(v) ? Number(v) : v);
  return Object.fromEntries(text.split(" ").map((pair) => {
    const [name, v] = pair.split("=");
    return [name, v.includes(",") ? v.split(",").map(value) : value(v)];
  }));
}

/** The playthrough told again by this engine, from its moves alone. */
function retold(text) {
  const [head] = text.split("\n");
  const lang = / the /.test(text) ? "en" : "fr";
  const { h } = engine.call("open", { game: head.split(" ")[1], options: optionsOf(/ {3}options (.*?) {3}players/.exec(head)[1]), lang });
  const told = (events) => events.map((ev) => `         ${ev.rule.padEnd(10)} ${ev.text}\n`).join("");
  let now = engine.call("position_of", { h }), out = `${head}\n${told(engine.call("start", { h, lang }))}${folded(changes(undefined, now))}`;
  for (const [, who, rest] of text.matchAll(/^(seat \d|chance) {3}(.*)$/gm)) {
    // the longest that it begins with: a notation may begin like another
    const fits = who === "chance" ? [] : engine.call("actions", { h, lang }).actions.filter((a) => rest.startsWith(`${a.id.padEnd(28)} `));
    const action = fits.sort((a, b) => b.id.length - a.id.length)[0], move = action?.id ?? rest;
    const sentence = action?.text.replace(` (${move})`, ""); // what tells it from another that reads alike
    out += action ? `${who}   ${move.padEnd(28)} ${sentence}\n` : `${who}   ${move}\n`;
    engine.call("play", { h, move });
    const rev = engine.call("meta", { h }).rev;
    out += told(engine.call("entries", { h, lang, from: rev - 1 })[0].events);
    const next = engine.call("position_of", { h });
    out += folded(changes(now, next));
    now = next;
  }
  const over = engine.call("over", { h, lang });
  out += `result   ${over.outcome} ${over.rule} hash ${engine.call("hash", { h }).hash}\n`;
  engine.call("close", { h });
  return out;
}

for (const name of readdirSync(join(root, "tests/golden")).filter((n) => n.endsWith(".txt")))
  test(`golden ${name}`, () => {
    const text = readFileSync(join(root, "tests/golden", name), "utf8");
    assert.equal(retold(text), text);
  });

// ---- scenarios ----

const scenarios = games.flatMap((g) => readdirSync(join(root, "tests/scenarios", g)).filter((n) => n.endsWith(".json")).map((n) => `${g}/${n}`));
for (const name of scenarios)
  test(`scenarios ${name}`, () => {
    const text = readFileSync(join(root, "tests/scenarios", name), "utf8");
    const all = [JSON.parse(text)].flat();
    for (const [index, s] of all.entries()) {
      if (s.settle === false || s.content || s.refused) continue; // nothing that could be opened
      const { h, count, report } = engine.call("scenario", { text, index, lang: "en" });
      assert.equal(count, all.length);
      assert.deepEqual({ id: report[0].id, passed: report[0].passed, faults: report[0].faults }, { id: s.id, passed: true, faults: [] });
      const moves = (s.moves ?? []).filter((m) => typeof m === "string"), { rev } = engine.call("meta", { h });
      if (moves.some((m) => /^go /.test(m))) assert.ok(rev >= moves.length, s.id); // a row is several moves
      else assert.equal(rev, moves.length, s.id);
      engine.call("view", { h });
      engine.call("close", { h });
    }
  });

// ---- records ----

const work = mkdtempSync(join(tmpdir(), "veillee-wasm-"));
const program = process.env.VEILLEE ?? join(build, "veillee");
const native = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: "C.UTF-8" } });

/** A random game with undos in it. */
function playWithUndos(cell, seed) {
  const rng = random(seed), move = anyMove(rng);
  const { h } = engine.call("open", { ...cell, seed: seedOf(seed), date: "2026-11-15", players: Array.from({ length: cell.options.players ?? 2 }, (_, i) => (i ? { kind: "greedy" } : { kind: "human", name: "Zoé" })), lang: "en" });
  let undos = 6;
  playOut(engine, h, (e, handle) => {
    const free = e.call("undo_last", { h: handle });
    if (free && undos > 0 && rng.below(12) === 0) {
      undos--;
      e.call("undo", { h: handle, to: free.to, agreed: true });
      if (e.call("meta", { h: handle }).redo && rng.below(2)) e.call("redo", { h: handle });
      while (e.call("meta", { h: handle }).actor === "chance") e.call("draw", { h: handle });
    }
    return move(e, handle);
  });
  return h;
}

for (const [i, cell] of cells.entries())
  test(`record ${named(cell)}`, () => {
    const h = playWithUndos(cell, 100 + i), { rev } = engine.call("meta", { h });
    const { text } = engine.call("record", { h });
    const file = join(work, `${i}.veillee`), again = join(work, `${i}.again`);
    writeFileSync(file, text);
    native("replay", file, "--save", again, "--json");
    assert.equal(readFileSync(again, "utf8"), text);
    native("replay", file, "--verify");
    const trace = native("replay", file, "--trace").trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(trace.length, rev + 1);
    for (const [at, step] of trace.entries()) assert.deepEqual(engine.call("position_of", { h, rev: at }), step.position, `revision ${at}`);
    const back = engine.call("load", { text });
    assert.deepEqual([back.ended, back.fault], [true, undefined]);
    assert.equal(engine.call("record", { h: back.h }).text, text);
    assert.deepEqual(engine.call("entries", { h: back.h, lang: "fr" }), engine.call("entries", { h, lang: "fr" }));
    engine.call("close", { h });
    engine.call("close", { h: back.h });
  });

test("cleaning up", () => rmSync(work, { recursive: true }));
await run();

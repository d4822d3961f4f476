// Limits of the browser's engine: size, time and memory, whatever is dropped on the page.
import assert from "node:assert/strict";
import { Engine, engineBytes, isFull, load, ofBuild, refusal, run, seedOf, takes, test } from "./lib.mjs";

const MIB = 1 << 20;
const solo = { game: "runemasters", options: { guardians: 2, players: 1 }, seed: seedOf(1) };

let slowest = 0;
/** A time is judged with --full, on a quiet machine; else only what hangs fails. */
function inTime(took, limit, what = "") {
  slowest = Math.max(slowest, took);
  assert.ok(took < (isFull ? limit : 60), `${what} ${took} s`);
}

/** The time a call takes, in seconds, and its refusal if it is refused. */
function timed(engine, op, args) {
  const began = performance.now();
  let refused = null;
  try {
    engine.call(op, args);
  } catch (e) {
    if (!e.refusal) throw e;
    refused = e.refusal;
  }
  return { took: (performance.now() - began) / 1000, refused };
}

takes("Limits of the browser's engine: size, time and memory, whatever is dropped on the page.", { ...ofBuild, "--full": "times are judged too" });
const engine = await load();

test("a call that is too large is refused, and the next one works", () => {
  const { refused } = timed(engine, "load", { text: "x".repeat(21 * MIB), lang: "en" });
  assert.equal(refused.status, "too_large");
  assert.ok(refused.text);
  assert.ok(engine.call("games", {}).length);
});

test("a record that is too large, of one line, of many lines", () => {
  const head = "veillee-record 1\ngame runemasters 1\n";
  for (const text of ["x".repeat(9 * MIB), head + "x".repeat(7 * MIB), "\n".repeat(7 * MIB), head + "; x\n".repeat(2 * MIB - 100), "\u0001".repeat(3 * MIB), "é".repeat(3 * MIB)]) {
    const { took, refused } = timed(engine, "load", { text, recover: true });
    assert.ok(refused.status);
    inTime(took, 3);
  }
});

test("JSON that is deep, wide or long", () => {
  const cases = [["position", { json: "[".repeat(MIB) }], ["position", { json: `[${"1,".repeat(3 * MIB)}1]` }], ["scenario", { text: `[${'{"id":"x"},'.repeat(300000)}1]` }], ["scenario", { text: "{" + '"a":1,'.repeat(900000) + '"b":2}' }],
    ["position", { json: { game: "runemasters", unseen: Array(9000).fill("troll_red") } }], ["open", { ...solo, options: Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`o${i}`, i])) }],
    ["open", { ...solo, players: Array(8000).fill({}) }], ["undo", { h: 1, to: 0, agreed: Array(8000).fill(0) }], ["position", { json: `{"game":"${"x".repeat(MIB)}"}` }]];
  for (const [op, args] of cases) {
    const { took, refused } = timed(engine, op, args);
    assert.ok(refused?.status, op);
    inTime(took, 3, op);
  }
});

test("a record as long as can be: moves and undos to the limit", () => {
  const { h } = engine.call("open", solo);
  const head = engine.call("record", { h }).text.split("\n\n")[0];
  const lines = [];
  for (let n = 0; n + 8 < 100000; n += 8) lines.push("0 choose_guardian kulak", "1 choose_guardian neltai", "0 place_guardian red", "1 place_guardian blue", `undo ${n}`, "0 choose_guardian kulak", "1 choose_guardian neltai", `undo ${n + 5}`);
  const text = `${head}\n\n${lines.join("\n")}\nend ${lines.length} 0123456789abcdef\n`;
  const began = performance.now(), got = engine.call("load", { text, recover: true, lang: "en" });
  inTime((performance.now() - began) / 1000, 10, "load");
  assert.ok(engine.call("meta", { h: got.h }).rev >= 99900);
  const entries = engine.call("entries", { h: got.h });
  assert.ok(entries.length >= 99900);
  const { took } = timed(engine, "view", { h: got.h, rev: 50001 });
  inTime(took, 1, "view");
  assert.ok(engine.call("record", { h: got.h }).text.length > MIB);
  engine.call("close", { h: got.h });
  engine.call("close", { h });
});

test("a match that is full takes no more", () => {
  const { h } = engine.call("open", solo);
  for (let n = 0; n < 100000; n += 2) {
    engine.call("play", { h, move: "choose_guardian kulak" });
    engine.call("undo", { h, to: n, agreed: true });
  }
  for (const [op, more] of [["play", { move: "choose_guardian kulak" }], ["redo", {}]]) assert.equal(refusal(engine, op, { h, ...more }).status, "too_large");
  assert.equal(engine.call("view", { h }).rev, 100000);
  engine.call("close", { h });
});

test("memory stays bounded, and what is closed is given back", async () => {
  const fresh = await load();
  const round = () => {
    const list = [];
    for (let i = 0; i < 64; i++) list.push(fresh.call("open", solo).h);
    for (const h of list) {
      fresh.call("play", { h, move: "choose_guardian kulak" });
      fresh.call("view", { h });
    }
    refusal(fresh, "load", { text: "x".repeat(4 * MIB) });
    for (const h of list) fresh.call("close", { h });
  };
  round();
  const first = fresh.memory;
  for (let i = 0; i < 50; i++) round();
  assert.ok(fresh.memory <= first + MIB, `${first} became ${fresh.memory}`);
  assert.ok(fresh.memory < 32 * MIB, `${fresh.memory}`);
});

test("out of memory is a refusal, not the end", async () => {
  // as many full games as fit into the 256 MiB that the engine may have
  const full = await Engine.load(engineBytes());
  const { h } = full.call("open", solo);
  for (let n = 0; n < 100000; n += 2) {
    full.call("play", { h, move: "choose_guardian kulak" });
    full.call("undo", { h, to: n, agreed: true });
  }
  const { text } = full.call("record", { h });
  let status = "", opened = 0;
  while (!status && opened < 70) {
    const { refused } = timed(full, "load", { text });
    if (refused) status = refused.status;
    else opened++;
  }
  assert.ok(["memory", "too_large"].includes(status), `${status} after ${opened}`);
  assert.ok(full.memory <= 256 * MIB);
  full.call("close", { h });
  assert.equal(full.call("bots", {}).length, 2);
  console.log(`NOTE ${opened} games of 100,000 entries are held in ${Math.round(full.memory / MIB)} MiB, then: ${status}`);
});

await run();
console.log(`NOTE slowest of these calls: ${slowest.toFixed(2)} s`);

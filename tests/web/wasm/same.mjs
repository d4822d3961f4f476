// The engine in WebAssembly and the same code on this machine give the same answer, byte for byte: whole games with every
// question on the way, then calls and files that no honest page would send. With the sanitizers in the native one:
//     node same.mjs --native build/asan/door-native
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Native, cells, games, isFull, load, named, ofNative, random, root, run, seedOf, takes, test } from "./lib.mjs";

takes("The engine in WebAssembly and the same code on this machine give the same answer, byte for byte.", { ...ofNative, "--full": "many calls" });
const engine = await load();
const native = new Native();
let calls = 0;

/** One call to both; the answer, once they agree. */
async function both(call) {
  const text = typeof call === "string" || Buffer.isBuffer(call) ? call : JSON.stringify(call);
  const w = rawBytes(text), n = await native.raw(text);
  calls++;
  if (w !== n) assert.equal(w, n, `the engines differ on ${String(text).slice(0, 300)}`);
  return JSON.parse(w);
}
/** The wrapper sends text; hostile calls are bytes. */
function rawBytes(call) {
  if (typeof call === "string") return engine.raw(call);
  const encoder = engine.encoder;
  engine.encoder = { encode: () => call };
  try {
    return engine.raw("");
  } finally {
    engine.encoder = encoder;
  }
}
const ok = async (op, args) => {
  const { ok, error } = await both({ op, ...args });
  if (error) throw new Error(`${op}: ${JSON.stringify(error)}`);
  return ok;
};

// ---- whole games ----

/** Everything that can be asked of a position. */
async function askAll(h, rng, lang, now, seats) {
  const ask = (op, more = {}) => ok(op, { h, lang, ...more });
  await ask("view", { seat: rng.below(seats) });
  await ask("view", { rev: rng.below(now.rev + 1) });
  await ask("entries", { from: rng.below(now.rev + 1), told: rng.below(2) === 1 });
  for (const op of ["meta", "undo_free", "undo_last", "hash", "position_of", "over", "record", "start"]) await ask(op);
  const actions = await ask("actions");
  if (!actions) return null;
  await ask("hint");
  const { id } = rng.pick(actions.actions);
  await ask("preview", { move: id });
  await ask("why", { move: id });
  const other = rng.pick(["hit 0", "hit 9", "move 1 red", "end", "ultimate kulak red", "reroll 0 1", "mark_swap 0 red 3 blue", "charge 3", "free_move blue", "block 0 0", "draft gnolls", "journey 3", "journey 9", "proceed", "use start_fist#1 0", "pay_card gno_gnoll#1", "trigger thi_caftan#1 0"]);
  await both({ op: "why", h, lang, move: other });
  await both({ op: "preview", h, lang, move: other });
  return id;
}

/** All questions at first and now and then; the whole of long games costs minutes, in the sanitized twin. */
const EAGER = 40, THEN = 6;
const asksAll = (moves) => isFull || moves < EAGER || moves % THEN === 0;

/** One person against machines; where somebody may lead several, two people. */
const playersOf = ({ options }) => Array.from({ length: options.players ?? 2 }, (_, i) => (i === 1 ? { kind: "bot", level: "greedy" } : { kind: "human", name: `Ana ${i}` }));

/** Games of Reflets d'Acide are cut short: they are long, and each move is asked about in both engines. */
const short = (cell) => (cell.game === "reflets" ? { ...cell, options: { ...cell.options, turn_cap: 8 } } : cell);

for (const [i, cell] of cells.map(short).entries())
  test(`a game of ${named(cell)}`, async () => {
    const rng = random(i + 1), lang = i % 2 ? "fr" : "en", seats = Math.min(2, playersOf(cell).length);
    const { h } = await ok("open", { ...cell, seed: seedOf(i), date: "2026-11-15", players: playersOf(cell), lang });
    for (let now = await ok("meta", { h }), moves = 0; now.actor !== null; moves++) {
      const id = asksAll(moves) ? await askAll(h, rng, lang, now, seats) : now.actor === "chance" ? null : rng.pick((await ok("actions", { h, lang })).actions).id;
      if (id && rng.below(15) === 0) {
        const back = await ok("undo_last", { h });
        if (back) await both({ op: "undo", h, to: back.to, agreed: true });
        await both({ op: "redo", h });
        now = await ok("meta", { h });
      } else if (now.actor === "chance") now = await ok("draw", { h });
      else now = await ok("play", { h, move: now.player === 1 ? (await ok("bot", { h, level: "greedy" })).move : id });
    }
    await askAll(h, rng, lang, await ok("meta", { h }), seats);
    await ok("verify", { h });
    const { h: again } = await ok("load", await ok("record", { h }));
    await ok("entries", { h: again, lang });
    const { h: fork } = await ok("fork", { h, rev: 3, seed: seedOf(9) });
    for (const x of [h, again, fork]) await ok("close", { h: x });
  });

// ---- files that were damaged or made to harm ----

const HUGE = ["0", "-1", "255", "256", "65536", "4294967295", "4294967296", "18446744073709551616", "9".repeat(400), "1e9", "0x10"];
const WORDS = ["undo 0", "undo 99999", "end 3 0123456789abcdef", "c draw dawn", "0 end", "7 end", "99 hit 1", "; remark", "", "start {}", "seed " + "0".repeat(64), "result *", "name 0 X",
  "options guardians=9", "seats human", "seats human human human human human human human human human", "veillee-record 2", "game chess 1", "\u0000", "\u202e", "é".repeat(300), "x".repeat(70000)];

/** A text with one thing wrong. */
function damaged(text, rng) {
  const lines = text.split("\n"), at = rng.below(lines.length);
  switch (rng.below(8)) {
    case 0: return text.slice(0, rng.below(text.length));
    case 1: lines.splice(at, 1); break;
    case 2: lines.splice(at, 0, lines[rng.below(lines.length)]); break;
    case 3: lines.splice(at, 0, rng.pick(WORDS)); break;
    case 4: lines[at] = rng.pick(WORDS); break;
    case 5: lines[at] = lines[at].replace(/\d+/, () => rng.pick(HUGE)); break;
    case 6: {
      const i = rng.below(text.length);
      return text.slice(0, i) + String.fromCharCode(rng.pick([0, 7, 10, 32, 34, 92, 127, 233, 0x2028, 0xd800, 33 + rng.below(90)])) + text.slice(i + rng.below(2));
    }
    default: lines[at] = lines[at].split(" ").reverse().join(" ");
  }
  return lines.join("\n");
}

const ROUNDS = isFull ? 20000 : 1500;

/** Whatever was opened is looked at and closed again. */
async function look(answer) {
  if (!answer.ok) {
    assert.ok(answer.error.status && typeof answer.error.text === "string", JSON.stringify(answer));
    return;
  }
  const { h } = answer.ok;
  for (const op of ["meta", "faces", "view", "actions", "entries", "over", "record", "position_of", "undo_free", "verify", "draw"]) await both({ op, h });
  await both({ op: "close", h });
}

test("damaged records", async () => {
  const rng = random(4), texts = [];
  for (const [seed, cell] of [[1, cells[0]], [2, cells[7]], [1, cells.at(-1)], [2, cells.at(-9)]]) {
    const { h } = await ok("open", { ...cell, seed: seedOf(seed) });
    for (let now = await ok("meta", { h }); now.actor !== null && now.rev < 60 * seed;)
      now = now.actor === "chance" ? await ok("draw", { h }) : await ok("play", { h, move: rng.pick((await ok("actions", { h })).actions).id });
    texts.push((await ok("record", { h, reveal: seed === 1 })).text);
    const json = await ok("position_of", { h });
    const { h: from } = await ok("position", { json, seed: seedOf(3) });
    texts.push((await ok("record", { h: from })).text);
    await ok("close", { h });
    await ok("close", { h: from });
  }
  let read = 0;
  for (let i = 0; i < ROUNDS; i++) {
    let text = rng.pick(texts);
    for (let n = 1 + rng.below(3); n > 0 && text; n--) text = damaged(text, rng);
    const answer = await both({ op: "load", text, recover: i % 2 === 0, lang: "en", ...(i % 5 ? {} : { seed: seedOf(1) }) });
    read += answer.ok ? 1 : 0;
    await look(answer);
  }
  assert.ok(read > ROUNDS / 10, `${read} could be recovered`);
});

test("damaged positions and scenarios", async () => {
  const rng = random(5), folder = join(root, "tests/scenarios");
  const scenarios = games.flatMap((g) => readdirSync(join(folder, g)).flatMap((name) => [JSON.parse(readFileSync(join(folder, g, name), "utf8"))].flat()));
  for (let i = 0; i < ROUNDS; i++) {
    const s = rng.pick(scenarios);
    let text = JSON.stringify(i % 3 === 0 && s.position ? { game: s.game, ...s.position } : s);
    for (let n = rng.below(3); n > 0 && text; n--) text = rng.below(2) ? damaged(text.replaceAll(",", ",\n"), rng) : swapped(text, rng);
    await look(await both(i % 3 === 0 ? { op: "position", json: text, lang: "en" } : { op: "scenario", text, lang: "en" }));
  }
});

/** JSON with one value replaced by another of its values, or by something else. */
function swapped(text, rng) {
  const values = text.match(/"[^"]*"|-?\d+|true|false|null|\[\]|\{\}/g) ?? ["0"];
  const at = rng.below(values.length), by = rng.pick([...HUGE.slice(0, 8), "null", "[]", "{}", '""', "true", '"-"', rng.pick(values), "[".repeat(40)]);
  let i = 0;
  return text.replace(/"[^"]*"|-?\d+|true|false|null|\[\]|\{\}/g, (v) => (i++ === at ? by : v));
}

// ---- calls that no honest page sends ----

test("damaged calls", async () => {
  const rng = random(6);
  const { h } = await ok("open", { game: "runemasters", options: { guardians: 2 }, seed: seedOf(1) });
  const honest = [
    { op: "games" }, { op: "open", game: "runemasters", options: { guardians: 3, preset_paths: ["red", "blue"] }, players: [{ kind: "human", name: "A" }], seed: seedOf(2), date: "2026-11-15" },
    { op: "view", h, lang: "fr", seat: 0, rev: 0 }, { op: "play", h, move: "choose_guardian kulak", by: 0, lang: "en" }, { op: "undo", h, to: 0, agreed: [0, 1] }, { op: "entries", h, from: 0, to: 0 },
    { op: "bot", h, level: "greedy", seed: seedOf(3), budget: 10 }, { op: "digest", game: "runemasters", games: 1, from: 1 }, { op: "set_player", h, player: 0, kind: "bot", level: "random", name: "N" },
    { op: "rule", id: "RM-HIT-02" }, { op: "fork", h, rev: 0, seed: seedOf(4) }, { op: "hash", h, rev: 0 }, { op: "why", h, move: "hit 1" }, { op: "record", h, reveal: true }, { op: "close", h: 99 },
  ].map((c) => JSON.stringify(c));
  for (let i = 0; i < 2 * ROUNDS; i++) {
    let text = rng.pick(honest);
    for (let n = 1 + rng.below(2); n > 0; n--) text = rng.below(2) ? swapped(text, rng) : damaged(text, rng).replaceAll("\n", " ");
    if (/"games":\d{4}/.test(text)) continue; // long, not harmful
    const { ok: made } = await both(text);
    if (made?.h) await both({ op: "close", h: made.h });
  }
});

test("bytes that are no text", async () => {
  const rng = random(7);
  for (let i = 0; i < ROUNDS / 5; i++) {
    const bytes = Buffer.from('{"op":"rule","id":"RM-HIT-02","lang":"en"}');
    for (let n = 1 + rng.below(4); n > 0; n--) bytes[rng.below(bytes.length)] = rng.below(256);
    await both(bytes.subarray(0, rng.below(4) ? bytes.length : rng.below(bytes.length)));
  }
  for (const text of ["", "{", "[]", "null", "3", '"op"', "{}", '{"op":null}', '{"op":3}', '{"op":"view","op":"view"}', '{"op":"games"}x', "[".repeat(100000), '{"op":' + "[".repeat(33) + "]".repeat(33) + "}"])
    assert.ok((await both(text)).error, text.slice(0, 50));
});

test("the native engine ends well", () => native.close());
await run();
console.log(`NOTE ${calls} calls, the same answers`);

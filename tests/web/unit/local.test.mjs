// Tables in this browser, on the real engine: played to the end, saved at every entry, alive again after every death.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { core, dice, root, until } from "./bundle.mjs";
import { hasEngine, stage } from "./stage.mjs";

const skip = hasEngine ? false : "no engine was built";
const SEED = "6776b45cd970433deb672e0278c79693d3297d9ac057555a321cc178c352c298";
let M;
before(async () => {
  if (skip) return;
  M = await core("engine", "host", "hosts", "hostclient", "localtable", "kept", "settings", "basetable");
  M.settings.settings.botPace.value = 0;
});

async function newGame(s, players, options = { guardians: 2 }) {
  const begun = await s.host.call("create", { game: "runemasters", options, players, seed: SEED, date: "2026-11-15", lang: "en", from: 0 });
  const saved = await M.localtable.keepSaved(begun.snap, SEED, true);
  return new M.localtable.LocalTable(saved.id, { host: s.host, lang: "en", begun: { ...begun, saved } });
}
const reopen = (s, id) => new M.localtable.LocalTable(id, { host: s.host, lang: "en" });
const ana = { kind: "human", name: "Ana" };
const bea = { kind: "human", name: "Bea" };
const bot = { kind: "bot", level: "greedy" };

async function play(t, next, turns = Infinity) {
  for (let i = 0; i < turns && !t.over.value; i++) {
    const a = await until(() => t.actions.value ?? t.over.value, "my turn");
    if (t.over.value) break;
    t.move(a.actions[Math.floor(next() * a.actions.length)]);
    assert.equal(t.actions.value, null);
    await until(() => t.pending.value === null, "played");
    assert.equal(t.refusal.value, null);
  }
}

test("alone with a bot, to the end", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana, bot]);
  assert.equal(t.conn.value.state, "ok");
  assert.equal(t.me.value.player, 0);
  await play(t, dice(3));
  assert.ok(t.over.value.outcome);
  assert.equal(t.over.value.seed, SEED);
  await t.history();
  assert.equal(t.entries.value.length, t.live.value.rev);
  assert.ok(t.entries.value.some((e) => e.kind === "move" && e.player === 1), "the bot has played");
  const k = M.kept.kept.value.find((x) => x.id === t.id);
  assert.equal(k.state, "over");
  assert.equal(typeof k.won, "boolean");
  const all = await M.kept.allFinished();
  assert.equal(all.filter((f) => f.id === t.id).length, 1);
  assert.deepEqual(await t.verify(), { ok: true, text: "" });
  const record = await t.record();
  assert.match(record, new RegExp(`\nseed ${SEED}\n`));
  // the record round trip is byte for byte
  const { snap } = await s.host.call("load", { text: record, lang: "en", from: 0 });
  assert.equal(snap.record, record);
  t.close();
});

test("what is saved is always what is shown", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana, bot]);
  const next = dice(5);
  for (let i = 0; i < 20; i++) {
    await play(t, next, 1);
    await until(() => t.actions.value ?? t.over.value);
    const saved = await M.kept.savedGame(t.id);
    assert.equal(saved.rev, t.live.value.rev);
    if (i % 7) continue;
    const { h, snap } = await s.host.call("load", { text: saved.text, lang: "en", from: 0 });
    assert.deepEqual(snap.view, t.live.value);
    await s.host.call("close", { h });
  }
  t.close();
});

test("hot seat: the one who decides is me", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana, bea]);
  const seen = new Set();
  const next = dice(9);
  for (let i = 0; i < 12 && !t.over.value; i++) {
    const a = await until(() => t.actions.value);
    assert.ok(t.me.value.seats.includes(a.seat));
    seen.add(t.me.value.player);
    await play(t, next, 1);
  }
  assert.deepEqual([...seen].sort(), [0, 1]);
  t.close();
});

test("taking back: free, beyond the dice, and again", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana]);
  await play(t, () => 0, 1);
  assert.deepEqual(t.undo.value, { player: 0, to: 0 });
  t.takeBack();
  await until(() => t.entries.value.at(-1)?.kind === "undo");
  assert.equal(t.canRedo.value, true);
  t.redo();
  await until(() => t.live.value.rev === 3);
  assert.equal(t.entries.value.at(-1).kind, "move");
  // on until chance has answered
  for (let i = 0; i < 40 && t.entries.value.at(-1).kind !== "chance"; i++) await play(t, dice(i), 1);
  assert.equal(t.entries.value.at(-1).kind, "chance");
  assert.equal(t.undo.value, null, "not free any more");
  const rolled = t.entries.value.filter((e) => e.kind === "chance").length;
  t.takeBack();
  await until(() => t.entries.value.at(-1).kind === "undo");
  assert.equal(t.refusal.value, null);
  assert.ok(rolled > 0);
  t.close();
});

test("a worker that dies: said, and nothing lost", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana, bot]);
  await play(t, dice(1), 5);
  await until(() => t.actions.value);
  const before = t.live.value;
  s.workers.at(-1).crash();
  assert.equal(t.conn.value.state, "dead");
  assert.equal(t.actions.value, null);
  await assert.rejects(t.preview("end"));
  t.revive();
  await until(() => t.conn.value.state === "ok");
  assert.equal(s.workers.length, 2);
  assert.deepEqual(t.live.value, before);
  await play(t, dice(1), 2);
  // in the middle of a move
  const a = await until(() => t.actions.value);
  t.move(a.actions[0]);
  s.workers.at(-1).crash();
  assert.equal(t.pending.value, null);
  t.revive();
  await until(() => t.actions.value);
  assert.ok(t.live.value.rev >= a.rev);
  // while a bot thinks
  M.settings.settings.botPace.value = 200;
  for (let i = 0; i < 60 && !t.thinking.value; i++) {
    await until(() => t.actions.value ?? t.thinking.value);
    if (t.actions.value) t.move(t.actions.value.actions.at(-1));
    await until(() => t.pending.value === null);
  }
  assert.equal(t.thinking.value.player, 1);
  s.workers.at(-1).crash();
  assert.equal(t.thinking.value, null);
  M.settings.settings.botPace.value = 0;
  t.revive();
  await until(() => t.actions.value, "the bot has played after all");
  t.close();
});

test("closed and opened again, in another language", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana, bot], { guardians: 3 });
  await play(t, dice(2), 10);
  await until(() => t.actions.value);
  const { rev } = t.live.value;
  t.close();
  const again = reopen(s, t.id);
  await until(() => again.actions.value);
  assert.equal(again.live.value.rev, rev);
  assert.equal(again.players.value[0].name, "Ana");
  await again.history();
  const english = again.entries.value;
  assert.equal(english.length, rev);
  again.setLang("fr");
  await until(() => again.live.value.lang === "fr" && again.entries.value.length === rev);
  assert.notDeepEqual(again.entries.value, english);
  assert.equal(again.actions.value.rev, rev);
  again.seek(3);
  await until(() => again.view.value.rev === 3);
  assert.equal(again.view.value.lang, "fr");
  assert.equal(again.actions.value, null);
  again.seek(null);
  assert.ok(again.actions.value);
  again.close();
});

test("a game that is not here, and one that is damaged", { skip }, async () => {
  const s = stage(M);
  const none = reopen(s, "local:nothere");
  await until(() => none.conn.value.state === "refused");
  assert.equal(none.conn.value.why.status, "unknown");
  none.close();
  const t = await newGame(s, [ana]);
  await play(t, dice(2), 4);
  const { rev } = t.live.value;
  t.close();
  const saved = await M.kept.savedGame(t.id);
  await M.kept.saveGame({ ...saved, text: saved.text.slice(0, -60) }, M.kept.keptGame(t.id)); // torn
  const torn = reopen(s, t.id);
  await until(() => torn.actions.value);
  assert.ok(torn.live.value.rev > 0 && torn.live.value.rev <= rev);
  torn.close();
});

test("seats: handed to a bot and taken back, names", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana, bea]);
  t.name("Anaïs");
  await until(() => t.players.value[0].name === "Anaïs");
  M.settings.settings.botPace.value = 150;
  t.handToBot("greedy", 0);
  await until(() => t.players.value[0].lent && t.thinking.value);
  t.back();
  await until(() => !t.players.value[0].lent && t.actions.value);
  assert.equal(t.thinking.value, null);
  assert.equal(t.players.value[0].kind, "human");
  M.settings.settings.botPace.value = 0;
  t.handToBot("greedy", 0);
  t.handToBot("greedy", 1);
  await until(() => t.over.value, "bots alone play on", 20000);
  t.close();
});

test("fork, and the same deal again", { skip }, async () => {
  const s = stage(M);
  const t = await newGame(s, [ana]);
  await play(t, dice(4), 12);
  const { href } = await t.fork(2);
  const fork = reopen(s, `local:${href.slice(4)}`);
  await until(() => fork.live.value);
  const then = await s.host.call("view", { h: t.h, rev: 2, lang: "en", seat: 0 });
  assert.deepEqual({ ...fork.live.value, rev: 0 }, { ...then, rev: 0 });
  const same = reopen(s, `local:${(await t.fork(undefined, true)).href.slice(4)}`);
  await until(() => same.live.value);
  // the same choices lead to the same dice
  await t.history();
  for (const e of t.entries.value) {
    if (e.kind !== "move") continue;
    await until(() => same.actions.value);
    same.move(e.move);
    await until(() => same.pending.value === null);
  }
  assert.deepEqual(same.entries.value.map((e) => e.move), t.entries.value.slice(-same.entries.value.length).map((e) => e.move));
  assert.equal(same.live.value.rev, t.live.value.rev);
  for (const x of [t, fork, same]) x.close();
});

test("forced choices: one action, taken back freely, never the end of a turn, not after an undo", { skip }, async () => {
  const { BaseTable } = M.basetable;
  class T extends BaseTable {
    kind = "local"; said = { value: [] }; conn = { value: { state: "ok" } }; thinking = { value: null }; made = [];
    constructor() { super("x"); this.startForced(); }
    move(a) { this.made.push(a.id); }
    offer(rev, actions, last = { rev, kind: "move", seat: 0, player: 0, events: [] }) {
      this.take({ rev, lang: "en", game: "g", turn: {}, prompt: {}, zones: [], items: [], seats: [] }, rev ? [last] : [], { player: 0, to: 0 });
      this.offered.value = { rev, seat: 0, actions, why_not: {} };
    }
    fetchView() { return new Promise(() => {}); }
    async quiet() { await new Promise((r) => setTimeout(r, 450)); return this.made.splice(0); }
  }
  const t = new T();
  const one = (id, undo = "free") => ({ id, verb: id.split(" ")[0], undo });
  t.offer(1, [one("hit 1")]);
  assert.deepEqual(await t.quiet(), [], "only when asked for");
  M.settings.settings.autoForced.value = true;
  assert.deepEqual(await t.quiet(), ["hit 1"]);
  t.offer(2, [one("hit 1"), one("hit 2")]);
  assert.deepEqual(await t.quiet(), []);
  t.offer(3, [one("end", "reveal")]);
  assert.deepEqual(await t.quiet(), []);
  t.offer(4, [{ ...one("leave"), ends: true }]);
  assert.deepEqual(await t.quiet(), []);
  t.offer(5, [one("roll", "reveal")]);
  assert.deepEqual(await t.quiet(), []);
  t.offer(6, [one("hit 1")], { rev: 6, kind: "undo", to: 4, events: [] });
  assert.deepEqual(await t.quiet(), []);
  t.offer(7, [one("hit 1")]);
  t.seek(3);
  assert.deepEqual(await t.quiet(), [], "not while looking back");
  t.seek(null);
  t.offer(8, [one("hit 3")]);
  t.done();
  assert.deepEqual(await t.quiet(), []);
  M.settings.settings.autoForced.value = false;
});

test("a bot plays what a lesson tells it, then by itself, also after a reload", { skip }, async () => {
  const lesson = JSON.parse(readFileSync(join(root, "tutorials/enchanters.json"), "utf8"));
  const seed = createHash("sha256").update(`veillee seed ${lesson.seed}`).digest("hex");
  const { then } = lesson.steps.find((x) => x.id === "window_three");
  const s = stage(M);
  const begun = await s.host.call("create", { game: lesson.game, options: lesson.options, players: [ana, bot], seed, date: "2026-11-15", lang: "en", from: 0 });
  const saved = await M.localtable.keepSaved(begun.snap, seed, false);
  let t = new M.localtable.LocalTable(saved.id, { host: s.host, lang: "en", begun: { ...begun, saved } });
  const script = [...lesson.start, "journey 1", "proceed", "end_turn", ...then];
  const asked = [];
  t.partner = (entries) => { asked.push(entries.length); return script[entries.length]; };
  for (const move of ["journey 1", "proceed"]) {
    await until(() => t.actions.value);
    t.move(move);
    await until(() => t.pending.value === null);
  }
  t.close();
  t = reopen(s, saved.id);
  t.partner = (entries) => { asked.push(entries.length); return script[entries.length]; };
  await until(() => t.actions.value);
  t.move("end_turn");
  await until(() => t.actions.value && t.live.value.rev >= script.length, "my turn again");
  await t.history();
  assert.deepEqual(t.entries.value.map((e) => e.move), script);
  assert.equal(asked.length, 3, "asked for its moves, not for mine nor for chance");
  t.partner = () => undefined;
  for (const move of ["journey 1", "proceed", "end_turn"]) {
    await until(() => t.actions.value?.actions.some((a) => a.id === move));
    t.move(move);
    await until(() => t.pending.value === null);
  }
  await until(() => t.actions.value && t.live.value.rev > script.length + 4, "it has played by itself");
  assert.equal(t.refusal.value, null);
  t.close();
});

test("every game has an engine of its own, fetched when it is needed", { skip }, async () => {
  const s = stage(M);
  s.host.warm("enchanters");
  await until(() => s.workers[0]?.loaded.length === 1, "warm");
  s.host.warm("chess");
  const seen = { seed: SEED, date: "2026-11-15", lang: "en", from: 0 };
  const a = await s.host.call("create", { game: "enchanters", options: { players: 2 }, players: [ana, bea], ...seen });
  assert.deepEqual(s.workers[0].loaded, ["enchanters"]);
  const b = await s.host.call("create", { game: "runemasters", options: { guardians: 2 }, players: [ana], ...seen });
  assert.deepEqual(s.workers[0].loaded, ["enchanters", "runemasters"]);
  assert.notEqual(a.h, b.h);
  assert.deepEqual([a.snap.meta.game, b.snap.meta.game], ["enchanters", "runemasters"]);
  assert.equal((await s.host.call("snap", { h: a.h, lang: "en", from: 0 })).meta.game, "enchanters");
  // a text is read by the engine of its game, and by some engine if it names none
  const again = await s.host.call("load", { text: a.snap.record, lang: "en", from: 0 });
  assert.equal(again.snap.record, a.snap.record);
  const json = await s.host.call("position_of", { h: a.h });
  const from = await s.host.call("position", { text: JSON.stringify(json), scenario: false, seed: SEED, lang: "en", from: 0 });
  assert.equal(from.snap.meta.game, "enchanters");
  await assert.rejects(s.host.call("load", { text: a.snap.record.replace("game enchanters", "game chess"), lang: "en", from: 0 }), /chess|unknown|game/i);
  assert.equal((await s.host.call("info", { game: "enchanters" })).id, "enchanters");
  assert.equal(await s.host.call("info", { game: "chess" }), null);
  assert.equal(s.workers.length, 1);
});

// Campaigns in this browser: made, kept, brought to a game, counted once, taken back, exported and taken in again.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { core, dice, until, web } from "./bundle.mjs";
import { FakeWorker } from "./stage.mjs";

const path = join(web, "src/gen/engine.reflets.wasm");
const skip = existsSync(path) ? false : "no engine was built";
const PLACE = "veillee.campaigns";
const kept = () => JSON.parse(localStorage.getItem(PLACE));
const info = { option: "ticks", most: 5, crown: "infernal", counts: ["pepere", "petillant", "penible", "aise", "avance", "ardu", "intense", "infect", "infame", "infernal"].map((key) => ({ key })) };
let M, C, engine;

before(async () => {
  if (skip) return;
  M = await core("campaign", "open", "engine", "host", "hosts", "hostclient", "i18n");
  globalThis.Worker = class extends FakeWorker { constructor() { super(M, ["reflets"]); } };
  C = M.campaign;
  engine = await M.engine.Engine.load(readFileSync(path));
});

/** A game that is over, as a table. */
function ended(options, seed) {
  const { h } = engine.call("open", { game: "reflets", options, players: [{ kind: "human" }], seed: String(seed).padStart(64, "0"), date: "2026-11-19" });
  const next = dice(seed);
  for (let now = engine.call("meta", { h }); now.actor !== null;) {
    if (now.actor === "chance") now = engine.call("draw", { h });
    else {
      const { actions } = engine.call("actions", { h });
      now = engine.call("play", { h, move: actions[Math.floor(next() * actions.length)].id });
    }
  }
  const record = engine.call("record", { h }).text, over = engine.call("over", { h, lang: "en" });
  engine.call("close", { h });
  return { record, over };
}
const table = (id, { record, over }, options = {}) => ({
  id, over: { value: over, peek() { return this.value; } }, game: { peek: () => "reflets" }, info: { peek: () => ({ options }) }, record: async () => record,
});

test("a new campaign is empty and kept", { skip }, async () => {
  const c = await C.newCampaign("reflets", "ours");
  assert.deepEqual(Object.keys(c.file.counts), info.counts.map((x) => x.key));
  assert.equal(C.ticksOf(c), 0);
  assert.equal(C.isWon(c, info), false);
  assert.deepEqual(kept(), [c]);
  assert.deepEqual(C.countsOf(c, info), { ticks: Array(10).fill(0) });
  C.dropCampaign(c.id);
  assert.deepEqual(kept(), []);
  C.restoreCampaign(c);
  C.restoreCampaign(c);
  assert.deepEqual(C.campaigns.value, [c]);
  C.dropCampaign(c.id);
});

test("a file is taken in as it was given out, and what is none is refused", { skip }, async () => {
  const c = await C.newCampaign("reflets", "ours");
  const file = { ...c.file, counts: { ...c.file.counts, aise: 2, infernal: 1 }, playing: ["reflets-1"], games: [{ id: "0123456789abcdef", date: "", outcome: "quest", earned: "aise" }] };
  const other = await C.importCampaign("reflets", "theirs", `${JSON.stringify(file, null, 2)}\n`);
  assert.deepEqual(other.file, { ...file, playing: [] });  // another program's games are not waited for here
  assert.deepEqual(JSON.parse(C.exportText(other)), other.file);
  assert.ok(C.isWon(other, info));
  assert.deepEqual(C.countsOf(other, info).ticks, [0, 0, 0, 2, 0, 0, 0, 0, 0, 1]);
  const before = kept();
  for (const [text, status] of [["", "syntax"], ["{}", "syntax"], [JSON.stringify({ ...file, format: 2 }), "version"], [JSON.stringify({ ...file, game: "enchanters" }), "other_game"],
    [JSON.stringify({ ...file, counts: { ...file.counts, aise: 6 } }), "range"], [JSON.stringify({ ...file, more: 1 }), "unknown"]])
    await assert.rejects(C.importCampaign("reflets", "bad", text), (e) => e.status === status, `${text}: ${status}`);
  assert.deepEqual(kept(), before);
  for (const x of [c, other]) C.dropCampaign(x.id);
});

test("a game counts when it is over, once, and not if it goes on after all", { skip }, async () => {
  const over = ended({}, 1);
  assert.equal(over.over.campaign.earned, null);          // whoever plays at random wins nothing
  assert.match(over.over.campaign.id, /^[0-9a-f]{16}$/);
  assert.ok(over.over.campaign.text);
  const c = await C.newCampaign("reflets", "ours");
  const t = table("local:one", over);
  C.beginFor(c.id, "local:one");
  C.beginFor(c.id, "local:one");
  assert.deepEqual(kept()[0].tables, ["local:one"]);
  const end = t.over.value;
  t.over.value = null;
  await C.settle(t);
  assert.equal(C.campaignAt("local:one").file.games.length, 0);
  t.over.value = end;
  await Promise.all([C.settle(t), C.settle(t)]);
  await C.settle(t);
  const now = kept()[0];
  assert.deepEqual(now.tables, []);
  assert.deepEqual(now.file.games, [{ id: end.campaign.id, date: "2026-11-19", outcome: end.outcome, earned: null }]);
  t.over.value = null;                                    // an undo after the end
  await C.settle(t);
  assert.deepEqual(kept()[0].tables, ["local:one"]);
  assert.deepEqual(kept()[0].file.games, []);
  t.over.value = end;
  await C.settle(t);
  assert.equal(kept()[0].file.games.length, 1);
  await C.settle(table("local:elsewhere", over));         // a table of no campaign
  C.beginFor(c.id, "local:twice");
  await C.settle(table("local:twice", over));             // the same game again
  assert.equal(kept()[0].file.games.length, 1);
  assert.deepEqual(kept()[0].tables, []);
  C.dropCampaign(c.id);
});

test("a table of a server counts for whoever opened it, and each may keep what became of it", { skip }, async () => {
  const options = { ticks: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] };
  const over = ended(options, 2);
  const c = await C.newCampaign("reflets", "ours");
  assert.equal(C.tableKey("net:room/1"), "net:room");
  C.beginFor(c.id, "net:room");
  await C.settle(table("net:room/1", over, options));     // it had a tick that this campaign has not
  assert.deepEqual(kept()[0].file.games, []);
  assert.deepEqual(kept()[0].tables, []);
  const mine = await C.keepResult(table("net:room", over, options), info, "kept");
  assert.equal(mine.file.counts.pepere, 1);
  assert.equal(mine.file.games.length, 1);
  assert.equal(C.campaignAt("net:room").id, mine.id);
  for (const x of [c, mine]) C.dropCampaign(x.id);
});

test("what another tab has written stays, and what is spoilt is passed over", { skip }, async () => {
  const c = await C.newCampaign("reflets", "ours");
  const theirs = { ...c, id: "other", name: "theirs" };
  localStorage.setItem(PLACE, JSON.stringify([c, theirs, null, 3, { id: 1 }, { id: "x", name: "x", tables: [], file: {} }]));
  C.beginFor(c.id, "local:a");
  assert.deepEqual(kept().map((x) => x.id), [c.id, "other"]);
  localStorage.setItem(PLACE, "no JSON");
  C.beginFor(c.id, "local:b");
  await until(() => kept().length === 2);
  localStorage.removeItem(PLACE);
});

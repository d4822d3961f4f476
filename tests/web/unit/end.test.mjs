// The end of a game, a vote and a line of chat, worded for whoever reads them; a game in a link.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { core, web } from "./bundle.mjs";

const require = createRequire(join(web, "package.json"));
async function ui(...names) {
  const dir = mkdtempSync(join(tmpdir(), "veillee-web-"));
  const out = join(dir, "ui.mjs");
  await require("esbuild").build({
    stdin: { contents: `${names.map((n) => `export * as ${n.split("/").pop()} from "./${n}";`).join("\n")}\nexport * as i18n from "./core/i18n";`, resolveDir: join(web, "src"), loader: "ts" },
    bundle: true, format: "esm", platform: "node", target: "node18", outfile: out, logLevel: "warning", jsx: "automatic", jsxImportSource: "preact",
    external: ["../gen/strings.*", "../gen/more.*"], define: { __VERSION__: '"test"', __BUILD__: '"test"' },
  });
  try {
    return await import(pathToFileURL(out));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
const { fate, Votes, Chat, i18n } = await ui("ui/fate", "ui/Votes", "ui/Chat");
i18n.useTexts("en", {
  "web.vote.undo": "{name} asks to take back", "web.vote.delete": "{name} would delete", "web.vote.delete_mine": "you would delete",
  "web.vote.bot": "{name}: a machine for {who}", "web.seat.player": "player {n}", "web.seat.lent": "{name} (a machine stands in)",
  "web.seat.bot": "machine {n}", "web.seat.bot_named": "{name} (machine)", "web.seat.you": "you",
});

const players = [
  { player: 0, kind: "human", name: "Ana", here: true, seats: [0] },
  { player: 1, kind: "human", name: "Ben", here: true, seats: [1] },
  { player: 2, kind: "bot", level: "greedy", here: false, seats: [2] },
];
const view = { seats: [0, 1, 2].map((id) => ({ id, player: id, name: `seat ${id}`, totals: {}, badges: [] })) };
const results = (...won) => ({ results: won.map((w, seat) => ({ seat, won: w, rank: w ? 1 : 2, score: 0 })) });

test("who has lost is told so, whoever else has won", () => {
  assert.equal(fate.fateOf(results(false, true, false), view, players, 0, true), "lost");
  assert.equal(fate.fateOf(results(false, true, false), view, players, 1, true), "won");
  assert.equal(fate.fateOf(results(false, true, false), view, players, null, true), null, "who watched has neither won nor lost");
  // at one screen: all people, or nobody in particular
  assert.equal(fate.fateOf(results(false, true, false), view, players, 0, false), null);
  assert.equal(fate.fateOf(results(false, false, true), view, players, 0, false), "lost");
  assert.equal(fate.fateOf(results(true, true, true), view, players, 0, false), "won");
});

test("deeds are counted by seat, and what was taken back is not", () => {
  const end = { deeds: [{ word: () => "", of: (e) => Number(e.type === "killed") }, { word: () => "", of: (e) => (e.type === "hit" ? e.args.n : 0), whole: true }] };
  const ev = (type, seat, args = {}) => ({ type, seat, args, items: [], text: "", rule: "" });
  const entries = [
    { rev: 1, kind: "move", events: [ev("killed", 0), ev("hit", null, { n: 2 })] },
    { rev: 2, kind: "move", events: [ev("killed", 1)] },
    { rev: 3, kind: "undo", to: 1, events: [] },
    { rev: 4, kind: "move", events: [ev("killed", 0), ev("hit", 1, { n: 3 })] },
  ];
  assert.deepEqual(fate.countDeeds(end, entries).map((m) => [...m]), [[[0, 2]], [[-1, 5]]]);
});

test("a vote to delete is announced as one, with the name of who asks", () => {
  const vote = { vote: 1, what: "delete", by: 1, need: [0], yes: [] };
  assert.equal(Votes.wordVote(vote, players, 0), "Ben would delete");
  assert.equal(Votes.wordVote(vote, players, 1), "you would delete");
  assert.equal(Votes.wordVote({ ...vote, what: "bot", player: 0 }, players, 2), "Ben: a machine for Ana");
});

test("a line of chat stays whose it was when a machine takes over", () => {
  assert.equal(Chat.speaker(players[1], 0), "Ben");
  assert.equal(Chat.speaker({ ...players[1], kind: "bot", lent: true, level: "greedy" }, 0), "Ben");
  assert.equal(Chat.speaker({ ...players[1], name: undefined, kind: "bot", lent: true }, 1), "you");
});

test("a game packed into a link is the game; what is none is refused", async () => {
  const { replaylink: R } = await core("replaylink");
  const record = `veillee-record 1\ngame runemasters 1\nname Ève « œ »\n${"move hit 1\n".repeat(400)}`;
  const packed = await R.packRecord(record);
  assert.match(packed, /^z[A-Za-z0-9_-]+$/);
  assert.ok(packed.length < 400, `${packed.length}`);
  assert.equal(await R.unpackRecord(packed), record);
  assert.equal(await R.unpackRecord(`p${Buffer.from("abc").toString("base64url")}`), "abc");
  for (const bad of ["", "x", "z", `z${packed.slice(9)}`, `x${packed.slice(1)}`, packed.slice(0, -20), "p%%%"]) await assert.rejects(R.unpackRecord(bad), undefined, bad.slice(0, 20));
  const { deflateSync, deflateRawSync } = await import("node:zlib");
  await assert.rejects(R.unpackRecord(`z${deflateSync(Buffer.alloc(20 << 20)).toString("base64url")}`), RangeError);
  // links of old, where the browser knows their form
  try { new DecompressionStream("deflate-raw"); } catch { return; }
  assert.equal(await R.unpackRecord(`d${deflateRawSync(record).toString("base64url")}`), record);
});

test("the dice of finished games are counted by who threw them", async () => {
  const { throws } = await core("throws");
  const thrown = (e) => (e.type === "rolled" ? e.args.faces : []);
  const roll = (seat, ...faces) => ({ events: [{ type: "rolled", seat, args: { faces } }, { type: "moved", seat, args: {} }] });
  const entries = [roll(0, "red", "red"), roll(1, "blue"), roll(2, "red", "blue")];
  // Ana at a table on a server; the same people at one screen; Ana alone against machines
  assert.deepEqual(throws.throwsOf(thrown, entries, view.seats, players, 0), { me: { red: 2 }, people: { blue: 1 }, machines: { red: 1, blue: 1 } });
  assert.deepEqual(throws.throwsOf(thrown, entries, view.seats, players, null), { people: { red: 2, blue: 1 }, machines: { red: 1, blue: 1 } });
  const alone = players.map((p) => (p.player === 1 ? { ...p, kind: "bot" } : p));
  const mine = throws.throwsOf(thrown, entries, view.seats, alone, null);
  assert.deepEqual(mine, { me: { red: 2 }, machines: { blue: 2, red: 1 } });
  // a machine that stands in throws for its owner
  assert.deepEqual(throws.throwsOf(thrown, entries, view.seats, players.map((p) => (p.player === 0 ? { ...p, kind: "bot", lent: true } : p)), 0).me, { red: 2 });
  assert.equal(throws.throwsOf(thrown, [], view.seats, players, 0), null);
  assert.deepEqual(throws.allThrows([{ dice: mine }, {}, { dice: { me: { red: 1, white: 3 } } }]), { me: { red: 3, white: 3 }, machines: { blue: 2, red: 1 } });
});

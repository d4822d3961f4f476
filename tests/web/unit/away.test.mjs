// Away from the table: what happened meanwhile, and how my games on a server stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { core } from "./bundle.mjs";

globalThis.location = { hash: "" };
globalThis.addEventListener ??= () => {};
const { recap, follow, i18n, notify, settings } = await core("recap", "follow", "i18n", "notify", "settings");
i18n.useTexts("en", { "web.seat.player": "player {n}" });

const seat = (id, name, totals) => ({ id, name, player: id, badges: [], totals: Object.fromEntries(Object.entries(totals).map(([k, value]) => [k, { value, text: k.toUpperCase() }])) });
const view = (rev, ...seats) => ({ rev, turn: { round: 2, phase: "x", actor: 0 }, seats });
const move = (rev, s) => ({ rev, kind: "move", seat: s, player: s, move: "x", events: [] });

test("a recap tells the turns of others and what became of my seats, losses first", () => {
  const then = view(10, seat(0, "Neltaï", { hp: 4, mana: 1 }), seat(1, "Kulak", { hp: 4 }));
  const seen = recap.seenOf(then, [0]);
  assert.deepEqual(seen, { rev: 10, round: 2, totals: { 0: { hp: 4, mana: 1 } } });
  const now = view(19, seat(0, "Neltaï", { hp: 2, mana: 2 }), seat(1, "Kulak", { hp: 1 }));
  const entries = [move(9, 1), move(10, 1), move(11, 1), move(12, 1), { rev: 13, kind: "chance", events: [] }, move(14, 2), move(15, 1), move(16, 0), move(17, 1), { rev: 18, kind: "undo", to: 3, events: [] }, move(19, 1)];
  assert.deepEqual(recap.recapOf(seen, now, entries, [0]), {
    turns: 4, changes: [{ seat: "Neltaï", what: "HP", from: 4, to: 2 }, { seat: "Neltaï", what: "MANA", from: 1, to: 2 }],
  });
});

test("nothing is told if nobody else has played", () => {
  const seen = recap.seenOf(view(3, seat(0, "A", { hp: 4 })), [0]);
  assert.equal(recap.recapOf(seen, view(5, seat(0, "A", { hp: 3 })), [move(4, 0), move(5, 0)], [0]), null);
});

const kept = { id: "net:r", kind: "net", game: "runemasters", options: {}, names: ["Ana", ""], updated: 1, state: "running", room: "r", token: "t", player: 0, mine: true, turn: "Roll.", seen: { rev: 4, totals: {} } };
const players = [{ player: 0, kind: "human", name: "Ana", here: false, seats: [0] }, { player: 1, kind: "human", name: "Ben", here: true, seats: [1] }];
const news = { room: "r", player: 0, state: "running", rev: 5, turn: 1, mine: false, players };

test("a game on a server is told as the server tells it: whose turn, names, the end", () => {
  const next = follow.told(kept, news);
  assert.equal(next.mine, false);
  assert.equal(next.who, "Ben");
  assert.deepEqual(next.names, ["Ana", "Ben"]);
  assert.equal(next.turn, undefined, "what was to be decided then is not any more");
  assert.ok(next.updated > 1);
  assert.equal(follow.told(next, news), null, "said twice is nothing new");
  const mine = follow.told(next, { ...news, rev: 7, turn: 0, mine: true });
  assert.equal(mine.mine, true);
  assert.equal(mine.who, undefined);
  const over = follow.told(mine, { ...news, rev: 9, state: "over", turn: null, won: true });
  assert.deepEqual([over.state, over.won, over.mine], ["over", true, false]);
  // nothing moved: the question stays
  assert.equal(follow.told({ ...kept, names: ["Ana", "Ben"] }, { ...news, rev: 4, turn: 0, mine: true }), null);
});

test("a notification comes only where nobody looks and it was asked for, and by the service worker where pages may show none", async () => {
  const rung = [];
  const by = (who) => (title, o) => { rung.push([who, o.body, o.tag, o.data]); };
  globalThis.document = { hidden: true };
  globalThis.Notification = class { static permission = "granted"; constructor(...a) { by("page")(...a); } };
  Object.defineProperty(navigator, "serviceWorker", { value: { ready: Promise.resolve({ showNotification: async (...a) => by("worker")(...a) }) }, configurable: true });
  notify.notify("yours", "a", "#/r/1");
  assert.deepEqual(rung, [], "not asked for");
  settings.settings.notify.value = true;
  document.hidden = false;
  notify.notify("yours", "a", "#/r/1");
  assert.deepEqual(rung, [], "somebody looks");
  document.hidden = true;
  notify.notify("yours", "a", "#/r/1");
  globalThis.Notification = class { static permission = "granted"; constructor() { throw new TypeError("Illegal constructor"); } };
  notify.notify("yours", "b", "#/r/2");
  await new Promise((r) => setImmediate(r));
  assert.deepEqual(rung, [["page", "yours", "veillee-a", "#/r/1"], ["worker", "yours", "veillee-b", "#/r/2"]]);
});

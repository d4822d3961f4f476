// A table against a server that is played by hand: gaps, refusals, a store that cannot write, what a real one does seldom.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { core, until } from "./bundle.mjs";

let M;
before(async () => { M = await core("nettable"); });

const faces = (lang = "en") => ({ t: "faces", faces: `f-${lang}`, game: "g", lang, words: { zone: {}, kind: {}, stat: {}, badge: {}, group: { go: "Going" } }, things: {} });
const view = (rev, lang = "en") => ({
  rev, game: "g", lang, faces: `f-${lang}`, turn: { phase: "p", actor: 0 }, prompt: { text: `at ${rev}`, id: "", args: {} }, zones: [{ id: "z", kind: "tray" }], items: [{ id: "a", zone: 0, pos: rev }],
  seats: [{ id: 0, name: "s", player: 0, totals: {}, badges: [] }],
});
const actions = (rev) => ({ t: "actions", rev, seat: 0, actions: [{ id: "go", verb: "go", text: "", rules: [], undo: "free" }], why_not: {} });
const step = (from, rev) => ({ t: "step", from, rev, entries: [{ rev, kind: "move", seat: 0, player: 0, move: "go", events: [] }], ops: [{ patch: "items", id: "a", to: { pos: rev } }], undo: null });

class Script {
  sent = []; sockets = [];
  env = {
    open: () => {
      const s = { send: (m) => this.sent.push(JSON.parse(m)), close() {}, onopen: null, onmessage: null, onclose: null };
      this.sockets.push(s);
      setTimeout(() => { s.onopen?.({}); this.say({ t: "welcome", version: 2, server: "x", lang: "en", games: [], bots: [], phrases: [], limits: {}, store: "ok" }); }, 0);
      return s;
    },
    now: () => Date.now(), after: (ms, f) => setTimeout(f, ms / 50), cancel: clearTimeout, random: () => 0, isOnline: () => true, watch: () => () => {},
  };

  say(...list) {
    for (const m of list) this.sockets.at(-1).onmessage?.({ data: JSON.stringify(m) });
  }

  drop(code = 1006) {
    this.sockets.at(-1).onclose?.({ code, reason: "" });
  }

  /** The next message of this type that the table sends. */
  async next(type) {
    await until(() => this.sent.some((m) => m.t === type), type);
    const i = this.sent.findIndex((m) => m.t === type);
    return this.sent.splice(0, i + 1).at(-1);
  }

  async seat(rev = 3) {
    const join = await this.next("join");
    this.say({ t: "joined", cid: join.cid, room: "r", game: "g", options: {}, public: false, chat: "all", created: 0, state: "running", rev, seed_hash: "", player: 0, seats: [0],
      players: [{ player: 0, kind: "human", here: true, seats: [0] }], cids: [], said: [] });
    return join;
  }

  async table() {
    this.t = new M.nettable.NetTable({ room: "r", token: "t" }, { env: this.env, lang: "en" });
    await this.seat();
    this.say(faces(), { t: "view", rev: 3, view: view(3), log: [], undo: null }, actions(3));
    return this.t;
  }
}

test("a step that is missing is asked for; one that is known is passed over", async () => {
  const s = new Script();
  const t = await s.table();
  s.say(step(4, 5), step(5, 6));
  assert.equal((await s.next("resync")).since, 3);
  assert.equal(s.sent.length, 0, "once");
  assert.equal(t.live.value.rev, 3);
  s.say({ t: "step", from: 3, rev: 6, entries: [4, 5, 6].map((rev) => ({ rev, kind: "chance", events: [] })), ops: [{ patch: "items", id: "a", to: { n: 6 } }], undo: null }, step(5, 6), actions(6));
  assert.equal(t.live.value.rev, 6);
  assert.deepEqual(t.entries.value.map((e) => e.rev), [4, 5, 6]);
  assert.equal(t.actions.value.rev, 6);
  // one that does not fit: all of it
  s.say({ ...step(6, 7), ops: [{ drop: "items", id: "nothing" }] });
  assert.equal((await s.next("resync")).since, undefined);
  s.say({ t: "view", rev: 7, view: view(7), log: [], undo: null });
  assert.equal(t.live.value.rev, 7);
  t.close();
});

test("actions of another revision are none", async () => {
  const s = new Script();
  const t = await s.table();
  s.say(actions(9));
  assert.equal(t.actions.value, null);
  s.say(actions(3));
  assert.ok(t.actions.value);
  s.say(step(3, 4));
  assert.equal(t.actions.value, null, "a step voids them");
  t.close();
});

test("between the acknowledgement and the step nothing can be chosen", async () => {
  const s = new Script();
  const t = await s.table();
  t.move("go");
  const m = await s.next("move");
  assert.equal(m.rev, 3);
  s.say({ t: "ack", cid: m.cid, rev: 4 });
  assert.equal(t.pending.value, null);
  assert.equal(t.actions.value, null);
  s.say(step(3, 4), actions(4));
  assert.ok(t.actions.value);
  t.close();
});

test("the store cannot write: the same request again, until it can", async () => {
  const s = new Script();
  const t = await s.table();
  t.move("go");
  const m = await s.next("move");
  s.say({ t: "error", re: "move", cid: m.cid, status: "io", text: "full" });
  assert.equal(t.conn.value.state, "read_only");
  assert.equal(t.pending.value, "go");
  s.say({ t: "store", state: "ok" });
  assert.deepEqual(await s.next("move"), m, "with the same cid");
  assert.equal(t.conn.value.state, "ok");
  s.say({ t: "ack", cid: m.cid, rev: 4 });
  assert.equal(t.pending.value, null);
  t.close();
});

test("busy is tried again; stale and refused are told", async () => {
  const s = new Script();
  const t = await s.table();
  t.move("go");
  const m = await s.next("move");
  s.say({ t: "error", re: "move", cid: m.cid, status: "busy", text: "busy" });
  assert.equal(t.refusal.value, null);
  assert.equal((await s.next("move")).cid, m.cid);
  s.say({ t: "error", re: "move", cid: m.cid, status: "stale", text: "somebody was faster" }, { t: "view", rev: 4, view: view(4), log: [], undo: null }, actions(4));
  assert.equal(t.refusal.value.status, "stale");
  assert.equal(t.pending.value, null);
  t.move("go");
  assert.equal(t.refusal.value, null, "until the next request");
  const n = await s.next("move");
  assert.notEqual(n.cid, m.cid);
  s.say({ t: "error", re: "move", cid: n.cid, status: "refused", rule: "R-1", text: "no" });
  assert.equal(t.refusal.value.rule, "R-1");
  assert.ok(t.actions.value, "and may be tried otherwise");
  t.close();
});

test("after a loss: joined with `since`, then the same move again; questions are asked again", async () => {
  const s = new Script();
  const t = await s.table();
  t.move("go");
  const m = await s.next("move");
  const why = t.why("x");
  const q = await s.next("why");
  const renewed = t.renew();
  const r = await s.next("renew");
  s.drop();
  assert.equal((await s.seat(4)).since, 3);
  s.say(step(3, 4), actions(4));
  assert.deepEqual(await s.next("move"), m);
  assert.deepEqual(await s.next("why"), q);
  s.say({ t: "ack", cid: m.cid, rev: 4 }, { t: "why", cid: q.cid, legal: true, text: "because", rules: [], move: "x" });
  assert.equal((await why).text, "because");
  assert.deepEqual(await s.next("renew"), r, "with the token it had chosen: once is as good as twice");
  s.say({ t: "renewed", cid: r.cid, token: r.new });
  assert.equal(await renewed, `#/r/r/${r.new}`);
  assert.ok(t.actions.value, "what is offered now is newer than the move");
  t.close();
});

test("a new link whose confirmation is lost is found by trying it", async () => {
  const s = new Script();
  const t = await s.table();
  const renewed = t.renew();
  const r = await s.next("renew");
  assert.match(r.new, /^[a-z2-7]{25}[aeimquy4]$/);
  s.drop();
  const old = await s.next("join");
  assert.equal(old.token, "t");
  s.say({ t: "error", re: "join", cid: old.cid, status: "denied", text: "no" });
  assert.equal((await s.seat(3)).token, r.new);
  s.say({ t: "renewed", cid: (await s.next("renew")).cid, token: r.new });
  assert.equal(await renewed, `#/r/r/${r.new}`);
  t.close();
});

test("a vote that was asked for is not asked for again", async () => {
  const s = new Script();
  const t = await s.table();
  t.takeBack(1);
  const m = await s.next("undo");
  s.say({ t: "vote", cid: m.cid, vote: 1, what: "undo", to: 1, by: 0, need: [1], yes: [0] });
  assert.deepEqual(t.vote.value, { vote: 1, what: "undo", to: 1, by: 0, need: [1], yes: [0] });
  s.drop();
  await s.seat();
  assert.equal(t.vote.value, null);
  await new Promise((r) => setTimeout(r, 20));
  assert.ok(!s.sent.some((x) => x.t === "undo"));
  t.close();
});

test("a table that is busy is tried again; one that refuses is not; other versions neither", async () => {
  const s = new Script();
  const t = new M.nettable.NetTable({ room: "r" }, { env: s.env, lang: "en" });
  const j = await s.next("join");
  s.say({ t: "error", re: "join", cid: j.cid, status: "busy", text: "" });
  const again = await s.next("join");
  s.say({ t: "error", re: "join", cid: again.cid, status: "denied", text: "wrong" });
  assert.deepEqual(t.conn.value, { state: "refused", why: { status: "denied", text: "wrong", re: "join", cid: again.cid } });
  t.say({ text: "hello" });
  assert.equal(t.refusal.value.text, "wrong");
  await new Promise((r) => setTimeout(r, 60));
  assert.equal(s.sockets.length, 1);
  t.revive();
  await s.next("join");
  s.drop(4001);
  assert.equal(t.conn.value.state, "version");
  t.close();
});

test("the server has forgotten the end (a backup was restored): its view holds", async () => {
  const s = new Script();
  const t = await s.table();
  s.say(step(3, 4));
  s.drop();
  await s.seat(2);
  s.say({ t: "view", rev: 2, view: view(2), log: [], undo: null }, actions(2));
  assert.equal(t.live.value.rev, 2);
  assert.equal(t.actions.value.rev, 2);
  t.close();
});

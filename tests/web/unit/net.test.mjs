// Tables on a real server: steps and views agree, nothing is lost or done twice, whatever happens to the wire.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { core, dice, until } from "./bundle.mjs";
import { hasServer, Server, Socket } from "./server.mjs";

const skip = hasServer ? false : "no server was built";
let server, M;
before(async () => {
  if (skip) return;
  M = await core("nettable", "wslink", "kept", "proto");
  server = await new Server().start();
});
after(() => server?.end());

/** One message and its answer, on a connection of its own. */
async function ask(msg) {
  const s = new Socket(server.port);
  const answer = await new Promise((resolve, reject) => {
    s.onopen = () => {
      s.send(JSON.stringify({ t: "hello", version: 2, lang: "en" }));
      s.send(JSON.stringify({ ...msg, cid: "q" }));
    };
    s.onmessage = ({ data }) => { const m = JSON.parse(data); if (m.cid === "q") resolve(m); };
    s.onclose = reject;
  });
  s.onclose = null;
  s.close();
  return answer;
}

const create = (seats, more = {}) => ask({ t: "create", game: "runemasters", options: { guardians: 2 }, seats, ...more });
const table = (where, shape, more = {}) => new M.nettable.NetTable(where, { env: server.env(shape), lang: "en", ...more });
const ana = { kind: "human", name: "Ana" };
const bot = { kind: "bot", level: "greedy" };

test("a whole game: every view made of steps is the server's own", { skip }, async () => {
  const c = await create([ana, bot]);
  const t = table({ room: c.room, token: c.links[0].token });
  const watch = table({ room: c.room, token: c.watch.token });
  const next = dice(7);
  const seen = new Map();
  await until(() => t.actions.value);
  for (let i = 0; i < 60 && !t.over.value; i++) {
    const a = await until(() => t.actions.value ?? t.over.value, "my turn");
    if (t.over.value) break;
    assert.equal(a.rev, t.live.value.rev);
    seen.set(t.live.value.rev, t.live.value);
    t.move(a.actions[Math.floor(next() * a.actions.length)]);
    assert.equal(t.actions.value, null, "nothing can be chosen while a move is under way");
    await until(() => t.pending.value === null, "acknowledged");
    assert.equal(t.refusal.value, null);
  }
  for (const [rev, view] of seen) {
    const at = await t.at(rev);
    assert.deepEqual(view, at.view, `revision ${rev}`);
  }
  await until(() => watch.live.value?.rev === t.live.value.rev, "the watcher sees the same");
  assert.deepEqual(watch.live.value.items, t.live.value.items);
  assert.equal(watch.actions.value, null);
  assert.equal(watch.me.value.player, null);
  await t.history();
  assert.deepEqual(t.entries.value.map((e) => e.rev), Array.from({ length: t.live.value.rev }, (_, i) => i + 1));
  const record = await t.record();
  assert.match(record, /^veillee-record 1\ngame runemasters /);
  assert.match(record, /\nend \d+ [0-9a-f]{16}\n$/);
  t.close();
  watch.close();
});

test("looking back", { skip }, async () => {
  const c = await create([ana]);
  const t = table({ room: c.room, token: c.links[0].token });
  for (let i = 0; i < 4; i++) {
    const a = await until(() => t.actions.value);
    t.move(a.actions[0].id);
    await until(() => t.live.value.rev > a.rev);
  }
  const now = t.live.value;
  t.seek(0);
  assert.equal(t.cursor.value, 0);
  assert.equal(t.actions.value, null);
  await until(() => t.view.value.rev === 0);
  t.seek(2);
  await until(() => t.view.value.rev === 2);
  t.seek(null);
  assert.equal(t.view.value, now);
  await until(() => t.actions.value);
  t.seek(99999);
  assert.equal(t.cursor.value, null);
  t.close();
});

test("a wire cut around every message: each move is played once", { skip }, async () => {
  const c = await create([ana, bot]);
  const next = dice(11);
  const shape = {
    moves: 0,
    sent(text, s) {
      if (!text.startsWith('{"t":"move"')) return true;
      shape.moves++;
      const x = next();
      if (x < 0.3) { s.cut(); return false; }             // never arrives
      if (x < 0.6) { setTimeout(() => s.cut(), 0); }      // arrives; perhaps nobody hears the answer
      return true;
    },
    heard(text, s) {
      if (text.startsWith('{"t":"ack"') && next() < 0.3) { s.cut(); return false; }
      return true;
    },
  };
  const fast = { ...server.env(shape), after: (ms, f) => setTimeout(f, ms / 50) };
  const t = table({ room: c.room, token: c.links[0].token }, shape, { env: fast });
  const made = [];
  for (let i = 0; i < 25 && !t.over.value; i++) {
    const a = await until(() => t.actions.value ?? t.over.value, "my turn", 20000);
    if (t.over.value) break;
    const move = a.actions[Math.floor(next() * a.actions.length)].id;
    made.push(move);
    t.move(move);
    await until(() => t.pending.value === null, "acknowledged", 20000);
    assert.equal(t.refusal.value, null);
  }
  await until(() => t.conn.value.state === "ok" && (t.actions.value || t.over.value), "back", 20000);
  await t.history();
  assert.deepEqual(t.entries.value.filter((e) => e.kind === "move" && e.player === 0).map((e) => e.move), made);
  assert.ok(shape.moves > made.length, "some were sent twice");
  t.close();
});

test("the server is killed in mid-game and comes back", { skip }, async () => {
  const c = await create([ana]);
  const t = table({ room: c.room, token: c.links[0].token });
  const a = await until(() => t.actions.value);
  t.move(a.actions[0]);
  await until(() => t.live.value.rev > 0);
  const before = t.live.value;
  await server.stop("SIGKILL");
  await until(() => t.conn.value.state === "lost");
  const b = t.actions.value;
  t.move(b.actions[0]); // while nobody hears it
  assert.equal(t.pending.value, b.actions[0].id);
  await server.start();
  await until(() => t.pending.value === null && t.conn.value.state === "ok", "played after all", 20000);
  assert.ok(t.live.value.rev > before.rev);
  assert.equal(t.refusal.value, null);
  // and politely
  const states = [];
  const stop = t.conn.subscribe((x) => states.push(x.state));
  await server.stop("SIGTERM");
  await until(() => states.includes("restarting"));
  await server.start();
  await until(() => t.conn.value.state === "ok", "after bye", 20000);
  stop();
  t.close();
});

test("wrong tokens, rooms that are gone, renewed links", { skip }, async () => {
  const c = await create([ana]);
  const wrong = table({ room: c.room, token: "a".repeat(26) });
  const gone = table({ room: "b".repeat(26), token: "a".repeat(26) });
  await until(() => wrong.conn.value.state === "refused" && gone.conn.value.state === "refused");
  assert.equal(wrong.conn.value.why.status, "denied");
  assert.ok(gone.conn.value.why.text.length > 0);
  const one = table({ room: c.room, token: c.links[0].token });
  const two = table({ room: c.room, token: c.links[0].token });
  await until(() => one.info.value && two.info.value);
  const href = await one.renew();
  assert.match(href, new RegExp(`^#/r/${c.room}/[a-z0-9]{26}$`));
  await until(() => two.conn.value.state === "refused");
  await until(() => one.conn.value.state === "ok");
  for (const t of [wrong, gone, one, two]) t.close();
});

test("undo: free, by vote, refused", { skip }, async () => {
  const c = await create([ana, { kind: "human", name: "Bea" }], { options: { guardians: 2 } });
  const [one, two] = c.links.map((l) => table({ room: c.room, token: l.token }));
  const a = await until(() => one.actions.value);
  one.move(a.actions[0]);
  await until(() => one.undo.value);
  one.takeBack();
  await until(() => one.entries.value.at(-1)?.kind === "undo");
  await until(() => one.actions.value);
  one.move(one.actions.value.actions[1]);
  const b = await until(() => two.actions.value);
  two.move(b.actions[0]);
  await until(() => one.live.value.rev === 4);
  one.takeBack(2);
  const vote = await until(() => two.vote.value);
  assert.deepEqual(vote.need, [1]);
  two.answer(vote.vote, true);
  await until(() => one.entries.value.at(-1)?.kind === "undo" && one.live.value.rev === 5);
  assert.equal(one.vote.value, null);
  assert.equal(two.vote.value, null);
  one.close();
  two.close();
});

test("chat, mute, names, bots, fork, language", { skip }, async () => {
  const c = await create([ana, { kind: "human", name: "Bea" }]);
  const [one, two] = c.links.map((l) => table({ room: c.room, token: l.token }));
  await until(() => one.info.value && two.info.value && one.welcome.value);
  one.say({ text: "hello <b>" });
  one.say({ phrase: "thanks" });
  await until(() => two.said.value.length === 2);
  assert.equal(two.said.value[0].text, "hello <b>");
  two.mute(0, true);
  assert.equal(two.said.value.length, 0);
  two.mute(0, false);
  assert.equal(two.said.value.length, 2);
  two.name("Béatrice");
  await until(() => one.players.value[1].name === "Béatrice");
  two.handToBot("greedy");
  await until(() => one.players.value[1].lent);
  two.back();
  await until(() => !one.players.value[1].lent);
  const preview = await one.preview(one.actions.value.actions[0].id);
  assert.equal(preview.id, one.actions.value.actions[0].id);
  const why = await one.why("end");
  assert.equal(why.legal, false);
  one.setLang("fr");
  await until(() => one.live.value.lang === "fr" && one.actions.value);
  const { href } = await one.fork(0);
  assert.match(href, /^#\/r\/[a-z0-9]{26}\/[a-z0-9]{26}$/);
  await until(() => two.invite.value);
  assert.notEqual(two.invite.value.href, href);
  await until(() => M.kept.kept.value.some((k) => `#/r/${k.room}/${k.token}` === href));
  one.close();
  two.close();
});

test("a public table is claimed", { skip }, async () => {
  const c = await create([ana, { kind: "open" }], { public: true });
  const t = table({ room: c.room, claim: true }, {}, { name: "Cléo" });
  await until(() => t.info.value);
  assert.equal(t.me.value.player, 1);
  await until(() => t.players.value[1].name === "Cléo");
  await until(() => M.kept.kept.value.find((k) => k.id === `net:${c.room}`)?.token?.length === 26);
  t.close();
});

test("hints, pointing, the same deal again, deleting", { skip }, async () => {
  const c = await create([ana, bot], { options: { guardians: 2, difficulty: "legend" } });
  const t = table({ room: c.room, token: c.links[0].token });
  const watch = table({ room: c.room, token: c.watch.token });
  await until(() => t.actions.value && watch.live.value);
  const hint = await t.hint();
  assert.ok(t.actions.value.actions.some((a) => a.id === hint.move));
  assert.ok(hint.text.length > 5);
  await assert.rejects(watch.hint(), (e) => e.status === "denied");
  t.point("place.temple");
  await until(() => watch.pings.value.length === 1);
  assert.deepEqual({ player: watch.pings.value[0].player, item: watch.pings.value[0].item }, { player: 0, item: "place.temple" });
  await assert.rejects(t.fork(0, true), (e) => e.status === "secret");
  const next = dice(5);
  while (!t.over.value) {
    const a = await until(() => t.actions.value ?? t.over.value, "my turn");
    if (t.over.value) break;
    t.move(a.actions.find((x) => x.id === "end") ?? a.actions[Math.floor(next() * a.actions.length)]);
    await until(() => t.pending.value === null);
  }
  assert.match(t.over.value.seed, /^[0-9a-f]{64}$/);
  assert.equal(t.actions.value, null);
  const english = t.over.value.text;
  t.setLang("fr");
  await until(() => t.over.value.text !== english && t.live.value.lang === "fr", "the end in the other language");
  const { href } = await t.fork(0, true);
  const [, , room, token] = href.split("/");
  const same = table({ room, token });
  await until(() => same.info.value?.same === true);
  await until(() => M.kept.kept.value.find((k) => k.id === `net:${room}`)?.state === "running");
  same.erase();
  await until(() => same.conn.value.state === "refused");
  assert.equal(same.conn.value.why.status, "unknown");
  await until(() => !M.kept.kept.value.some((k) => k.id === `net:${room}`), "gone from my games");
  for (const x of [t, watch, same]) x.close();
});

test("looking back where the record is secret or foreign: the server is asked", { skip }, async () => {
  const c = await create([ana]);
  const first = table({ room: c.room, token: c.links[0].token });
  for (let i = 0; i < 14; i++) {
    const a = await until(() => first.actions.value);
    first.move(a.actions[0]);
    await until(() => first.pending.value === null && first.live.value.rev > a.rev);
  }
  let tried = 0;
  const t = table({ room: c.room, token: c.links[0].token }, {}, { openPast: () => { tried++; return Promise.reject(new Error("another engine")); } });
  await until(() => t.live.value);
  assert.ok(t.entries.value[0].rev > 1);
  await t.history();
  assert.equal(t.entries.value[0].rev, 1);
  assert.deepEqual(t.entries.value, first.entries.value);
  t.seek(1);
  await until(() => t.view.value.rev === 1);
  assert.equal(tried, 1);
  first.close();
  t.close();
});

// The link: pauses that grow, causes that are named, a connection that is only half there. Time is made by hand.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { core } from "./bundle.mjs";

let W;
before(async () => { W = (await core("wslink")).wslink; });

class World {
  time = 1000; timers = []; sockets = []; states = []; heard = []; online = true; roll = 0.5; ups = 0; downs = 0;

  env = {
    open: () => {
      const s = { sent: [], closed: false, send: (m) => s.sent.push(JSON.parse(m)), close: () => { s.closed = true; }, onopen: null, onmessage: null, onclose: null, onerror: null };
      s.opens = () => s.onopen?.({});
      s.says = (m) => s.onmessage?.({ data: JSON.stringify(m) });
      s.breaks = (code = 1006) => s.onclose?.({ code, reason: "" });
      this.sockets.push(s);
      return s;
    },
    now: () => this.time,
    after: (ms, f) => { const t = { at: this.time + ms, f }; this.timers.push(t); return t; },
    cancel: (t) => { this.timers = this.timers.filter((x) => x !== t); },
    random: () => this.roll,
    isOnline: () => this.online,
    watch: (f) => { this.event = f; return () => { this.event = null; }; },
  };

  constructor() {
    this.link = new W.Link(this.env, {
      opened: () => {}, welcome: () => { this.ups++; this.states.push({ state: "ok" }); }, message: (m) => this.heard.push(m),
      gone: () => { this.downs++; }, state: (c) => this.states.push(c),
    }, "fr", "test");
    this.link.start();
  }

  get socket() { return this.sockets.at(-1); }
  get state() { return this.states.at(-1); }

  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = Math.max(this.time, next.at);
      this.timers = this.timers.filter((t) => t !== next);
      next.f();
    }
    this.time = end;
  }

  greet() {
    this.socket.opens();
    this.socket.says({ t: "welcome", version: 2, server: "0.1.0", store: "ok" });
  }
}

test("hello comes first, in the language that was asked for", () => {
  const w = new World();
  assert.equal(w.state.state, "connecting");
  w.greet();
  assert.deepEqual(w.socket.sent[0], { t: "hello", version: 2, lang: "fr", client: "test" });
  w.link.setLang("en");
  assert.equal(w.socket.sent[1].lang, "en");
  w.socket.says({ t: "other" });
  assert.equal(w.heard.length, 1);
});

test("pauses grow, are random, and end at ten seconds", () => {
  const w = new World();
  const pauses = [];
  for (let i = 0; i < 12; i++) {
    w.roll = 1;
    const n = w.sockets.length;
    w.socket.breaks();
    assert.equal(w.state.state, "lost");
    assert.equal(w.state.tries, i + 1);
    const longest = w.state.next - w.time;
    pauses.push(longest);
    w.pass(longest - 1);
    assert.equal(w.sockets.length, n);
    w.pass(1);
    assert.equal(w.sockets.length, n + 1);
  }
  assert.equal(pauses[0], 250);
  assert.equal(pauses.at(-1), 10000);
  for (let i = 1; i < pauses.length; i++) assert.ok(pauses[i] >= pauses[i - 1]);
  const calm = new World();
  calm.roll = 0;
  calm.socket.breaks();
  assert.equal(calm.state.next - calm.time, 125);
});

test("a connection that lasts starts counting anew; one that does not, does not", () => {
  const w = new World();
  for (let i = 0; i < 5; i++) { w.greet(); w.socket.breaks(); w.pass(w.state.next - w.time); }
  w.greet();
  w.socket.breaks();
  assert.equal(w.state.tries, 6);
  w.pass(w.state.next - w.time);
  w.greet();
  w.pass(3000);
  w.socket.breaks();
  assert.equal(w.state.tries, 1);
});

test("bye: the pause that the server asks for", () => {
  const w = new World();
  w.greet();
  w.socket.says({ t: "bye", retry: [1000, 3000] });
  assert.equal(w.state.state, "restarting");
  w.socket.breaks(1001);
  assert.equal(w.state.state, "restarting");
  assert.equal(w.state.until - w.time, 2000);
  w.pass(2000);
  assert.equal(w.sockets.length, 2);
  w.socket.breaks(); // not there yet
  assert.equal(w.state.state, "restarting");
  w.pass(w.state.until - w.time);
  w.greet();
  assert.equal(w.state.state, "ok");
  w.pass(3000);
  w.socket.breaks();
  assert.equal(w.state.state, "lost");
});

test("silence: asked, and given up", () => {
  const w = new World();
  w.greet();
  w.pass(24_000);
  w.socket.says({ t: "step" });
  w.pass(24_000);
  assert.equal(w.socket.sent.length, 1);
  w.pass(1_000);
  assert.equal(w.socket.sent.at(-1).t, "ping");
  w.socket.says({ t: "pong" });
  w.pass(25_000);
  assert.equal(w.downs, 0);
  w.pass(10_000);
  assert.equal(w.downs, 1);
  assert.equal(w.state.state, "lost");
  assert.equal(w.sockets[0].closed, true);
  w.sockets[0].says({ t: "late" });
  assert.equal(w.heard.length, 1, "what a dead socket says is not heard");
});

test("a question without any answer shows a dead connection", () => {
  const w = new World();
  w.greet();
  w.link.send({ t: "move" });
  w.link.expect(6000);
  w.pass(5999);
  assert.equal(w.downs, 0);
  w.pass(1);
  assert.equal(w.downs, 1);
});

test("the page comes to the front, the network is back: tried at once", () => {
  const w = new World();
  for (let i = 0; i < 8; i++) { w.socket.breaks(); w.pass(w.state.next - w.time); }
  w.socket.breaks();
  const n = w.sockets.length;
  w.event("shown");
  assert.equal(w.sockets.length, n + 1);
  w.event("online"); // one is under way
  assert.equal(w.sockets.length, n + 1);
  w.greet();
  w.event("shown");
  assert.equal(w.socket.sent.at(-1).t, "ping");
  w.pass(3000);
  assert.equal(w.downs, 10, "a half-open socket is noticed in three seconds");
});

test("without network it says so, and tries all the same: the server may be on this machine", () => {
  const w = new World();
  w.online = false;
  w.socket.breaks();
  assert.equal(w.state.state, "offline");
  w.pass(1000);
  assert.ok(w.sockets.length >= 2);
});

test("another version, a server that is none", () => {
  for (const say of [{ t: "welcome", version: 3, server: "9.0" }, { t: "error", status: "version", text: "" }]) {
    const w = new World();
    w.socket.opens();
    w.socket.says(say);
    assert.equal(w.state.state, "version");
    w.pass(100_000);
    assert.equal(w.sockets.length, 1, "not tried again");
    w.link.retry();
    assert.equal(w.sockets.length, 2);
  }
  const closed = new World();
  closed.socket.breaks(4001);
  assert.equal(closed.state.state, "version");
  const none = new World();
  none.socket.opens();
  none.socket.onmessage({ data: "<html>" });
  assert.equal(none.state.state, "lost");
  const silent = new World();
  silent.socket.opens();
  silent.pass(10_000);
  assert.ok(["lost", "connecting"].includes(silent.state.state));
  assert.equal(silent.sockets[0].closed, true);
});

test("stop is the end", () => {
  const w = new World();
  w.greet();
  w.link.stop();
  assert.equal(w.socket.closed, true);
  w.pass(100_000);
  assert.equal(w.sockets.length, 1);
  assert.equal(w.timers.length, 0);
  assert.equal(w.event, null);
});

// What only a browser can show: the worker, IndexedDB, several tabs, storage that is refused.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hasBrowser, launch, serve } from "./page.mjs";
import { hasServer, Server } from "./server.mjs";

const skip = hasBrowser ? false : "no Chromium, or no engine";
let site, browser, server;
before(async () => {
  if (skip) return;
  if (hasServer) server = await new Server().start();
  site = await serve(() => server?.port ?? 0);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
  await server?.end();
});

async function tab(context, init) {
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (e) => page.errors.push(String(e)));
  page.on("console", (m) => { if (m.type() === "error" && !/WebSocket|favicon|404/.test(m.text())) page.errors.push(m.text()); });
  if (init) await page.addInitScript(init);
  await page.goto(site.url);
  await page.waitForFunction(() => globalThis.core);
  await page.evaluate(() => {
    core.settings.settings.botPace.value = 0;
    globalThis.until = async (f, what = String(f)) => {
      for (const end = Date.now() + 60_000; Date.now() < end;) {
        const x = f();
        if (x) return x;
        await new Promise((r) => setTimeout(r, 5));
      }
      throw new Error(`not in time: ${what}`);
    };
    globalThis.play = async (t, n) => {
      for (let i = 0; i < n && !t.over.value; i++) {
        const a = await until(() => t.actions.value ?? t.over.value, "my turn");
        if (t.over.value) break;
        t.move(a.actions[i % a.actions.length]);
        await until(() => t.pending.value === null, "played");
      }
      return t.live.value.rev;
    };
  });
  return page;
}

const begin = (page, n) => page.evaluate(async (n) => {
  const id = await core.open.newLocal("runemasters", { guardians: 2 }, [{ kind: "human", name: "Ana" }, { kind: "bot", level: "greedy" }]);
  globalThis.t = await core.open.openTable({ local: id });
  return { id, rev: await play(t, n) };
}, n);

test("a game is there again after the tab was closed at once", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context);
  const { id, rev } = await begin(page, 6);
  await page.close();
  const again = await tab(context);
  const found = await again.evaluate(async (id) => {
    await core.kept.loadKept();
    globalThis.t = await core.open.openTable({ local: id });
    await until(() => t.actions.value);
    return { rev: t.live.value.rev, kept: core.kept.kept.value.map((k) => ({ id: k.id, state: k.state, mine: k.mine })), state: t.conn.value.state, storage: core.settings.storage.value };
  }, id);
  assert.ok(found.rev >= rev);
  assert.deepEqual(found.kept, [{ id: `local:${id}`, state: "running", mine: true }]);
  assert.equal(found.state, "ok");
  assert.equal(found.storage, "ok");
  assert.deepEqual(again.errors, []);
  await context.close();
});

test("the same game in two tabs: one plays, the other says so", { skip }, async () => {
  const context = await browser.newContext();
  const one = await tab(context);
  const { id, rev } = await begin(one, 4);
  const two = await tab(context);
  await two.evaluate(async (id) => {
    globalThis.t = await core.open.openTable({ local: id });
    await until(() => t.actions.value);
  }, id);
  await one.evaluate(() => until(() => t.conn.value.state === "elsewhere"));
  assert.equal(await one.evaluate(() => t.actions.value), null);
  const further = await two.evaluate(() => play(t, 3));
  assert.ok(further > rev);
  // the first one looks on
  await one.evaluate((rev) => until(() => t.live.value.rev >= rev), further);
  // and takes it back
  await one.evaluate(() => { t.revive(); return until(() => t.conn.value.state === "ok" && t.actions.value); });
  await two.evaluate(() => until(() => t.conn.value.state === "elsewhere"));
  const last = await one.evaluate(() => play(t, 2));
  // a tab that goes leaves the game to the one that waits
  await one.close();
  const back = await two.evaluate(async () => { await until(() => t.conn.value.state === "ok" && t.actions.value); return t.live.value.rev; });
  assert.ok(back >= last);
  assert.deepEqual(two.errors, []);
  await context.close();
});

test("the worker dies: said, and the game goes on", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context);
  const { rev } = await begin(page, 4);
  await page.evaluate(() => until(() => t.actions.value));
  await page.workers()[0].evaluate(() => { setTimeout(() => { throw new Error("ouch"); }, 0); });
  const why = await page.evaluate(() => until(() => t.conn.value.state === "dead" && t.conn.value.why));
  assert.match(why, /ouch/);
  const back = await page.evaluate(async () => { t.revive(); await until(() => t.actions.value); return t.live.value.rev; });
  assert.ok(back >= rev);
  await context.close();
});

test("storage refused: the game is played in memory, and it is said", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context, () => { IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); }; });
  const { id } = await begin(page, 5);
  const found = await page.evaluate(async () => ({ storage: core.settings.storage.value, kept: core.kept.kept.value.length, unsaved: core.kept.unsaved(), record: (await t.record()).length }));
  assert.equal(found.storage, "refused");
  assert.equal(found.kept, 1);
  assert.equal(found.unsaved, true);
  assert.ok(found.record > 200);
  // a dead worker is no loss either
  await page.workers()[0].evaluate(() => { setTimeout(() => { throw new Error("ouch"); }, 0); });
  await page.evaluate(async () => { await until(() => t.conn.value.state === "dead"); t.revive(); await until(() => t.actions.value); });
  assert.ok(id);
  await context.close();
});

test("a transaction that does not answer: the game begins in memory, it is said, and all is saved when it lets go", { skip }, async () => {
  const context = await browser.newContext();
  const one = await tab(context);
  const before = await begin(one, 1);
  // another tab never lets go of the stores
  const holder = await tab(context);
  await holder.evaluate(() => new Promise((held) => {
    globalThis.hold = true;
    const req = indexedDB.open("veillee");
    req.onsuccess = () => {
      const tx = req.result.transaction(["games", "saved", "finished", "notes"], "readwrite");
      const again = () => {
        held();
        if (globalThis.hold) tx.objectStore("notes").get("x").onsuccess = again;
      };
      again();
    };
  }));
  const page = await tab(context);
  const { id } = await begin(page, 3);
  const found = await page.evaluate(() => ({ storage: core.settings.storage.value, unsaved: core.kept.unsaved(), state: t.conn.value.state }));
  assert.deepEqual(found, { storage: "refused", unsaved: true, state: "ok" });
  // what was in the database before is not there, but nothing waits for it
  await page.evaluate(async () => { await core.kept.loadKept(); await core.kept.allFinished(); await core.kept.forget("local:none"); });
  // a game that cannot be read now is not told to be gone
  assert.equal(await page.evaluate(async (key) => {
    globalThis.old = await core.open.openTable({ local: key });
    return (await until(() => old.conn.value.state === "refused" && old.conn.value)).why.status;
  }, before.id), "silent");
  await holder.evaluate(() => { globalThis.hold = false; });
  assert.ok(await page.evaluate(() => until(() => old.live.value, "it opens by itself").then((v) => v.rev)) >= before.rev);
  await page.evaluate(() => until(() => core.settings.storage.value === "ok" && !core.kept.unsaved(), "saved after all"));
  assert.equal(await page.evaluate(async (key) => (await core.kept.savedGame(key)).rev, `local:${id}`), await page.evaluate(() => t.live.value.rev));
  assert.equal(await page.evaluate(() => until(() => core.kept.kept.value.length === 2 && 2)), 2);
  await context.close();
});

test("storage full: said, and saved again when there is room", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context);
  await begin(page, 2);
  const states = await page.evaluate(async () => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    await play(t, 2);
    await until(() => t.actions.value);
    const full = [core.settings.storage.value, core.kept.unsaved()];
    IDBObjectStore.prototype.put = put;
    await play(t, 1);
    await until(() => t.actions.value);
    return [...full, core.settings.storage.value, core.kept.unsaved()];
  });
  assert.deepEqual(states, ["full", true, "ok", false]);
  await context.close();
});

test("records, scenarios, positions, and what is none of them", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context);
  await begin(page, 12);
  const got = await page.evaluate(async () => {
    const { importRecord } = core.open;
    const text = await t.record();
    const whole = await importRecord(text);
    const copy = await core.open.openTable({ local: whole.id });
    await until(() => copy.live.value);
    const again = await copy.record();
    const scenario = await importRecord(JSON.stringify({ id: "x", game: "runemasters", position: { base: "D4", active: "kyreas", dice: ["blue", "red", "red", "white"] } }));
    const s = await core.open.openTable({ local: scenario.id });
    await until(() => s.actions.value);
    const bad = {};
    for (const [name, file] of Object.entries({
      cut: text.slice(0, -30), altered: text.replace(/^0 choose_guardian \w+$/m, "0 choose_guardian nobody"), empty: "", text: "hello", json: "{}", list: "[1,2]",
      game: '{"game":"chess"}', position: '{"game":"runemasters","temple":99}', newer: text.replace("veillee-record 1", "veillee-record 2"), binary: "\u0000\u0001PNG", huge: "x".repeat(9 << 20),
    })) bad[name] = await importRecord(file);
    const mended = await importRecord(text.slice(0, -30), { recover: true });
    return { same: text === again, actions: s.actions.value.actions.length, bad, mended, kept: core.kept.kept.value.length };
  });
  assert.equal(got.same, true);
  assert.ok(got.actions > 3);
  for (const [name, r] of Object.entries(got.bad)) {
    assert.equal(r.id, undefined, name);
    assert.ok(r.status && r.text, `${name}: ${JSON.stringify(r)}`);
  }
  if (process.env.SHOW) console.log(got.bad);
  assert.ok(got.bad.cut.entries > 0);
  assert.ok(got.mended.id);
  assert.equal(got.kept, 4);
  assert.deepEqual(page.errors, []);
  await context.close();
});

test("delete my data", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context);
  await begin(page, 2);
  const left = await page.evaluate(async () => {
    t.close();
    await new Promise((r) => setTimeout(r, 1700));
    await core.kept.forgetAll();
    return [core.kept.kept.value.length, (await core.kept.allFinished()).length];
  });
  assert.deepEqual(left, [0, 0]);
  const again = await tab(context);
  assert.equal(await again.evaluate(async () => { await core.kept.loadKept(); return core.kept.kept.value.length; }), 0);
  await context.close();
});

test("what a game offers, without a server", { skip }, async () => {
  const context = await browser.newContext();
  const page = await tab(context, () => { globalThis.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({ code: 1006, reason: "" }), 0); } close() {} }; });
  const info = await page.evaluate(async () => (await core.open.lobby.gameInfo("runemasters")).options.map((o) => o.name));
  assert.ok(info.includes("difficulty"));
  await assert.rejects(page.evaluate(() => core.open.lobby.tables()));
  assert.equal(await page.evaluate(() => core.open.lobby.state.value.state), "lost");
  await context.close();
});

test("with a server: lobby, a table, history by the engine of the page", { skip: skip || (hasServer ? false : "no server was built") }, async () => {
  const context = await browser.newContext();
  const page = await tab(context);
  const got = await page.evaluate(async () => {
    const { lobby, openTable, hrefOf } = core.open;
    const welcome = await until(() => lobby.welcome.value);
    const c = await lobby.create({ game: "runemasters", options: { guardians: 2 }, seats: [{ kind: "human", name: "Ana" }, { kind: "bot", level: "greedy" }] });
    await until(() => core.kept.kept.value.length === 1);
    const k = core.kept.kept.value[0];
    globalThis.t = await openTable({ room: c.room, token: c.links[0].token });
    await play(t, 30);
    await t.history();
    const seen = t.entries.value.length === t.live.value.rev;
    t.seek(1);
    await until(() => t.view.value.rev === 1);
    const again = await openTable({ room: c.room });
    return { welcome: welcome.bots, href: hrefOf(k), c, seen, same: again === t };
  });
  assert.deepEqual(got.welcome, ["random", "greedy"]);
  assert.equal(got.href, `#/r/${got.c.room}/${got.c.links[0].token}`);
  assert.equal(got.seen, true);
  assert.equal(got.same, true);
  assert.equal(page.workers().length, 0, "nothing was needed that the steps had not told");
  const later = await tab(context);
  const rev = await later.evaluate(async (c) => {
    globalThis.t = await core.open.openTable({ room: c.room, token: c.links[0].token });
    await until(() => t.live.value);
    if (t.entries.value.length > 12) throw new Error("too much");
    await t.history();
    t.seek(3);
    await until(() => t.view.value.rev === 3);
    return [t.live.value.rev, t.entries.value.length];
  }, got.c);
  assert.equal(rev[0], rev[1]);
  assert.equal(later.workers().length, 1, "the record was read by the engine here");
  const renewed = await later.evaluate(async (c) => {
    history.replaceState(null, "", `#/r/${c.room}/${c.links[0].token}`);
    const href = await t.renew();
    const [, , room, token] = href.split("/");
    return { href, at: location.hash, same: (await core.open.openTable({ room, token })) === t };
  }, got.c);
  assert.equal(renewed.at, renewed.href);
  assert.equal(renewed.same, true);
  assert.deepEqual(later.errors, []);
  assert.deepEqual(page.errors, []);
  await context.close();
});

// Together, over the server: two browsers and a spectator, votes, chat, links, a server that is killed.
import assert from "node:assert/strict";
import { act, fromList, hurry, mouse, other, playOn, press, ready, see, seen } from "../lib/play.mjs";
import { random } from "../lib/random.mjs";
import { test } from "../lib/run.mjs";
import { launch, person, Server, until } from "../lib/world.mjs";
import { makeTable, withPeople } from "./shared.mjs";

const evil = `<img src=x onerror="window.__pwned='name'">`;

/** Comes by a link; gives a name if asked for one. */
async function sit(p, link, name) {
  const page = await p.open(link);
  await page.waitForSelector("[data-ask-name], [data-board]");
  if (await page.locator("[data-ask-name]").count()) {
    await page.locator("#join-name").fill(name);
    await page.locator("[data-ask-name] button[type=submit]").click();
  }
  await page.waitForSelector("[data-board]");
  return page;
}

/** Whoever is to decide does, until the end or so many times. */
async function playTogether(pages, rng, { most = 1000, hurried = false } = {}) {
  let n = 0;
  for (; n < most; n++) {
    const turn = await until(async () => {
      for (const page of pages) {
        const s = await see(page);
        if (s.over) return { over: true };
        if (s.mine && !s.pending && s.actions.length > 0) return { page, s };
      }
      return null;
    }, "somebody's turn");
    if (turn.over) break;
    const { page, s } = turn;
    const id = hurried ? s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0] : rng.pick(s.actions);
    await fromList(page, mouse, id);
    await seen(page, (r) => __see.state().rev > r && !__see.state().pending, s.rev, "the move is shown");
  }
  return n;
}

const same = async (pages) => until(async () => {
  const all = await Promise.all(pages.map(see));
  return all.every((s) => s.rev === all[0].rev) && all[0];
}, "everybody sees the same");

test("two browsers and a spectator play one room to the end", () => withPeople(async (come) => {
  const [ana, ben, eve] = [await come(), await come({ lang: "en", size: "phone", touch: false }), await come()];
  const { seat, watch } = await makeTable(ana);
  const b = await sit(ben, seat, "Ben");
  const e = await sit(eve, watch, "");
  const pages = [ana.page, b];
  await ready(ana.page);
  await e.waitForSelector("[data-board]");
  assert.equal((await see(e)).mine, false);
  await playTogether(pages, random(77), { most: 12 });
  await same([...pages, e]);
  await playTogether(pages, random(78), { hurried: true });
  for (const p of [...pages, e]) await p.waitForSelector("section.over");
  const end = await same([...pages, e]);
  assert.equal((await see(e)).actions.length, 0, "who watches has nothing to decide");
  assert.equal(await e.locator("[data-tool=undo]:not([aria-disabled])").count(), 0);
  // the dice can be proved by everybody
  await e.locator("section.over details summary").click();
  await e.locator("section.over .note-ok").first().waitFor();
  console.log(`NOTE a room of two and a spectator: ${end.rev} revisions`);
}));

test("names and chat with hostile markup stay text", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come({ lang: "fr" })];
  const { seat } = await makeTable(ana, { name: evil });
  const b = await sit(ben, seat, "<script>window.__pwned='n'</script>");
  await ana.page.waitForSelector("[data-board]");
  for (const p of [ana.page, b]) { await p.keyboard.press("c"); await p.waitForSelector("[data-side=chat] input"); }
  const lines = [
    `<script>window.__pwned='chat'</script>`, `<img src=x onerror="window.__pwned='chat'">`, `"><svg onload=window.__pwned=1>`,
    `<a href="javascript:window.__pwned=1">click</a>`, `<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe>`,
    `{{constructor.constructor('window.__pwned=1')()}}`, `<style>*{display:none}</style>`, `\u202Egnp.exe <b>bold</b> &lt;i&gt;`,
    `${"x".repeat(250)}`,
  ];
  const said = async (page) => page.evaluate(() => [...document.querySelectorAll(".chat-text")].map((x) => x.textContent));
  for (const [i, line] of lines.entries()) {
    const from = i % 2 ? b : ana.page;
    await from.locator("[data-side=chat] form input").fill(line);
    await from.keyboard.press("Enter");
    await until(async () => (await said(b)).length === i + 1 && (await said(ana.page)).length === i + 1, `line ${i} is heard`);
  }
  for (const p of [ana.page, b]) {
    const heard = await said(p);
    for (const [i, line] of lines.entries()) assert.equal(heard[i], line.replace("\u202E", ""), "as it was written");
    assert.equal(await p.locator(".chat img, .chat script, .chat svg, .chat iframe, .chat style, .chat a, .chat b b").count(), 0);
    assert.ok((await p.locator(".chat").textContent()).includes("<img src=x"), "the name is shown as text");
    assert.equal(await p.evaluate(() => window.__pwned), undefined);
  }
  // a phrase, in the language of the reader
  await ana.page.locator(".chat-phrases button").first().click();
  await until(async () => (await said(b)).length === lines.length + 1, "a phrase");
  assert.notEqual((await said(b)).at(-1), (await said(ana.page)).at(-1));
  // no wider than the page
  const wide = await b.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(wide <= 1);
}));

test("undo by vote: refused, then agreed", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come()];
  const { seat } = await makeTable(ana);
  const b = await sit(ben, seat, "Ben");
  const pages = [ana.page, b];
  await playTogether(pages, random(3), { most: 5 });
  // Ana's move, followed by others' or by chance: to take it back she has to ask
  const asks = () => ana.page.evaluate(() => {
    const t = document.querySelector("[data-tool=undo]");
    return t.getAttribute("aria-disabled") !== "true" && t.textContent.includes("…");
  });
  for (let i = 0; i < 12 && !(await asks()); i++) await playTogether(pages, random(5 + i), { most: 1 });
  assert.ok(await asks(), "something to ask for");
  const { rev } = await same(pages);
  for (const agree of [false, true]) {
    await press(ana.page, "[data-tool=undo]");
    await ana.page.waitForSelector("[data-vote=undo]");
    await b.waitForSelector("[data-vote=undo] button");
    assert.equal(await ana.page.locator("[data-vote=undo] button").count(), 0, "who asks does not answer");
    await b.locator("[data-vote=undo] button").nth(agree ? 0 : 1).click();
    for (const p of pages) await p.waitForSelector("[data-vote=undo]", { state: "detached" });
    if (!agree) assert.equal((await see(ana.page)).rev, rev);
  }
  const back = await until(async () => { const s = await same(pages); return s.rev > rev && s; }, "taken back");
  assert.equal(back.rev, rev + 1, "an undo is an entry of its own");
  await playTogether(pages, random(6), { most: 2 });
}));

test("a seat link on two devices at once", () => withPeople(async (come) => {
  const [ana, other] = [await come(), await come({ size: "phone", touch: true })];
  const { mine } = await makeTable(ana, { bot: true });
  const o = await sit(other, mine, "");
  const s = await ready(o);
  await same([ana.page, o]);
  await fromList(o, mouse, s.actions[0]);
  await seen(ana.page, (r) => __see.state().rev > r, s.rev, "the other device moved");
  const t = await ready(ana.page, s.rev);
  await fromList(ana.page, mouse, t.actions[0]);
  await seen(o, (r) => __see.state().rev > r, t.rev, "and the first one");
  await same([ana.page, o]);
}));

test("reload, closed tab and coming back to a room", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come()];
  const { seat } = await makeTable(ana);
  const b = await sit(ben, seat, "Ben");
  await playTogether([ana.page, b], random(12), { most: 4 });
  const before = await same([ana.page, b]);
  await ana.page.reload();
  await ana.page.waitForSelector("[data-board]");
  assert.equal((await same([ana.page, b])).rev, before.rev);
  await ana.page.close();
  await b.waitForSelector("[data-seat][data-away]");
  await ana.tab("#/");
  await ana.page.waitForSelector("[data-continue]");
  await press(ana.page, "[data-continue]");
  await ana.page.waitForSelector("[data-board]");
  assert.equal((await same([ana.page, b])).rev, before.rev);
  await b.waitForFunction(() => !document.querySelector("[data-seat][data-away]"));
  await playTogether([ana.page, b], random(13), { most: 3 });
}));

test("a table of the list: found, taken, watched", () => withPeople(async (come) => {
  const [ana, ben, eve] = [await come(), await come(), await come({ lang: "fr" })];
  const { mine } = await makeTable(ana, { listed: true });
  const room = mine.split("/")[2];
  const b = await ben.open("#/tables");
  const row = `[data-room="${room}"]`;
  await b.waitForSelector(row);
  const e = await eve.open("#/tables");
  await e.waitForSelector(row);
  await press(e, `${row} [data-watch]`);
  await e.waitForSelector("[data-board]");
  await press(b, `${row} [data-claim]`);
  await b.waitForSelector("[data-ask-name], [data-board]");
  if (await b.locator("[data-ask-name]").count()) await b.locator("[data-ask-name] button[type=button]").click();
  await b.waitForSelector("[data-board]");
  await b.waitForFunction((r) => location.hash.startsWith(`#/r/${r}/`), room); // a link of its own: a reload comes back
  await playTogether([ana.page, b], random(2), { most: 3 });
  const late = await come();
  const l = await late.open(`#/r/${room}?claim=1`);
  await l.waitForSelector('[data-trouble="taken"]');
}));

test("somebody leaves: a bot takes the seat after a vote, and gives it back", () => withPeople(async (come) => {
  const [ana, ben] = [await come(), await come()];
  const { seat } = await makeTable(ana);
  const b = await sit(ben, seat, "Ben");
  await playTogether([ana.page, b], random(4), { most: 2 });
  await b.close();
  await ana.page.waitForSelector("[data-seat][data-away]");
  await ana.page.locator(".side-tab", { hasText: /players/i }).click();
  assert.match(await ana.page.locator("p[data-away]").textContent(), /10 minutes/, "what was agreed is shown to all");
  await ana.page.locator(".player[data-player='1'] button").first().click();
  await ana.page.waitForSelector("[data-vote=bot]"); // nobody's seat is handed over behind their back
  await ben.tab(seat);
  await ben.page.locator("[data-vote=bot] button").first().click();
  await ben.page.close();
  await ana.page.waitForFunction(() => !document.querySelector("[data-seat][data-away]") || document.querySelector(".player[data-player='1']").textContent.includes("bot"));
  await hurry(ana.page, mouse, { most: 6 });
  await ben.tab(seat);
  await ben.page.waitForSelector("[data-board]");
  await ben.page.locator(".side-tab", { hasText: /players/i }).click();
  await ben.page.locator(".player[data-player='1'] .btn-primary").click();
  await playTogether([ana.page, ben.page], random(8), { most: 2 });
}));

test("the server is killed in mid-game and comes back", async () => {
  const server = await new Server().start(), browser = await launch();
  try {
    const ana = await person(browser, server.url, { settings: { botPace: 0 } });
    const ben = await person(browser, server.url, { settings: { botPace: 0 }, size: "phone" });
    const { seat } = await makeTable(ana);
    const b = await sit(ben, seat, "Ben");
    const pages = [ana.page, b];
    await playTogether(pages, random(21), { most: 4 });
    const before = await same(pages);
    await server.stop("SIGKILL");
    for (const p of pages) await p.waitForSelector('[data-conn="lost"]:not([hidden])');
    assert.ok((await ana.page.locator("[data-conn]").textContent()).length > 10, "the banner says what happened");
    // a move made meanwhile is neither lost nor played twice
    const who = (await see(ana.page)).mine ? ana.page : b;
    const s = await see(who);
    let sent = null;
    if (s.mine && s.actions.length > 0) {
      const id = s.actions.find((a) => s.undo[a] === "free") ?? s.actions[0];
      await press(who, `[data-action=${JSON.stringify(id)}]`).catch(() => {});
      const t = await see(who);
      if (!t.pending && t.armed === id) await press(who, `[data-action=${JSON.stringify(id)}]`).catch(() => {});
      sent = (await see(who)).pending ? id : null;
    }
    await server.start();
    for (const p of pages) await p.waitForFunction(() => document.querySelector("[data-conn]")?.dataset.conn === "ok", undefined, { timeout: 60_000 });
    const after = await same(pages);
    assert.ok(after.rev >= before.rev, "nothing that was shown is lost");
    if (sent) await seen(who, (r) => __see.state().rev > r, before.rev, "the move that was under way");
    await playTogether(pages, random(22), { most: 4 });
    // and at a stop that is announced
    const t0 = await same(pages);
    await server.stop("SIGTERM");
    await ana.page.waitForFunction(() => /^(restarting|lost)$/.test(document.querySelector("[data-conn]")?.dataset.conn));
    await server.start();
    for (const p of pages) await p.waitForFunction(() => document.querySelector("[data-conn]")?.dataset.conn === "ok", undefined, { timeout: 60_000 });
    assert.equal((await same(pages)).rev, t0.rev);
    await playTogether(pages, random(23), { most: 2 });
    await ana.close();
    await ben.close();
  } finally {
    await browser.close();
    await server.end();
  }
});

test("replay, fork and hint at a network table", () => withPeople(async (come) => {
  const ana = await come({ settings: { hintsInNet: true } });
  await makeTable(ana, { bot: true });
  const { page } = ana;
  await playOn(page, mouse, random(41), { most: 4 });
  const now = await see(page);
  await act(page, () => page.keyboard.press("z"));
  await seen(page, (r) => __see.state().rev === r - 1, now.rev, "one back");
  await page.locator("[data-replay] input[type=range]").focus();
  await page.keyboard.press("Home");
  await seen(page, () => __see.state().rev === 0, undefined, "the start");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("n");
  await ready(page);
  await page.keyboard.press("h");
  await page.waitForSelector("[data-action][data-advised]");
  await page.keyboard.press("z");
  await page.waitForSelector("[data-replay]");
  await page.locator("[data-replay] .btn-small").first().click();
  await other(page, now.table);
  await ready(page);
}));

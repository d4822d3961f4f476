// Our faces and the system's: when each stands, and that the page can be played in either.
import assert from "node:assert/strict";
import { action, finger, mouse, ready, see } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { keptFaces, launch, person, Server, until } from "../lib/world.mjs";
import { withPeople } from "./shared.mjs";

const facesOf = (page) => page.evaluate(() => document.documentElement.dataset.faces);

/** Notes which faces the first screen has when it comes, and whether a board stands when a face is asked for. */
const watch = `
  window.__first = null;
  window.__asked = [];
  new MutationObserver(() => { if (document.querySelector("[data-screen]")) window.__first ??= document.documentElement.dataset.faces; })
    .observe(document, { childList: true, subtree: true });
  const plain = window.fetch;
  window.fetch = (what, ...more) => {
    if (/\\.woff2$/.test(what)) window.__asked.push(document.querySelector("[data-board] [data-item]") !== null);
    return plain(what, ...more);
  };`;

test("a first visit has the system's faces; ours come after the board, for the next screen and the next visit, also offline", async () => {
  const server = await new Server().start(), browser = await launch();
  try {
    const ana = await person(browser, server.url, { faces: "any", init: watch });
    const asked = [];
    ana.context.on("request", (r) => { if (/\.woff2$/.test(r.url())) asked.push(r.url()); });
    const page = await ana.open("#/learn/runemasters");
    await page.waitForFunction(() => localStorage.getItem("veillee.faces") !== null);
    assert.deepEqual(await page.evaluate(() => [window.__first, window.__asked]), ["system", Array(keptFaces().split(",").length).fill(true)]);
    assert.equal(await page.evaluate(() => localStorage.getItem("veillee.faces")), keptFaces());
    await page.evaluate(() => document.fonts.ready);
    assert.equal(await facesOf(page), "system", "nothing moves while a board is shown");
    await ana.open("#/");
    await page.waitForSelector("[data-screen=home]");
    assert.equal(await facesOf(page), "system", "nor while it is left");
    // what is kept is shown on the next screen, as soon as it can be
    await until(async () => {
      await ana.open("#/about");
      await ana.open("#/keys");
      return (await facesOf(page)) === "ours";
    }, "ours on another screen");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.stop();
    await page.reload();
    await page.waitForSelector("[data-screen=keys]");
    assert.equal(await page.evaluate(() => window.__first), "ours");
    assert.deepEqual(await page.evaluate(() => [...document.fonts].filter((f) => /^"?Veillee/.test(f.family) && !/U\+100-/i.test(f.unicodeRange)).map((f) => f.status)), Array(4).fill("loaded")); // letters of other languages: where they stand
    assert.deepEqual([...new Set(asked)].map((u) => new URL(u).pathname).sort().join(), keptFaces());
    await ana.close();
  } finally {
    await browser.close();
    await server.end();
  }
});

test("one file, two widths; figures of one width in both", () => withPeople(async (come) => {
  const page = await (await come()).open("#/about");
  const width = (font, words, more = "") => page.evaluate(([f, w, m]) => {
    const e = document.body.appendChild(document.createElement("span"));
    e.textContent = w;
    e.style.font = f;
    e.style.fontVariantNumeric = m;
    e.style.whiteSpace = "nowrap";
    const r = e.getBoundingClientRect().width;
    e.remove();
    return r;
  }, [font, words, more]);
  const words = "Une fois par tour, le Loup-garou avance";
  const [wide, narrow] = [await width('400 40px "Veillee Text"', words), await width('400 40px "Veillee Narrow"', words)];
  assert.ok(narrow < wide * 0.85, `${narrow} of ${wide}`);
  for (const font of ['700 40px "Veillee Text"', '600 40px "Veillee Narrow"', '700 40px "Veillee Display"'])
    assert.equal(await width(font, "1111", "tabular-nums"), await width(font, "0808", "tabular-nums"), font);
}));

for (const size of ["desktop", "phone"])
  test(`without our faces both games are played all the same: ${size}`, () => withPeople(async (come) => {
    // they were kept once, and are lost
    const ana = await come({ faces: "any", size, touch: size === "phone", lang: "fr", init: `try { localStorage.setItem("veillee.faces", ${JSON.stringify(keptFaces())}); } catch {}` });
    await ana.context.route(/\.woff2$/, (r) => r.abort());
    for (const n of [0, 1]) {
      const page = await ana.open("#/");
      await page.locator("[data-play]").nth(n).click();
      const { rev, actions } = await ready(page);
      assert.equal(await facesOf(page), "system");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
      await (size === "phone" ? finger : mouse).press(page, action(actions[0]));
      await until(async () => { const s = await see(page); return s.rev > rev || s.armed !== null || s.armedItem !== null; }, "a move, or the question before it");
    }
  }));

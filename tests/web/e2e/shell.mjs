// The frame around the screens: faults that it catches, updates between games, settings, language.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "../lib/run.mjs";
import { launch, person, Server, until, web } from "../lib/world.mjs";

const types = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
};

/** web/dist twice, the second as a newer build of the same files, behind a server that can change from one to the other. */
async function twoBuilds() {
  const dir = mkdtempSync(join(tmpdir(), "veillee-builds-"));
  const [older, newer] = [join(dir, "a"), join(dir, "b")];
  for (const d of [older, newer]) cpSync(join(web, "dist"), d, { recursive: true });
  const build = JSON.parse(readFileSync(join(older, "version.json"), "utf8")).build;
  const next = "f".repeat(16);
  const hash = (x) => createHash("sha256").update(x).digest("hex").slice(0, 16);
  const html = readFileSync(join(older, "index.html"), "utf8"), changed = html.replaceAll(build, next);
  writeFileSync(join(newer, "index.html"), changed);
  writeFileSync(join(newer, "version.json"), JSON.stringify({ version: "9.9.9", build: next }));
  writeFileSync(join(newer, "sw.js"), readFileSync(join(newer, "sw.js"), "utf8").replaceAll(build, next).replaceAll(hash(html), hash(changed)));
  const s = { root: older, build, next, asked: [] };
  const server = createServer((req, res) => {
    const path = req.url.split("?")[0];
    s.asked.push(path);
    const file = join(s.root, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return res.writeHead(404).end();
    res.writeHead(200, { "Content-Type": types[extname(file)] ?? "text/plain", "Cache-Control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache" });
    res.end(readFileSync(file));
  });
  await new Promise((r) => server.listen(0, "127.0.0.1", r));
  s.url = `http://127.0.0.1:${server.address().port}/`;
  s.update = () => { s.root = newer; s.asked.length = 0; };
  s.end = () => { server.closeAllConnections?.(); server.close(); rmSync(dir, { recursive: true, force: true }); };
  return s;
}

const buildOf = (page) => page.evaluate(() => document.documentElement.dataset.build);

test("a new version waits while a game is on the screen, and is taken between games", async () => {
  const s = await twoBuilds(), browser = await launch();
  try {
    const ana = await person(browser, s.url);
    const page = await ana.open();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.locator("[data-play]").first().click();
    await page.waitForSelector("[data-action]");
    s.update();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.waitForSelector("[data-update]", { state: "attached" });
    assert.equal(await page.locator("[data-notice=update]").count(), 0);
    assert.equal(s.asked.filter((p) => p.startsWith("/assets/")).length, 0, "nothing that is kept is fetched again");
    assert.equal(await buildOf(page), s.build);
    await ana.open("#/");
    await page.waitForFunction((b) => document.documentElement.dataset.build === b, s.next);
    await page.waitForSelector("[data-continue]");
    await until(async () => (await page.evaluate(() => caches.keys())).join() === `veillee-${s.next}`, "the old files are gone");
    await ana.close();
  } finally {
    await browser.close();
    s.end();
  }
});

async function withServer(body, options) {
  const server = await new Server().start(), browser = await launch();
  try {
    const ana = await person(browser, server.url, { context: { serviceWorkers: "block" }, ...options });
    await body(ana, await ana.open());
    await ana.close();
  } finally {
    await browser.close();
    await server.end();
  }
}

test("a screen that throws says so, offers a report, and leaves the rest alone", () => withServer(async (ana, page) => {
  await page.route(/assets\/About-.*js/, (r) => r.fulfill({ contentType: "text/javascript", body: "export default function S() { throw new Error('boom'); }" }));
  await page.route(/assets\/Stats-.*js/, (r) => r.abort());
  await ana.open("#/about");
  await page.waitForSelector("[data-failed]");
  const [report] = await Promise.all([page.waitForEvent("download"), page.locator("[data-failed] button").last().click()]);
  assert.match(readFileSync(await report.path(), "utf8"), /^Veillée [\s\S]*boom/);
  await ana.open("#/keys");
  await page.waitForSelector("[data-screen=keys]");
  await ana.open("#/stats");
  await page.waitForSelector("[data-failed]");
  await ana.open("#/settings");
  await page.waitForSelector("[data-screen=settings]");
}, { forgive: [/boom/, /dynamically imported module/] }));

test("language, theme, text and keys are changed at once and kept", () => withServer(async (ana, page) => {
  await ana.open("#/settings");
  const html = () => page.evaluate(() => ({ lang: document.documentElement.lang, ...document.documentElement.dataset }));
  await page.evaluate(() => { window.same = true; });
  await page.locator(".langs button[lang=fr]").click();
  await page.waitForFunction(() => document.documentElement.lang === "fr" && document.title.startsWith("Réglages"));
  await page.locator('.choice-one[data-value="parchment"]').click();
  await page.locator('.choice-one[data-value="larger"]').click();
  const key = page.locator('[data-key-of="undo"]');
  await key.click();
  await page.keyboard.press("g");
  assert.equal((await key.textContent()).trim(), "G");
  await key.click();
  await page.keyboard.press("5");
  assert.equal((await page.locator(".key-fault").count()), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => window.same), true, "no reload");
  await page.reload();
  await page.waitForSelector("[data-screen=settings]");
  const now = await html();
  assert.deepEqual([now.lang, now.theme, now.text], ["fr", "parchment", "larger"]);
  assert.equal((await key.textContent()).trim(), "G");
  await page.locator(".btn-danger").first().click();
  await page.locator("[data-forget]").click();
  await page.waitForSelector("[data-screen=home]");
  await until(async () => (await html()).text === "normal", "settings are forgotten");
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("veillee.settings") ?? "{}").keys), undefined);
}, ));

test("a browser that refuses storage plays, and says what it cannot keep", () => withServer(async (_ana, page) => {
  await page.waitForSelector("[data-notice=storage]");
  await page.locator("[data-play]").first().click();
  await page.waitForSelector("[data-action]");
}, {
  faces: "any", // it cannot remember that it has ours
  init: `for (const name of ["localStorage", "indexedDB"])
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });`,
}));

// The real program, a real browser, and people in it. Whatever a page does that it should not is written down by everybody.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inPage } from "./inpage.mjs";
import { option } from "./options.mjs";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
export const web = join(root, "web");
export const require = createRequire(join(web, "package.json"));

export const program = resolve(root, option("--program", process.env.VEILLEE ?? "build/veillee"));
const chromiums = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const chromium = process.env.CHROMIUM ?? chromiums.find((p) => existsSync(p));

/** Says what is missing here, and ends. */
export function needs() {
  const lacks = [
    !chromium && "Chromium (or CHROMIUM=program)",
    !existsSync(program) && `${program} (make)`,
    !existsSync(join(web, "node_modules/playwright-core")) && "playwright-core (npm ci in web/)",
  ].filter(Boolean);
  if (lacks.length === 0) return;
  for (const x of lacks) console.log(`NOTE missing: ${x}`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
export const PATIENCE = 60_000; // a busy machine is slow; nothing waits this long unless it is broken

/** Waits until f gives something true. */
export async function until(f, what = String(f), ms = PATIENCE) {
  for (const end = Date.now() + ms; ;) {
    const x = await f();
    if (x) return x;
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await sleep(20);
  }
}

// ---- the server ----

export function freePort() {
  return new Promise((done) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => done(port));
    });
  });
}

/** Whatever is still running when the tests end is ended with them. */
const children = new Set();
process.on("exit", () => { for (const c of children) c.kill("SIGKILL"); });

export class Server {
  constructor() {
    this.dir = mkdtempSync(join(tmpdir(), "veillee-e2e-"));
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start() {
    this.port ??= await freePort();
    this.child = spawn(program, ["serve", "--listen", `127.0.0.1:${this.port}`, "--store", `sqlite:${this.dir}/s.db`], { stdio: "ignore" });
    children.add(this.child);
    const { child } = this;
    child.once("exit", () => children.delete(child));
    await until(() => answers(this.port), "the server starts");
    return this;
  }

  /** Ends it, or kills it (SIGKILL), and waits until it is gone. */
  stop(signal = "SIGTERM") {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      child.once("exit", done);
      child.kill(signal);
    });
  }

  async end() {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function answers(port) {
  return new Promise((done) => {
    const req = request({ host: "127.0.0.1", port, path: "/healthz" }, (res) => { res.resume(); done(true); });
    req.on("error", () => done(false));
    req.end();
  });
}

// ---- the browser ----

export async function launch(args = []) {
  return require("playwright-core").chromium.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu", ...args] });
}

export const sizes = { desktop: { width: 1280, height: 720 }, tablet: { width: 820, height: 1180 }, phone: { width: 360, height: 640 } };

/** What no page may ever do (figure 22, and no third party). Filled by every person. */
export const sins = { csp: [], ran: [], foreign: [], faults: [] };
/** Faults that a test causes on purpose. */
const expected = [/WebSocket connection to/, /net::ERR_/, /Failed to load resource/, /error occurred when fetching the script/];

/** What the page remembers (core/faces.ts) when it has been here before: the files of its faces. */
export const keptFaces = () => readdirSync(join(web, "dist/assets")).filter((f) => f.endsWith(".woff2")).sort().map((f) => `/assets/${f}`).join();

/** What is measured is measured in our faces. A machine that was too busy to bring them in time has them by now. */
async function inOurFaces(tab) {
  for (let i = 0; i < 3; i++) {
    const faces = await tab.waitForFunction(() => document.documentElement.dataset.faces).then((h) => h.jsonValue());
    if (faces === "ours") return;
    await tab.reload();
  }
  throw new Error("the page is not set in its own faces");
}

let people = 0;

/**
 * Somebody in front of a browser of their own. settings: as the page keeps them. forgive: console errors that belong to the test. Every second one sees things move.
 * faces: "ours", as for everybody who has been here before; "any" for a first visit, or where the page does not come that far.
 */
export async function person(browser, url, { size = "desktop", touch = false, lang = "en", settings = {}, context: more = {}, forgive = [], init, faces = "ours" } = {}) {
  const moves = people++ % 2 === 1;
  const context = await browser.newContext({
    viewport: typeof size === "string" ? sizes[size] : size, locale: lang === "fr" ? "fr-FR" : "en-GB", reducedMotion: moves ? "no-preference" : "reduce", acceptDownloads: true,
    ...(touch && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }), ...more,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.exposeBinding("__tell", (_source, what, text) => { sins[what]?.push(text); });
  await context.addInitScript(inPage, { settings: { lang, ...(moves && !more.reducedMotion ? { motion: "fast" } : {}), ...settings }, faces: faces === "ours" ? keptFaces() : "" });
  if (init) await context.addInitScript(init);
  const mine = { faults: [] };
  const note = (kind, text) => {
    if ([...expected, ...forgive].some((r) => r.test(text))) return;
    mine.faults.push(text);
    sins[kind].push(text);
  };
  const { host } = new URL(url);
  context.on("request", (r) => {
    const u = new URL(r.url());
    if (/^(https?|wss?):$/.test(u.protocol) && u.host !== host) note("foreign", r.url());
  });
  const watch = (page) => {
    page.on("pageerror", (e) => note("faults", `error: ${e.stack ?? e}`));
    page.on("crash", () => note("faults", "the page crashed"));
    page.on("dialog", (d) => {
      if (d.type() === "beforeunload") { void d.accept().catch(() => {}); return; } // unsaved games are asked about
      note("ran", `dialog: ${d.message()}`); void d.dismiss().catch(() => {});
    });
    page.on("console", (m) => {
      if (/content security policy|refused to (load|execute|apply|connect|run)/i.test(m.text())) note("csp", m.text());
      else if (m.type() === "error") note("faults", m.text());
    });
  };
  context.on("page", watch);
  const page = await context.newPage();
  const p = {
    context, page, faults: mine.faults,
    open: async (hash = "#/", tab = p.page) => {
      await tab.goto(url + hash);
      if (faces === "ours") await inOurFaces(tab);
      return tab;
    },
    tab: async (hash = "#/") => { p.page = await context.newPage(); return p.open(hash); },
    close: () => context.close(),
  };
  return p;
}

// ---- axe ----

const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong on the page now: "rule: target" lines. */
export async function axe(page, options = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (o) => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"], ...o });
    return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")} (${n.any[0]?.message ?? v.help})`));
  }, options);
}

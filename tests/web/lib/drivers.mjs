// Other browsers than Chromium, each by its own remote protocol: Firefox by WebDriver BiDi, WebKitGTK by WebDriver. What a smoke needs:
// go somewhere, be as large as this, run something in the page.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Socket } from "../unit/server.mjs";
import { freePort, PATIENCE, sleep, until } from "./world.mjs";

const ANSWER_MS = 2 * PATIENCE;

/** A program that ends with us, with a folder of its own for what it keeps. */
function start(program, args, env = {}) {
  const dir = mkdtempSync(join(tmpdir(), "veillee-browser-"));
  const child = spawn(program, args(dir), { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: dir, ...env } });
  const it = { child, dir, said: "" };
  for (const out of [child.stdout, child.stderr]) out.on("data", (d) => { it.said = (it.said + d).slice(-20_000); });
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  it.end = async () => {
    process.off("exit", kill);
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await Promise.race([gone, sleep(5000)]);
      kill();
    }
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  return it;
}

const wrapped = (f, args) => `(async () => JSON.stringify((await (${f})(...${JSON.stringify(args)})) ?? null))()`;

class Firefox {
  static program = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

  async open() {
    const port = await freePort();
    this.it = start(Firefox.program, (dir) => ["--headless", "--no-remote", "--profile", dir, "--remote-debugging-port", String(port), "about:blank"], { MOZ_HEADLESS: "1" });
    await until(() => /WebDriver BiDi listening/.test(this.it.said), "Firefox listens");
    this.waiting = new Map();
    this.count = 0;
    this.errors = [];
    this.socket = new Socket(port, { path: "/session" });
    await new Promise((done, no) => { this.socket.onopen = done; this.socket.onclose = () => no(new Error("Firefox lets nobody in")); });
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    await this.ask("session.new", { capabilities: {} });
    await this.ask("session.subscribe", { events: ["log.entryAdded"] });
    this.context = (await this.ask("browsingContext.getTree", {})).contexts[0].context;
    return this;
  }

  hear(m) {
    // a server that is gone is part of the test
    if (m.method === "log.entryAdded" && m.params.level === "error" && m.params.type === "javascript" && !/can’t establish a connection|was interrupted/.test(m.params.text)) this.errors.push(m.params.text);
    const w = this.waiting.get(m.id);
    if (!w) return;
    this.waiting.delete(m.id);
    if (m.type === "error") w.no(new Error(`${m.error}: ${m.message}`));
    else w.done(m.result);
  }

  ask(method, params) {
    const id = ++this.count;
    return new Promise((done, no) => {
      const timer = setTimeout(() => no(new Error(`${method}: no answer`)), ANSWER_MS);
      this.waiting.set(id, { done: (x) => { clearTimeout(timer); done(x); }, no: (e) => { clearTimeout(timer); no(e); } });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  size(width, height) {
    return this.ask("browsingContext.setViewport", { context: this.context, viewport: { width, height } });
  }

  goto(url) {
    return this.ask("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  async run(f, ...args) {
    const r = await this.ask("script.evaluate", { expression: wrapped(f, args), target: { context: this.context }, awaitPromise: true });
    if (r.type === "exception") throw new Error(r.exceptionDetails.text);
    return JSON.parse(r.result.value);
  }

  async end() {
    this.socket?.close();
    await this.it?.end();
  }
}

function miniBrowser() {
  for (const folder of ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec", "/usr/lib"])
    for (const name of existsSync(folder) ? readdirSync(folder).filter((n) => n.startsWith("webkit2gtk-") || n.startsWith("webkitgtk-")) : [])
      if (existsSync(join(folder, name, "MiniBrowser"))) return join(folder, name, "MiniBrowser");
  return undefined;
}

class WebKit {
  static program = process.env.WEBKIT ?? ["/usr/bin/WebKitWebDriver"].find(existsSync);
  static browser = miniBrowser();
  static screen = ["/usr/bin/Xvfb"].find(existsSync);

  async open() {
    this.errors = [];
    const env = {};
    if (!process.env.DISPLAY) {
      const n = 90 + (process.pid % 400);
      this.x = start(WebKit.screen, () => [`:${n}`, "-screen", "0", "2000x1400x24", "-nolisten", "tcp"]);
      await until(() => existsSync(`/tmp/.X11-unix/X${n}`), "a screen");
      env.DISPLAY = `:${n}`;
    }
    this.port = await freePort();
    this.it = start(WebKit.program, () => [`--port=${this.port}`], { ...env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" });
    await until(() => this.ask("GET", "/status").then(() => true, () => false), "WebKitWebDriver listens");
    const options = { binary: WebKit.browser, args: ["--automation"] };
    this.id = (await this.ask("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } })).sessionId;
    await this.ask("POST", `/session/${this.id}/timeouts`, { script: ANSWER_MS, pageLoad: ANSWER_MS, implicit: 0 });
    return this;
  }

  ask(method, path, body) {
    return new Promise((done, no) => {
      const text = body && JSON.stringify(body);
      const req = request({ host: "127.0.0.1", port: this.port, method, path, timeout: ANSWER_MS, headers: text ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) } : {} }, (res) => {
        let all = "";
        res.on("data", (d) => { all += d; });
        res.on("end", () => {
          const { value } = JSON.parse(all || "{}");
          if (res.statusCode >= 400) no(new Error(`${path}: ${value?.message ?? all}`));
          else done(value);
        });
      });
      req.on("timeout", () => req.destroy(new Error(`${path}: no answer`)));
      req.on("error", no);
      req.end(text);
    });
  }

  size(width, height) {
    return this.ask("POST", `/session/${this.id}/window/rect`, { width, height });
  }

  goto(url) {
    return this.ask("POST", `/session/${this.id}/url`, { url });
  }

  async run(f, ...args) {
    const script = `const done = arguments[arguments.length - 1]; ${wrapped(f, args)}.then((x) => done({ x }), (e) => done({ e: String(e && e.stack || e) }));`;
    const { x, e } = await this.ask("POST", `/session/${this.id}/execute/async`, { script, args: [] });
    if (e) throw new Error(e);
    return JSON.parse(x);
  }

  async end() {
    if (this.id) await this.ask("DELETE", `/session/${this.id}`).catch(() => {});
    await this.it?.end();
    await this.x?.end();
  }
}

/** Those that are on this machine, by name; null: not there. */
export const browsers = {
  firefox: Firefox.program ? () => new Firefox().open() : null,
  webkit: WebKit.program && WebKit.browser && (process.env.DISPLAY || WebKit.screen) ? () => new WebKit().open() : null,
};

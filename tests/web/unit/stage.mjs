// Local tables without a browser: the real engines in this thread, behind a stand-in for the worker.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { web } from "./bundle.mjs";

const games = ["runemasters", "enchanters"];
const wasm = (game) => join(web, `src/gen/engine.${game}.wasm`);
export const hasEngine = games.every((g) => existsSync(wasm(g)));

/** A worker that can be killed, and counts its calls. */
export class FakeWorker {
  onmessage = null; onerror = null; alive = true; calls = [];

  constructor(M, of = games) {
    this.loaded = [];
    this.hosts = new M.hosts.Hosts(of, async (game) => {
      this.loaded.push(game);
      const engine = await M.engine.Engine.load(readFileSync(wasm(game)));
      setTimeout(() => this.say({ ready: true }), 0);
      return engine;
    });
    this.chain = Promise.resolve();
    this.M = M;
  }

  say(m) {
    if (this.alive) this.onmessage?.({ data: structuredClone(m) });
  }

  postMessage(m) {
    if ("warm" in m) { void this.hosts.warm(m.warm); return; }
    const { n, op, args } = structuredClone(m);
    this.calls.push(op);
    this.chain = this.chain.then(async () => {
      await new Promise((r) => setTimeout(r, 0));
      if (!this.alive) return;
      try {
        this.say({ n, ok: await this.hosts.call(op, args) });
      } catch (e) {
        if (e instanceof this.M.engine.EngineRefusal) this.say({ n, error: e.refusal });
        else this.say({ dead: e.message });
      }
    });
  }

  terminate() {
    this.alive = false;
  }

  crash() {
    this.alive = false;
    this.onerror?.({ message: "crashed" });
  }
}

/** A page with its worker. `workers` are all that were ever started. */
export function stage(M) {
  const workers = [];
  const host = new M.hostclient.HostClient(() => {
    const w = new FakeWorker(M);
    workers.push(w);
    return w;
  });
  return { host, workers };
}

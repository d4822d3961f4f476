// Local tables without a browser: the real engine in this thread, behind a stand-in for the worker.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { web } from "./bundle.mjs";

const wasm = process.env.VEILLEE_ENGINE ?? join(web, "src/gen/engine.wasm");
export const hasEngine = existsSync(wasm);

/** A worker that can be killed, and counts its calls. */
export class FakeWorker {
  onmessage = null; onerror = null; alive = true; calls = [];

  constructor(M) {
    this.host = M.engine.Engine.load(readFileSync(wasm)).then((e) => {
      setTimeout(() => this.say({ ready: true }), 0);
      return new M.host.Host(e);
    });
    this.M = M;
  }

  say(m) {
    if (this.alive) this.onmessage?.({ data: structuredClone(m) });
  }

  postMessage(m) {
    const { n, op, args } = structuredClone(m);
    this.calls.push(op);
    void this.host.then((host) => setTimeout(() => {
      if (!this.alive) return;
      try {
        this.say({ n, ok: host.ops[op](args) });
      } catch (e) {
        if (e instanceof this.M.engine.EngineRefusal) this.say({ n, error: e.refusal });
        else this.say({ dead: e.message });
      }
    }, 0));
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

// The page's side of the worker: one for the whole page, started when it is first needed. A worker that dies, traps or
// falls silent takes nothing with it: whoever asked is told, and the next question starts another.
import type { Asked, HostAnswer, HostCall, HostOps, Told } from "./host";
import { isRefusal, Refused } from "./refused";

/** What can be talked to: a Worker, or a stand-in in tests. */
export interface Port {
  postMessage(m: HostCall | { warm: string }): void;
  terminate(): void;
  onmessage: ((e: { data: HostAnswer }) => void) | null;
  onerror: ((e: { message?: string }) => void) | null;
}

const ANSWER_MS = 5_000;
const SLOW_MS = 40_000;           // the first one loads the engine; bots think
const SLOW = new Set(["bot", "load", "create", "info", "position", "hint", "campaign"]);

const LATE_MS = 1_500;            // a timer that comes so late has slept with the machine: the worker too

interface Waiting { resolve(x: unknown): void; reject(e: unknown): void; timer: ReturnType<typeof setTimeout>; ms: number }

export class HostClient {
  private port: Port | null = null;
  private ready = false;
  private count = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly mourners = new Set<(why: string) => void>();
  /** Changes with every worker: handles of another one mean nothing. */
  life = 0;

  constructor(private readonly start: () => Port) {}

  /** Starts the worker, so that the engine of this game is there when it is needed. */
  warm(game: string): void {
    if (!this.port) this.open();
    this.port!.postMessage({ warm: game });
  }

  onDeath(f: (why: string) => void): () => void {
    this.mourners.add(f);
    return () => this.mourners.delete(f);
  }

  call<O extends keyof HostOps>(op: O, args: Asked<O>): Promise<Told<O>> {
    return new Promise<unknown>((resolve, reject) => {
      try {
        if (!this.port) this.open();
      } catch (e) {
        reject(dead(e instanceof Error ? e.message : String(e)));
        return;
      }
      const n = ++this.count;
      const ms = SLOW.has(op) || !this.ready ? SLOW_MS : ANSWER_MS;
      this.waiting.set(n, { resolve, reject, timer: this.watch(n, ms), ms });
      this.port!.postMessage({ n, op, args: args ?? {} });
    }) as Promise<Told<O>>;
  }

  private watch(n: number, ms: number): ReturnType<typeof setTimeout> {
    const due = Date.now() + ms;
    return setTimeout(() => {
      const w = this.waiting.get(n);
      if (!w) return;
      if (Date.now() - due > LATE_MS) w.timer = this.watch(n, ms);
      else this.die("silent");
    }, ms);
  }

  private open(): void {
    const port = this.start();
    this.life++;
    this.ready = false;
    this.port = port;
    port.onmessage = (e) => { if (port === this.port) this.hear(e.data); };
    port.onerror = (e) => { if (port === this.port) this.die(e.message ?? ""); };
  }

  private hear(m: HostAnswer): void {
    if ("ready" in m) {
      this.ready = true;
      return;
    }
    if ("dead" in m) {
      this.die(m.dead);
      return;
    }
    const w = this.waiting.get(m.n);
    if (!w) return;
    this.waiting.delete(m.n);
    clearTimeout(w.timer);
    // one after the other: an answer shows that those behind it are not late yet
    for (const [n, x] of this.waiting) {
      clearTimeout(x.timer);
      x.timer = this.watch(n, x.ms);
    }
    if ("ok" in m) w.resolve(m.ok);
    else w.reject(isRefusal(m.error) ? new Refused(m.error) : new Error(String(m.error)));
  }

  private die(why: string): void {
    const port = this.port;
    if (!port) return;
    this.port = null;
    port.onmessage = port.onerror = null;
    port.terminate();
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const w of lost) clearTimeout(w.timer);
    for (const f of [...this.mourners]) f(why);
    for (const w of lost) w.reject(dead(why));
  }
}

function dead(why: string): Refused {
  return new Refused({ status: "dead", text: why });
}

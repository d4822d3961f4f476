// A WebSocket to the server that comes back by itself: greeting, liveness, pauses that grow, and a name for why it is away.
// What is said over it is not its business; it knows `hello`, `welcome`, `pong`, `bye` and nothing else.
import type { Lang, Welcome } from "./proto";
import type { Connection } from "./table";

export const PROTOCOL = 2;
/** The older name, too: a server that speaks only that lets us in and says so. */
export const SUBPROTOCOLS = ["veillee.v2", "veillee.v1"];

export interface Message { t: string; cid?: string; [key: string]: unknown }

export interface SocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((e: never) => void) | null;
  onmessage: ((e: { data: unknown }) => void) | null;
  onclose: ((e: { code: number; reason: string }) => void) | null;
  onerror: ((e: never) => void) | null;
}

/** The world around a link; tests give another one. */
export interface LinkEnv {
  open(): SocketLike;
  now(): number;
  after(ms: number, f: () => void): unknown;
  cancel(timer: unknown): void;
  random(): number;
  isOnline(): boolean;
  /** Calls f when something happened that makes a look at the connection worthwhile; returns how to stop that. */
  watch(f: (what: "online" | "offline" | "shown") => void): () => void;
}

export interface LinkUser {
  greeting?(): object;                // what `hello` says besides
  /** The socket is open and greeted; what is sent now follows the greeting. */
  opened(): void;
  welcome(w: Welcome): void;
  message(m: Message): void;
  /** Not there any more (or never was). Questions without an answer have to be asked again. */
  gone(): void;
  state(c: Connection): void;
}

const OPEN_MS = 10_000;       // from the first byte to `welcome`
const IDLE_MS = 25_000;       // silence after which we ask
const ANSWER_MS = 10_000;     // and how long an answer may take
const PROBE_MS = 3_000;       // the same when the page has just come to the front
const FIRST_MS = 250;
const MOST_MS = 10_000;
const STEADY_MS = 2_000;      // a connection that lasted so long starts counting anew
const RESTART_MS = 60_000;    // how long after `bye` failures still mean "restarting"

/** The longest pause before try number `tries` (0 is the first after a loss). */
export const pauseBefore = (tries: number, most = MOST_MS): number => Math.min(most, FIRST_MS * 2 ** Math.min(tries, 20));

export class Link {
  private socket: SocketLike | null = null;
  private greeted = false;
  private tries = 0;
  private timer: unknown = null;      // next try, or the limit of the one under way
  private pulse: unknown = null;      // idle or answer limit
  private limit = Infinity;           // when the answer is due; Infinity: nothing is awaited
  private steady: unknown = null;
  private bye: { lo: number; hi: number } | null = null;
  private restartUntil = 0;
  private ended = true;
  private unwatch: (() => void) | null = null;
  server = "";

  constructor(private readonly env: LinkEnv, private readonly user: LinkUser, private lang: Lang,
              private readonly client: string, private readonly most = MOST_MS) {}

  get isUp(): boolean {
    return this.greeted;
  }

  start(): void {
    if (!this.ended) return;
    this.ended = false;
    this.tries = 0;
    this.unwatch = this.env.watch((what) => this.nudge(what));
    this.connect();
  }

  /** Ends it for good, or until start(). */
  stop(): void {
    this.ended = true;
    this.unwatch?.();
    this.unwatch = null;
    this.env.cancel(this.timer);
    this.timer = null;
    this.drop(1000);
  }

  /** Tries at once, whatever the pause. */
  retry(): void {
    if (this.ended) this.start();
    else if (this.greeted) this.probe(PROBE_MS);
    else if (!this.socket) {
      this.tries = Math.min(this.tries, 2);
      this.connect();
    }
  }

  send(m: Message): boolean {
    if (!this.socket || !this.opened) return false;
    this.socket.send(JSON.stringify(m));
    return true;
  }

  /** Something was asked: if nothing at all is heard for so long, the connection is dead. */
  expect(ms = ANSWER_MS): void {
    if (this.greeted) this.due(ms);
  }

  setLang(lang: Lang): void {
    this.lang = lang;
    if (this.opened) this.hello();
  }

  private opened = false;

  private hello(): void {
    this.send({ t: "hello", version: PROTOCOL, lang: this.lang, client: this.client, ...this.user.greeting?.() });
  }

  private connect(): void {
    this.env.cancel(this.timer);
    this.user.state({ state: "connecting", tries: this.tries });
    let socket: SocketLike;
    try {
      socket = this.env.open();
    } catch {
      this.away(1006);
      return;
    }
    this.socket = socket;
    this.timer = this.env.after(OPEN_MS, () => this.lose(1006));
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.opened = true;
      this.hello();
      this.user.opened();
    };
    socket.onmessage = (e) => { if (socket === this.socket) this.heard(e.data); };
    socket.onclose = (e) => { if (socket === this.socket) this.lose(e.code); };
    socket.onerror = () => {};
  }

  private heard(data: unknown): void {
    let m: Message;
    try {
      m = JSON.parse(String(data)) as Message;
      if (typeof m !== "object" || m === null || typeof m.t !== "string") throw new Error();
    } catch {
      this.lose(1007);
      return;
    }
    this.limit = Infinity;
    this.idle();
    switch (m.t) {
      case "pong": return;
      case "welcome": this.welcomed(m as unknown as Welcome & Message); return;
      case "bye": this.said_bye(m); return;
      case "error": if (m["status"] === "version") { this.foreign(); return; }
    }
    this.user.message(m);
  }

  private welcomed(w: Welcome & Message): void {
    this.server = typeof w.server === "string" ? w.server : "";
    if (w.version !== PROTOCOL) {
      this.foreign();
      return;
    }
    if (!this.greeted) {
      this.greeted = true;
      this.bye = null;
      this.restartUntil = 0;
      this.env.cancel(this.timer);
      this.timer = null;
      this.steady = this.env.after(STEADY_MS, () => { this.tries = 0; });
      this.idle();
    }
    this.user.welcome(w);
  }

  private foreign(): void {
    const server = this.server;
    this.stop();
    this.user.gone();
    this.user.state({ state: "version", server });
  }

  private said_bye(m: Message): void {
    const [lo, hi] = Array.isArray(m["retry"]) ? (m["retry"] as unknown[]) : [];
    this.bye = { lo: Number(lo) || 0, hi: Math.max(Number(hi) || 0, Number(lo) || 0) };
    this.restartUntil = this.env.now() + RESTART_MS;
    this.user.state({ state: "restarting", until: this.env.now() + this.bye.hi });
  }

  // ---- liveness ----

  private idle(): void {
    this.env.cancel(this.pulse);
    this.pulse = this.greeted ? this.env.after(IDLE_MS, () => this.probe(ANSWER_MS)) : null;
  }

  private probe(ms: number): void {
    this.send({ t: "ping" });
    this.due(ms);
  }

  private due(ms: number): void {
    const at = this.env.now() + ms;
    if (at >= this.limit) return;
    this.limit = at;
    this.env.cancel(this.pulse);
    this.pulse = this.env.after(ms, () => this.lose(1006));
  }

  private nudge(what: "online" | "offline" | "shown"): void {
    if (this.greeted) this.probe(PROBE_MS);
    else if (what === "offline") {
      if (!this.socket) this.user.state({ state: "offline" });
    } else this.retry();
  }

  // ---- loss ----

  /** Closes the socket and forgets it; its later events are not ours any more. */
  private drop(code: number): void {
    const socket = this.socket;
    this.socket = null;
    this.opened = false;
    this.greeted = false;
    this.limit = Infinity;
    this.env.cancel(this.pulse);
    this.env.cancel(this.steady);
    this.pulse = this.steady = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close(code === 1000 ? 1000 : undefined);
    } catch { /* it never opened */ }
  }

  private lose(code: number): void {
    this.drop(code);
    if (code === 4001) {
      this.foreign();
      return;
    }
    this.user.gone();
    this.away(code);
  }

  private away(code: number): void {
    if (this.ended) return;
    const most = pauseBefore(this.tries, this.most);
    let pause = most / 2 + this.env.random() * (most / 2);
    if (this.bye) pause = this.bye.lo + this.env.random() * (this.bye.hi - this.bye.lo);
    else if (code === 1008) pause = Math.max(pause, 2000 + 3000 * this.env.random());
    this.bye = null;
    this.tries++;
    const next = this.env.now() + pause;
    this.env.cancel(this.timer);
    this.timer = this.env.after(pause, () => this.connect());
    if (!this.env.isOnline()) this.user.state({ state: "offline" });
    else if (this.env.now() < this.restartUntil) this.user.state({ state: "restarting", until: next });
    else this.user.state({ state: "lost", tries: this.tries, next });
  }
}

/** The page's own origin. */
export function pageEnv(): LinkEnv {
  return {
    open() {
      const url = new URL("ws", location.href.replace(/#.*/, ""));
      url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
      return new WebSocket(url, SUBPROTOCOLS) as unknown as SocketLike;
    },
    now: () => Date.now(),
    after: (ms, f) => setTimeout(f, ms),
    cancel: (timer) => clearTimeout(timer as number),
    random: () => Math.random(),
    isOnline: () => navigator.onLine !== false,
    watch(f) {
      const online = () => f("online");
      const offline = () => f("offline");
      const shown = () => { if (document.visibilityState === "visible") f("shown"); };
      addEventListener("online", online);
      addEventListener("offline", offline);
      addEventListener("pageshow", shown);
      document.addEventListener("visibilitychange", shown);
      return () => {
        removeEventListener("online", online);
        removeEventListener("offline", offline);
        removeEventListener("pageshow", shown);
        document.removeEventListener("visibilitychange", shown);
      };
    },
  };
}

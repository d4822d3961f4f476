// A real server for tests, and a WebSocket small enough to see through: Node has none of its own before 22.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundle.mjs";

export const program = process.env.VEILLEE ?? join(root, "build/veillee");
export const hasServer = existsSync(program);

function freePort() {
  return new Promise((resolve) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => resolve(port));
    });
  });
}

export class Server {
  constructor() {
    this.dir = mkdtempSync(join(tmpdir(), "veillee-server-"));
  }

  async start() {
    this.port ??= await freePort();
    this.child = spawn(program, ["serve", "--listen", `127.0.0.1:${this.port}`, "--store", `sqlite:${this.dir}/s.db`], { stdio: "ignore" });
    for (let i = 0; i < 400; i++) {
      if (await this.answers()) return this;
      await new Promise((r) => setTimeout(r, 25));
    }
    throw new Error("the server does not start");
  }

  answers() {
    return new Promise((resolve) => {
      const req = request({ host: "127.0.0.1", port: this.port, path: "/" }, (res) => { res.resume(); resolve(true); });
      req.on("error", () => resolve(false));
      req.end();
    });
  }

  stop(signal = "SIGTERM") {
    return new Promise((resolve) => {
      this.child.once("exit", resolve);
      this.child.kill(signal);
    });
  }

  async end() {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** The world of a link (wslink.ts) that leads here. `shape` may look at or hold what passes. */
  env(shape = {}) {
    return {
      open: () => new Socket(this.port, shape),
      now: () => Date.now(),
      after: (ms, f) => setTimeout(f, ms),
      cancel: (t) => clearTimeout(t),
      random: Math.random,
      isOnline: () => true,
      watch: () => () => {},
    };
  }
}

/** A client's WebSocket. */
export class Socket {
  onopen = null; onmessage = null; onclose = null; onerror = null;
  #queue = Buffer.alloc(0);
  #parts = [];
  #ended = false;

  constructor(port, shape = {}) {
    this.shape = shape;
    shape.sockets?.push(this);
    const req = request({
      host: "127.0.0.1", port, path: shape.path ?? "/ws",
      headers: {
        Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": randomBytes(16).toString("base64"), Host: `127.0.0.1:${port}`,
        ...(!shape.path && { "Sec-WebSocket-Protocol": "veillee.v2", Origin: `http://127.0.0.1:${port}` }), // another path: not our server
      },
    });
    req.on("upgrade", (_res, socket, head) => {
      this.socket = socket;
      socket.on("data", (d) => this.#read(d));
      socket.on("close", () => this.#end(1006, ""));
      socket.on("error", () => {});
      this.onopen?.({});
      if (head.length) this.#read(head);
    });
    req.on("response", (res) => { res.resume(); this.#end(1006, ""); });
    req.on("error", () => this.#end(1006, ""));
    req.end();
  }

  #frame(op, data) {
    const mask = randomBytes(4);
    const body = Buffer.from(data);
    for (let i = 0; i < body.length; i++) body[i] ^= mask[i & 3];
    const head = body.length < 126 ? Buffer.from([0x80 | op, 0x80 | body.length]) : Buffer.from([0x80 | op, 0xfe, body.length >> 8, body.length & 255]);
    this.socket?.write(Buffer.concat([head, mask, body]));
  }

  #read(data) {
    this.#queue = Buffer.concat([this.#queue, data]);
    while (this.#queue.length >= 2) {
      const q = this.#queue;
      let len = q[1] & 127;
      let at = 2;
      if (len === 126) { if (q.length < 4) return; len = q.readUInt16BE(2); at = 4; }
      else if (len === 127) { if (q.length < 10) return; len = Number(q.readBigUInt64BE(2)); at = 10; }
      if (q.length < at + len) return;
      const op = q[0] & 15;
      const body = q.subarray(at, at + len);
      this.#queue = q.subarray(at + len);
      if (op === 9) this.#frame(10, body);
      else if (op === 8) { this.#end(body.length >= 2 ? body.readUInt16BE(0) : 1005, body.subarray(2).toString()); this.socket.end(); }
      else if (op === 0 || op === 1) {
        this.#parts.push(Buffer.from(body));
        if (!(q[0] & 0x80)) continue;
        const text = Buffer.concat(this.#parts).toString("utf8");
        this.#parts = [];
        if (this.shape.heard?.(text, this) !== false) this.onmessage?.({ data: text });
      }
    }
  }

  #end(code, reason) {
    if (this.#ended) return;
    this.#ended = true;
    this.onclose?.({ code, reason });
  }

  send(text) {
    if (this.shape.sent?.(text, this) !== false) this.#frame(1, text);
  }

  close() {
    if (this.socket) {
      this.#frame(8, Buffer.from([3, 232]));
      this.socket.end();
    }
  }

  /** The wire is cut. */
  cut() {
    this.socket?.destroy();
  }
}

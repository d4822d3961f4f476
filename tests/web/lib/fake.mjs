// Between the page and the real server: passes everything on, or speaks another version, or nonsense. No dependencies.
import { createHash } from "node:crypto";
import { createServer, request } from "node:http";
import { connect } from "node:net";

function frame(op, body) {
  const b = Buffer.from(body);
  const head = b.length < 126 ? Buffer.from([0x80 | op, b.length]) : Buffer.from([0x80 | op, 126, b.length >> 8, b.length & 255]);
  return Buffer.concat([head, b]);
}

export class FakeServer {
  mode = "pass"; // "version": another protocol; "nonsense": no JSON
  #sockets = new Set();

  constructor(realPort) {
    this.real = realPort;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start() {
    this.server = createServer((req, res) => {
      const to = request({ host: "127.0.0.1", port: this.real, path: req.url, method: req.method, headers: { ...req.headers, host: `127.0.0.1:${this.real}` } }, (back) => {
        res.writeHead(back.statusCode, back.headers);
        back.pipe(res);
      });
      to.on("error", () => res.destroy());
      req.pipe(to);
    });
    this.server.on("upgrade", (req, socket, head) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {});
      if (this.mode === "pass") this.#pass(req, socket, head);
      else this.#speak(req, socket);
    });
    await new Promise((r) => this.server.listen(0, "127.0.0.1", r));
    this.port = this.server.address().port;
    return this;
  }

  #pass(req, socket, head) {
    const to = connect(this.real, "127.0.0.1", () => {
      const lines = [`${req.method} ${req.url} HTTP/1.1`];
      for (let i = 0; i < req.rawHeaders.length; i += 2) {
        const [k, v] = req.rawHeaders.slice(i, i + 2);
        lines.push(/^host$/i.test(k) ? `Host: 127.0.0.1:${this.real}` : /^origin$/i.test(k) ? `Origin: http://127.0.0.1:${this.real}` : `${k}: ${v}`);
      }
      to.write(`${lines.join("\r\n")}\r\n\r\n`);
      to.write(head);
      to.pipe(socket).pipe(to);
    });
    to.on("error", () => socket.destroy());
    socket.on("close", () => to.destroy());
  }

  #speak(req, socket) {
    const accept = createHash("sha1").update(`${req.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    const wanted = req.headers["sec-websocket-protocol"]?.split(",")[0].trim();
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${wanted ? `Sec-WebSocket-Protocol: ${wanted}\r\n` : ""}\r\n`);
    socket.once("data", () => {
      if (this.mode === "version") {
        socket.write(frame(1, JSON.stringify({ t: "error", re: "hello", status: "version", text: "This server speaks version 2." })));
        socket.end(frame(8, Buffer.concat([Buffer.from([4001 >> 8, 4001 & 255]), Buffer.from("another protocol version")])));
      } else {
        socket.write(frame(1, "]]> this is <no> JSON {"));
        socket.write(frame(1, '{"t":42}'));
        socket.write(frame(1, "null"));
      }
    });
  }

  /** Every connection breaks. */
  cut() {
    for (const s of this.#sockets) s.destroy();
  }

  end() {
    this.cut();
    this.server.closeAllConnections?.();
    return new Promise((r) => this.server.close(r));
  }
}

"""A small WebSocket client for tests: one connection, blocking, every byte kept.

    with Peer(port) as p:
        p.hello()
        made = p.ask({"t": "create", ...}, "created")
"""
import base64
import hashlib
import json
import os
import socket
import struct
import time

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Closed(Exception):
    """The server ended the connection: code and reason of its close frame, if one came."""

    def __init__(self, code=0, reason=""):
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


def frame(payload, opcode=1, fin=True, mask=True, rsv=0, length=None):
    """The bytes of a frame; length: another one than the payload's, to lie about it."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", size)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(b ^ key[i & 3] for i, b in enumerate(payload))


def request(port, path="/ws", method="GET", version="HTTP/1.1", **headers):
    """A request as bytes. Headers by keyword, _ for -; None leaves one out."""
    lines = {"Host": f"127.0.0.1:{port}"}
    if path == "/ws":
        lines.update({"Origin": f"http://127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})
    lines.update({k.replace("_", "-"): v for k, v in headers.items()})
    text = f"{method} {path} {version}\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v is not None)
    return (text + "\r\n").encode("latin-1")


def read_answer(sock, seconds=5.0, has_body=True):
    """The status, headers and body of an HTTP answer."""
    sock.settimeout(seconds)
    data = b""
    while b"\r\n\r\n" not in data:
        got = sock.recv(65536)
        if not got:
            break
        data += got
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ", 2)
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    length = int(headers.get("content-length", 0) or 0) if has_body else 0
    while len(body) < length:
        got = sock.recv(65536)
        if not got:
            break
        body += got
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0, headers, body


def ask_http(port, data, seconds=60.0, source=None):
    """Sends bytes, reads one answer."""
    with socket.create_connection(("127.0.0.1", port), seconds, (source, 0) if source else None) as s:
        s.sendall(data)
        return read_answer(s, seconds, not data.startswith(b"HEAD"))


class Peer:
    def __init__(self, port, source=None, seconds=60.0):
        self.port, self.seconds = port, seconds
        self.sock = socket.create_connection(("127.0.0.1", port), seconds, (source, 0) if source else None)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.heard, self.count = b"", b"", 0
        self.queue = []
        self.shake()

    def shake(self):
        key = base64.b64encode(os.urandom(16))
        self.sock.sendall(request(self.port, Sec_WebSocket_Key=key.decode(), Sec_WebSocket_Protocol="veillee.v2"))
        status, headers, body = read_answer(self.sock, self.seconds)
        if status != 101:
            self.sock.close()
            raise Closed(status, body.decode("utf-8", "replace"))
        want = base64.b64encode(hashlib.sha1(key + MAGIC).digest()).decode()
        if headers.get("sec-websocket-accept") != want:
            raise ValueError("wrong Sec-WebSocket-Accept")
        self.buffer = body

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def raw(self, data):
        self.sock.sendall(data)

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
        self.raw(frame(text))

    def need(self, n, until):
        while len(self.buffer) < n:
            self.sock.settimeout(max(0.001, until - time.monotonic()))
            got = self.sock.recv(262144)
            if not got:
                raise Closed()
            self.buffer += got
            self.heard += got

    def frame(self, until):
        """One frame: opcode and payload."""
        self.need(2, until)
        size, at = self.buffer[1] & 0x7f, 2
        if size > 125:
            at = 4 if size == 126 else 10
            self.need(at, until)
            size = int.from_bytes(self.buffer[2:at], "big")
        self.need(at + size, until)
        opcode, payload = self.buffer[0] & 15, self.buffer[at:at + size]
        self.buffer = self.buffer[at + size:]
        return opcode, payload

    def read(self, seconds=None):
        """The next message as a dict; raises Closed or socket.timeout."""
        until = time.monotonic() + (self.seconds if seconds is None else seconds)
        while True:
            opcode, payload = self.frame(until)
            if opcode == 1:
                return json.loads(payload)
            if opcode == 9:
                self.raw(frame(payload, 10))
            if opcode == 8:
                code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005
                try:
                    self.raw(frame(payload[:2], 8))
                except OSError:
                    pass
                raise Closed(code, payload[2:].decode("utf-8", "replace"))

    def until(self, *types, seconds=None, **fields):
        """Reads on until a message of one of these types comes, with these fields; what came before is in `passed`."""
        self.passed = []
        end = time.monotonic() + (self.seconds if seconds is None else seconds)
        while True:
            m = self.read(max(0.001, end - time.monotonic()))
            if m["t"] in types and all(m.get(k) == v for k, v in fields.items()):
                return m
            self.passed.append(m)

    def quiet(self, seconds):
        """Everything that comes within some time."""
        got, end = [], time.monotonic() + seconds
        try:
            while True:
                got.append(self.read(max(0.001, end - time.monotonic())))
        except (socket.timeout, TimeoutError):
            return got

    def cid(self):
        self.count += 1
        return f"T{os.getpid()}_{id(self) & 0xffff}_{self.count}"

    def ask(self, message, *types, seconds=None):
        """Sends with a cid, returns its direct answer (or the error)."""
        message = dict(message)
        message.setdefault("cid", self.cid())
        self.send(message)
        return self.until(*(types or ("ack",)), "error", seconds=seconds, cid=message["cid"])

    def hello(self, lang="en"):
        self.send({"t": "hello", "version": 2, "lang": lang})
        return self.until("welcome")

    def create(self, humans=1, bots=0, options=None, game="runemasters", **more):
        seats = [{"kind": "human"}] * humans + [{"kind": "bot", "level": "random"}] * bots
        return self.ask({"t": "create", "game": game, "options": options or {}, "seats": seats, **more}, "created")

    def join(self, room, token=None, **more):
        message = {"t": "join", "room": room, **more}
        if token:
            message["token"] = token
        return self.ask(message, "joined")


# ---- deltas, as docs/protocol.md tells ----

def patched(view, step):
    """The view after a step's ops."""
    view = json.loads(json.dumps(view))
    for op in step["ops"]:
        if "set" in op:
            view[op["set"]] = op["to"]
        elif "patch" in op:
            thing = next(x for x in view[op["patch"]] if x["id"] == op["id"])
            for k, v in op["to"].items():
                if v is None:
                    thing.pop(k, None)
                else:
                    thing[k] = v
        elif "put" in op:
            things = view[op["put"]]
            old = next((x for x in things if x["id"] == op["id"]), None)
            if old is not None:
                things.remove(old)
            new = op.get("to", old)
            at = 0 if op["after"] is None else 1 + next(i for i, x in enumerate(things) if x["id"] == op["after"])
            things.insert(at, new)
        elif "drop" in op:
            things = view[op["drop"]]
            things.remove(next(x for x in things if x["id"] == op["id"]))
        else:
            raise ValueError(f"unknown op {op}")
    view["rev"] = step["rev"]
    return view

#!/usr/bin/env python3
"""A player for `veillee serve`, written from docs/protocol.md: it joins a table by its link and
plays at random among the actions it is offered, until the game is over.

    bot.py http://host:port/#/r/ROOM/TOKEN [NAME] [SEED]

Standard library only: the WebSocket client below does what a bot needs and no more.
"""
import base64
import hashlib
import json
import os
import random
import re
import socket
import ssl
import struct
import sys
import time
from urllib.parse import urlsplit


class Closed(Exception):
    """The connection is gone."""


class WebSocket:
    """RFC 6455, client side: text messages in, text messages out, pings answered."""

    def __init__(self, url):
        tls, host, port = url.scheme == "https", url.hostname, url.port
        self.sock = socket.create_connection((host, port or (443 if tls else 80)), timeout=90)
        if tls:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=host)
        key = base64.b64encode(os.urandom(16)).decode()
        self.sock.sendall((f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nOrigin: {url.scheme}://{url.netloc}\r\n"
                           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           f"Sec-WebSocket-Protocol: veillee.v2\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        head, self.rest = b"", b""
        while b"\r\n\r\n" not in head:
            more = self.sock.recv(4096)
            if not more:
                raise Closed("no answer")
            head += more
        head, self.rest = head.split(b"\r\n\r\n", 1)
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        if not head.startswith(b"HTTP/1.1 101 ") or accept not in head:
            raise Closed(head.split(b"\r\n")[0].decode("latin-1") + " " + self.rest.decode("utf-8", "replace")[:100])

    def take(self, n):
        while len(self.rest) < n:
            more = self.sock.recv(65536)
            if not more:
                raise Closed("connection lost")
            self.rest += more
        taken, self.rest = self.rest[:n], self.rest[n:]
        return taken

    def frame(self, opcode, body):
        mask = os.urandom(4)
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(body))
        self.sock.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; fragments are put together."""
        text = b""
        while True:
            first, size = self.take(2)
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            body = self.take(size)
            if first & 15 == 8:
                raise Closed(body[2:].decode("utf-8", "replace") or "closed")
            if first & 15 == 9:
                self.frame(10, body)
            elif first & 15 < 3:
                text += body
                if first & 128:
                    return json.loads(text)


class Bot:
    def __init__(self, link, name, seed):
        self.url = urlsplit(link)
        found = re.fullmatch(r"/r/([a-z2-7]{26})/([a-z2-7]{26})", self.url.fragment)
        if self.url.scheme not in ("http", "https") or not found:
            sys.exit("usage: bot.py http://host:port/#/r/ROOM/TOKEN [NAME] [SEED]")
        self.room, self.token = found.groups()
        self.name, self.rng = name, random.Random(seed)
        self.prefix, self.count = os.urandom(6).hex(), 0
        self.pending = None     # the move that has no answer yet, sent again after a lost connection
        self.retry = [0, 1000]  # milliseconds, a range
        self.moves = 0

    def choose(self, ws, offer):
        self.count += 1
        self.pending = {"t": "move", "cid": f"{self.prefix}-{self.count}", "rev": offer["rev"],
                        "move": self.rng.choice(offer["actions"])["id"]}
        ws.send(**self.pending)

    def play(self):
        """One connection. True when the game is over."""
        ws = WebSocket(self.url)
        ws.send(t="hello", version=2, lang="en", client="example bot 1")
        ws.send(t="join", room=self.room, token=self.token, name=self.name)
        while True:
            m = ws.receive()
            if m["t"] == "joined":
                self.retry = [0, 1000]
                if m["player"] is None:
                    sys.exit("this link is to watch only")
                if self.pending and any(c["cid"] == self.pending["cid"] for c in m["cids"]):
                    self.pending, self.moves = None, self.moves + 1  # it was carried out
                elif self.pending:
                    ws.send(**self.pending)
            elif m["t"] == "actions" and m["actions"] and not self.pending:
                self.choose(ws, m)
            elif m["t"] in ("ack", "error") and self.pending and m.get("cid") == self.pending["cid"]:
                self.pending, self.moves = None, self.moves + (m["t"] == "ack")
                if m["t"] == "error" and m["status"] != "stale":  # then a fresh view follows by itself
                    print("refused:", m["status"], m["text"], file=sys.stderr)
                    time.sleep(1)
                    ws.send(t="resync")
            elif m["t"] == "error" and m.get("re") in ("hello", "join"):
                raise (Closed if m["status"] in ("busy", "io", "memory") else SystemExit)(f"{m['status']}: {m['text']}")
            elif m["t"] == "bye":
                self.retry = m["retry"]
            elif m["t"] == "over":
                print(f"{m['outcome']}: {m['text']} ({self.moves} moves)")
                return True

    def run(self):
        while True:
            try:
                if self.play():
                    return
            except (OSError, Closed) as why:
                print("connection:", why, file=sys.stderr)
            time.sleep(random.uniform(*self.retry) / 1000)
            self.retry = [500, min(10000, 2 * max(self.retry) + 500)]


if __name__ == "__main__":
    Bot(*(sys.argv[1:] + ["", "Bot", None][len(sys.argv) - 1:])[:3]).run()

#!/usr/bin/env python3
"""The network layer from outside: limits, origins, headers, slow peers, stops.

    test_net.py BUILD [NAME] [-v]    BUILD/net-echo must be there (and BUILD/veillee, to test the command); NAME: only tests that contain it

Plain sockets, nothing but the standard library. Times are generous: what is tested
is what happens, and that it happens at all within seconds."""
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
BUILD = "build"
PATIENCE = 60  # nothing takes so long, on any machine, unless it never ends


class Server:
    """A running net-echo; `with Server("connections=5") as s:`."""

    def __init__(self, *args, fd=None, expect=0):
        self.expect = expect
        command = [BUILD + "/net-echo", *args]
        if fd is None and not any(a.startswith("listen=") for a in args):
            command.append("listen=127.0.0.1:0")
        if fd is not None:  # as systemd would: socket at 3, LISTEN_PID ours
            script = 'exec 3<&%d; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"' % fd
            command = ["sh", "-c", script, "sh", *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        pass_fds=[fd] if fd is not None else [])
        line = self.process.stdout.readline()
        assert line.startswith("listening "), self.process.stderr.read()
        self.address = line.split()[1]
        self.port = int(self.address.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.terminate()
        code = self.wait()
        if kind is None:
            assert code == self.expect, (code, self.process.stderr.read())
        self.process.stdout.close()
        self.process.stderr.close()

    def wait(self, seconds=PATIENCE):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def is_sanitized(self):
        with open("/proc/%d/maps" % self.process.pid, encoding="ascii", errors="replace") as f:
            return bool(re.search(r"lib(a|t|ub)san", f.read()))

    def rss_kb(self):
        with open("/proc/%d/status" % self.process.pid, encoding="ascii") as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))

    def connect(self, source=None):
        s = socket.socket()
        s.settimeout(PATIENCE)
        if source:
            s.bind((source, 0))
        s.connect(("127.0.0.1", self.port))
        return s

    def ask(self, path="/", method="GET", headers="", source=None, raw=None):
        """One request on its own connection: status, headers, body."""
        with self.connect(source) as s:
            head = raw if raw is not None else "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s\r\n" % (
                method, path, self.port, headers)
            s.sendall(head.encode("latin-1") if isinstance(head, str) else head)
            return parse_answer(read_to_end(s))

    def upgrade_text(self, origin="own", protocol="veillee.v2", path="/ws"):
        lines = ["GET %s HTTP/1.1" % path, "Host: 127.0.0.1:%d" % self.port, "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + KEY]
        if origin == "own":
            origin = "http://127.0.0.1:%d" % self.port
        if origin is not None:
            lines.append("Origin: " + origin)
        if protocol:
            lines.append("Sec-WebSocket-Protocol: " + protocol)
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def metrics(self, source=None):
        text = self.ask("/metrics", source=source)[2]
        return {m.group(1): int(m.group(2)) for m in re.finditer(r"^(\S+) (-?\d+)$", text, re.M)}

    def wait_metric(self, name, value):
        end = time.monotonic() + PATIENCE
        while self.metrics()[name] != value:
            assert time.monotonic() < end, (name, self.metrics()[name], value)
            time.sleep(0.05)


class WebSocket:
    def __init__(self, server, source=None, **kw):
        self.s = server.connect(source)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buf = b""
        self.s.sendall(server.upgrade_text(**kw))
        while b"\r\n\r\n" not in self.buf:
            more = self.s.recv(4096)
            assert more, self.buf
            self.buf += more
        head, self.buf = self.buf.split(b"\r\n\r\n", 1)
        self.status, self.headers, _ = parse_answer(head + b"\r\n\r\n")
        assert self.status == 101, head

    def frame(self, opcode, payload=b"", first=0x80):
        n = len(payload)
        size = bytes([0x80 | n]) if n < 126 else struct.pack("!BH", 0xFE, n) if n < 65536 else struct.pack("!BQ", 0xFF, n)
        mask = b"\x01\x02\x03\x04"
        self.s.sendall(bytes([first | opcode]) + size + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(payload)))

    def say(self, text):
        self.frame(1, text.encode())

    def need(self, n):
        while len(self.buf) < n:
            more = self.s.recv(65536)
            if not more:
                raise EOFError
            self.buf += more

    def hear(self):
        """(opcode, content) of the next frame; EOFError at the end."""
        self.need(2)
        n, at = self.buf[1] & 0x7F, 2
        if n == 126:
            self.need(4)
            n, at = struct.unpack("!H", self.buf[2:4])[0], 4
        elif n == 127:
            self.need(10)
            n, at = struct.unpack("!Q", self.buf[2:10])[0], 10
        self.need(at + n)
        opcode, content, self.buf = self.buf[0] & 15, self.buf[at:at + n], self.buf[at + n:]
        return opcode, content

    def hear_close(self):
        opcode, content = self.hear()
        assert opcode == 8, (opcode, content)
        return struct.unpack("!H", content[:2])[0], content[2:].decode()

    def close(self):
        self.s.close()


def read_to_end(s):
    out = b""
    while True:
        try:
            more = s.recv(65536)
        except ConnectionResetError:
            return out
        if not more:
            return out
        out += more


def parse_answer(data):
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0] else 0
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(": ")
        assert name.lower() not in headers, line
        headers[name.lower()] = value
    return status, headers, body.decode("utf-8", "replace")


def check_security(headers):
    for name, value in SECURITY.items():
        assert headers.get(name) == value, (name, headers.get(name))
    assert "cache-control" in headers and "date" in headers, headers
    assert "server" not in headers and "set-cookie" not in headers, headers


# ---- HTTP ----


def test_every_answer_has_the_security_headers():
    with Server() as s:
        file = re.search(r'(?:href|src)="(/[^"]+)"', s.ask("/")[2]).group(1)  # one of those that the page needs
        tries = [("/", "GET", 200), ("/index.html", "GET", 200), (file, "HEAD", 200), ("/nothing", "GET", 404),
                 ("/../etc/passwd", "GET", 404), ("/%2e%2e/", "GET", 404), ("/healthz", "GET", 200), ("/metrics", "GET", 200),
                 ("/ws", "GET", 426), ("/", "POST", 405), ("/", "BREW", 405), ("/" + "a" * 3000, "GET", 414),
                 ("/<script>", "GET", 400)]
        for path, method, wanted in tries:
            status, headers, body = s.ask(path, method)
            assert status == wanted, (path, method, status)
            check_security(headers)
            assert headers["connection"] == "close"
            assert "<script>" not in body
        for raw, wanted in [("GET / HTTP/1.1\r\nX: " + "y" * 9000, 431), ("GET / HTTP/1.0\r\n\r\n", 505),
                            ("\x16\x03\x01\x00\x01", 400), ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde", 413)]:
            status, headers, body = s.ask(raw=raw)
            assert status == wanted, (raw[:40], status)
            check_security(headers)
            assert len(body.split("\n")) == 3, body  # French, English
        status, headers, _ = s.ask("/ws", headers="Upgrade: websocket\r\n", raw=s.upgrade_text(origin="http://evil.example"))
        assert status == 403
        check_security(headers)
        ws = WebSocket(s)
        check_security(ws.headers)
        assert ws.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        assert ws.headers["sec-websocket-protocol"] == "veillee.v2"
        ws.close()


def test_only_own_names_are_answered():
    """DNS rebinding: a name of somebody else's that points here gets nothing, figures neither."""
    with Server() as s:
        for host, wanted in [("127.0.0.1", 200), ("localhost:%d" % s.port, 200), ("[::1]", 200), ("A:7777", 200), ("play.example", 200),
                             ("evil.example", 421), ("127.0.0.1.evil.example:%d" % s.port, 421), ("b", 421)]:
            for path in ("/", "/healthz", "/metrics"):
                status, headers, body = s.ask(raw="GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path, host))
                assert status == wanted, (host, path, status)
                assert status == 200 or len(body.split("\n")) == 3, body
        evil = s.upgrade_text(origin="http://evil.example").replace(b"Host: 127.0.0.1:%d" % s.port, b"Host: evil.example")
        assert s.ask("/ws", raw=evil)[0] == 421
        assert s.metrics()['veillee_refused_total{reason="host"}'] == 10


def test_files_are_cached_and_kept_alive():
    with Server() as s:
        status, headers, body = s.ask("/")
        assert status == 200 and "veillee join" in body and headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache" and int(headers["content-length"]) == len(body.encode())
        status, again, body = s.ask("/", headers="If-None-Match: %s\r\n" % headers["etag"])
        assert status == 304 and body == "" and again["etag"] == headers["etag"], (status, body)
        status, _, body = s.ask("/", "HEAD")
        assert status == 200 and body == ""
        one = "GET /healthz?token=x HTTP/1.1\r\nHost: a\r\n\r\n"
        with s.connect() as c:  # one after the other, then many at once, then to the limit of a connection
            for _ in range(3):
                c.sendall(one.encode())
                assert b"\r\n\r\nok\n" in c.recv(4096)
            c.sendall((one * 97).encode())
            out = read_to_end(c)
            assert out.count(b"HTTP/1.1 200 ") == 97 and out.count(b"Connection: close") == 1, out.count(b"HTTP/1.1 200 ")
        with s.connect() as c:  # cut at every byte
            for b in one.encode():
                c.sendall(bytes([b]))
            assert b"\r\n\r\nok\n" in c.recv(4096)


def test_health_and_metrics():
    with Server() as s:
        assert s.ask("/healthz")[::2] == (200, "ok\n")
        ws = WebSocket(s)
        ws.say("hello")
        assert ws.hear() == (1, b"hello")
        m = s.metrics()
        assert m["veillee_websockets"] == 1 and m["echo_guests"] == 1 and m["veillee_messages_in_total"] == 1, m
        assert m['veillee_refused_total{reason="origin"}'] == 0
        ws.say("!fault")
        ws.say("sync")
        ws.hear()
        assert s.ask("/healthz")[::2] == (503, "read-only\n")
        assert s.ask("/metrics", headers="X-Forwarded-For: 1.2.3.4\r\n")[0] == 403
        assert s.ask("/metrics", source="127.0.0.9")[0] == 200
        ws.close()
        s.wait_metric("veillee_websockets", 0)
        assert s.metrics()["echo_guests"] == 0
    with Server("metrics") as s:
        assert s.ask("/metrics", headers="X-Forwarded-For: 1.2.3.4\r\n")[0] == 200


# ---- who may connect ----


def test_foreign_origins_are_refused():
    with Server("origin=https://friend.example") as s:
        own = "127.0.0.1:%d" % s.port
        refused = [None, "", "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "https://%s.evil" % own,
                   "http://127.0.0.1.evil:%d" % s.port, "http://evil.example@%s" % own, "http://%s/" % own, "ws://" + own,
                   "file://", "http://%s http://evil" % own, "http://friend.example", "https://friend.example.evil"]
        for origin in refused:
            status = s.ask(raw=s.upgrade_text(origin=origin))[0]
            assert status == 403, (origin, status)
        for origin in ["own", "https://" + own, "https://friend.example"]:
            WebSocket(s, origin=origin).close()
        assert s.metrics()['veillee_refused_total{reason="origin"}'] == len(refused)
        assert s.ask(raw=s.upgrade_text(protocol="other"))[0] == 400
        WebSocket(s, protocol=None).close()


def test_more_connections_than_the_limit():
    with Server("connections=5") as s:
        held = [WebSocket(s) for _ in range(5)]
        status, headers, body = s.ask()
        assert status == 503 and "plein" in body and "full" in body and "retry-after" in headers, (status, body)
        check_security(headers)
        held[0].say("still here")
        assert held[0].hear() == (1, b"still here")
        held.pop().close()
        end = time.monotonic() + PATIENCE
        while s.ask()[0] != 200:
            assert time.monotonic() < end
        for ws in held:
            ws.close()


def test_too_many_connects_of_one_address():
    with Server("address_rate=1", "address_burst=5") as s:
        answers = [s.ask() for _ in range(30)]  # more than the seconds it takes
        assert [a[0] for a in answers[:5]] == [200] * 5
        status, headers, body = next(a for a in answers if a[0] != 200)
        assert status == 429 and "adresse" in body and "address" in body and "retry-after" in headers, (status, body)
        check_security(headers)
        assert s.ask(source="127.0.0.2")[0] == 200  # everybody else is welcome
        time.sleep(1.2)
        assert s.ask()[0] == 200
    with Server("address_connections=2") as s:
        held = [WebSocket(s), WebSocket(s)]
        assert s.ask()[0] == 429
        held.pop().close()
        end = time.monotonic() + PATIENCE
        while s.ask()[0] != 200:
            assert time.monotonic() < end
    with Server("address_rate=1", "address_burst=2", "proxy") as s:  # the proxy itself is no visitor
        for i in range(20):
            assert s.ask(headers="X-Forwarded-For: 9.9.9.9, 10.0.0.%d\r\n" % i)[0] == 200
        got = [s.ask(headers="X-Forwarded-For: 10.0.0.%d, 2001:db8::%x\r\n" % (i, i))[0] for i in range(4)]
        assert got == [200, 200, 429, 429], got  # one IPv6 network


def test_a_flood_of_connects_leaves_others_alone():
    with Server("address_rate=1", "address_burst=50", "handshake_ms=10000") as s:
        flood, good = [], 0
        for i in range(3000):
            c = socket.socket()
            c.setblocking(False)
            c.connect_ex(("127.0.0.1", s.port))
            flood.append(c)
            if i % 30 == 0:
                good += s.ask("/healthz", source="127.0.1.%d" % (i // 30))[0] == 200
        assert good == 100, good
        m = s.metrics(source="127.0.2.1")
        assert m['veillee_refused_total{reason="address_rate"}'] > 2000, m
        for c in flood[-100:]:  # and nobody is turned away without a reason
            c.setblocking(True)
            c.settimeout(PATIENCE)
            status, _, body = parse_answer(read_to_end(c))
            assert status in (429, 408) and ("Too many" in body or "in time" in body), (status, body)
        for c in flood:
            c.close()


# ---- slow and silent ----


def test_a_request_must_arrive_in_time():
    with Server("handshake_ms=500") as s:
        begun = time.monotonic()
        drip, silent, partial = s.connect(), s.connect(), s.connect()
        partial.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        try:
            for b in b"GET / HTTP/1.1\r\nHost: a\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa":
                drip.sendall(bytes([b]))
                time.sleep(0.05)
        except OSError:
            pass
        assert time.monotonic() - begun > 0.4
        for c in (silent, partial):
            status, headers, _ = parse_answer(read_to_end(c))
            assert status == 408, status
            check_security(headers)
        with s.connect() as c:  # kept alive, then left: closed without a word
            c.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            assert read_to_end(c).count(b"HTTP/1.1") == 1
        s.wait_metric('veillee_closed_total{reason="timeout"}', 3)
        for c in (drip, silent, partial):
            c.close()


def test_one_who_never_reads_is_cut_off():
    with Server() as s:
        good, slow = WebSocket(s), WebSocket(s)
        slow.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(100):
            slow.say("!send 100 2000")
            good.say("hello")
            assert good.hear() == (1, b"hello")
            m = s.metrics()
            assert m["veillee_queued_bytes"] <= 262144 + 65536, m["veillee_queued_bytes"]
            if m['veillee_closed_total{reason="slow"}']:
                break
        assert m['veillee_closed_total{reason="slow"}'] == 1
        s.wait_metric("veillee_queued_bytes", 0)
        assert s.metrics()["echo_guests"] == 1
        good.close()
        slow.close()


def test_all_queues_together_are_bounded():
    with Server("queues_bytes=400000", "queue_bytes=262144") as s:
        slow = []
        for _ in range(12):
            ws = WebSocket(s)
            ws.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.append(ws)
        for _ in range(60):
            for ws in slow:
                try:
                    ws.say("!send 10 10000")
                except OSError:
                    pass
            assert s.metrics()["veillee_queued_bytes"] <= 400000 + 12 * 20000
        assert s.metrics()['veillee_closed_total{reason="slow"}'] > 0
        for ws in slow:
            ws.close()


def test_silence_is_pinged_and_then_ends():
    with Server("ping_ms=200", "idle_ms=2000") as s:
        polite, dead = WebSocket(s), WebSocket(s)
        for _ in range(12):  # longer than the silence that is allowed
            opcode, content = polite.hear()
            assert opcode == 9, (opcode, content)
            polite.frame(10, content)
        assert dead.hear()[0] == 9
        assert dead.hear_close() == (1001, "idle")
        polite.say("hello")
        while (heard := polite.hear())[0] == 9:
            pass
        assert heard == (1, b"hello")
        s.wait_metric('veillee_closed_total{reason="idle"}', 1)
        polite.close()
        dead.close()


def test_too_many_messages_are_slowed_down():
    with Server("message_rate=40", "message_burst=5") as s:
        ws, other = WebSocket(s), WebSocket(s)
        begun = time.monotonic()
        for i in range(30):
            ws.say("m%d" % i)
        for i in range(4):
            other.say("x")
            assert other.hear() == (1, b"x")
        for i in range(30):
            assert ws.hear() == (1, b"m%d" % i)
        assert time.monotonic() - begun > 0.4
        ws.frame(8, b"\x03\xe8")
        assert ws.hear_close()[0] == 1000
        assert s.metrics()["veillee_throttled_total"] > 0
        gone = WebSocket(s)
        for i in range(30):
            gone.say("m%d" % i)
        gone.close()  # while it is being held back
        s.wait_metric("veillee_websockets", 1)
        other.close()


def test_what_is_too_big_costs_no_memory():
    with Server("address_rate=0") as s:
        def attack():
            ws = WebSocket(s)
            ws.s.sendall(b"\x81\xff" + struct.pack("!Q", 2**63) + b"mask")
            assert ws.hear_close()[0] == 1009
            ws.close()
            ws = WebSocket(s)
            ws.s.sendall(b"\x81\xfe\x10\x01mask")
            assert ws.hear_close()[0] == 1009
            ws.close()
            ws = WebSocket(s)
            for i in range(5):
                ws.frame(1 if i == 0 else 0, b"a" * 4096, first=0)
            assert ws.hear_close()[0] == 1009
            ws.close()
            assert s.ask(raw="GET / HTTP/1.1\r\nX: " + "y" * 9000)[0] == 431
        for _ in range(20):
            attack()
        before = s.rss_kb()
        for _ in range(100):
            attack()
        assert s.is_sanitized() or s.rss_kb() - before < 512, (before, s.rss_kb())


def test_one_message_reaches_all():
    with Server() as s:
        guests = [WebSocket(s) for _ in range(300)]
        guests[0].say("!all news")
        for ws in guests:
            assert ws.hear() == (1, b"news")
        for ws in guests:
            ws.close()


def test_the_application_closes_with_a_reason():
    with Server() as s:
        ws = WebSocket(s)
        ws.say("!close 4001 go away \u00e9t\u00e9")
        ws.say("unheard")
        assert ws.hear_close() == (4001, "go away \u00e9t\u00e9")
        ws.frame(8, b"\x0f\xa1")
        assert read_to_end(ws.s) == b""
        ws.close()
        mute = WebSocket(s)  # does not answer the close: ended all the same
        mute.say("!close 4002")
        assert mute.hear_close() == (4002, "")
        s.wait_metric("veillee_websockets", 0)
        mute.close()


# ---- starting and stopping ----


def test_a_stop_says_goodbye():
    with Server("stop_ms=60000", "close_ms=60000") as s:  # it does not wait for what has answered
        guests = [WebSocket(s) for _ in range(20)]
        http = s.connect()
        http.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"ok\n" in http.recv(4096)
        guests[0].say("!send 50 4000")  # must be drained
        s.process.send_signal(signal.SIGTERM)
        for i, ws in enumerate(guests):
            for _ in range(50 if i == 0 else 0):
                assert len(ws.hear()[1]) == 4000
            opcode, content = ws.hear()
            assert opcode == 1 and json.loads(content) == {"t": "bye", "retry": [0, 3000]}, content
            assert ws.hear_close() == (1001, "server is stopping")
            ws.frame(8, b"\x03\xe9")
            ws.close()
        assert http.recv(10) == b""
        http.close()
        assert s.wait(30) == 0
    with Server("stop_ms=500", "close_ms=60000") as s:  # nobody answers: not for ever
        guests = [WebSocket(s) for _ in range(5)]
        begun = time.monotonic()
        s.process.send_signal(signal.SIGINT)
        assert s.wait(30) == 0
        assert time.monotonic() - begun > 0.3
    with Server("stop_ms=60000", "close_ms=60000") as s:  # asked twice: at once
        ws = WebSocket(s)
        s.process.send_signal(signal.SIGTERM)
        assert ws.hear()[0] == 1
        s.process.send_signal(signal.SIGTERM)
        assert s.wait(5) == 0


def test_a_stop_waits_for_the_application():
    with Server("stop_ms=1500") as s:
        ws = WebSocket(s)
        http = s.connect()
        http.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"ok\n" in http.recv(4096)
        ws.say("!busy")
        ws.say("sync")
        assert ws.hear() == (1, b"sync")
        late = s.connect()
        late.sendall(s.upgrade_text()[:-2])
        time.sleep(0.1)
        s.process.send_signal(signal.SIGTERM)
        assert b"bye" in ws.hear()[1]
        ws.say("still answered")
        assert ws.hear() == (1, b"still answered")
        http.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"stopping\n" in http.recv(4096)
        late.sendall(b"\r\n")
        status, headers, body = parse_answer(read_to_end(late))
        assert status == 503 and "restarting" in body and "retry-after" in headers, (status, body)
        assert ws.hear_close()[0] == 1001
        assert s.wait() == 0
        for c in (http, late, ws):
            c.close()


def fails(*args):
    p = subprocess.run([BUILD + "/net-echo", *args], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert p.returncode == 2 and p.stdout == "" and p.stderr.count("\n") == 1, p
    return p.stderr


def test_what_cannot_be_listened_on():
    with Server() as s:
        assert s.address in fails("listen=" + s.address)
    assert "name" in fails("listen=no-such-host.invalid:7777").lower()
    fails("listen=127.0.0.1:70000")
    fails("listen=127.0.0.1")
    fails("listen=::1:7777")
    fails("listen=192.0.2.1:7777")
    fails("log=/nonexistent/x")
    assert "connections=0" in fails("connections=0")
    with Server("listen=[::1]:0") as s:
        with socket.create_connection(("::1", s.port)) as c:
            c.sendall(b"GET /healthz HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n")
            assert parse_answer(read_to_end(c))[0] == 200


def test_an_inherited_socket_outlives_the_process():
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        port = listening.getsockname()[1]
        with Server(fd=listening.fileno()) as s:
            assert s.port == port and s.ask("/healthz")[0] == 200
        waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]  # nobody is there to accept
        with Server(fd=listening.fileno()) as s:
            for c in waiting:
                c.settimeout(PATIENCE)
                c.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert parse_answer(read_to_end(c))[0] == 200
                c.close()


def test_two_processes_share_a_port_during_a_restart():
    with Server("reuse_port") as old:
        with Server("reuse_port", "listen=" + old.address) as new:
            old.process.send_signal(signal.SIGTERM)
            ok = sum(new.ask("/healthz")[0] in (200, 503) for _ in range(300))
            assert ok == 300, ok
            assert old.wait() == 0
            assert new.ask("/healthz")[0] == 200


def test_the_log_has_no_secrets():
    with tempfile.TemporaryDirectory() as d:
        path = d + "/log"
        with Server("log=" + path) as s:
            s.ask("/?token=SECRET")
            s.ask("/SECRET", headers="X: SECRET\r\nCookie: SECRET\r\nOrigin: http://SECRET\r\n")
            s.ask(raw="GET /SECRET\x01")
            ws = WebSocket(s, path="/ws?token=SECRET")
            ws.say("SECRET")
            ws.hear()
            ws.frame(3, b"SECRET")
            ws.hear_close()
            ws.close()
            os.rename(path, path + ".1")
            s.process.send_signal(signal.SIGHUP)
            end = time.monotonic() + PATIENCE
            while not os.path.exists(path):
                assert time.monotonic() < end
                time.sleep(0.02)
            s.ask()
        text = ""
        for name in (path + ".1", path):
            with open(name, encoding="utf-8") as f:
                text += f.read()
        lines = [json.loads(line) for line in text.splitlines()]
        events = [e["event"] for e in lines]
        assert {"listening", "closed", "refused", "violation", "log", "stopping", "stopped"} <= set(events), events
        assert "SECRET" not in text and "127.0.0.1" not in text.replace(s.address, ""), text
        with Server("log=" + path, "log-peers") as s:
            s.ask(source="127.0.0.77")
        with open(path, encoding="utf-8") as f:
            assert '"peer":"127.0.0.77"' in f.read()


# ---- the command ----


def serve(*args, lang="en", env=None, **kw):
    return subprocess.Popen([BUILD + "/veillee", "--lang", lang, "serve", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env={**os.environ, **(env or {})}, **kw)


def test_serve_refuses_with_one_line():
    with tempfile.TemporaryDirectory() as d, Server() as s:
        for args in (["--listen", s.address], ["--listen", "no-such-host.invalid:1"], ["--listen", "127.0.0.1:70000"],
                     ["--listen", "127.0.0.1"], ["--limit", "connections=0"], ["--limit", "conections=5"], ["--limit", "x"],
                     ["--origin", "veillee.example"], ["--origin", "https://a/b"], ["--log", "/nonexistent/x"],
                     ["--log-level", "loud"], ["--store", "sqlite:/nonexistent/a/b"], ["--store", "paper:x"], ["--workers", "-1"],
                     ["--nonsense"], ["word"]):
            for lang in ("fr", "en"):
                p = serve(*args, lang=lang, env={"XDG_DATA_HOME": d})
                out, err = p.communicate(timeout=PATIENCE)
                assert p.returncode == 2 and out == "" and err.count("\n") == 1 and err.startswith("veillee"), (args, err)


def test_serve_runs_and_stops():
    with tempfile.TemporaryDirectory() as d:
        env = {"XDG_DATA_HOME": d}
        p = serve("--listen", "127.0.0.1:0", "--log", d + "/log", "--backup", d + "/copy", env=env)
        port = int(re.search(r":(\d+)/", p.stdout.readline()).group(1))
        assert os.stat(d + "/veillee").st_mode & 0o77 == 0 and os.stat(d + "/veillee/server.db").st_mode & 0o77 == 0
        with socket.create_connection(("127.0.0.1", port)) as c:
            c.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            status, headers, body = parse_answer(read_to_end(c))
            check_security(headers)
            for name in ("veillee_connections", "veillee_rooms", "veillee_store_commits_total", "veillee_bot_jobs_total"):
                assert "\n%s " % name in body, (status, name)
        second = serve("--listen", "127.0.0.1:0", env=env)  # two servers on one store
        assert second.wait(PATIENCE) == 2 and "another server" in second.stderr.read()
        p.send_signal(signal.SIGUSR1)
        end = time.monotonic() + PATIENCE
        while not os.path.exists(d + "/copy"):
            assert time.monotonic() < end
            time.sleep(0.05)
        p.terminate()
        assert p.wait(PATIENCE) == 0, p.stderr.read()
        for q in (p, second):
            q.stdout.close()
            q.stderr.close()


def test_serve_takes_over_from_its_predecessor():
    with tempfile.TemporaryDirectory() as d:
        env = {"XDG_DATA_HOME": d}
        old = serve("--listen", "127.0.0.1:0", "--reuse-port", "--log", d + "/log", env=env)
        address = re.search(r"http://(.*)/", old.stdout.readline()).group(1)
        new = serve("--listen", address, "--reuse-port", "--limit", "store_wait_ms=15000", "--log", d + "/log", env=env)
        time.sleep(0.5)
        assert new.poll() is None
        old.terminate()
        assert old.wait(PATIENCE) == 0
        assert address in new.stdout.readline()
        with socket.create_connection(address.split(":")) as c:
            c.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert parse_answer(read_to_end(c))[2] == "ok\n"
        new.terminate()
        assert new.wait(PATIENCE) == 0
        for q in (old, new):
            q.stdout.close()
            q.stderr.close()


def test_every_limit_is_documented():
    p = serve("--limits")
    names = [line.split()[0] for line in p.communicate()[0].splitlines() if line.startswith("  ") and line[2] != " "]
    with open(os.path.join(os.path.dirname(__file__), "../../docs/deploy.md"), encoding="utf-8") as f:
        text = f.read()
    assert len(names) > 15
    for name in names:
        assert "`%s`" % name in text, name


def main():
    global BUILD
    BUILD = sys.argv[1] if len(sys.argv) > 1 else BUILD
    only = sys.argv[2] if len(sys.argv) > 2 and sys.argv[2] != "-v" else ""
    failed = ran = 0
    for name, test in list(globals().items()):
        if name.startswith("test_serve") and not os.path.exists(BUILD + "/veillee"):
            continue
        if name.startswith("test_") and only in name:
            ran += 1
            begun = time.monotonic()
            try:
                test()
                if "-v" in sys.argv:
                    print("%5.1f s %s" % (time.monotonic() - begun, name))
            except Exception as e:  # pylint: disable=broad-except
                failed += 1
                import traceback
                traceback.print_exc()
                print("FAIL %s: %s: %s" % (name, type(e).__name__, e))
    print("%d passed, %d failed" % (ran - failed, failed))
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())

"""Figures 12-16, 19-21, 23, 24: clients that mean no good."""
import json
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time
import unicodedata

from fig_load import ms, times
from harness import grep_tokens, sound
from wsclient import Closed, Peer, ask_http, frame, read_answer, request

HERE = os.path.dirname(os.path.abspath(__file__))
NO_RATE = {"message_rate": 0, "address_rate": 0}


# ---- 12, 13, 14 ----

def mutated(b):
    r = b.report
    r.figure = 12
    programs = [("", b.args.program)] + [(" (ASan, UBSan)", b.args.asan)] * bool(b.args.asan)
    total = b.size(20000, 10_000_000)
    for i, (what, program) in enumerate(programs):
        s = b.server(f"mutated{i}", program=program, limits=NO_RATE).start()
        load = b.load(s, sources=250)
        share = total // len(programs)
        before = None
        done, answers, worst, requests, seconds = 0, 0, 0, 0, 0.0
        while done < share:
            a = load.do("mutate", frames=min(share - done, 500_000), conns=32)
            if before is None:
                before = s.status("VmRSS")
            if not r.check("the server lives", s.process.poll() is None, s.said()[-2000:]):
                break
            done, answers, requests = done + a["frames"], answers + a["answers"], requests + a["requests"]
            worst, seconds = max(worst, a["max_us"]), seconds + a["seconds"]
            if not r.check("no hang", a["hangs"] == 0 and a["frames"] > 0, str(a)):
                break
        r.note(f"{done} mutated frames and {requests} mutated requests{what}, {answers} answers, {seconds:.0f} s: 0 crashes, "
               f"longest answer to a batch of 24 {ms(worst)}; resident {before / 1024:.0f} MB after the first part, {s.status('VmRSS') / 1024:.0f} MB at the end")
        r.timed("no hang > 100 ms", worst, 100000 * (10 if what else 1))
        with Peer(s.port) as p:
            r.check("it still serves", p.hello()["t"] == "welcome")
        b.end_of_figure()


def conformance(b):
    """The vectors are the network layer's own test."""
    r = b.report
    r.figure = 13
    path = b.args.net_tests
    if not path or not os.path.exists(path):
        r.check("the conformance vectors are built (net-tests)", False, str(path))
        return
    out = subprocess.run([path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    line = [x for x in out.stdout.splitlines() if "passed" in x][-1:]
    told = [x[5:] for x in out.stdout.splitlines() if x.startswith("NOTE ")]
    r.note(f"RFC 6455 vectors: {line[0] if line else 'no answer'}" + "".join("; " + t for t in told[:3]))
    r.check("every vector holds", out.returncode == 0, out.stdout[-2000:])
    live_vectors(b)


def live_vectors(b):
    """The same categories against the real program, through a socket: echoes are pongs and answers."""
    r = b.report
    s = b.server("vectors", limits=NO_RATE).start()
    hello = json.dumps({"t": "hello", "version": 2}).encode()

    def ends_with(code, *frames, split=0):
        with Peer(s.port) as p:
            data = b"".join(frames)
            if split:
                for i in range(0, len(data), split):
                    p.raw(data[i:i + split])
            else:
                p.raw(data)
            try:
                p.until("none")
            except Closed as e:
                return e.code == code
            except (TimeoutError, socket.timeout):
                return False
        return False

    def answers(*frames, split=0):
        with Peer(s.port) as p:
            data = b"".join(frames)
            for i in range(0, len(data), split or len(data)):
                p.raw(data[i:i + (split or len(data))])
            return p.until("welcome")["t"] == "welcome"

    def pong(payload):
        with Peer(s.port) as p:
            p.raw(frame(payload, 9))
            return p.frame(time.monotonic() + 60) == (10, payload)

    cases = {
        "1 text whole": answers(frame(hello)),
        "1 text byte by byte": answers(frame(hello), split=1),
        "2 ping empty": pong(b""), "2 ping 125 bytes": pong(bytes(range(125))),
        "2 ping 126 bytes": ends_with(1002, frame(b"x" * 126, 9)),
        "2 pong unasked": answers(frame(b"?", 10), frame(hello)),
        "2 ten pings": answers(*[frame(b"%d" % i, 9) for i in range(10)], frame(hello)),
        "3 RSV1": ends_with(1002, frame(hello, rsv=4)), "3 RSV2": ends_with(1002, frame(hello, rsv=2)), "3 RSV3": ends_with(1002, frame(hello, rsv=1)),
        "4 opcode 3": ends_with(1002, frame(b"", 3)), "4 opcode 7": ends_with(1002, frame(b"x", 7)),
        "4 opcode 11": ends_with(1002, frame(b"", 11)), "4 opcode 15": ends_with(1002, frame(b"x", 15)),
        "5 two fragments": answers(frame(hello[:9], fin=False), frame(hello[9:], 0)),
        "5 ping in between": answers(frame(hello[:9], fin=False), frame(b"!", 9), frame(hello[9:], 0)),
        "5 fragmented ping": ends_with(1002, frame(b"", 9, fin=False)),
        "5 continues nothing": ends_with(1002, frame(hello, 0)),
        "5 text inside of a message": ends_with(1002, frame(hello[:9], fin=False), frame(hello)),
        "6 bad UTF-8": ends_with(1007, frame(b"\xce\xba\xff")), "6 surrogate": ends_with(1007, frame(b"\xed\xa0\x80")),
        "6 overlong": ends_with(1007, frame(b"\xc0\xaf")), "6 bad UTF-8 in a fragment": ends_with(1007, frame(b"\xce", fin=False), frame(b"\xff", 0)),
        "7 close 1000": ends_with(1000, frame(struct.pack("!H", 1000), 8)), "7 close without a code": ends_with(1005, frame(b"", 8)),
        "7 close of one byte": ends_with(1002, frame(b"\x03", 8)), "7 close 999": ends_with(1002, frame(struct.pack("!H", 999), 8)),
        "7 close 1005": ends_with(1002, frame(struct.pack("!H", 1005), 8)), "7 close 5000": ends_with(1002, frame(struct.pack("!H", 5000), 8)),
        "7 close with bad UTF-8": ends_with(1007, frame(struct.pack("!H", 1000) + b"\xff", 8)),
        "not masked": ends_with(1002, frame(hello, mask=False)), "binary": ends_with(1003, frame(hello, 2)),
        "length in too many bytes": ends_with(1002, b"\x81\xfe\x00\x05" + b"abcd" + b"hello"),
    }
    bad = [k for k, v in cases.items() if not v]
    r.note(f"{len(cases) - len(bad)} of {len(cases)} vectors against the program through a socket")
    for k, v in cases.items():
        r.check(k, v)
    b.end_of_figure()


def oversized(b):
    r = b.report
    r.figure = 14
    s = b.server("oversized", limits=NO_RATE).start()

    def closes(*frames):
        with Peer(s.port) as p:
            try:
                p.raw(b"".join(frames))
                p.until("none")
            except Closed as e:
                return e.code
            except OSError:
                return 0
        return 0

    big = b"x" * 5000
    tries = {
        "header > 8 kB": lambda: ask_http(s.port, request(s.port, X_Big="x" * 9000))[0] == 431,
        "many headers": lambda: ask_http(s.port, request(s.port, **{f"X-{i}": "y" * 50 for i in range(200)}))[0] == 431,
        "line > 2 kB": lambda: ask_http(s.port, request(s.port, path="/" + "x" * 3000))[0] in (414, 431),
        "a body": lambda: ask_http(s.port, request(s.port, path="/", Content_Length="1000000"))[0] == 413,
        "frame > 4 kB": lambda: closes(frame(big)) == 1009,
        "message > 16 kB": lambda: closes(frame(big[:4000], fin=False), *[frame(big[:4000], 0, fin=False)] * 5) == 1009,
        "1,000 fragments and one": lambda: closes(frame(b"x", fin=False), *[frame(b"x", 0, fin=False)] * 1001) in (1008, 1009),
        "length 2^63": lambda: closes(frame(b"", length=1 << 63)) in (1002, 1009),
        "length 2^63 - 1": lambda: closes(frame(b"", length=(1 << 63) - 1)) == 1009,
        "length 2^32": lambda: closes(frame(b"", length=1 << 32)) == 1009,
        "1 MB promised, then silence": lambda: closes(frame(b"", length=1 << 20)) == 1009,
    }
    for what, attempt in tries.items():
        r.check(what, attempt())
    rounds = b.size(10, 100)
    for _ in range(5):
        for attempt in tries.values():
            attempt()
    before = s.status("VmRSS")
    for _ in range(rounds):
        for what, attempt in tries.items():
            if not attempt():
                r.check(what, False, "in a later round")
    change = s.status("VmRSS") - before
    r.note(f"{len(tries)} kinds of oversized things, each {rounds} times: all closed with 431/413/414/1009; resident memory changed by {change} kB")
    r.check("memory does not change", change <= 256, f"{change} kB")
    b.end_of_figure()


# ---- 15, 16 ----

def slow(b):
    r = b.report
    r.figure = 15
    n = b.size(200, 5000)
    s = b.server("slow").start()
    good = b.load(s)
    good.do("open", tables=b.size(20, 250), humans=2, rate=500, seconds=30, tokens=b.token_file())
    rate = b.size(50, 500)
    calm = good.do("play", rate=rate, warm=1, seconds=b.size(4, 12))
    bad = b.load(s, sources=100)
    bad.begin("loris", n=n, every=b.size(2000, 10000), seconds=20)
    during = good.do("play", rate=rate, warm=0, seconds=b.size(4, 12))
    a = bad.end()
    after = good.do("play", rate=rate, warm=1, seconds=b.size(2, 12))
    r.note(f"{a['peak']} half-open handshakes at once, a byte now and then: {a['n']} closed by the server, the last after {ms(a['max_us'])}, {a['left']} left")
    r.check("every attacker is closed", a["left"] == 0 and a["n"] == n, str(a))
    r.timed("the last of them, in µs", a["max_us"], 10_000_000)
    r.note(f"good players meanwhile: p50 {ms(during['p50_us'])}, p99 {ms(during['p99_us'])}; before: p50 {ms(calm['p50_us'])}, "
           f"p99 {ms(calm['p99_us'])}; after: p50 {ms(after['p50_us'])}, p99 {ms(after['p99_us'])}")
    quiet = max(calm["p99_us"], after["p99_us"])
    sound(r, during)
    # Twenty per cent, and at least two milliseconds: less than that is the scheduler's noise.
    r.timed("good players' p99", during["p99_us"], max(quiet * 1.2, quiet + 2000))

    before = s.status("VmRSS")
    sinks = b.size(10, 100)
    watched = b.load(s)
    watched.do("open", tables=1, humans=1, rate=100, seconds=10, tokens=b.token_file())
    watched.do("play", rate=0, seconds=5, moves=30)  # into the game: the view of a board is larger than that of an empty one
    slow_before = s.metric('veillee_closed_total{reason="slow"}')
    good.begin("play", rate=rate, seconds=b.size(6, 15))
    watched.begin("sink", n=sinks, seconds=90)
    peak, end = 0, time.monotonic() + 90
    while time.monotonic() < end and s.metric('veillee_closed_total{reason="slow"}') - slow_before < sinks:
        peak = max(peak, s.metric("veillee_queued_bytes"))
        time.sleep(0.05)
    took = time.monotonic() - end + 90
    during, a = good.end(), watched.end()
    r.note(f"{sinks} readers that ask for views and never read: all closed after {took:.1f} s (most of it the kernel's buffers filling up); at most "
           f"{peak / 1024 / sinks:.0f} kB queued for each, resident {(s.status('VmRSS') - before) / 1024:.1f} MB more; good players meanwhile p50 {ms(during['p50_us'])}, p99 {ms(during['p99_us'])}")
    r.check("every one of them is closed, as too slow", s.metric('veillee_closed_total{reason="slow"}') - slow_before == sinks and a["closed"] == sinks, str(a))
    r.check("256 kB each at most", peak <= sinks * 262144 + (1 << 20), str(peak))
    sound(r, during)
    b.end_of_figure()


def flood(b):
    r = b.report
    r.figure = 16
    s = b.server("flood").start()
    good = b.load(s)
    good.do("open", tables=20, humans=2, rate=500, seconds=30, tokens=b.token_file())
    bad = b.load(s, sources=1000)
    good.begin("play", rate=50, seconds=b.size(3, 10))
    a = bad.do("flood", rate=b.size(1000, 5000), honest=b.size(20, 100), seconds=b.size(3, 10))
    during = good.end()
    share = a["honest_served"] / max(1, a["honest"])
    r.note(f"{a['flood_per_s']:.0f} connects/s from 10 addresses ({a['flood']} in all, {a['flood_served']} served, {a['refused']} refused): "
           f"{100 * share:.1f} % of {a['honest']} honest connects welcomed, p99 {ms(a['p99_us'])}; those at the tables p99 {ms(during['p99_us'])}")
    r.check("honest connects are served", share >= 0.95, str(a))
    r.timed("the flood was one", a["flood_per_s"], b.size(1000, 5000) * 0.9, least=True)
    sound(r, during)
    # A refusal is a sentence, not a silence.
    r.check("refusals say why", a["refused"] == 0 or a["told_why"] >= 0.9 * a["refused"], str(a))
    refusal(b)
    b.end_of_figure()


def refusal(b):
    """What somebody is told who comes too often; the limit is such that any machine reaches it."""
    r = b.report
    s = b.server("refusal", limits={"address_rate": 1, "address_burst": 20}).start()

    def ask():
        return ask_http(s.port, request(s.port, path="/healthz", Connection="close"), source="127.0.0.240")

    answers = [ask() for _ in range(100)]
    refused = [a for a in answers if a[0] == 429]
    r.check("429 with a readable reason and Retry-After", refused and all(len(body) > 20 and "retry-after" in headers for _, headers, body in refused),
            f"{[a[0] for a in answers]}")
    time.sleep(1.5)
    r.check("and it is no ban", ask()[0] == 200)


# ---- 19, 20, 21, 23, 24 ----

def authority(b):
    r = b.report
    r.figure = 19
    s = b.server("authority", limits=NO_RATE).start()
    load = b.load(s, sources=250)
    want, done = b.size(2000, 1_000_000), {}
    while done.get("tries", 0) < want:
        a = load.do("seats", tries=min(want, b.size(2000, 100_000)), tables=b.size(8, 32))
        if not a["is_set"] or not a["tries"]:
            r.check("the tables are set", False, str(a))
            break
        for k, v in a.items():
            if isinstance(v, (int, float)) and not isinstance(v, bool):
                done[k] = done.get(k, 0) + v
        r.check("nothing was accepted wrongly", a["accepted"] == 0, a["what"])
        r.check("everything was answered", a["unanswered"] == 0 and a["refused"] == a["tries"], str(a))
        r.timed("few were only busy", a["busy"], 0.05 * a["tries"])
        r.check("the right ones were accepted", a["right_moves_accepted"] > 0 and a["right_moves_refused"] == 0, str(a))
    r.note(f"{done.get('tries')} wrong (token, seat, table, action): {done.get('accepted')} accepted ({done.get('denied')} denied, {done.get('unknown')} unknown, "
           f"{done.get('stale')} stale, {done.get('else')} else, {done.get('busy')} busy); {done.get('right_moves_accepted')} right ones in between, all accepted; {done.get('seconds', 0):.0f} s")
    b.end_of_figure()


def tokens(b):
    """20: comes last, over everything that the figures before have left behind."""
    r = b.report
    r.figure = 20
    files = []
    for folder, _, names in os.walk(b.root):
        files += [os.path.join(folder, n) for n in names if n.endswith((".log", ".err", ".db", ".db-wal", ".db-shm")) or "games.db" in n]
    n, found = grep_tokens(b, files)
    size = sum(os.path.getsize(f) for f in files)
    r.note(f"{n} tokens looked for in {len(files)} logs and stores ({size / 1e6:.0f} MB): {found} found")
    r.check("there were tokens and files", n > 0 and files, f"{n} {files}")
    r.check("no token in any log or store", found == 0, str(found))
    token_strength(b)


def token_strength(b):
    r = b.report
    s = b.server("tokens").start()
    with Peer(s.port) as p:
        p.hello()
        made = p.create(humans=2)
        all_tokens = [x["token"] for x in made["links"]] + [made["watch"]["token"]]
        r.check("26 characters: 128 bits", all(len(t) == 26 for t in all_tokens))
        r.check("all different", len(set(all_tokens + [made["room"]])) == 4)
        r.check("in the fragment of the link", all(x["path"] == f"/#/r/{made['room']}/{x['token']}" for x in made["links"]))
        token = made["links"][0]["token"]
        p.join(made["room"], token)
        new = p.ask({"t": "renew"}, "renewed")["token"]
        with Peer(s.port) as q:
            q.hello()
            r.check("renewed: the old link is void", q.join(made["room"], token)["t"] == "error")
            r.check("and the new one is not", q.join(made["room"], new)["t"] == "joined")
    for path in (f"/ws?token={new}", f"/?token={new}"):
        ask_http(s.port, request(s.port, path=path))
    s.stop()
    for path in (s.log, s.errors):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        r.check("not even a token in a query string is logged", new not in text and token not in text, path)
    b.end_of_figure()


def origins(b):
    r = b.report
    r.figure = 21
    s = b.server("origins").start()
    host = f"127.0.0.1:{s.port}"
    bad = [None, "null", "", "https://evil.example", f"https://{host}.evil.example", f"http://evil.example/{host}", f"http://{host}@evil.example",
           f"http://evil.example?{host}", f"http://evil.example#{host}", f"http://evil{host}", "http://127.0.0.1", f"http://127.0.0.1:{s.port + 1}",
           f"ftp://{host}", f"file://{host}", host, f"//{host}", f"http:{host}", f"http:///{host}", f"http://{host}/", f"http://{host} ",
           f"http://{host},http://evil.example", f"http://{host} http://evil.example", f"http://.{host}", f"http://localhost:{s.port}", "http://[::1]",
           f"http://{host}\t", "javascript:alert(1)", "data:text/html,x", "http://", "https://", f"http://xn--127-0.1:{s.port}", f"HTTP//{host}"]
    accepted = []
    for o in bad:
        status, _, _ = ask_http(s.port, request(s.port, Origin=o))
        # Trailing blanks are no part of a header's value; with them stripped it is our own origin.
        if status not in (403, 400) and not (o and o != o.strip()):
            accepted.append((o, status))
    refused = [o for o in bad if ask_http(s.port, request(s.port, Origin=o))[0] == 403]
    r.note(f"{len(bad)} handshakes with an absent, foreign, null or look-alike Origin: {len(accepted)} accepted, {len(refused)} refused with 403")
    r.check("all refused", not accepted, str(accepted))
    r.check("with 403", len(refused) >= len(bad) - 3, str([o for o in bad if o not in refused]))
    r.check("our own is accepted", ask_http(s.port, request(s.port))[0] == 101)
    # No cookie grants anything: there are none, and one that is sent changes nothing.
    status, headers, _ = ask_http(s.port, request(s.port, Cookie="session=1; token=abc"))
    r.check("no cookie is set", status == 101 and "set-cookie" not in headers, str(headers))
    b.end_of_figure()


WANTED = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin", "x-frame-options": None, "content-security-policy": None}
REQUIRED = ("x-content-type-options", "referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "content-security-policy")


def headers(b):
    r = b.report
    r.figure = 23
    s = b.server("headers", limits={"address_rate": 1, "address_burst": 400}).start()
    tried, lacking = {}, []

    def look(what, answer):
        status, got, _ = answer
        tried[what] = status
        for k in REQUIRED:
            if k not in got or (WANTED[k] and got[k] != WANTED[k]):
                lacking.append((what, status, k, got.get(k)))

    for path in ("/", "/index.html", "/healthz", "/metrics", "/favicon.ico", "/none", "/../etc/passwd", "/%2e%2e/x", "/ws", "/ws/", "/#x", "/?a=b"):
        for method in ("GET", "HEAD"):
            look(f"{method} {path}", ask_http(s.port, request(s.port, path=path, method=method)))
    port = s.port
    look("upgrade", ask_http(port, request(port)))
    look("origin", ask_http(port, request(port, Origin="http://evil.example")))
    look("POST", ask_http(port, request(port, path="/", method="POST", Content_Length="0")))
    look("body", ask_http(port, request(port, path="/", Content_Length="10")))
    look("version", ask_http(port, request(port, path="/", version="HTTP/1.0")))
    look("version 2", ask_http(port, request(port, path="/", version="HTTP/2.0")))
    look("no host", ask_http(port, request(port, path="/", Host=None)))
    look("long line", ask_http(port, request(port, path="/" + "x" * 3000)))
    look("long head", ask_http(port, request(port, path="/", X="x" * 9000)))
    look("garbage", ask_http(port, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"))
    look("bare LF", ask_http(port, b"GET / HTTP/1.1\nHost: x\n\n"))
    look("no key", ask_http(port, request(port, Sec_WebSocket_Key=None)))
    look("old version", ask_http(port, request(port, Sec_WebSocket_Version="8")))
    look("other protocol", ask_http(port, request(port, Sec_WebSocket_Protocol="chat")))
    etag = ask_http(port, request(port, path="/"))[1].get("etag")
    if etag:
        look("304", ask_http(port, request(port, path="/", If_None_Match=etag)))
    for _ in range(600):
        answer = ask_http(port, request(port, path="/healthz", Connection="close"), source="127.0.0.230")
        if answer[0] == 429:
            look("429", answer)
            break
    statuses = sorted(set(tried.values()))
    r.note(f"{len(tried)} requests, statuses {', '.join(map(str, statuses))}: {', '.join(REQUIRED)} on every one" if not lacking else f"lacking: {lacking[:6]}")
    r.check("all headers on every path", not lacking, str(lacking[:10]))
    r.check("many kinds of answers were seen", {101, 200, 400, 403, 404, 405, 426, 429, 431} <= set(statuses), str(tried))
    b.end_of_figure()


# ---- 24 ----

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u180e\u2028\u2029\ufff9\ufffa\ufffb"


def payloads(n):
    """Markup, terminal escapes, bidi controls, and all of these mixed."""
    rng = random.Random(24)
    seeds = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "javascript:alert(1)", "{{7*7}}", "${7*7}", "<%= 7*7 %>",
             "'; DROP TABLE game; --", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "\x1b[2J\x1b[H", "\x1bc", "\x1b[6n",
             "\x1bP$q\"p\x1b\\", "\x9b31m", "\x9d0;t\x9c", "\x1b[?1049h", "\x07\x07", "\x08\x08\x08rm", "a\rb", "a\nb", "a\tb", "\x00", "a\x00b", "\x7f\x7f",
             "\u202eevil\u202c", "\u2066x\u2069", "a\u200bb", "\ufeffbom", "\u2028line", "\u00adsoft", "Z\u0301\u0301\u0301\u0301\u0301\u0301algo", "\U000e0041tag",
             "&lt;b&gt;", "%3Cscript%3E", "\\u003cscript\\u003e", "%s%s%s%n", "../../etc/passwd", "\ud83d", "\ufffe", "<b>", "]]>", "<!--", "--></script>", "$(reboot)", "`id`"]
    out = [p for p in seeds if not any(0xd800 <= ord(c) <= 0xdfff for c in p)]
    parts = out + list(BIDI) + list(INVISIBLE) + ["Ana", "é", "日本", " "]
    controls = [chr(c) for c in list(range(1, 32)) + list(range(127, 160))]
    out += ["x" + c + "y" for c in controls + list(BIDI) + list(INVISIBLE)]
    while len(out) < n:
        p = "".join(rng.choice(parts if rng.random() < 0.8 else controls) for _ in range(rng.randint(1, 5)))
        if len(p.encode()) <= 60 and p.strip():
            out.append(p)
    return out[:n]


def harmful(text):
    """Characters that move a cursor, change direction or hide."""
    return [c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in BIDI or c in INVISIBLE or 0xe0000 <= ord(c) <= 0xe007f]


def expected(text):
    """What is left of a text once everything harmful is gone: compared without spaces."""
    return "".join(c for c in text if not harmful(c) and not c.isspace())


def injections(b):
    r = b.report
    r.figure = 24
    s = b.server("injection", limits={**NO_RATE, "chat_ms": 0}).start()
    wrong, changed, n = [], [], b.size(500, 500)
    with Peer(s.port) as p, Peer(s.port) as q:
        p.hello(), q.hello()
        made = p.create(humans=2)
        p.join(made["room"], made["links"][0]["token"])
        q.join(made["room"], made["links"][1]["token"])
        for text in payloads(n):
            before = len(q.heard)
            a = p.ask({"t": "chat", "text": text})
            if a["t"] == "ack":
                said = q.until("said")
                if harmful(said["text"]):
                    wrong.append(("chat", text, said["text"]))
                if expected(said["text"]) != expected(text):
                    changed.append(("chat", text, said["text"]))
            elif a["status"] not in ("range", "syntax", "missing", "invalid"):
                wrong.append(("chat refused", text, a))
            a = p.ask({"t": "name", "name": text})
            if a["t"] != "ack":
                if a["status"] not in ("range", "syntax", "invalid"):
                    wrong.append(("name refused", text, a))
                continue
            # a name that stays the same is not told again
            p.send({"t": "ping", "cid": "p"})
            p.until("pong")
            q.send({"t": "ping", "cid": "q"})
            q.until("pong")
            told = [m for m in q.passed + p.passed if m["t"] == "players"]
            for m in told:
                name = m["players"][0].get("name", "")
                if harmful(name):
                    wrong.append(("name", text, name))
            raw = q.heard[before:]
            bad = [c for c in raw.decode("utf-8", "replace") if c in BIDI or c in INVISIBLE or c in "\x1b\x9b\x07\x08\x7f"]
            if bad and not b.args.asan:
                # frame headers are bytes too: only escapes inside of JSON count, and those are text
                texts = [t for t in raw.split(b'"t":') if b"\x1b" in t]
                if texts:
                    wrong.append(("raw", text, bad))
        p.send({"t": "record"})
        record = p.until("record")["text"]
        r.check("and in the record", not harmful(record.replace("\n", "")), str(harmful(record))[:200])
        room, token = made["room"], made["links"][1]["token"]
        r.note(f"{n} payloads as name and chat (markup, ESC, CSI, OSC, C1, bidi, invisible): {len(wrong)} came out harmful, {len(changed)} lost more than that")
        r.check("inert", not wrong, repr(wrong[:5]))
        r.check("only what is harmful was dropped", not changed, repr(changed[:5]))
        terminal(b, s, room, token)
    b.end_of_figure()


def terminal(b, s, room, token):
    """What `veillee join` shows of them holds no control character but line ends."""
    r = b.report
    command = [b.args.program, "join", f"http://127.0.0.1:{s.port}/#/r/{room}/{token}"]
    p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    p.stdin.write(b"players\nlog\n")
    p.stdin.flush()
    said, end = b"", time.monotonic() + 60
    while not (b"<" in said and len(said) > 200) and select.select([p.stdout], [], [], max(0, end - time.monotonic()))[0]:
        said += os.read(p.stdout.fileno(), 65536)
    time.sleep(0.5)  # for what comes on top; it may be nothing
    p.terminate()
    text = (said + p.communicate()[0]).decode("utf-8", "replace")
    bad = [c for c in harmful(text) if c not in "\n"]
    r.note(f"`veillee join` printed {len(text)} characters of that table: {len(bad)} control or direction characters")
    r.check("the terminal shows the table", "<" in text and len(text) > 200, text[-500:])
    r.check("inert in the terminal", not bad, repr(bad[:20]))

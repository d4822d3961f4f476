"""Servers, load clients and the count of what holds, for the figures and tests."""
import argparse
import base64
import contextlib
import json
import mmap
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

SLOW = float(os.environ.get("VEILLEE_SLOW", "4"))  # nothing waits so long unless it is broken
TESTS = []


def test(function):
    """A test of run_tests(); what it is given is what `make` makes."""
    TESTS.append(function)
    return function


def check(ok, *words):
    if not ok:
        raise AssertionError(" ".join(str(w) for w in words))


def run_tests(make):
    """FILE PROGRAM [--only WORD]: each test with a place of its own, `with make(program) as place`. The exit status."""
    ap = argparse.ArgumentParser()
    ap.add_argument("program")
    ap.add_argument("--only", default="")
    args = ap.parse_args()
    passed = failed = 0
    for function in [f for f in TESTS if args.only in f.__name__]:
        try:
            with make(os.path.abspath(args.program)) as place:
                function(place)
            passed += 1
        except Exception:
            failed += 1
            print(f"FAIL {function.__name__}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


SANITIZED = ("AddressSanitizer", "LeakSanitizer", "ThreadSanitizer", "runtime error:")


class Report:
    """Counts checks, prints figures."""

    def __init__(self, full, strict):
        self.full, self.strict = full, strict
        self.passed = self.failed = 0
        self.figure = ""

    def note(self, text):
        print(f"NOTE figure {self.figure}: {text}", flush=True)

    def check(self, what, holds, detail=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED figure {self.figure}: {what} {detail}", flush=True)
        return holds

    def timed(self, what, value, gate, least=False):
        """A measured time (or rate, with least): judged by its gate in the full form. The short form tells
        it: how fast a machine with other work is says nothing about the program."""
        holds = value >= gate if least else value <= gate
        if self.strict:
            self.check(what, holds, f"{value} against {gate}")
        elif not holds:
            self.note(f"{what}: {value:.0f}, its gate is {gate:.0f} (judged by make load)")


def free_port():
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def listening():
    """A socket of ours, to be handed over: the port stays the same and connects wait while nobody serves."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.bind(("127.0.0.1", 0))
    s.listen(4096)
    return s


# Starts a program with a listening socket handed over, as systemd does.
HAND_OVER = ("import os,sys; fd=int(sys.argv[1]); os.dup2(fd, 3, True); "
             "os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); os.execv(sys.argv[2], sys.argv[2:])")


# All clients of the figures come from here.
ONE_ADDRESS = {"address_connections": 0, "address_table_ms": 0, "address_claim_ms": 0, "address_join_ms": 0, "address_line_ms": 0}


class Server:
    """`veillee serve` (or a test server with the same options) on a port and a store of its own."""

    def __init__(self, program, folder, limits=(), env=None, port=None, listen=None, name="server", args=("serve",)):
        self.program, self.folder, self.limits = program, folder, {**ONE_ADDRESS, **dict(limits)}
        self.env, self.listen, self.args = dict(os.environ, **(env or {})), listen, list(args)
        self.port = listen.getsockname()[1] if listen else port or free_port()
        self.store = os.path.join(folder, "games.db")
        self.log = os.path.join(folder, name + ".log")
        self.errors = os.path.join(folder, name + ".err")
        self.process = None
        self.stops = []

    def command(self):
        words = [self.program, *self.args, "--store", "sqlite:" + self.store, "--log", self.log, "--log-level", "debug"]
        if not self.listen:
            words += ["--listen", f"127.0.0.1:{self.port}"]
        for k, v in self.limits.items():
            words += ["--limit", f"{k}={v}"]
        if self.listen:
            words = [sys.executable, "-S", "-E", "-c", HAND_OVER, str(self.listen.fileno()), *words]
        return words

    def begin(self):
        """Starts it without waiting."""
        with open(self.errors, "ab") as err:
            fds = (self.listen.fileno(),) if self.listen else ()
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=err, stderr=err, env=self.env, pass_fds=fds)
        return self

    def start(self, seconds=120):
        self.begin()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: {self.said()[-800:]}")
            with contextlib.suppress(OSError):
                if self.get("/healthz")[0]:
                    return self
            time.sleep(0.01)
        raise RuntimeError("the server does not answer")

    def get(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as r:
                return r.status, r.read().decode()
        except urllib.error.HTTPError as e:
            return e.code, e.read().decode()

    def metric(self, name):
        for line in self.get("/metrics")[1].splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
        return None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds=60):
        """Graceful; its exit code."""
        if self.process is None or self.process.poll() is not None:
            return self.process.returncode if self.process else None
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            code = -9
        self.stops.append(code)
        return code

    def status(self, key):
        """A line of /proc/PID/status in kB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as f:
            for line in f:
                if line.startswith(key + ":"):
                    return int(line.split()[1])
        return 0

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def cpu(self):
        """Seconds of processor time used so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def said(self):
        with contextlib.suppress(OSError), open(self.errors, encoding="utf-8", errors="replace") as f:
            return f.read()
        return ""

    def sanitizer_reports(self):
        text = self.said()
        return [w for w in SANITIZED if w in text]


class Load:
    """The load client: a command a line, a JSON object back."""

    def __init__(self, program, port, sources=50, seed=None):
        self.seed = random.randrange(1 << 30) if seed is None else seed
        self.process = subprocess.Popen([program, str(port), str(sources), str(self.seed)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def begin(self, verb, **args):
        words = " ".join([verb] + [f"{k}={v}" for k, v in args.items()])
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def end(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the load client ended with {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"the load client: {answer}")
        return answer

    def do(self, verb, **args):
        self.begin(verb, **args)
        return self.end()

    def close(self):
        with contextlib.suppress(Exception):
            self.do("close")
        with contextlib.suppress(Exception):
            self.process.stdin.close()
            self.process.stdout.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


FAULTS = ("gap", "shown", "lost", "answer", "protocol")


def sound(report, answer):
    """Nothing that the fleet must never see."""
    bad = {k: answer[k] for k in FAULTS if answer[k]}
    report.check("clients saw nothing wrong", not bad, f"{bad} {answer['fault']}")


class Bench:
    """What every figure gets: the programs, a folder, a report, and the sizes."""

    def __init__(self, args, report):
        self.args, self.report = args, report
        self.full = args.full
        self.root = tempfile.mkdtemp(prefix="veillee-load-", dir=args.folder)
        self.servers, self.loads = [], []
        self.tokens = []  # files of every token that was given out

    def size(self, quick, full):
        return full if self.full else quick

    def plays(self, game):
        return not self.args.games or game in self.args.games.split(",")

    def folder(self, name):
        path = os.path.join(self.root, name)
        os.makedirs(path, exist_ok=True)
        return path

    def server(self, where, program=None, folder=None, **more):
        s = Server(program or self.args.program, folder or self.folder(where), **more)
        self.servers.append(s)
        return s

    def load(self, server, sources=50):
        c = Load(self.args.client, server.port, sources)
        self.loads.append(c)
        return c

    def token_file(self):
        path = os.path.join(self.root, f"tokens-{len(self.tokens)}")
        self.tokens.append(path)
        return path

    def end_of_figure(self):
        """Everything that was started ends; a server that crashed on the way is a failure."""
        for c in self.loads:
            c.close()
        for s in self.servers:
            if s.process is None:
                continue
            code = s.stop()
            self.report.check("the server ends in good order", code == 0, f"exit {code}: {s.said()[-1500:]}")
            self.report.check("no sanitizer report", not s.sanitizer_reports(), s.said()[-3000:])
        self.loads, self.servers = [], []

    def clean(self):
        if self.args.keep or self.report.failed:
            print(f"kept: {self.root}")
        else:
            shutil.rmtree(self.root, ignore_errors=True)


# ---- the log against the acknowledgements ----

def read_log(store):
    """{room: [(seq of the match, entry)]} of every table, straight from the store (the server is stopped)."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        rooms = {}
        query = "SELECT g.id, e.seq, e.text FROM game g LEFT JOIN entry e ON e.game = g.key ORDER BY g.key, e.seq"
        for room, seq, text in db.execute(query):
            lines = rooms.setdefault(room, [])
            if seq is None:
                continue
            entry = json.loads(text)
            if entry["k"] in ("move", "chance", "undo"):
                lines.append(entry)
        return rooms
    finally:
        db.close()


def compare_ledger(report, store, ledgers, others=False):
    """Every acknowledged move stands in the log at its revision, and nothing else of a person does. Returns the numbers.
    others: somebody else played too, at tables of their own."""
    rooms = read_log(store)
    acked, lost = set(), 0
    for path in ledgers:
        with open(path, encoding="utf-8") as f:
            for line in f:
                room, player, rev, cid, move = line.rstrip("\n").split("\t")
                rev = int(rev)
                log = rooms.get(room, [])
                entry = log[rev - 1] if 0 < rev <= len(log) else {}
                if (entry.get("k"), entry.get("p"), entry.get("m"), entry.get("c")) != ("move", int(player), move, cid):
                    lost += 1
                if (room, cid) in acked:
                    report.check("one acknowledgement per request", False, cid)
                acked.add((room, cid))
    seen, twice, unacked = set(), 0, 0
    ours = {room for room, _ in acked}
    for room, log in rooms.items():
        for entry in log if room in ours or not others else ():
            if entry["k"] == "move" and "c" in entry:
                key = (room, entry["c"])
                twice += key in seen
                unacked += key not in acked
                seen.add(key)
    return {"acked": len(acked), "lost": lost, "twice": twice, "unacked": unacked, "rooms": len(rooms),
            "entries": sum(map(len, rooms.values()))}


WORD = re.compile(rb"[a-z2-7]{26,}")
RAW_BYTES = 8 << 30  # how much is searched for the 16 bytes of tokens; each token costs a pass over the file


def grep_tokens(bench, files):
    """How many tokens were given out, and how many of them stand in these files, as text or as their bytes."""
    tokens = set()
    for path in bench.tokens:
        if os.path.exists(path):
            with open(path, "rb") as f:
                tokens.update(f.read().split())
    found, order = 0, random.sample(sorted(tokens), len(tokens))
    for path in files:
        size = os.path.getsize(path)
        if size == 0:
            continue
        with open(path, "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as data:
            for m in WORD.finditer(data):
                run = m.group()
                found += sum(run[i:i + 26] in tokens for i in range(len(run) - 25))
            share = RAW_BYTES // len(files) // size
            found += sum(data.find(base64.b32decode(t.upper() + b"======")) >= 0 for t in order[:min(share, 1000)])
    return len(tokens), found

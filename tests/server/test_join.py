#!/usr/bin/env python3
"""veillee join and veillee table against a real server, in real pseudo-terminals.

    test_join.py PROGRAM [--only WORD] [--show]

Two people and a spectator play a whole game through a server that is killed and restarted
meanwhile; the example bot plays one; names, chat and servers that mean harm stay inert on
the terminal. The last line is "N passed, N failed".
"""
import argparse
import base64
import hashlib
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "examples"))
import bot as example  # noqa: E402  (its WebSocket client is good enough for a test)

SLOW = float(os.environ.get("VEILLEE_SLOW", "4"))  # nothing waits so long unless it is broken
GAME = "runemasters"
# What our own program may write besides text: carriage return + erase, and colours.
OWN = re.compile(rb"(?:> )?\r\x1b\[K|\x1b\[[0-9;]*m|\r?\n")
INERT = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


class Failure(Exception):
    pass


def check(ok, *words):
    if not ok:
        raise Failure(" ".join(str(w) for w in words))


def check_in(what, text, *words):
    check(what in text, f"{what!r} is not in\n{text[-1500:]}", *words)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


# ---- the server ----

class Server:
    """A real one, that can be killed and started again on the same store."""

    def __init__(self, program, folder):
        self.program, self.folder, self.port = program, folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.start()

    def start(self):
        with open(os.path.join(self.folder, "stderr"), "ab") as err:
            self.process = subprocess.Popen(
                [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", f"sqlite:{self.folder}/games.db",
                 "--log", os.path.join(self.folder, "log")], stdout=subprocess.DEVNULL, stderr=err)
        until = time.time() + 20 * SLOW
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                check(self.process.poll() is None, "the server does not start:", open(os.path.join(self.folder, "stderr")).read())
                check(time.time() < until, "the server does not listen")
                time.sleep(0.02)

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        return self.process.wait(timeout=20 * SLOW)

    def stop(self):
        if self.process.poll() is None:
            check(self.kill(signal.SIGTERM) == 0, "the server stops with an error:",
                  open(os.path.join(self.folder, "stderr")).read()[-3000:])


# ---- terminals ----

class Terminal:
    """A program in a pseudo-terminal of its own, and what it has written."""

    def __init__(self, *command, env=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"LC_ALL": "C.UTF-8", "TERM": "xterm"}, **(env or {}))
            os.execv(command[0], command)
        no_echo = termios.tcgetattr(self.fd)
        no_echo[3] &= ~termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, no_echo)
        self.raw, self.seen, self.code = b"", 0, None

    def read(self, seconds):
        """More of the output, if some comes in that time. False at its end."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            some = os.read(self.fd, 65536)
        except OSError:
            some = b""
        self.raw += some
        return bool(some)

    def text(self):
        return OWN.sub(lambda m: b"\n" if b"\n" in m[0] else b"", self.raw).decode("utf-8", "replace")

    def fresh(self):
        """What came since the last look."""
        return self.text()[self.seen:]

    def look(self):
        self.seen = len(self.text())

    def wait(self, what, seconds=15):
        """Until the fresh output matches; returns the match and looks past it."""
        until = time.time() + seconds * SLOW
        while True:
            found = re.search(what, self.fresh(), re.S)
            if found:
                self.seen += found.end()
                return found
            check(time.time() < until, f"waiting for {what!r}, and got\n{self.fresh()[-2500:]}")
            if not self.read(0.05) and not re.search(what, self.fresh(), re.S):
                raise Failure(f"ended while waiting for {what!r}\n{self.text()[-2500:]}")

    def type(self, line):
        os.write(self.fd, (line + "\n").encode())

    def offered(self):
        """How many moves stand on the screen for us to choose from; 0 if it is not our turn."""
        text = self.fresh()
        if not text.endswith("> "):
            return 0
        return max([int(n) for n in re.findall(r"(?<!\S)(\d+)\) ", text)] or [0])

    def end(self, seconds=10):
        """Waits for its end; the exit code."""
        until = time.time() + seconds * SLOW
        while self.code is None:
            self.read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0.05) and select.select([self.fd], [], [], 0.05)[0]:
                    pass
                self.code = os.waitstatus_to_exitcode(status)
            elif time.time() > until:
                raise Failure("does not end\n" + self.text()[-1500:])
        return self.code

    def close(self):
        if self.code is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        os.close(self.fd)


# ---- a table ----

class Table:
    def __init__(self, test, *options, seats="human,human", names="Ana,Ben"):
        answer = test.run("table", test.server.url, GAME, "--seats", seats, "--names", names, "--set", "guardians=2", "--json", *options)
        self.made = json.loads(answer)
        self.links = [test.server.url + link["path"] for link in self.made["links"]]
        self.watch = test.server.url + self.made["watch"]["path"]


class Test:
    def __init__(self, program, show):
        self.program, self.show = os.path.abspath(program), show
        self.folder = tempfile.mkdtemp(prefix="veillee-join-")
        self.server = Server(self.program, self.folder)
        self.open = []
        self.rng = random.Random(20261115)

    def run(self, *arguments, code=0, stdin=None, env=None):
        out = subprocess.run([self.program, *arguments], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60 * SLOW,
                             text=True, env=dict(os.environ, LC_ALL="C.UTF-8", **(env or {})))
        check(out.returncode == code, f"{arguments}: exit {out.returncode}, not {code}\n{out.stdout[-500:]}{out.stderr[-500:]}")
        return out.stdout if code == 0 else out.stdout + out.stderr

    def join(self, link, *options, env=None):
        t = Terminal(self.program, "join", link, "--lang", "en", *options, env=env)
        self.open.append(t)
        return t

    def raw(self, link):
        """A client that can send anything."""
        url, (room, token) = example.urlsplit(link), link.rsplit("/", 2)[1:]
        ws = example.WebSocket(url)
        ws.send(t="hello", version=2, lang="en")
        ws.send(t="join", room=room, token=token)
        self.until(ws, "joined")
        return ws

    @staticmethod
    def until(ws, kind):
        while True:
            m = ws.receive()
            if m["t"] == kind:
                return m

    def done(self):
        for t in self.open:
            if self.show:
                print(t.text())
            t.close()
        self.open.clear()

    def close(self):
        self.done()
        try:
            self.server.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


tests = []


def test(f):
    tests.append(f)
    return f


def play_on(test, terminals, stop, seconds=90):
    """Plays random moves in all terminals until stop() is true. How many each has made."""
    made = [0] * len(terminals)
    until = time.time() + seconds * SLOW
    while not stop():
        check(time.time() < until, "the game does not go on:\n" + "\n----\n".join(t.text()[-1200:] for t in terminals))
        for i, t in enumerate(terminals):
            t.read(0.01)
            offered = t.offered()
            if offered and not stop():
                t.look()
                t.type(str(test.rng.randint(1, offered)))
                made[i] += 1
    return made


def wait_count(terminal, what, times, seconds=20):
    """Until it has been said that many times in all."""
    until = time.time() + seconds * SLOW
    while len(re.findall(what, terminal.text())) < times:
        terminal.read(0.05)
        check(time.time() < until, f"{what!r} is not said {times} times:\n{terminal.text()[-1500:]}")


def entries(terminal):
    """The numbers of the moves of others that were told, in order."""
    return [int(n) for n in re.findall(r"^(\d+)  [^\n]*\((?:Ana|Ben)\): ", terminal.text(), re.M)]


# ---- playing ----

@test
def two_terminals_and_a_spectator_play_to_the_end_with_the_server_killed(test):
    table = Table(test)
    ana, ben = test.join(table.links[0]), test.join(table.links[1])
    watcher = test.join(table.watch)
    for t, who in ((ana, "you are Ana"), (ben, "you are Ben"), (watcher, "you are watching")):
        t.wait(who)
    made, everybody = [0, 0], (ana, ben, watcher)
    for times, kill in enumerate((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGKILL), 1):
        goal = sum(made) + test.rng.randint(3, 6)
        while sum(made) < goal and "Game over" not in ana.text():
            more = play_on(test, [ana, ben], lambda calls=[0]: calls.append(0) or len(calls) > 8)
            made = [a + b for a, b in zip(made, more)]
        if "Game over" in ana.text():
            break
        code = test.server.kill(kill)  # a move may be on its way at this very moment
        check(kill == signal.SIGKILL or code == 0, "stops with", code)
        for t in everybody:
            wait_count(t, "Connection lost|server restarts", times)
        test.server.start()
        for t in everybody:
            wait_count(t, "Connected again", times)
    check(times > 1, "killed in the middle of the game")
    more = play_on(test, [ana, ben], lambda: all("Game over" in t.text() for t in (ana, ben)))
    made = [a + b for a, b in zip(made, more)]
    watcher.wait("Game over")
    for t in (ana, ben, watcher):
        check(t.text().count("Game over:") >= 1 and "Chance verified" in t.text(), "the end is told:\n", t.text()[-800:])
        numbers = entries(t)
        check(numbers and numbers == sorted(set(numbers)), "each entry is told once, in order", numbers)
    check_in("This link is to watch only", (watcher.type("say hello"), watcher.wait("watch only"))[1][0] and watcher.text())
    # Everybody has the same record, it proves itself, and holds each typed move once.
    records = []
    for t, name in ((ana, "a"), (ben, "b"), (watcher, "w")):
        path = os.path.join(test.folder, name + ".veillee")
        t.type(f"save {path}")
        t.wait("Game written to")
        records.append(open(path, encoding="utf-8").read())
        t.type("quit")
        check(t.end() == 0, "leaves with", t.code)
    check(records[0] == records[1] == records[2], "one game, one record")
    test.run("replay", "--verify", os.path.join(test.folder, "a.veillee"))
    body = records[0].split("\n\n", 1)[1]
    moves = len(re.findall(r"^\d [a-z]", body, re.M))
    check(moves == sum(made), f"{sum(made)} moves were typed, {moves} are in the record")


@test
def a_campaign_is_brought_to_a_table_and_kept_by_those_who_played(test):
    """The counts are ordinary options, and the record of the game counts at home."""
    keys = ["pepere", "petillant", "penible", "aise", "avance", "ardu", "intense", "infect", "infame", "infernal"]
    made = json.loads(test.run("table", test.server.url, "reflets", "--seats", "human,greedy", "--set", "challenge=aise", "--set", "ticks.3=1",
                               "--set", "quick_tokens=yes", "--set", "turn_cap=1", "--json"))
    ana = test.join(test.server.url + made["links"][0]["path"])
    ana.wait("you are Player 1|Player 1")
    play_on(test, [ana], lambda: "Ended by rule RA-" in ana.text())
    ana.wait("For your campaign: save FILE, then veillee campaign reflets --add FILE.")
    record, campaign = os.path.join(test.folder, "r.veillee"), os.path.join(test.folder, "group.json")
    ana.type(f"save {record}")
    ana.wait("Game written to")
    ana.type("quit")
    check(ana.end() == 0, "leaves with", ana.code)
    check_in("ticks=0,0,0,1,0,0,0,0,0,0", open(record, encoding="utf-8").read())
    check_in("more than the campaign has", test.run("campaign", "reflets", campaign, "--add", record, code=2))
    with open(campaign, "w", encoding="utf-8") as f:
        json.dump({"veillee": "campaign", "format": 1, "game": "reflets", "counts": {k: int(k == "aise") for k in keys}, "playing": [], "games": []}, f)
    test.run("campaign", "reflets", campaign, "--add", record)
    kept = json.loads(test.run("campaign", "reflets", campaign, "--json"))
    check(len(kept["games"]) == 1 and kept["counts"]["aise"] == 1, kept)
    check_in("has been counted", test.run("campaign", "reflets", campaign, "--add", record, code=2))


@test
def the_example_bot_plays_a_whole_game(test):
    lines = open(os.path.join(ROOT, "examples", "bot.py"), encoding="utf-8").read().count("\n")
    check(lines <= 150, "the example has", lines, "lines")
    table = Table(test)
    bots = [subprocess.Popen([sys.executable, os.path.join(ROOT, "examples", "bot.py"), link, name, "7"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True) for link, name in zip(table.links, ("Bo", "Bea"))]
    time.sleep(0.3)
    test.server.kill()
    test.server.start()
    said = [b.communicate(timeout=120 * SLOW) for b in bots]
    for b, (out, err) in zip(bots, said):
        check(b.returncode == 0 and "Game over" in out, b.returncode, out, err)
    made = sum(int(re.search(r"\((\d+) moves\)", out)[1]) for out, _ in said)
    record = test.raw(table.links[0])
    record.send(t="record")
    text = Test.until(record, "record")["text"]
    check(len(re.findall(r"^\d [a-z]", text.split("\n\n", 1)[1], re.M)) == made, "each move once", made)


@test
def the_example_bot_says_what_is_wrong(test):
    bot = [sys.executable, os.path.join(ROOT, "examples", "bot.py")]
    for link in ([], ["nonsense"], ["http://127.0.0.1:1/"]):
        out = subprocess.run(bot + link, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=20 * SLOW)
        check(out.returncode == 1 and "usage" in out.stderr, link, out.stderr)
    table = Table(test)
    out = subprocess.run(bot + [table.links[0][:-26] + "a" * 26], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=20 * SLOW)
    check(out.returncode == 1 and "denied" in out.stderr, out.stderr)


@test
def a_pipe_plays_too(test):
    table = Table(test, seats="human,greedy", names="Ana")
    text = test.run("join", table.links[0], "--lang", "en", stdin="1\n" * 400)
    check_in("Game over", text)
    check("\x1b" not in text, "no colours in a pipe")
    text = test.run("join", table.watch, "--lang", "fr", stdin="")
    check_in("Partie terminée", text, "one who watches needs no keyboard")
    text = test.run("join", table.watch, "--lang", "fr", "--ascii", "--board", stdin="")
    check(text.isascii(), "ASCII only")
    check(all(len(line) <= 80 for line in text.splitlines()), "80 columns", max(text.splitlines(), key=len))


@test
def a_link_need_not_stand_on_the_command_line(test):
    table = Table(test, seats="human,greedy", names="Ana")
    text = test.run("join", "--lang", "en", stdin=table.links[0] + "\r\n" + "1\n" * 400)
    check_in("Game over", text, "what follows the link is typed at the table")
    text = test.run("join", "-", "--lang", "en", stdin=table.watch)
    check_in("Game over", text)
    file = os.path.join(test.folder, "link")
    with open(file, "w", encoding="ascii") as f:
        f.write(table.watch + "\n")
    check_in("Game over", test.run("join", "--link", file, "--lang", "en", stdin=""))
    for words, stdin in ((["--link", file, table.watch], ""), (["--link", file + ".none"], ""), ([], ""), ([], "\n"), (["-"], "nothing\n")):
        test.run("join", *words, "--lang", "en", stdin=stdin, code=2)
    other = Table(test)
    ana = Terminal(test.program, "join", "--lang", "en")
    test.open.append(ana)
    ana.wait("Link of the table")
    ana.type(other.links[0])
    ana.wait("> $")
    with open(f"/proc/{ana.pid}/cmdline", "rb") as f:
        check(other.links[0][-26:].encode() not in f.read(), "nobody else reads it")


# ---- at the table ----

@test
def people_talk_vote_and_take_turns(test):
    table = Table(test)
    ana, ben = test.join(table.links[0]), test.join(table.links[1], "--name", "Benoît")
    ana.wait("1\\. Ana \\(you\\)")
    ben.wait("you are Benoît")
    ana.wait("(Player 2:|2\\.) Benoît")
    ben.type("dire bonjour <b>à tous</b>")
    ana.wait("<Benoît> bonjour <b>à tous</b>")
    ana.type("phrase 1")
    ben.wait("<Ana> ")
    ana.type("name Anaïs")
    ben.wait("Player 1: Anaïs")
    until = time.time() + 10 * SLOW
    while not re.search("1\\. Anaïs \\(you\\).*2\\. Benoît", ana.text(), re.S):  # her own terminal may hear of it last
        check(time.time() < until, ana.text()[-500:])
        ana.type("players")
        ana.read(0.2)
    ana.type("why")
    ana.wait("why N tells|Everything on the table")
    ana.type("frobnicate")
    ana.wait("neither a move nor a command")
    ben.type("1")
    ben.wait("It is not your decision")
    ana.type("hit 9")
    ana.wait(r"No: .*\[RM-")
    ana.type("resync")
    play_on(test, [ana, ben], lambda: any(t.offered() and "End the turn" in t.fresh() for t in (ana, ben)))
    actor, other = (ana, ben) if "End the turn" in ana.fresh() else (ben, ana)
    # `end` lets chance speak: the undo asks the other. Typed at once, it means that move.
    actor.type("end\nundo")
    other.wait(r"\d+  \w+ \((Anaïs|Benoît)\): End the turn \[end\]")
    other.wait("asks to take back.*Do you agree")
    other.type("no")
    actor.wait("Not everybody agrees")
    actor.type("undo")
    other.wait("Do you agree")
    other.type("oui")
    for t in (actor, other):
        t.wait("Taken back: End the turn.*drawn afresh")
        check("player 0" not in t.text(), "everybody has a name:\n", t.text())


@test
def a_half_typed_line_survives_what_arrives(test):
    table = Table(test)
    ana, ben = test.join(table.links[0]), test.join(table.links[1])
    ana.wait("you are Ana")
    ana.wait("1\\) .*> $")
    ben.wait("you are Ben")
    os.write(ana.fd, b"hi")
    ben.type("say so many words")
    wait_count(ana, "<Ben> so many words\n> hi$", 1)
    os.write(ana.fd, b"t 9\n")
    ana.wait(r"No: .*\[RM-")


@test
def the_end_of_input_ends_it(test):
    """Also while somebody else decides; and what was sent is answered first."""
    table = Table(test)
    ana = test.join(table.links[0])
    ana.wait("1\\) .*> $")
    out = test.run("join", table.links[1], "--lang", "en", stdin="")
    check_in("you are Ben", out)
    out = test.run("join", table.links[0], "--lang", "en", stdin="choose_guardian kulak\n")
    check("You leave" not in out, "quietly", out)
    ana.wait("Kulak joins")
    os.write(ana.fd, b"\x04")
    check(ana.end() == 0, ana.code)


@test
def a_seat_goes_to_the_machine_and_back(test):
    table = Table(test, seats="human,greedy", names="Ana")
    ana = test.join(table.links[0])
    ana.wait("1\\) .*> $")
    ana.type("bot random")
    ana.wait("Ana hands the seat to the machine \\(random\\)")
    ana.wait("\\d+  \\w+ \\(Ana\\): ")
    ana.type("back")
    ana.wait("Ana takes the seat back|Game over")
    ana.type("resync")
    ana.wait("1\\) |Game over|\\[greedy")
    ana.type("lang fr")
    ana.wait("Langue : français")
    ana.type("plateau")
    ana.wait("Temple PV|Temple")
    ana.type("quitter")
    check(ana.end() == 0 and "votre lien vous y ramène" in ana.text(), ana.code, ana.text()[-300:])


@test
def advice_is_given_where_the_table_allows_it(test):
    ana = test.join(Table(test, seats="human,greedy", names="Ana").links[0])
    ana.wait("1\\) .*> $")
    ana.type("hint")
    ana.wait("Advice: |The only move: ")
    ben = test.join(Table(test).links[0])
    ben.wait("1\\) .*> $")
    ben.type("hint")
    ben.wait("This table gives no advice")


@test
def a_table_is_deleted_when_all_agree(test):
    table = Table(test)
    ana, ben = test.raw(table.links[0]), test.join(table.links[1])
    ben.wait("you are ")
    ana.send(t="delete", cid="d")
    ben.wait("Ana proposes to delete this table.*Do you agree")
    ben.type("yes")
    ben.wait("it is gone")
    check(ben.end() == 1, ben.code)
    check(test.until(ana, "left")["why"] == "deleted", "both are told")
    check_in("refuses", test.run("join", table.links[1], "--lang", "en", code=1))


@test
def links_are_renewed_and_tables_forked(test):
    table = Table(test)
    ana, again, ben = test.join(table.links[0]), test.join(table.links[0]), test.join(table.links[1])
    for t in (ana, again, ben):
        t.wait("you are ")
    ana.type("renew")
    link = ana.wait(r"(http://\S+/#/r/[a-z2-7]{26}/[a-z2-7]{26})")[1]
    again.wait("This link is void")
    check(again.end() == 1, again.code)
    check_in("refuses", test.run("join", table.links[0], "--lang", "en", code=1))
    ana.type("fork 0")
    fork = ana.wait(r"new table.*?(http://\S+/#/r/[a-z2-7]{26}/[a-z2-7]{26})")[1]
    ben.wait(r"Ana opens a new table.*http://\S+")
    check(fork.split("/")[-2] != link.split("/")[-2], "another table")
    new = test.join(fork)
    new.wait("you are Ana")


@test
def public_tables_are_listed_and_claimed(test):
    table = Table(test, "--public", seats="human,open", names="Ana")
    until = time.time() + 5 * SLOW
    while table.made["room"] not in (listed := test.run("table", test.server.url, "--lang", "en")):
        check(time.time() < until, "not listed:", listed)
        time.sleep(0.2)
    check_in("Ana, open", listed)
    public = test.server.url + "/#/r/" + table.made["room"]
    ana = test.join(table.links[0])
    ana.wait("begins when all seats are taken")
    ben = test.join(public, "--claim", "--name", "Ben")
    own = ben.wait(r"Your link, keep it.*?(http://\S+)")[1]
    ben.wait("you are Ben")
    ana.wait("Seat 2: Ben sits down|Player 2: Ben")
    ben.type("quit")
    ben.end()
    ana.wait("Ben has left")
    test.join(own).wait("you are Ben")
    test.join(public).wait("you are watching")


# ---- harm ----

EVIL = ["\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b]8;;http://evil\x1b\\link", "\x9b31mC1", "\x1bP1$r\x1b\\DCS", "\u202egnp.exe\u202c",
        "\u2066iso\u2069", "zero\u200bwidth\u200d\ufeff", "bell\x07\x08\x08\x7f", "line\u2028sep\u2029", "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>", "&lt;b&gt; %s%n %x", "{who} {text}", "\r\nfake> prompt", "\x1b[2J\x1b[H", "\x1b[6n", "é漢😀\u0301"]


def check_inert(terminal, words=""):
    left = OWN.sub(b"\n", terminal.raw).decode("utf-8", "replace")
    found = INERT.search(left)
    check(not found, f"{words}: {found and found[0]!r} reaches the terminal:\n{left[max(0, (found.start() if found else 0) - 100):][:200]!r}")
    check(b"\x1b[31m" not in terminal.raw and b"\x1b[2J" not in terminal.raw, words, "an escape sequence reaches the terminal")


@test
def hostile_names_and_chat_are_inert(test):
    table = Table(test)
    ben = test.join(table.links[1])
    ben.wait("you are Ben")
    for n, text in enumerate(EVIL):
        if n % 2 == 0:  # five lines at once for each connection
            evil = test.raw(table.links[0])
        evil.send(t="name", cid=f"n{n}", name=(text + "name")[:30])
        evil.send(t="chat", cid=f"c{n}", text=text + " says it")
        evil.send(t="chat", cid=f"d{n}", text=f"<marker{n}>")
        answer = Test.until(evil, "said")
        check(not INERT.search(json.dumps(answer, ensure_ascii=False)), "the server passes it on:", answer)
        ben.wait(f"<marker{n}>")
    evil.send(t="chat", cid="big", text="A" * 3000)
    check(Test.until(evil, "error")["status"] == "range", "too long")
    check_inert(ben, "a person")
    check_in("<script>alert(1)</script> says it", ben.text(), "markup is text")
    check_in("{who} {text} says it", ben.text(), "braces are text")


class FakeServer(threading.Thread):
    """Speaks WebSocket properly and sends whatever it is given after `hello`."""

    def __init__(self, script, head=None):
        super().__init__(daemon=True)
        self.script, self.head = script, head
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.got = []
        self.link = f"http://127.0.0.1:{self.port}/#/r/{'a' * 26}/{'b' * 26}"
        self.start()

    @staticmethod
    def frame(text, opcode=1):
        body = text if isinstance(text, bytes) else text.encode()
        if len(body) < 126:
            return bytes([0x80 | opcode, len(body)]) + body
        if len(body) < 65536:
            return bytes([0x80 | opcode, 126]) + struct.pack(">H", len(body)) + body
        return bytes([0x80 | opcode, 127]) + struct.pack(">Q", len(body)) + body

    def serve(self, sock):
        request = b""
        while b"\r\n\r\n" not in request:
            request += sock.recv(4096) or b"\r\n\r\n"
        if self.head is not None:
            sock.sendall(self.head)
            return
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", request)[1]
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        sock.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        for part in self.script:
            sock.sendall(part if isinstance(part, bytes) else self.frame(part if isinstance(part, str) else json.dumps(part)))
        sock.settimeout(30)
        while sock.recv(4096):
            pass

    def run(self):
        while True:
            try:
                sock, _ = self.listener.accept()
            except OSError:
                return
            try:
                with sock:
                    self.serve(sock)
            except OSError:
                pass


def evil_table(text):
    """A table with the same text wherever a text can stand."""
    thing = {"id": "card." + text, "zone": 0, "pos": 1, "face": text, "stats": {text: [1, 2]}, "badges": [text], "pips": [text, "-" + text]}
    zones = [{"id": "z", "kind": "track", "of": text, "seat": 0, "cells": 5}, {"id": "s", "kind": "strip"}, {"id": "t", "kind": "tray"}]
    items = [dict(thing, zone=z, pos=p) for z in range(3) for p in (0, 1, 5, 9)]
    words = {what: {key: text for key in (text, "z", "s", "t")} for what in ("zone", "kind", "stat", "badge", "group")}
    faces = {"t": "faces", "faces": text, "words": words,
             "things": {key: {"name": text, "short": text, "kind": text, "about": text} for key in (text, "card." + text)}}
    view = {"rev": 0, "turn": {"round": 1, "phase": text, "actor": 0}, "prompt": {"text": text, "id": text, "args": {}}, "zones": zones, "items": items,
            "seats": [{"id": 0, "name": text, "player": 0, "face": "card." + text, "totals": {}, "badges": []}]}
    players = [{"player": 0, "kind": "human", "name": text, "here": True, "seats": [0]}, {"player": 1, "kind": "bot", "name": text, "level": text, "seats": [1]}]
    return [
        {"t": "welcome", "version": 2, "server": text, "phrases": [{"id": text, "text": text}]},
        {"t": "joined", "room": "a" * 26, "game": text, "player": 0, "seats": [0], "rev": 0, "players": players, "seed_hash": text,
         "said": [{"n": 0, "player": 1, "text": text, "time": 0}], "cids": [{"cid": text, "rev": 1}], "token": text},
        dict(faces, lang="fr"), dict(faces, lang="en"),
        {"t": "view", "rev": 0, "view": view, "log": [{"rev": 0, "kind": "move", "player": 0, "move": text, "events": [{"text": text}]}], "undo": None},
        {"t": "step", "from": 0, "rev": 1, "entries": [{"rev": 1, "kind": "move", "seat": 0, "player": 1, "move": text, "events": [{"text": text}]}],
         "ops": [{"set": "prompt", "to": {"text": text}}, {"patch": "items", "id": "card." + text, "to": {"badges": [text], "face": None}}], "undo": None},
        {"t": "actions", "rev": 1, "seat": 0, "actions": [{"id": text, "verb": text, "text": text, "src": text}] * 3,
         "why_not": {"card." + text: {"rule": text, "text": text}}},
        {"t": "vote", "vote": 1, "what": "undo", "to": 1, "by": 1, "need": [0], "yes": []},
        {"t": "error", "re": "move", "status": "refused", "rule": text, "text": text},
        {"t": "why", "move": text, "legal": False, "rule": text, "text": text, "rules": [{"id": text, "text": text}]},
        {"t": "preview", "preview": {"events": [{"text": text}]}},
        {"t": "forked", "room": "c" * 26, "token": "d" * 26, "by": 1, "links": [{"player": 1, "token": text}]},
        {"t": "over", "rev": 1, "outcome": text, "rule": text, "text": "THEEND" + text, "results": [{"seat": 0, "score": 1, "rank": 1}, {"seat": 0, "rank": 2}],
         "seed": text},
    ]


@test
def a_hostile_server_is_inert(test):
    for options in ([], ["--plain"], ["--ascii", "--lang", "fr"]):
        for text in ["".join(EVIL), "A" * 3000, "", "\x1b[2J" * 40]:
            fake = FakeServer(evil_table(text))
            t = test.join(fake.link, *options)
            t.wait("THEEND")
            for line in ("board", "view", "moves", "log", "players", "phrases", "why", "?", "link", "1"):
                t.type(line)
            t.type("quit")
            check(t.end() == 0, t.code)
            check_inert(t, repr(text[:20]))
            test.done()


@test
def nonsense_from_a_server_is_passed_over(test):
    rng = random.Random(3)
    good = evil_table("x")
    scripts = [["{", "[]", "1", "null", '"t"', "[" * 5000, '{"t":' * 40 + "1" + "}" * 40, '{"t":"view","t":"view"}', "{}", '{"t":[]}', '{"t":"joined"}',
                '{"t":"view","rev":-1}', '{"t":"step","from":0,"rev":5,"ops":"x"}', '{"t":"actions","rev":99}', '{"t":"record","text":"x"}']]
    for _ in range(12):  # every message with parts replaced, dropped or repeated
        script = []
        for m in good[1:-1]:
            m = json.loads(json.dumps(m))
            for key in list(m):
                if key != "t" and rng.random() < 0.3:
                    m[key] = rng.choice([None, -1, 2 ** 60, [], {}, "x", [[[]]], {"id": {}}, 1.5, True])
            script += [m] * rng.choice([1, 1, 2])
        scripts.append(script)
    for script in scripts:
        fake = FakeServer([good[0], good[1], *script, {"t": "said", "n": 99, "player": 0, "text": "STILL HERE"}])
        t = test.join(fake.link)
        t.wait("STILL HERE")
        t.type("board")
        t.type("quit")
        check(t.end() == 0, t.code)
        test.done()


@test
def bad_frames_and_refusals_are_told(test):
    huge = bytes([0x81, 127]) + struct.pack(">Q", 1 << 40) + b"{"
    for script, what in (([huge], "no server of veillee|broken|is gone"), ([b"\xff\xff\xff\xff"], "no server of veillee|broken|is gone"),
                         ([FakeServer.frame(b"\xff\xfe")], "no server of veillee|broken|is gone"),
                         ([FakeServer.frame(struct.pack(">H", 1008) + b"too \x1b[31mfast", 8)], "closed by the server .1008, too"),
                         ([{"t": "error", "re": "hello", "status": "version", "text": "no"}], "speaks another version"),
                         ([{"t": "welcome", "version": 3}], "speaks another version"),
                         ([FakeServer.frame(struct.pack(">H", 4001) + b"version", 8)], "speaks another version")):
        fake = FakeServer(script)
        t = test.join(fake.link)
        check(t.end(20) in (1, 2), t.code)
        check(re.search(what, t.text()), what, t.text())
        check_inert(t)
        test.done()
    for head, what in ((b"HTTP/1.1 503 Full\r\nContent-Length: 9\r\n\r\nFull, \x1b[5msorry", "503, Full, "),
                       (b"HTTP/1.1 404 Not Found\r\n\r\n<html>", "404"), (b"SSH-2.0-OpenSSH\r\n\r\n", "no server of veillee"),
                       (b"HTTP/1.1 101 x\r\nSec-WebSocket-Accept: wrong\r\n\r\n", "no server of veillee"),
                       (b"x" * 9000, "no server of veillee"), (b"", "the server is gone")):
        fake = FakeServer([], head)
        text = test.run("join", fake.link, "--lang", "en", code=2)
        check_in(what, text)
        check("\x1b" not in text, "an escape sequence in", repr(text))


@test
def bad_command_lines(test):
    room = "a" * 26
    for link, what in (("", "no host"), ("ftp://x/", "http:// or https://"), ("http://", "no host"), ("http://h:99999/#/r/" + room, "65535"),
                       ("http://h/#/r/short", "26 characters"), ("http://h/x", "/#/r/ROOM"), (f"http://h/#/r/{room}/x", "26 characters"),
                       (f"http://h/#/r/{room}/{room}y", "26 characters"), ("http://[::1", "no host"), ("h\x1b[31m", "after the host")):
        text = test.run("join", link, "--lang", "en", code=2)
        check_in(what, text, link)
        check("\x1b" not in text, "clean")
    check_in("veillee table lists them", test.run("join", test.server.url, "--lang", "en", code=2))
    check_in("personne ne répond", test.run("join", f"http://127.0.0.1:{free_port()}/#/r/{room}", "--lang", "fr", code=2))
    check_in("not found", test.run("join", f"http://no-such-host.invalid/#/r/{room}", "--lang", "en", code=2))
    check_in("refuses", test.run("join", f"{test.server.url}/#/r/{room}/{room}", "--lang", "en", code=1))
    url = test.server.url
    check_in("RM-", test.run("table", url, GAME, "--set", "guardians=9", "--lang", "en", code=2))
    check_in("refuses", test.run("table", url, GAME, "--seats", "human,grandmaster", "--lang", "en", code=1))
    check_in("refuses", test.run("table", url, GAME, "--seats", "greedy,greedy", "--lang", "en", code=1))
    check_in("refuses", test.run("table", url, "chess", "--set", "a=1", "--lang", "en", code=1))
    check_in("refuses", test.run("table", url, GAME, "--chat", "loud", "--lang", "en", code=1))


@test
def enchanters_at_a_table(test):
    """--seats say how many play; the board has the road with the numbers of the moves."""
    answer = test.run("table", test.server.url, "enchanters", "--seats", "human,greedy,random", "--names", "Ana,Bot,Max", "--set", "kingdom_mode=first_game",
                      "--set", "first_player=0", "--set", "village=normalville", "--json")
    link = test.server.url + json.loads(answer)["links"][0]["path"]
    ana = test.join(link, "--board")
    ana.wait("Enchanters: you are Ana")
    ana.wait("Ana, your turn: journey or rest.")
    text = ana.text()
    check_in("Perilous Road", text)
    first = re.search(r"^ (\d)\) .*, cost \d", text, re.M)
    check(first, "a card of the road has the number of its move:\n", text[-2500:])
    check(re.search(r"^Bot: Attack 2, Defence 1", text, re.M) and re.search(r"^Max: Attack 2", text, re.M), "everybody else in a line")
    ana.type(first.group(1))
    ana.wait("Ana journeys to")
    ana.type("proceed")
    ana.wait("act once more or end the turn")
    ana.type("end_turn")
    ana.wait("Round 2")
    ana.type("view")
    ana.wait("Items, Max:")
    ana.type("quit")
    check(ana.end() == 0, "leaves with", ana.code)


@test
def words_of_both_languages_are_understood_at_a_table(test):
    answer = test.run("table", test.server.url, "enchanters", "--seats", "human,greedy", "--names", "Ana,Bot", "--set", "kingdom_mode=first_game",
                      "--set", "first_player=0", "--set", "village=normalville", "--json")
    ana = test.join(test.server.url + json.loads(answer)["links"][0]["path"], "--plain")
    ana.wait("Ana, your turn: journey or rest.")
    card = ana.wait(r"Journey to ([^\n]*) \(free\)").group(1)
    dear = ana.wait(r"Journey to ([^\n]*) \(1 crystal\)").group(1)
    ana.type("preview take " + dear)
    ana.wait(r"Before → after: Ana: crystals \d+ → \d+")
    ana.type("lang fr")
    name = ana.wait(r"Voyager vers ([^\n]*) \(sans frais\)").group(1)
    ana.type("aperçu journey " + card)
    ana.wait("Ana voyage vers")
    ana.type("lang en")
    ana.wait("Ana, your turn: journey or rest.")
    ana.type("voyager " + name)
    ana.wait("Ana journeys to")
    ana.type("prendre")
    ana.wait("Ana takes")
    ana.type("why journey blob")
    ana.wait('no move, and nothing on the table')
    ana.type("quit")
    check(ana.end() == 0, "leaves with", ana.code)


@test
def signals_end_it(test):
    table = Table(test)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        t = test.join(table.links[0])
        t.wait("you are Ana")
        os.kill(t.pid, number)
        check(t.end() == 128 + number, t.code)


# ---- encrypted ----

class Tls(threading.Thread):
    """A proxy that ends TLS, as nginx would."""

    def __init__(self, port, folder):
        super().__init__(daemon=True)
        self.to = port
        self.cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", self.cert, "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, stderr=subprocess.DEVNULL)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.cert, key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.start()

    def carry(self, sock):
        try:
            with self.context.wrap_socket(sock, server_side=True) as a, socket.create_connection(("127.0.0.1", self.to)) as b:
                while True:
                    ready = [a] if a.pending() else select.select([a, b], [], [])[0]
                    for s in ready:
                        some = s.recv(65536)
                        if not some:
                            return
                        (b if s is a else a).sendall(some)
        except OSError:
            pass

    def run(self):
        while True:
            sock, _ = self.listener.accept()
            threading.Thread(target=self.carry, args=(sock,), daemon=True).start()


@test
def https_is_checked(test):
    if not shutil.which("openssl"):
        print("NOTE no openssl here: https is not tried")
        return
    table = Table(test)
    proxy = Tls(test.server.port, test.folder)
    link = table.links[0].replace(test.server.url, f"https://localhost:{proxy.port}")
    check_in("no encrypted connection", test.run("join", link, "--lang", "en", code=2, env={"SSL_CERT_FILE": "/dev/null"}))
    t = test.join(link, env={"SSL_CERT_FILE": proxy.cert})
    t.wait("you are Ana")
    t.wait("1\\) ")
    t.type("1")
    t.wait("joins the defence")
    t.type("quit")
    check(t.end() == 0, t.code)
    wrong = link.replace("localhost", "127.0.0.1")
    check_in("no encrypted connection", test.run("join", wrong, "--lang", "en", code=2, env={"SSL_CERT_FILE": proxy.cert}))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("program")
    ap.add_argument("--only", default="")
    ap.add_argument("--show", action="store_true")
    args = ap.parse_args()
    passed = failed = 0
    test = Test(args.program, args.show)
    try:
        for f in tests:
            if args.only not in f.__name__:
                continue
            began = time.time()
            try:
                f(test)
                passed += 1
                print(f"ok   {f.__name__} ({time.time() - began:.1f} s)", flush=True)
            except (Failure, OSError, subprocess.SubprocessError, example.Closed) as why:
                failed += 1
                print(f"FAIL {f.__name__}: {type(why).__name__} {why}", flush=True)
            test.done()
            if test.server.process.poll() is not None:
                print("FAIL the server is gone:", open(os.path.join(test.folder, "stderr"), errors="replace").read()[-3000:])
                failed += 1
                test.server.start()
        log = open(os.path.join(test.folder, "log"), encoding="utf-8").read()
    finally:
        try:
            test.close()
        except Failure as why:
            failed += 1
            print("FAIL", why)
    tokens = re.findall(r"/#/r/[a-z2-7]{26}/([a-z2-7]{26})", log)
    if tokens:
        failed += 1
        print("FAIL the log holds tokens")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

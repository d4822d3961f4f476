#!/usr/bin/env python3
"""veillee store, from outside: checked, copied, restored, salvaged; the drill of a restore.

    test_store_command.py PROGRAM [--only WORD]

The last line is "N passed, N failed".
"""
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import SLOW, check, free_port, run_tests, test  # noqa: E402
from wsclient import Peer  # noqa: E402


class Place:
    """A folder with a store, a server on it when it is wanted, and the command."""

    def __init__(self, program, folder):
        self.program, self.folder, self.store = program, folder, os.path.join(folder, "games.db")

    @classmethod
    @contextlib.contextmanager
    def made(cls, program):
        with tempfile.TemporaryDirectory(prefix="veillee-store-") as folder:
            yield cls(program, folder)

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words):
        done = subprocess.run([self.program, "store", *words, "--lang", "en"], capture_output=True, text=True, timeout=60 * SLOW)
        return done.returncode, done.stdout + done.stderr

    @contextlib.contextmanager
    def serving(self, before=(), options=()):
        """The server with its log beside the folder of its store; `before`: words before its command."""
        port = self.port = free_port()
        with open(self.file("server.err"), "a+", encoding="utf-8") as err:
            p = subprocess.Popen([*before, self.program, "serve", "--listen", f"127.0.0.1:{port}", "--store", "sqlite:" + self.store, "--log",
                                  self.file("server.log"), *options], stdout=subprocess.PIPE, stderr=err)
            self.process = p
            try:
                line = p.stdout.readline()
                check(b"127.0.0.1" in line, line, open(self.file("server.err"), encoding="utf-8").read())
                with Peer(port) as peer:
                    peer.welcome = peer.hello()
                    yield peer
            finally:
                p.send_signal(signal.SIGTERM)
                p.wait(30 * SLOW)
                p.stdout.close()

    def tables(self, n):
        """New tables, each with a move: room and token."""
        with self.serving() as peer:
            made = []
            for i in range(n):
                got = peer.ask({"t": "create", "game": "runemasters", "seats": [{"kind": "human"}]}, "created")
                made.append((got["room"], got["links"][0]["token"]))
                peer.ask({"t": "join", "room": made[i][0], "token": made[i][1]}, "joined")
                peer.ask({"t": "move", "cid": f"m{i}", "rev": 0, "move": "choose_guardian kulak"}, "ack")
            return made

    def spoil(self, sql):
        db = sqlite3.connect(self.store)
        db.execute(sql)
        db.commit()
        db.close()


def rev(peer, room, token):
    m = peer.join(room, token)
    return m["rev"] if m["t"] == "joined" else m["status"]


@test
def a_sound_store_is_said_to_be(place):
    place.tables(2)
    code, text = place.run("check", place.store)
    check(code == 0 and "2 tables" in text, code, text)
    code, text = place.run("check", place.file("nothing.db"))
    check(code != 0 and not os.path.exists(place.file("nothing.db")), code, text)


@test
def a_running_server_keeps_its_store(place):
    place.tables(1)
    with place.serving():
        for words in (["check", place.store], ["backup", place.store, place.file("b.db")], ["restore", place.store, place.file("c.db")]):
            code, text = place.run(*words)
            check(code != 0 and "open in a server" in text, words, code, text)
        other = Place(place.program, place.folder)
        other.store = place.file("other.db")
        made = other.tables(1)
        for verb in ("backup", "salvage"):
            code, text = place.run(verb, other.store, place.store, "--force")
            check(code != 0 and "open in a server" in text and not os.path.exists(place.store + ".before"), verb, code, text)
    code, text = place.run("salvage", other.store, other.store, "--force")
    check(code != 0, text)
    with other.serving() as peer:
        check(rev(peer, *made[0]) == 1, "nothing is salvaged into itself, nothing is lost")


@test
def one_damaged_table_keeps_no_other_closed(place):
    made = place.tables(3)
    place.spoil(f"UPDATE game SET head = 'x' WHERE id = '{made[1][0]}'")
    code, text = place.run("check", place.store)
    check(code != 0 and made[1][0] in text, code, text)
    with place.serving() as peer:
        check([rev(peer, *m) for m in made] == [1, "mismatch", 1], "the others are served")
    with open(place.file("server.log"), encoding="utf-8") as f:
        check(any('"game_damaged"' in line and made[1][0] in line for line in f), "and the operator is told")


def refused_and_read(place, made, before=()):
    """Everybody sees their table; nothing is changed, and the word is said."""
    with place.serving(before) as peer:
        check(peer.welcome["store"] == "read_only", peer.welcome)
        for room, token in made:
            check(rev(peer, room, token) == 1, "it is read")
            got = peer.ask({"t": "move", "rev": 1, "move": "choose_guardian neltai"}, "ack")
            check(got.get("status") == "io", got)
        got = peer.ask({"t": "create", "game": "runemasters", "seats": [{"kind": "human"}]}, "created")
        check(got.get("status") == "io", got)
    with open(place.file("server.log"), encoding="utf-8") as f:
        return f.read()


@test
def a_file_that_cannot_be_written_is_read(place):
    os.mkdir(place.file("fixed"))
    place.store = place.file("fixed/games.db")
    made = place.tables(2)
    for name in os.listdir(place.file("fixed")):
        os.chmod(place.file("fixed/" + name), 0o444)
    os.chmod(place.file("fixed"), 0o555)
    root = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    told = refused_and_read(place, made, root)
    check('"store_read_only"' in told and "cannot be written" in told, told)
    os.chmod(place.file("fixed"), 0o755)
    for name in os.listdir(place.file("fixed")):
        os.chmod(place.file("fixed/" + name), 0o644)
    with place.serving() as peer:
        check(peer.welcome["store"] == "ok" and rev(peer, *made[0]) == 1)
        check(peer.ask({"t": "move", "rev": 1, "move": "choose_guardian neltai"}, "ack")["t"] == "ack", "and goes on")


@test
def damaged_pages_are_no_reason_to_stay_closed(place):
    made = place.tables(2)
    db = sqlite3.connect(place.store)
    page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'game_tables'").fetchone()[0]
    db.close()
    with open(place.store, "r+b") as f:  # an index, without which every table can be read
        f.seek(4096 * (page - 1))
        f.write(b"\x55" * 64)
    told = refused_and_read(place, made)
    check('"store_read_only"' in told and "veillee store salvage" in told, told)
    code, text = place.run("salvage", place.store, place.file("saved.db"))
    check(code == 0 and "2 tables" in text, code, text)
    place.store = place.file("saved.db")
    with place.serving() as peer:
        check([rev(peer, *m) for m in made] == [1, 1], "as it says")


@test
def a_signal_for_a_backup_ends_no_server_that_starts(place):
    """While it waits for the store, which another one has: the copy is made when it is there."""
    made = place.tables(1)
    with place.serving():
        port = free_port()
        p = subprocess.Popen([place.program, "serve", "--listen", f"127.0.0.1:{port}", "--store", place.store, "--backup", place.file("b.db"),
                              "--limit", "store_wait_ms=60000"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while True:  # it listens before it has the store
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
        p.send_signal(signal.SIGUSR1)
        time.sleep(0.2)
        check(p.poll() is None, "it lives")
    try:
        check(b"127.0.0.1" in p.stdout.readline(), "it has the store")
        end = time.monotonic() + 20 * SLOW
        while not os.path.exists(place.file("b.db")) and time.monotonic() < end:
            time.sleep(0.02)
        p.send_signal(signal.SIGTERM)
        check(p.wait(30 * SLOW) == 0)
    finally:
        p.kill()
        p.wait()
        p.stdout.close()
    place.store = place.file("b.db")
    with place.serving() as peer:
        check(rev(peer, *made[0]) == 1, "and it is a copy")


@test
def copies_are_made_by_themselves_checked_and_kept(place):
    """Four generations, each a step further; each is restored and played on, as in need."""
    made = place.tables(1)[0]
    copy = place.file("b.db")
    moves = [{"t": "move", "move": "choose_guardian neltai"}, {"t": "undo"}, {"t": "move", "move": "choose_guardian neltai"}]

    def copied(n, peer, log=place.file("server.log")):
        end = time.monotonic() + 30 * SLOW
        while open(log, encoding="utf-8").read().count('"event":"backup","file"') < n:
            check(time.monotonic() < end, open(log, encoding="utf-8").read()[-600:])
            peer.ask({"t": "ping"}, "pong")
            time.sleep(0.05)

    with place.serving(options=["--backup", copy, "--limit", "backup_keep=2", "--limit", "backup_s=3600"]) as peer:
        peer.join(*made)
        copied(1, peer)  # there was none: due by itself
        for i, move in enumerate(moves):
            check(peer.ask({"rev": i + 1, **move}, "ack")["t"] == "ack", move)
            place.process.send_signal(signal.SIGUSR1)
            copied(i + 2, peer)
    check(sorted(n for n in os.listdir(place.folder) if n.startswith("b.db")) == ["b.db", "b.db.1", "b.db.2"], os.listdir(place.folder))
    for name, wanted in (("b.db", 4), ("b.db.1", 3), ("b.db.2", 2)):
        code, text = place.run("restore", place.file(name), place.file("drill.db"), "--force")
        check(code == 0, text)
        drill = Place(place.program, place.folder)
        drill.store = place.file("drill.db")
        with drill.serving() as peer:
            check(rev(peer, *made) == wanted, name, "is as it was then")


@test
def the_dashboards_name_figures_that_there_are(place):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
    rules, page = os.path.join(root, "veillee-rules.yml"), os.path.join(root, "veillee-grafana.json")
    with place.serving() as peer, urllib.request.urlopen(f"http://127.0.0.1:{place.port}/metrics", timeout=60) as r:
        told = {m for line in r.read().decode().splitlines() for m in re.findall(r"^(veillee_\w+)", line)}
        peer.ask({"t": "ping"}, "pong")
    for file in (rules, page):
        with open(file, encoding="utf-8") as f:
            text = f.read()
        named = set(re.findall(r"veillee_\w+", text))
        check(len(named) > 8 and named <= told, file, named - told)
    with open(page, encoding="utf-8") as f:
        panels = json.load(f)["panels"]
    check(len({p["id"] for p in panels}) == len(panels) > 5)
    if shutil.which("promtool"):
        done = subprocess.run(["promtool", "check", "rules", rules], capture_output=True, text=True, timeout=60 * SLOW)
        check(done.returncode == 0, done.stdout, done.stderr)


@test
def the_rules_of_the_house_are_read_again(place):
    """Outside and inside: refused at the start with their line, and changed while the server runs."""
    rules = place.file("rules")
    with open(rules, "w", encoding="utf-8") as f:
        f.write("# ours\nclosed\nblock somewhere\n")
    done = subprocess.run([place.program, "serve", "--listen", "127.0.0.1:0", "--store", place.store, "--house", rules, "--lang", "en"],
                          capture_output=True, text=True, timeout=60 * SLOW)
    check(done.returncode == 2 and "line 3" in done.stderr, done)
    with open(rules, "w", encoding="utf-8") as f:
        f.write("closed\n")
    with place.serving(options=["--house", rules]) as peer:
        table = {"t": "create", "game": "runemasters", "seats": [{"kind": "human"}]}
        check(peer.ask(table, "created").get("status") == "closed")
        for text, event in (("reserve Admin\n", '"rules":1,"closed":0'), ("open\n", '"line":1')):
            with open(rules, "w", encoding="utf-8") as f:
                f.write(text)
            place.process.send_signal(signal.SIGHUP)
            end = time.monotonic() + 20 * SLOW
            while event not in open(place.file("server.log"), encoding="utf-8").read() and time.monotonic() < end:
                time.sleep(0.02)
            check(event in open(place.file("server.log"), encoding="utf-8").read(), event)
        check(peer.ask(table, "created")["t"] == "created", "open again, and a file with a fault changes nothing")
        room = peer.ask(dict(table, seats=[{"kind": "human", "name": "ADM1N"}]), "created")
        check(room.get("status") == "taken", room)


@test
def a_backup_is_restored(place):
    made = place.tables(2)
    code, text = place.run("backup", place.store, place.file("b.db"))
    check(code == 0 and "2 tables" in text, code, text)
    with open(place.store, "r+b") as f:
        f.seek(4096)
        f.write(b"\0" * 8192)
    code, text = place.run("check", place.store)
    check(code != 0, text)
    code, text = place.run("restore", place.file("b.db"), place.store)
    check(code == 0 and os.path.exists(place.store + ".before"), code, text)
    with place.serving() as peer:
        check([rev(peer, *m) for m in made] == [1, 1], "everybody plays on")
    # what is damaged is not put in the place of what is not
    with open(place.file("b.db"), "r+b") as f:
        f.seek(4096)
        f.write(b"\0" * 8192)
    code, text = place.run("restore", place.file("b.db"), place.store)
    check(code != 0, text)
    with place.serving() as peer:
        check(rev(peer, *made[0]) == 1, "as it was")


@test
def what_can_be_read_is_salvaged(place):
    made = place.tables(3)
    place.spoil(f"UPDATE game SET options = 'x' WHERE id = '{made[0][0]}'")
    code, text = place.run("salvage", place.store, place.file("saved.db"))
    check(code == 0 and "2 tables" in text and made[0][0] in text, code, text)
    place.store = place.file("saved.db")
    with place.serving() as peer:
        check([rev(peer, *m) for m in made] == ["denied", 1, 1], "with their links")


@test
def a_row_of_moves_is_salvaged_whole_or_not_at_all(place):
    with place.serving() as peer:
        got = peer.create(humans=1, bots=1, game="runebound", options={"players": 2})
        room, token = got["room"], got["links"][0]["token"]
        peer.join(room, token)
        row = None
        for i in range(300):
            offer = peer.until("actions")
            row = next((a["id"] for a in offer["actions"] if a["id"].startswith("go ")), None)
            before = offer["rev"]
            peer.ask({"t": "move", "rev": before, "move": row or offer["actions"][i % len(offer["actions"])]["id"]}, "ack")
            if row:
                break
        after = peer.until("step")["rev"]
    db = sqlite3.connect(place.store)
    rows = [r for r in db.execute("SELECT seq, text FROM entry ORDER BY seq") if '"more":true' in r[1]]
    db.close()
    check(rows and after > before + 1, row, rows)
    place.spoil(f"UPDATE entry SET text = '{{}}' WHERE seq = {rows[-1][0] + 1}")
    code, text = place.run("salvage", place.store, place.file("saved.db"))
    check(code == 0 and "1 table" in text, code, text)
    place.store = place.file("saved.db")
    with place.serving() as peer:
        check(rev(peer, room, token) == before, "where the row began")
        peer.until("actions")
        check(peer.ask({"t": "move", "rev": before, "move": row}, "ack")["t"] == "ack", "and it can be played again")


@test
def nothing_is_replaced_unasked(place):
    made = place.tables(1)
    other = place.file("other.db")
    for verb, words in (("backup", [place.store, other]), ("salvage", [place.store, other]), ("restore", [place.file("copy.db"), place.store])):
        place.run("backup", place.store, place.file("copy.db"), "--force")
        there = place.store + ".before" if verb == "restore" else other
        with open(there, "wb") as f:
            f.write(b"mine")
        code, text = place.run(verb, *words)
        check(code == 2 and "--force" in text and there in text, verb, code, text)
        with open(there, "rb") as f:
            check(f.read() == b"mine", verb, "it stays")
        code, text = place.run(verb, *words, "--force")
        check(code == 0, verb, code, text)
        with place.serving() as peer:
            check(rev(peer, *made[0]) == 1, verb, "and nothing is lost")


@test
def nonsense_is_refused(place):
    for words in (["mend", "a"], ["check", "a", "b"], ["backup", "a"], ["check"]):
        code, text = place.run(*words)
        check(code == 2 and text, words, code, text)


if __name__ == "__main__":
    sys.exit(run_tests(Place.made))

#!/usr/bin/env python3
"""Plain veillee, from outside: the page on this machine, for whoever sits at it.

    test_home.py PROGRAM [--only WORD]

Starts it in folders of its own, with a browser that only writes down what it is asked to
open. The last line is "N passed, N failed".
"""
import contextlib
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import SLOW, check, run_tests, test  # noqa: E402
from wsclient import Peer  # noqa: E402

URL = re.compile(r"http://127\.0\.0\.1:(\d+)/")


def until(what, condition, seconds=20):
    end = time.monotonic() + seconds * SLOW
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not in time: {what}")


def free_ports(n=3):
    """The first of some ports in a row that nobody has."""
    for port in range(21000, 29000, 10):
        with contextlib.ExitStack() as stack:
            try:
                for i in range(n):
                    s = stack.enter_context(socket.socket())
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    s.bind(("127.0.0.1", port + i))
                return port
            except OSError:
                continue
    raise AssertionError("no free ports")


def get(url):
    with urllib.request.urlopen(url, timeout=10 * SLOW) as r:
        return r.status, r.headers, r.read()


class Home:
    """A folder with the environment of one user, and a browser in it."""

    def __init__(self, program):
        self.program = program
        self.path = tempfile.mkdtemp(prefix="veillee-home-")
        self.port = free_ports()
        drop = ("LANG", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "XDG_DATA_HOME", "XDG_STATE_HOME", "WSL_DISTRO_NAME", "WSL_INTEROP")
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k not in drop}
        self.env.update(HOME=self.path, LC_ALL="C.UTF-8")
        self.processes = []

    def browser(self, name="browser", after=""):
        """A browser that notes its arguments."""
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="ascii") as f:
            f.write(f'#!/bin/sh\necho "{name} $*" >>{self.path}/opened\n{after}\n')
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def opened(self):
        with contextlib.suppress(OSError), open(os.path.join(self.path, "opened"), encoding="ascii") as f:
            return f.read().splitlines()
        return []

    def start(self, *args, **env):
        """Started; when it has said its line, that line."""
        p = subprocess.Popen([self.program, "--port", str(self.port), *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env={**self.env, **env}, cwd=self.path, text=True)
        self.processes.append(p)
        ready = select.select([p.stdout], [], [], 20 * SLOW)[0]
        check(ready, "it says nothing")
        p.line = p.stdout.readline()
        if not p.line:
            raise AssertionError(f"it ended with {p.wait(20)}: {p.stderr.read()}")
        return p

    def run(self, *args, **env):
        return subprocess.run([self.program, *args], stdin=subprocess.DEVNULL, capture_output=True, env={**self.env, **env},
                              cwd=self.path, text=True, timeout=30 * SLOW)

    def file(self, *parts):
        return os.path.join(self.path, *parts)

    def close(self):
        for p in self.processes:
            if p.poll() is None:
                p.kill()
            p.wait()
            p.stdout.close()
            p.stderr.close()
        shutil.rmtree(self.path, ignore_errors=True)


def stop(p, number=signal.SIGINT):
    """Its exit code, and what it said after its first line."""
    p.send_signal(number)
    code = p.wait(20 * SLOW)
    return code, p.stdout.read() + p.stderr.read()


def port_of(line):
    found = URL.search(line)
    check(found, "no address in", repr(line))
    return int(found.group(1))


# ---- what it does ----

@test
def says_its_address_and_serves_the_page(home):
    p = home.start()
    check(port_of(p.line) == home.port, p.line)
    status, headers, body = get(f"http://127.0.0.1:{home.port}/")
    check(status == 200 and headers["Content-Type"].startswith("text/html") and b"<title>" in body, status, headers)
    check("default-src 'none'" in headers["Content-Security-Policy"], headers)
    check(get(f"http://127.0.0.1:{home.port}/healthz")[2] == b"ok\n", "healthz")
    with Peer(home.port) as peer:
        peer.hello()
        peer.send({"t": "game", "cid": "g", "game": "runemasters"})
        check(peer.until("game")["cid"] == "g", "a game")
    code, rest = stop(p)
    check(code == 0 and rest == "", code, repr(rest))
    check(os.path.exists(home.file(".local/share/veillee/server.db")), "the store is in the data folder")
    with open(home.file(".local/state/veillee/server.log"), encoding="utf-8") as f:
        events = [json.loads(line)["event"] for line in f]
    check("listening" in events and "stopped" in events, events)


@test
def speaks_both_languages(home):
    for lang, words in (("fr", "Veillée est ouverte"), ("en", "Veillée is open")):
        p = home.start("--lang", lang)
        check(words in p.line and p.line.endswith("\n") and port_of(p.line), p.line)
        again = home.run("--lang", lang, "--port", str(home.port))
        check(again.returncode == 0 and port_of(again.stdout) == home.port and again.stdout != p.line, again)
        stop(p)


@test
def follows_the_base_directory_specification(home):
    p = home.start(XDG_DATA_HOME=home.file("data"), XDG_STATE_HOME=home.file("state"))
    stop(p)
    check(os.path.exists(home.file("data/veillee/server.db")) and os.path.exists(home.file("state/veillee/server.log")), "XDG")
    check(not os.path.exists(home.file(".local")), "nothing elsewhere")


@test
def listens_on_this_machine_only(home):
    p = home.start()
    others = {a[4][0] for a in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} if socket.gethostname() else set()
    for address in others - {"127.0.0.1"}:
        with socket.socket() as s:
            s.settimeout(2)
            check(address.startswith("127.") or s.connect_ex((address, home.port)) != 0, "reached at", address)
    with open(f"/proc/{p.pid}/net/tcp", encoding="ascii") as f:
        ours = [line.split()[1] for line in f if line.split()[1].endswith(f":{home.port:04X}") and line.split()[3] == "0A"]
    check(ours == [f"0100007F:{home.port:04X}"], ours)
    stop(p)


# ---- a second start, a port that is taken ----

@test
def a_second_start_opens_the_page_of_the_first(home):
    browser = home.browser()
    p = home.start(DISPLAY=":9", BROWSER=browser)
    until("the browser", lambda: len(home.opened()) == 1)
    r = home.run("--port", str(home.port), DISPLAY=":9", BROWSER=browser)
    check(r.returncode == 0 and port_of(r.stdout) == home.port and r.stderr == "", r)
    until("the browser again", lambda: len(home.opened()) == 2)
    check(len(set(home.opened())) == 1, home.opened())
    r = home.run(DISPLAY=":9", BROWSER=browser)  # another port was meant: the games are where they are
    check(r.returncode == 0 and port_of(r.stdout) == home.port, r)
    check(p.poll() is None and get(f"http://127.0.0.1:{home.port}/healthz")[0] == 200, "the first goes on")
    check(stop(p)[0] == 0, "stop")


@test
def a_server_on_the_same_store_is_found(home):
    env = {**home.env}
    serve = subprocess.Popen([home.program, "serve", "--listen", f"0.0.0.0:{home.port}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             stdin=subprocess.DEVNULL, env=env, text=True)
    serve.stdout.readline()
    try:
        r = home.run()
        check(r.returncode == 0 and port_of(r.stdout) == home.port, r)
    finally:
        serve.terminate()
        check(serve.wait(20 * SLOW) == 0, "serve")
        serve.stdout.close()


@test
def takes_the_next_port_if_one_is_taken(home):
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind(("127.0.0.1", home.port))
        s.listen()
        p = home.start()
        check(port_of(p.line) == home.port + 1, p.line)
        check(get(f"http://127.0.0.1:{home.port + 1}/")[0] == 200, "the page")
        other = Home(home.program)  # somebody else's games
        try:
            other.port = home.port
            q = other.start()
            check(port_of(q.line) == home.port + 2, q.line)
            check(stop(q)[0] == 0, "stop")
        finally:
            other.close()
        check(stop(p)[0] == 0, "stop")


@test
def comes_back_after_a_kill(home):
    p = home.start()
    with Peer(home.port) as peer:
        peer.hello()
        made = peer.ask({"t": "create", "game": "runemasters", "seats": [{"kind": "human"}]}, "created")
    p.kill()
    p.wait()
    p = home.start()
    with Peer(port_of(p.line)) as peer:
        peer.hello()
        joined = peer.ask({"t": "join", "room": made["room"], "token": made["links"][0]["token"]}, "joined")
        check(joined["player"] == 0 and joined["hints"] is True, joined)
    check(stop(p)[0] == 0, "stop")


# ---- the browser ----

@test
def opens_the_browser_of_the_environment(home):
    browser = home.browser()
    url = f"http://127.0.0.1:{home.port}/"
    for value, line in ((browser, f"browser {url}"), (f"no-such-browser:{browser} --new %s now", f"browser --new {url} now"),
                        (f"{browser} -a:{browser} -b", f"browser -a {url}"), (f"::{browser}", f"browser {url}")):
        for screen in ("DISPLAY", "WAYLAND_DISPLAY"):
            before = len(home.opened())
            p = home.start(BROWSER=value, **{screen: "x"})
            until("the browser", lambda: len(home.opened()) > before)
            check(home.opened()[before:] == [line], value, home.opened()[before:])
            stop(p)


@test
def opens_no_browser_where_there_is_none(home):
    browser = home.browser()
    folder = home.file("empty")
    os.mkdir(folder)
    for args, env in (([], {"BROWSER": browser}), (["--no-browser"], {"BROWSER": browser, "DISPLAY": ":9"}),
                      ([], {"DISPLAY": ":9", "PATH": folder}), ([], {"DISPLAY": ":9", "PATH": folder, "BROWSER": "no-such:/nor/this %s:" + "x" * 600})):
        p = home.start(*args, **env)
        check(get(f"http://127.0.0.1:{home.port}/")[0] == 200, "it serves all the same")
        code, rest = stop(p)
        check(code == 0 and rest == "", args, env, code, rest)
    check(home.opened() == [], home.opened())


@test
def opens_what_the_system_opens_pages_with(home):
    home.browser("xdg-open")
    p = home.start(DISPLAY=":9", PATH=home.path + os.pathsep + home.env["PATH"])
    until("the browser", lambda: home.opened() == [f"xdg-open http://127.0.0.1:{home.port}/"])
    stop(p)
    home.browser("wslview")
    p = home.start(WSL_DISTRO_NAME="Debian", PATH=home.path + os.pathsep + home.env["PATH"])
    until("the browser", lambda: home.opened()[1:] == [f"wslview http://127.0.0.1:{home.port}/"])
    stop(p)


@test
def leaves_the_browser_alone(home):
    """It ends when it likes, nobody waits for it, Ctrl-C is not for it, and it has nothing of ours open."""
    browser = home.browser("browser", f"ls /proc/self/fd >{home.path}/fds; sleep 3; echo survived >>{home.path}/opened")
    p = home.start(DISPLAY=":9", BROWSER=browser)
    until("the browser", lambda: len(home.opened()) == 1)
    check(stop(p)[0] == 0, "stop")
    until("it lives on", lambda: "survived" in home.opened())
    with open(home.file("fds"), encoding="ascii") as f:
        check(set(f.read().split()) <= {"0", "1", "2", "3"}, "descriptors")
    home.browser("fails", "exit 3")
    p = home.start(DISPLAY=":9", BROWSER=home.file("fails"))
    until("the other", lambda: len(home.opened()) == 3)
    with open(f"/proc/{p.pid}/task/{p.pid}/children", encoding="ascii") as f:
        children = f.read
        until("no zombie", lambda: (f.seek(0), children().strip() == "")[1])
    check(stop(p)[0] == 0, "stop")


# ---- its end ----

@test
def ctrl_c_stops_it_in_good_order(home):
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(home.path)
        os.execve(home.program, [home.program, "--port", str(home.port)], home.env)
    said = b""
    while b"\n" not in said:
        check(select.select([fd], [], [], 20 * SLOW)[0], "it says nothing")
        said += os.read(fd, 4096)
    check(port_of(said.decode()) == home.port, said)
    with Peer(home.port) as peer:
        peer.hello()
        os.write(fd, b"\x03")
        check(peer.until("bye")["retry"], "bye")
        code = until("its end", lambda: os.waitpid(pid, os.WNOHANG)[0] and True)
    check(code, "ended")
    os.close(fd)
    p = home.start()
    check(stop(p, signal.SIGTERM)[0] == 0, "again, and SIGTERM")


@test
def ends_with_its_terminal(home):
    p = home.start()
    check(stop(p, signal.SIGHUP)[0] == 0, "SIGHUP")


# ---- what cannot be ----

@test
def refuses_in_words(home):
    for args, env, words in ((["--port", "0"], {}, "--port"), (["--port", "66000"], {}, "--port"), (["--port"], {}, "--port"),
                             (["--prot", "1"], {}, "--port"), (["--no-browser", "play"], {}, "--no-browser"),
                             (["--port", "7000", "serve"], {}, "--port"), ([], {"HOME": ""}, "HOME"),
                             ([], {"XDG_DATA_HOME": "/dev/null"}, "/dev/null"), ([], {"XDG_STATE_HOME": "/dev/null"}, "/dev/null")):
        r = home.run(*args, **env)
        check(r.returncode == 2 and words in r.stderr and r.stderr.count("\n") == 1 and r.stdout == "", args, env, r)
    os.makedirs(home.file(".local/share/veillee"), exist_ok=True)
    with open(home.file(".local/share/veillee/server.db"), "wb") as f:
        f.write(b"not a store at all" * 1000)
    r = home.run("--port", str(home.port))
    check(r.returncode == 2 and "server.db" in r.stderr, r)
    with open(home.file(".local/share/veillee/server.db"), "rb") as f:
        check(f.read().startswith(b"not a store"), "and touches nothing")


@test
def the_log_does_not_grow_for_ever(home):
    folder = home.file(".local/state/veillee")
    os.makedirs(folder)
    with open(os.path.join(folder, "server.log"), "wb") as f:
        f.write(b"x" * (1 << 20) + b"\n")
    stop(home.start())
    check(os.path.getsize(os.path.join(folder, "server.log")) < 10000, "begun anew")
    check(os.path.getsize(os.path.join(folder, "server.log.old")) > 1 << 20, "the last one is kept")


@contextlib.contextmanager
def made(program):
    home = Home(program)
    try:
        yield home
    finally:
        home.close()


if __name__ == "__main__":
    sys.exit(run_tests(made))

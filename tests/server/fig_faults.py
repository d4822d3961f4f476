"""Figures 6 and 8: the program is killed, the disk fails."""
import contextlib
import os
import random
import subprocess
import time

from fig_load import lost_and_twice, ms
from harness import listening, sound
from wsclient import Peer


def killed(b):
    r = b.report
    r.figure = 6
    kills, tables = b.size(5, 200), b.size(20, 60)
    with listening() as listen:
        folder = b.folder("killed")
        # a short log, so that kills also meet the moment when it is folded back
        s = b.server("killed", folder=folder, listen=listen, limits={"store_checkpoint_pages": 256}).start()
        load = b.load(s)
        ledger = os.path.join(folder, "acked")
        load.do("open", tables=tables, humans=2, watchers=1, rate=1000, seconds=60, ledger=ledger, tokens=b.token_file())
        acked_at, rng = [], random.Random()
        began = time.monotonic()
        for i in range(kills):
            # rate 0: every table plays as fast as it is answered, so that each kill meets moves at every stage
            load.begin("play", rate=0, seconds=0.9)
            time.sleep(0.25 + rng.random() * 0.5)
            s.kill()
            s.begin()
            a = load.end()
            acked_at.append(a["acked"])
            if not any(True for k in ("gap", "shown", "lost", "answer", "protocol") if a[k]):
                continue
            sound(r, a)
            break
        a = load.do("settle", seconds=60)
        sound(r, a)
        r.check("every client is back, every move answered", a["seated"] == a["seats"] and a["pending"] == 0, str(a))
        back = load.do("back")
        r.note(f"{len(acked_at)} kills (SIGKILL at a random instant of play, {time.monotonic() - began:.0f} s): {a['acked']} moves acknowledged, "
               f"{a['resent']} sent again, {a['stale']} found stale, {a['reconnects']} reconnects, back after {ms(back['p50_us'])} (slowest {ms(back['max_us'])})")
        r.check("moves were under way when it was killed", a["resent"] > 0, str(a["resent"]))
        load.close()
        s.stop()
        lost_and_twice(b, s.store, [ledger])
        b.end_of_figure()


@contextlib.contextmanager
def small_disk(b, megabytes):
    """A folder that can be full: a tmpfs of its own, or None if we may not mount."""
    path = b.folder("small-disk")
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", path], stderr=subprocess.DEVNULL)
    try:
        yield path if done.returncode == 0 else None
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", path], check=False)


def fill(path):
    """Takes all the room that is left, to the last page."""
    name = os.path.join(path, "filler")
    with open(name, "wb", buffering=0) as f, contextlib.suppress(OSError):
        while True:
            f.write(b"\0" * 4096)
    return name


def told(load, what, before):
    """Waits until everybody has been told."""
    for _ in range(120):
        a = load.do("wait", seconds=0.5)
        if a[what] - before[what] >= a["seats"]:
            break
    return a


def outage(b, s, load, what, begin, end, is_total):
    """Play; the disk fails; nothing is acknowledged, everybody is told; it works again; play goes on.

    is_total: no write succeeds from begin() to end(). A full disk is not like that: what is already
    allocated can still be written, so small changes may get through now and then."""
    r = b.report
    sound(r, load.do("play", rate=200, seconds=1))
    quiet = load.do("settle", seconds=60)
    begin()
    for _ in range(20):
        a = load.do("play", rate=0, seconds=1)
        if a["io"] > quiet["io"]:
            break
    a = told(load, "read_only", quiet)
    r.check(f"{what}: moves are refused with io", a["io"] > quiet["io"], str(a["io"]))
    r.check(f"{what}: everybody is told", a["read_only"] - quiet["read_only"] >= a["seats"], f"{a['read_only']} of {a['seats']}")
    if is_total:
        health = s.get("/healthz")
        late = load.do("play", rate=100, seconds=1.5)  # longer than the pause between two probes
        r.check(f"{what}: no ack while nothing can be stored", late["acked"] == quiet["acked"], f"{late['acked'] - quiet['acked']} acks")
        r.check(f"{what}: nobody is told otherwise", late["writable"] == quiet["writable"], str(late["writable"]))
        r.check(f"{what}: /healthz says so", health[0] == 503 and "read" in health[1], str(health))
    began = time.monotonic()
    end()
    while time.monotonic() - began < 60 and s.get("/healthz")[0] != 200:
        time.sleep(0.05)
    took = time.monotonic() - began
    told(load, "writable", quiet)
    a = load.do("settle", seconds=60)
    r.check(f"{what}: every move that was refused is answered in the end", a["pending"] == 0, str(a["pending"]))
    r.check(f"{what}: everybody is told that it is over", a["writable"] - quiet["writable"] >= a["seats"], f"{a['writable']} of {a['seats']}")
    back = load.do("play", rate=200, seconds=1)
    sound(r, back)
    r.check(f"{what}: play goes on", back["acked"] > a["acked"] and back["lost_connections"] == 0, str(back))
    r.note(f"{what}: {a['io'] - quiet['io']} moves refused with io, {'no ack meanwhile, ' if is_total else ''}"
           f"all told read-only, writing again {took:.1f} s after the end of it")
    r.timed(f"{what}: recovered", took, 3.0)


def disk(b):
    r = b.report
    r.figure = 8
    with small_disk(b, 96) as full_disk:
        if full_disk:
            s = b.server("disk", folder=full_disk, name="server")
            s.log = os.path.join(b.folder("disk-log"), "server.log")
            s.errors = os.path.join(b.folder("disk-log"), "server.err")
            s.start()
            kinds = [("disk full (tmpfs)", lambda: fill(full_disk), lambda: os.unlink(os.path.join(full_disk, "filler")))]
            ledger = os.path.join(b.folder("disk-log"), "acked")
            run_outages(b, s, kinds, False, ledger, lambda load: restart_when_full(b, s, load, full_disk))
        else:
            r.note("no tmpfs can be mounted here: a full disk is simulated")
    switch = os.path.join(b.folder("shim"), "fault")
    env = {"LD_PRELOAD": os.path.abspath(b.args.faultio), "FAULTIO": switch, "ASAN_OPTIONS": "verify_asan_link_order=0"}
    s = b.server("shim", env=env).start()
    kinds = [(what, lambda text=text: open_fault(switch, text), lambda: os.unlink(switch)) for what, text in (
        ("no space left (ENOSPC)", "write ENOSPC"), ("I/O error on write", "write EIO"), ("I/O error on fsync", "sync EIO"),
        ("disk turned read-only (EROFS)", "write EROFS"))]
    run_outages(b, s, kinds, True, os.path.join(b.folder("shim"), "acked"))


def open_fault(path, text):
    with open(path + ".new", "w", encoding="ascii") as f:
        f.write(text)
    os.rename(path + ".new", path)


def restart_when_full(b, s, load, folder):
    """Killed while not a byte is left: it starts, shows every table, and goes on when there is room."""
    r = b.report
    load.do("play", rate=0, seconds=1)
    filler = fill(folder)
    load.begin("play", rate=0, seconds=1)
    time.sleep(0.5)
    s.kill()
    s.start()
    load.end()
    a = load.do("wait", seconds=5)
    r.check("full at the start: every client is back at its table", a["seated"] == a["seats"], f"{a['seated']} of {a['seats']}")
    state = s.get("/healthz")[0]
    os.unlink(filler)
    end = time.monotonic() + 10
    while time.monotonic() < end and s.get("/healthz")[0] != 200:
        time.sleep(0.05)
    back = load.do("play", rate=200, seconds=1)
    sound(r, back)
    r.check("full at the start: play goes on when there is room", back["acked"] > a["acked"], str(back))
    r.note(f"killed and started on a full disk: {a['seated']} of {a['seats']} clients back at their tables ({'read-only' if state == 503 else 'writing'}), play goes on when there is room")


def run_outages(b, s, kinds, is_total, ledger, more=None):
    load = b.load(s)
    load.do("open", tables=b.size(10, 40), humans=2, rate=500, seconds=30, ledger=ledger, tokens=b.token_file())
    for what, begin, end in kinds:
        outage(b, s, load, what, begin, end, is_total)
    if more:
        more(load)
    load.do("settle", seconds=60)
    load.close()
    s.stop()
    lost_and_twice(b, s.store, [ledger])
    b.end_of_figure()


def sanitized(b):
    """Sanitizer builds under a short load with kills of connections: silent, and nothing lost."""
    r = b.report
    for what, program in (("ASan and UBSan", b.args.asan), ("TSan", b.args.tsan)):
        if not program:
            continue
        r.figure = what
        folder = b.folder("sanitized-" + what.split()[0])
        s = b.server("sanitized", program=program, folder=folder).start(120)
        load = b.load(s)
        ledger = os.path.join(folder, "acked")
        load.do("open", tables=b.size(20, 100), humans=2, bots=1, watchers=1, rate=200, seconds=120, ledger=ledger, options='{"guardians":3}',
                tokens=b.token_file())
        sound(r, load.do("play", rate=b.size(100, 200), seconds=b.size(4, 20)))
        load.do("cut")
        sound(r, load.do("play", rate=b.size(100, 200), seconds=b.size(2, 10)))
        other = b.load(s, sources=200)
        other.do("seats", tries=b.size(500, 5000), tables=4)
        other.do("mutate", frames=b.size(3000, 50000), conns=8)
        other.do("loris", n=50, every=500, seconds=12)
        a = load.do("settle", seconds=60)
        sound(r, a)
        r.check(f"{what}: every move answered", a["pending"] == 0, str(a["pending"]))
        load.close()
        code = s.stop(60)
        r.check(f"{what}: ends in good order", code == 0, f"{code} {s.said()[-3000:]}")
        r.check(f"{what}: silent", not s.sanitizer_reports(), s.said()[-3000:])
        r.note(f"{what}: {a['acked']} moves, cut connections, wrong seats, mutated frames and slow handshakes: no report")
        lost_and_twice(b, s.store, [ledger], others=True)
        b.end_of_figure()
        crowded(b, what, program)


def crowded(b, what, program):
    """A claim at a table that nobody is at, while others make so many that an idle one must go."""
    r = b.report
    limits = {"rooms_idle": 1, "table_ms": 0, "message_rate": 0, "address_rate": 0}
    s = b.server("crowded-" + what.split()[0], program=program, limits=limits).start(120)
    order = {"t": "create", "game": "runemasters", "options": {"guardians": 2}, "seats": [{"kind": "open"}] * 2, "public": True}
    seated, rounds = 0, b.size(10, 100)
    with contextlib.ExitStack() as stack:
        host, guest, *others = [stack.enter_context(Peer(s.port)) for _ in range(10)]
        for p in (host, guest, *others):
            p.hello()
        for _ in range(rounds):
            room = host.ask(order, "created")["room"]
            guest.send({"t": "join", "room": room, "claim": True})
            for p in others:
                p.send(order)
            seated += guest.until("joined", "error")["t"] == "joined"
            for p in others:
                p.until("created", "error")
            guest.ask({"t": "leave"}, "left")
    r.check(f"{what}: whoever claims a seat in a crowd gets it", seated == rounds, f"{seated} of {rounds}: {s.said()[-3000:]}")
    b.end_of_figure()

"""Figures 1-5, 9-11: how many, how fast, how soon again."""
import contextlib
import json
import random
import time

from harness import compare_ledger, listening, sound
from wsclient import Peer, patched


def ms(us):
    return f"{us / 1000:.1f} ms"


def times(a):
    return f"p50 {ms(a['p50_us'])}, p99 {ms(a['p99_us'])}, p99.9 {ms(a['p999_us'])}, longest {ms(a['max_us'])}, {a['n']} moves"


# What the fleets play, in short the first, in full each in turn: how many a table must have, and how many it may have at most (of four).
PLAYED = {"runemasters": (1, 4), "enchanters": (2, 4), "runebound": (2, 4), "reflets": (1, 3)}


def table_of(game, humans, bots=0):
    """What a table for so many players is made with."""
    return {"game": game, "humans": humans, "bots": bots, "options": json.dumps({"players": humans + bots}, separators=(",", ":"))}


def each_game(short=tuple(PLAYED)):
    """The figure for each game, which its notes name; in short for these."""
    def of(figure):
        def measured(b):
            for game in b.size(short, PLAYED):
                figure(b, game)
        return measured
    return of


@each_game(short=["runemasters"])
def held_and_moved(b, game):
    """1: connections held, 2: memory, 3: move to ack, 4: moves per second. One server, one fleet."""
    r = b.report
    tables, rate, seconds = b.size(125, 2500), b.size(200, 1000), b.size(4, 20)
    s = b.server("many-" + game, limits={"ping_ms": 5000}).start()
    empty = s.status("VmRSS")
    load = b.load(s)
    r.figure = 1
    most = PLAYED[game][1]
    a = load.do("open", tables=tables, **table_of(game, most), watchers=4 - most, rate=b.size(500, 1000), seconds=b.size(60, 180), tokens=b.token_file())
    held = load.do("wait", seconds=b.size(6, 12))  # longer than a ping and its answer
    want = tables * 4
    r.note(f"{game}: {held['seated']} connections held and seated, pings on (opened in {a['seconds']:.1f} s); the server has "
           f"{s.descriptors()} descriptors")
    r.check("every connection is held", a["seated"] == want and held["seated"] == want and held["lost_connections"] == 0, str(held))
    r.check("the server agrees", s.metric("veillee_websockets") == want, str(s.metric("veillee_websockets")))

    r.figure = 2
    rss = s.status("VmRSS")
    r.note(f"{game}: {rss / 1024:.1f} MB resident at {want} seated connections and {tables} live games ({empty / 1024:.1f} MB when empty)")
    r.check("memory", rss <= (250 if b.full else 100) * 1024, f"{rss} kB")

    r.figure = 3
    before = s.cpu()
    a = load.do("play", rate=rate, warm=b.size(1, 5), seconds=seconds)
    r.note(f"{game}: move to ack, durable, {a['moves_per_s']:.0f} moves/s on {want} connections: {times(a)}; "
           f"server {100 * (s.cpu() - before) / (seconds + b.size(1, 5)):.0f} % of a core")
    sound(r, a)
    r.timed("the rate was reached", a["moves_per_s"], rate * 0.98, least=True)
    for key, gate in (("p50_us", 5000), ("p99_us", 50000), ("p999_us", 200000)):
        r.timed(key, a[key], gate)
    rss = s.status("VmRSS")
    r.figure = 2
    r.note(f"{game}: {rss / 1024:.1f} MB after {a['acked']} moves")
    r.check("memory in play", rss <= (250 if b.full else 100) * 1024, f"{rss} kB")

    r.figure = 4
    best, steps = a, b.size([400, 800], [1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10000])
    for step in steps:
        a = load.do("play", rate=step, warm=1, seconds=b.size(2, 8))
        sound(r, a)
        if a["p99_us"] > 100000 or a["moves_per_s"] < 0.95 * step:
            r.note(f"{game}: at {step} offered: {a['moves_per_s']:.0f} moves/s, {times(a)}")
            break
        best = a
    r.note(f"{game}: {best['moves_per_s']:.0f} durable moves/s sustained: {times(best)}")
    r.timed("moves per second", best["moves_per_s"], b.size(400, 2000) * 0.97, least=True)
    a = load.do("settle", seconds=60)
    sound(r, a)
    r.check("every move was answered", a["pending"] == 0, str(a["pending"]))
    b.end_of_figure()


@each_game()
def fanout(b, game):
    r = b.report
    r.figure = 5
    s = b.server("fanout-" + game).start()
    load = b.load(s)
    watchers = b.size(100, 500)
    load.do("open", tables=1, **table_of(game, PLAYED[game][0]), watchers=watchers, rate=1000, seconds=60, tokens=b.token_file())
    load.do("fanout", moves=5)
    a = load.do("fanout", moves=b.size(20, 200))
    last = a["last"]
    r.note(f"{game}: one move to {watchers} spectators, the last of them: p50 {ms(last['p50_us'])}, p99 {ms(last['p99_us'])}, "
           f"longest {ms(last['max_us'])} ({last['n']} moves)")
    r.check("every spectator saw every move", a["missed"] == 0 and last["n"] > 0, str(a))
    r.timed("the last spectator", last["p99_us"], 100000)
    sound(r, load.do("wait", seconds=0.1))
    b.end_of_figure()


@each_game()
def restart(b, game):
    """9: restart to first ack. The games lie on the disk; nobody is connected."""
    r = b.report
    r.figure = 9
    games, moves = b.size(200, 10000), b.size(4, 10)
    s = b.server("restart-" + game, limits={"table_ms": 0, "table_burst": 1000000}).start()
    load = b.load(s)
    bots = PLAYED[game][0] - 1
    a = load.do("open", tables=games, **table_of(game, 1, bots), rate=2000, seconds=240, tokens=b.token_file())
    r.check("the games are there", a["games"] == games, str(a["games"]))
    load.do("play", rate=0, seconds=b.size(3, 60), moves=games * moves)
    a = load.do("settle", seconds=60)
    sound(r, a)
    with Peer(s.port) as p:
        p.hello()
        made = p.create(bots=bots, game=game, options={"players": 1 + bots})
        room, token = made["room"], made["links"][0]["token"]
        p.join(room, token)
        first = p.until("actions")
        p.ask({"t": "move", "rev": first["rev"], "move": first["actions"][0]["id"]})
    load.close()
    took = []
    for _ in range(b.size(2, 5)):
        s.stop()
        began = time.perf_counter()
        s.begin()
        took.append(first_ack(s.port, room, token, began))
    r.note(f"{game}: restart to first ack with {a['games']} games ({a['acked']} moves) on disk: "
           f"{', '.join(f'{1000 * t:.0f} ms' for t in took)} from exec to ack")
    r.timed("restart", max(took), 2.0)
    b.end_of_figure()


def first_ack(port, room, token, began):
    while time.perf_counter() - began < 60:
        try:
            with Peer(port, seconds=5) as p:
                p.hello()
                p.join(room, token)
                while True:
                    m = p.until("actions", "over")
                    if m["t"] == "over":
                        return 60.0
                    if p.ask({"t": "move", "rev": m["rev"], "move": m["actions"][0]["id"]})["t"] == "ack":
                        return time.perf_counter() - began
        except OSError:
            time.sleep(0.002)
    return 60.0


def rolling(b):
    """10: a new process takes over the listening socket while everybody plays."""
    r = b.report
    r.figure = 10
    tables, restarts = b.size(50, 1000), b.size(1, 4)
    with listening() as listen:
        folder = b.folder("rolling")
        old = b.server("rolling", folder=folder, listen=listen).start()
        load = b.load(old)
        ledger = folder + "/acked"
        load.do("open", tables=tables, humans=2, rate=1000, seconds=60, ledger=ledger, tokens=b.token_file())
        worst, back_n, gone = 0, 0, []
        for i in range(restarts):
            load.begin("play", rate=b.size(200, 1000), seconds=8)
            time.sleep(2)
            began = time.perf_counter()
            new = b.server("rolling", folder=folder, listen=listen, name=f"server{i + 1}")
            # The listening socket stays; connects wait in its queue while nobody serves.
            old.process.send_signal(15)
            code = old.process.wait(30)
            new.begin()
            gone.append(time.perf_counter() - began)
            r.check("the old server ends in good order", code == 0, f"exit {code} {old.said()[-500:]}")
            b.servers.remove(old)
            old = new
            sound(r, load.end())
            a = load.do("settle", seconds=60)
            back = load.do("back")
            worst, back_n = max(worst, back["max_us"]), back_n + back["n"]
            r.check("every client is back", a["seated"] == a["seats"] and a["pending"] == 0, str(a))
            r.check("every client was told", a["byes"] >= (i + 1) * tables * 2 * 0.99, f"{a['byes']} goodbyes")
            r.check("no connect was refused", a["refused_http"] == 0 and a["failed"] == 0, f"{a['refused_http']} {a['failed']}")
        r.note(f"{restarts} rolling restarts under load, {tables * 2} clients: every client back, p99 of the last {ms(back['p99_us'])}, "
               f"slowest {ms(worst)} (told to wait up to 3 s), {back_n} reconnects; the old process was gone after {max(gone) * 1000:.0f} ms")
        r.timed("back again", worst, 5e6)
        load.close()
        old.stop()
        lost_and_twice(b, old.store, [ledger])
        b.end_of_figure()


def lost_and_twice(b, store, ledgers, others=False):
    n = compare_ledger(b.report, store, ledgers, others)
    b.report.note(f"{n['acked']} acknowledged moves against the log of {n['rooms']} games ({n['entries']} entries): "
                  f"{n['lost']} lost, {n['twice']} twice, {n['unacked']} never acknowledged")
    b.report.check("there was play", n["acked"] > 0)
    b.report.check("nothing acknowledged is lost", n["lost"] == 0, str(n))
    b.report.check("nothing happened twice", n["twice"] == 0, str(n))
    b.report.check("nothing happened that was not acknowledged in the end", n["unacked"] == 0, str(n))
    return n


def roaming(b):
    """11: the socket is dropped without a word, and another comes from a new address."""
    r = b.report
    r.figure = 11
    s = b.server("roaming").start()
    took, moves, want = [], 0, b.size(10, 200)
    while len(took) < want and not r.failed:
        more, played = roam(r, s.port, want - len(took))
        took, moves = took + more, moves + played
    took.sort()
    r.note(f"{len(took)} reconnects from a new address, the old socket left behind: right view after {1000 * took[len(took) // 2]:.1f} ms, "
           f"slowest {1000 * took[-1]:.1f} ms; {moves} moves in between")
    r.check("moves were played", moves > 0)
    r.timed("view after a reconnect", took[-1], 2.0)
    b.end_of_figure()


def roam(r, port, most):
    """One game of two, in which the first player changes its address before each move. The times, and the number of moves."""
    took, moves = [], 0
    with contextlib.ExitStack() as open_ones:
        def peer(source):
            p = open_ones.enter_context(Peer(port, source=source))
            p.hello()
            return p

        other = peer("127.0.0.10")
        made = other.create(humans=2)
        room, token = made["room"], made["links"][0]["token"]
        other.join(room, made["links"][1]["token"])
        first = peer("127.0.0.20")
        first.join(room, token)
        view = first.until("view")["view"]
        for i in range(most):
            # The old sockets stay open, deaf: nobody closes a connection whose network is gone.
            began = time.perf_counter()
            new = peer(f"127.0.0.{21 + i % 200}")
            j = new.join(room, token, since=view["rev"])
            m = new.until("view", "step")
            now = m["view"] if m["t"] == "view" else patched(view, m)
            took.append(time.perf_counter() - began)
            full = new.ask({"t": "resync"}, "view")["view"]
            if not r.check("the view is right", now == full and full["rev"] == j["rev"], f"{now} {full}"):
                break
            view = full
            mover = new if full["turn"]["actor"] in j["seats"] else other
            mover.send({"t": "resync"})
            a = mover.until("actions", "over")
            if a["t"] == "over":
                break
            pick = random.choice(a["actions"])["id"]
            moves += mover.ask({"t": "move", "rev": a["rev"], "move": pick})["t"] == "ack"
    return took, moves

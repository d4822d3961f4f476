"""Figures 17 and 18: what a seat may not know never reaches its socket."""
import json
import os
import random
import re
import subprocess
import threading
import time

from harness import sound
from wsclient import Peer


def pairs(b):
    """17: the rooms themselves, in one process, in two worlds that differ only in what a seat cannot know."""
    r = b.report
    r.figure = 17
    for game in filter(b.plays, ("hands", "runemasters", "enchanters", "runebound", "reflets")):
        n = b.size(2000, 1_000_000)
        out = subprocess.run([b.args.hidden, game, str(n)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        lines = out.stdout.strip().splitlines()
        if not r.check(f"{game}: the pairs were tried", out.returncode in (0, 1) and lines and lines[-1].startswith("{"), out.stdout[-1500:]):
            continue
        a = json.loads(lines[-1])
        r.note(f"{game}: {a['pairs']} pairs of worlds equal but for what a seat cannot know, {a['messages']} messages compared byte for byte "
               f"({a['bytes'] / 1e6:.0f} MB): {a['different']} differ; the secrets did differ in {a['revealed']} of the games")
        r.check(f"{game}: enough pairs", a["pairs"] >= n, str(a))
        r.check(f"{game}: no message differs", a["different"] == 0, a.get("first", ""))
        r.check(f"{game}: the worlds did differ", a["revealed"] > 0, str(a))
    leak = subprocess.run([b.args.hidden, "leaky", "1000"], stdout=subprocess.PIPE)
    r.check("a game that hides nothing is found out", leak.returncode == 1, str(leak.returncode))


def end_to_end(b):
    """18: marker values in all secrets, every byte to every socket, searched."""
    r = b.report
    r.figure = 18
    for game, options, games in SEARCHED:
        if b.plays(game):
            searched(b, game, options, b.size(*games))
    if b.plays("hands"):
        hands(b)


# What is played, with how many games in short and in full: those of Runebound and Reflets are long, and end early here.
SEARCHED = [("runemasters", '{"guardians":3}', (30, 10000)), ("enchanters", '{"players":3}', (10, 10000)),
            ("runebound", '{"players":3,"round_limit":12}', (4, 10000)), ("reflets", '{"players":3,"turn_cap":20}', (4, 10000))]


def searched(b, game, options, games):
    """Bot games with a spectator, their every byte searched for secrets."""
    r = b.report
    s = b.server("secrets-" + game, limits={"table_ms": 0}).start()
    load = b.load(s)
    load.do("open", tables=min(games, b.size(10, 64)), humans=1, bots=2, watchers=1, rate=200, seconds=60, record=1, games=games, game=game, options=options,
            tokens=b.token_file())
    a = load.do("play", rate=0, seconds=b.size(120, 2400), over=games)
    r.note(f"{game}: {a['over']} bot games, {a['bytes_in'] / 1e6:.0f} MB to {a['seats']} sockets: {a['leaks']} times a seed or a token of somebody else before its time")
    r.check(f"{game}: the games were played", a["over"] >= games, str(a["over"]))
    r.check(f"{game}: no secret was told", a["leaks"] == 0, a["fault"])
    sound(r, a)
    b.end_of_figure()


CARD = re.compile(r"\b(?:card\.)?c([1-9]|1[0-2])\b")


def hands(b):
    """The test game with hidden hands, over sockets: a card's name may reach a socket only once it may be known there."""
    r = b.report
    games, workers = b.size(20, 2000), 4
    s = b.server("hands", program=b.args.hands, args=()).start()
    totals = {"games": 0, "messages": 0, "bytes": 0, "mentions": 0, "leaks": []}
    lock = threading.Lock()

    def work(seed):
        rng = random.Random(seed)
        for _ in range(games // workers):
            one = hands_game(s.port, rng)
            with lock:
                for k, v in one.items():
                    totals[k] += v

    threads = [threading.Thread(target=work, args=(i,)) for i in range(workers)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    r.note(f"hands: {totals['games']} games of 3 with a spectator, {totals['messages']} messages ({totals['bytes'] / 1e6:.1f} MB) searched for cards: "
           f"{totals['mentions']} mentions, {len(totals['leaks'])} of a card that the socket may not know")
    r.check("the games were played", totals["games"] == games // workers * workers, str(totals["games"]))
    r.check("cards were mentioned at all", totals["mentions"] > 0)
    r.check("none too early", not totals["leaks"], str(totals["leaks"][:3]))
    b.end_of_figure()


def known_cards(record, viewer):
    """By revision, the cards that a viewer may know, from the record of the whole game: those it drew and those that were shown."""
    deck = {f"c{i}" for i in range(1, 13)}
    hand, buried = [[], [], []], [[], [], []]
    known, by_rev, turn = set(), [set()], 0

    def draw(card):
        deck.discard(card)
        hand[turn % 3].append(card)
        if turn % 3 == viewer:
            known.add(card)

    for line in record.split("\n\n", 1)[1].splitlines():
        words = line.split()
        if not words or words[0] in (";", "end"):
            continue
        if words[0] == "c":
            draw(words[2])
        else:
            card = hand[turn % 3].pop(int(words[2]))
            if words[1] == "play":
                known.add(card)
            else:
                buried[turn % 3].append(card)
            turn += 1
        if turn == 9:  # the end: what was buried is turned up and counted
            known.update(c for pile in buried for c in pile)
        elif len(deck) == 1 and len(hand[turn % 3]) < 2:  # the last card is no chance
            draw(next(iter(deck)))
        by_rev.append(set(known))
    return by_rev


def hands_game(port, rng):
    """One game of three and a spectator; then everything they were told, against what they could know."""
    peers = [Peer(port) for _ in range(4)]
    told = [[] for _ in peers]  # (revision, text)
    for p in peers:
        p.hello()
    made = peers[0].create(humans=3, options={"seats": 3}, game="hands")
    links = [x["token"] for x in made["links"]] + [made["watch"]["token"]]
    for p, token in zip(peers, links):
        p.join(made["room"], token)
    rev, over = [0] * 4, None
    actions = {}

    def listen(i, m):
        if m["t"] in ("view", "step"):
            rev[i] = m["rev"]
        if m["t"] == "actions" and ("of" not in actions or m["rev"] > actions["of"][1]["rev"]):
            actions["of"] = (i, m)  # not an older one that somebody asked for again
        told[i].append((rev[i], json.dumps(m, ensure_ascii=False)))
        return m

    def drain(i, seconds=60):
        """All up to the answer of a ping."""
        peers[i].send({"t": "ping", "cid": "drain"})
        while True:
            m = peers[i].read(seconds)
            if m["t"] == "pong":
                return
            if m["t"] == "over":
                nonlocal over
                over = m
                continue
            listen(i, m)

    last = -1
    for _ in range(12):
        end = time.monotonic() + 60
        while not over and ("of" not in actions or actions["of"][1]["rev"] <= last):
            for i in range(4):
                drain(i)
            if time.monotonic() > end:
                raise RuntimeError("nobody is asked to decide")
        if over:
            break
        who, m = actions["of"]
        last = m["rev"]
        pick = rng.choice(m["actions"])["id"]
        if rng.random() < 0.3:
            peers[rng.randrange(4)].send(rng.choice([{"t": "resync"}, {"t": "at", "rev": rng.randint(0, last)}, {"t": "preview", "move": pick},
                                                     {"t": "record"}, {"t": "why", "move": pick}]))
        peers[who].send({"t": "move", "cid": peers[who].cid(), "rev": last, "move": pick})
    for i in range(4):
        drain(i)
    record = peers[3].ask({"t": "record"}, "record")["text"]
    mentions, leaks, size = 0, [], 0
    for i in range(4):
        known = known_cards(record, i)
        for at, text in told[i]:
            size += len(text)
            for card in set(CARD.findall(text)):
                mentions += 1
                if "c" + card not in known[min(at, len(known) - 1)]:
                    leaks.append((i, at, "c" + card, text[:300]))
    for p in peers:
        p.sock.close()
    return {"games": 1, "messages": sum(map(len, told)), "bytes": size, "mentions": mentions, "leaks": leaks}

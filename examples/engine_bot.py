#!/usr/bin/env python3
"""A bot for `veillee engine`, written from docs/engine.md: it plays at random, by itself.

    engine_bot.py guest GAME [GAMES] [SEED]    the engine hosts; we hold one seat, another in each game
    engine_bot.py host GAME [GAMES] [SEED]     we host: we throw the dice, hold seat 0 and ask the engine
                                               to think for the others

It finds the program as `veillee`, or where VEILLEE says. Standard library only.
"""
import json
import os
import random
import subprocess
import sys


class Refused(Exception):
    """An answer `error {...}`."""


class Engine:
    def __init__(self, game, *options):
        self.process = subprocess.Popen([os.environ.get("VEILLEE", "veillee"), "engine", game, *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1)
        greeting = self.answer()
        if greeting[0].split() != ["veillee", "engine", "1"]:
            sys.exit("unknown protocol: " + greeting[0])

    def answer(self):
        """The data lines of an answer, with `bestmove` as the last of them."""
        lines = []
        for line in self.process.stdout:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "error":
                fault = json.loads(rest)
                raise Refused(f"{fault['status']} {fault.get('rule', '')}: {fault['text']}")
            if word != "ok":
                lines.append(line.rstrip("\n"))
            if word in ("ok", "bestmove"):
                return lines
        sys.exit("the engine is gone")

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        return self.answer()

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        return self.process.wait()


def rest(line, words):
    """What follows the first words of a line."""
    return line.split(" ", words)[words]


def actor(lines):
    """Who moves: "0", "chance" or "over"."""
    return [line for line in lines if line.startswith("actor ")][-1][6:]


def legal(engine):
    """The notations of what may be played now."""
    return [rest(line, 2) for line in engine.ask("moves") if line.startswith("move ")]


def draw(engine, rng):
    """An outcome of chance, with the chance that the game gives it."""
    outcomes = [line.split(" ", 2)[1:] for line in engine.ask("moves") if line.startswith("outcome ")]
    total = rng.randrange(sum(int(weight) for weight, _ in outcomes))
    for weight, move in outcomes:
        total -= int(weight)
        if total < 0:
            return move


def play_guest(engine, rng, seat):
    who = actor(engine.ask(f"host {seat}"))
    while who != "over":
        who = actor(engine.ask(f"as {seat} {rng.choice(legal(engine))}"))


def play_host(engine, rng):
    who = actor(engine.ask("moves"))
    while who != "over":
        if who == "chance":
            who = actor(engine.ask("chance " + draw(engine, rng)))
        elif who == "0":
            who = actor(engine.ask("apply " + rng.choice(legal(engine))))
        else:
            move = rest(engine.ask("go nodes 500")[-1], 1).split(" value ")[0]
            who = actor(engine.ask(f"as {who} {move}"))


def main(role, game, games="1", seed="1"):
    rng = random.Random(int(seed))
    engine = Engine(game, "--seed", seed)
    for n in range(int(games)):
        seats = next(int(rest(line, 1)) for line in engine.ask("newgame") if line.startswith("seats "))
        if role == "guest":
            play_guest(engine, rng, n % seats)
        else:
            play_host(engine, rng)
        print(engine.ask("result")[0])
    return engine.close()


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5 or sys.argv[1] not in ("guest", "host"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""What a player sees in the terminal, from outside: boards on screens of any size, card, look, replay.

    board.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import fcntl
import json
import os
import re
import struct
import sys
import termios

import run
from run import Terminal, check, check_in, columns

run.TESTS.clear()
test = run.test

GAMES = {
    "runemasters": ["--set", "guardians=4", "--seed", "7"],
    "enchanters": ["--set", "players=4", "--seats", "human,greedy,greedy,greedy", "--seed", "3"],
}


def play(home, game, *args, stdin="", lang="en", env=None):
    return home.out("play", game, "--no-save", "--lang", lang, *GAMES[game], *args, stdin=stdin, code=1, env=env)


def screen(width, height):
    return {"COLUMNS": str(width), "LINES": str(height)}


def last_decision(text, prompt):
    """The board, prompt and moves that were printed last."""
    start = max(text.rfind("\nRound "), text.rfind("\nManche "))
    check(start > 0 and prompt in text[start:], "a board with its prompt")
    return text[start + 1:].rstrip("\n").split("\n")


# ---- screens ----

@test
def decisions_fit_screens(home):
    prompts = {("runemasters", "en"): "your turn", ("runemasters", "fr"): "à vous", ("enchanters", "en"): "Player 1", ("enchanters", "fr"): "Joueur 1"}
    for game in GAMES:
        for lang in ("fr", "en"):
            for width, height in ((80, 24), (60, 20), (132, 50)):
                text = play(home, game, "--board", stdin="1\n1\n", lang=lang, env=screen(width, height))
                what = f"{game} {lang} {width}x{height}"
                lines = last_decision(text, prompts[game, lang])
                check(len(lines) <= height - 1, f"{what}: {len(lines)} lines")
                check(max(columns(line) for line in text.split("\n")) <= width, f"{what}: too wide")
                if width > 100:
                    check(max(columns(line) for line in lines) > 100, f"{what}: a wide screen is used")


@test
def the_terminal_is_asked(home):
    t = Terminal(home, "play", "enchanters", "--no-save", "--lang", "en", *GAMES["enchanters"], env={"NO_COLOR": "1"})
    fcntl.ioctl(t.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 60, 0, 0))
    t.wait_for("Player 1, your turn")
    t.type("board")
    t.wait_for("Player 1: ")
    check(max(columns(line) for line in t.text.split("\n")) <= 60, "60 columns")
    t.type("quit")
    t.end()


@test
def no_word_is_broken(home):
    """The same words, however wide the screen is; cards are read in full with `look`."""
    for game in GAMES:
        for command in ("look", "look 1", "view", "moves", "?"):
            wide = play(home, game, "--plain", stdin=command + "\n", env=screen(160, 0)).split()
            narrow = play(home, game, "--plain", stdin=command + "\n", env=screen(60, 0)).split()
            check(wide == narrow, f"{game} {command}: {[w for w in narrow if w not in wide][:5]}")


@test
def folded_moves_are_one_command_away(home):
    text = play(home, "runemasters", "--board", stdin="moves\n", env=screen(60, 20))
    folded = re.search(r"… and (\d+) more moves: moves shows them all", text)
    check(folded, "the list is folded")
    numbers = re.findall(r"^  (\d+)\. ", text, re.M)
    check(numbers == [str(n) for n in range(1, len(numbers) + 1)] and len(numbers) > int(folded.group(1)), "and whole on demand")


# ---- what is read is what is typed ----

@test
def read_and_typed_alike(home):
    """The number before a card in the plain view, a die's number, and the notation in `moves` are what a move takes."""
    view = play(home, "enchanters", "--plain", stdin="view\n")
    road = re.findall(r"^  (\d): ([^:]+): cost (\d)", view, re.M)
    check(road and all(place == cost for place, _, cost in road), "the road counts its places as notation does")
    for place, name, _ in road[:3]:
        text = play(home, "enchanters", "--plain", stdin=f"journey {place}\n")
        check(re.search(f"Player 1 journeys to .?{name}", text), f"journey {place} goes to {name}")
    text = play(home, "runemasters", "--plain", stdin="moves\nview\n")
    dice = dict(re.findall(r"^  die (\d): (red|blue|green|yellow|violet|white)", text[text.rindex("Dice:"):], re.M))
    for sentence, die in re.findall(r"A (\w+) rune: hit [^(]+\(hit (\d)\)", text):
        check(dice[die] == sentence, f"die {die} shows {sentence}")
    check(re.search(r"\(move \d \w+\)", text), "moves shows the notation of each")


# ---- card and look ----

@test
def any_card_in_full(home):
    text = play(home, "enchanters", "--board", stdin="card trickery\n", env=screen(80, 24))
    check_in("enchantment: cost", text)
    check_in("Perilous Road, place", text)
    check_in("Defence pays.", play(home, "enchanters", "--board", "--choose", stdin="card goblins\n"))
    for typed, words in (("carte poing", "Fist"), ("card fist", "Items, Player 2"), ("card goblins", "Helmet: On top: +1 Defence. Even when covered"), ("look player 2", "Items, Player 2"),
                         ("look road", "Perilous Road, place 0"), ("look", "Enchantments, Player 3:"), ("card xyzzy", 'Nothing on the table is called "xyzzy".')):
        check_in(words, play(home, "enchanters", "--board", stdin=typed + "\n"), typed)
    check_in("— Six heroes go in, seven reflections come out.", home.out("play", "reflets", "--no-save", "--lang", "en", "--seed", "1", "--board", stdin="card S05\n", code=1), "what is said of it for the mood")
    for lang, typed, words in (("en", "card archer", "shoots"), ("fr", "carte archer", "tire"), ("fr", "regarder rouge", "Chemin rouge")):
        check_in(words, play(home, "runemasters", "--board", stdin=typed + "\n", lang=lang), typed)


@test
def what_a_card_does_is_worded_whatever_its_pack_says(home):
    """The text that packs had before is read and not shown; flavour is shown apart, and no key among the words."""
    with open(os.path.join(run.ROOT, "content", "enchanters.json"), encoding="utf-8") as f:
        pack = json.load(f)
    lie = {"fr": "Une fable.", "en": "A fable."}
    for kingdom in pack["kingdoms"]:
        for card in kingdom["cards"]:
            card.update(text=lie, flavour={"fr": "On le dit.", "en": "So they say."})
    for village in pack["villages"]:
        village["text"] = lie
        for ability in village["abilities"]:
            ability["text"] = lie
    path = home.file("fable.json", json.dumps(pack))
    text = play(home, "enchanters", "--plain", "--content", path, stdin="1\n" * 60 + "moves\n")
    check(not re.search(r"\b[a-z]{3}_[a-z]+", re.sub(r"\([^)]*\)", "", text)), "no key among the words")
    check("fable" not in text, "the text of the pack is shown")
    for stdin in ("card trickery\n", "card axe\n", "card goblins\n"):  # on the table, and not there
        text = play(home, "enchanters", "--board", "--content", path, stdin=stdin)
        check("fable" not in text, "the text of the pack is shown")
        check(re.search(r"^ +— So they say\.$", text, re.M), f"{stdin}: flavour behind a dash: {text[-600:]}")


# ---- replay ----

@test
def replay_walks_both_ways(home):
    path = home.file("game.veillee")
    home.out("play", "runemasters", "--seats", "greedy", "--seed", "1", "--set", "guardians=2", "--no-save", "--record", path)

    def walk(*typed, lang="en"):
        return home.out("replay", path, "--step", "--board", "--lang", lang, stdin="".join(line + "\n" for line in typed))

    text = walk("", "", "p", "q")
    check(re.findall(r"-- (?:entry (\d+)|start)", text) == ["", "0", "1", "0"], "there and back")
    check(text.count("Temple HP") == 4, "with the board each time")
    text = walk("5", "round 2", "end", "start", "p", "9999", "?", "q")
    entries = re.findall(r"-- (?:entry (\d+)|start)", text)
    check(entries[1] == "5" and entries[3] != "" and entries[4] == "", f"jumps: {entries}")
    check_in("  5  ", text)
    check_in("Round 2", text)
    for words in ("This is the start.", "There is no entry 9999.", "round N"):
        check_in(words, text)
    last = entries[3]
    check(re.findall(r"-- entry (\d+)", walk("fin", "p")) == [last, str(int(last) - 1)], "words of both languages")
    check_in("-- entrée", walk("", "q", lang="fr"))
    check(home.run("replay", path, "--step", stdin="fin\n\n").returncode == 0, "Enter at the end leaves")


if __name__ == "__main__":
    sys.exit(run.main())

#!/usr/bin/env python3
"""The terminal client of a game: words, why, preview, hint, the line that is typed.

    tests/cli/play.py PROGRAM [WORD]    the tests whose name contains WORD

Each test has a home of its own. The last line is "N passed, N failed".
"""
import os
import re
import subprocess
import sys

import run
from run import Failure, Home, Terminal, check, check_in

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def played(home, game, lines, *more, code=1):
    return home.out("play", game, "--seed", "7", "--no-save", "--plain", *more, code=code, stdin="\n".join(lines) + "\n")


@test
def words_of_both_languages_make_moves(home):
    for lang in ("en", "fr"):
        text = played(home, "enchanters", ["voyager hache", "TAKE axe", "fin du tour", "log"], "--lang", lang)
        for move in ("[journey 1]", "[proceed]", "[end_turn]"):
            check_in(move, text, lang)


@test
def a_name_alone_makes_no_move(home):
    text = played(home, "enchanters", ["axe", "log"], "--lang", "en")
    check_in("This move? Type its number:\n  4. Journey to Axe", text)
    check("journeys to Axe" not in text, "nothing was played")


@test
def several_moves_are_listed_by_their_numbers(home):
    text = played(home, "enchanters", ["repos", "log"], "--lang", "en")
    check_in("2 moves fit; type a number:\n  6. Gooseford", text)
    check("[rest" not in text, "nothing was played")


@test
def why_takes_words_and_names_the_rule(home):
    text = played(home, "runemasters", ["why move violet green", "pourquoi move 2 bleu", "why release", "why blob"],
                  "--lang", "en")
    check_in("RM-MOVE-02", text)
    check_in("RM-MOVE-01", text)
    check_in("No: No monster is in contact on your path. [RM-BAD-47]", text)
    check_in('"blob": no move', text)


@test
def why_of_a_card_out_of_reach_has_its_rule_and_facts(home):
    for line in ("why journey of vengeance", "why voyager vengeance", "why vengeance"):
        text = played(home, "enchanters", [line], "--lang", "en")
        check(re.search(r"costs 5, \S+ has 2|EN-ERR-\d+\]", text) is not None, line + ": " + text[-300:])


@test
def preview_shows_before_and_after(home):
    text = played(home, "enchanters", ["preview journey axe"], "--lang", "en")
    check_in("Before → after: Player 1: crystals 2 → 1.", text)
    text = played(home, "enchanters", ["aperçu voyager hache"], "--lang", "fr")
    check_in("Avant → après : Joueur 1 : cristaux 2 → 1.", text)
    text = played(home, "runemasters", ["preview hit"], "--lang", "en")
    check(re.search(r"Before → after: .*weak points \d → \d", text) is not None, text[-300:])


@test
def a_hint_says_what_it_brings(home):
    text = played(home, "enchanters", ["hint"], "--lang", "en")
    check_in("Advice: Journey to Axe", text)
    check_in("Before → after: Player 1: crystals 2 → 1.", text)


def main():
    run.PROGRAM = os.path.abspath(sys.argv[1])
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    passed = failed = 0
    for function in TESTS:
        if word not in function.__name__:
            continue
        home = Home()
        try:
            function(home)
            passed += 1
        except (Failure, subprocess.SubprocessError, ValueError, OSError, KeyError, IndexError) as e:
            failed += 1
            print(f"FAIL {function.__name__}: {type(e).__name__}: {e}")
        finally:
            home.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

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
def a_name_alone_is_enough_where_only_one_thing_can_be_done(home):
    text = played(home, "enchanters", ["voleurs", "log"], "--lang", "en", "--set", "kingdom_mode=draft")
    check_in("[pick_kingdom thieves]", text)


@test
def several_moves_are_listed_by_their_numbers(home):
    text = played(home, "enchanters", ["repos", "log"], "--lang", "en")
    check_in("2 moves fit; type a number:\n  6. Gooseford", text)
    check("[rest" not in text, "nothing was played")


@test
def what_is_asked_about_is_not_played_by_its_number(home):
    for lang, words in (("en", "2 moves fit; give the command again with a number:"),
                        ("fr", "2 coups y répondent ; reprenez la commande avec un numéro :")):
        text = played(home, "enchanters", ["preview repos", "why rest", "log"], "--lang", lang)
        check(text.count(words) == 2, text)
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
def what_names_nothing_is_shown_as_it_was_typed(home):
    for word in ("why", "preview"):
        text = played(home, "enchanters", [f"{word} use zork 0"], "--set", "kingdom_mode=first_game")
        check_in("There is no such ability: zork, number 0.", text, word)


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


# ---- the line that is typed ----

def has_edit():
    """Built with libedit? Else the terminal keeps the line, and these tests have nothing to look at."""
    with open(run.PROGRAM, "rb") as f:
        return b"libedit.so" in f.read()


def history(home, game):
    return os.path.join(home.env["XDG_STATE_HOME"], "veillee", "history-" + game)


def terminal(home, *more):
    t = Terminal(home, "play", "enchanters", "--seed", "7", "--new", "--lang", "en", *more)
    t.wait_for("gain 1 crystal.\n")
    t.wait_for("> ")
    return t


def keys(t, text):
    t.text = ""
    os.write(t.fd, text.encode())


@test
def tab_completes_what_is_legal_now_in_both_languages(home):
    if not has_edit():
        return
    t = terminal(home)
    keys(t, "voyag\t")
    t.wait_for("er ")
    keys(t, "ha\t")
    t.wait_for("che ")
    keys(t, "\n")
    t.wait_for("journeys to Axe")
    t.wait_for("> ")
    keys(t, "prev\t")
    t.wait_for("iew ")
    keys(t, "ta\t")
    t.wait_for("ke ")
    keys(t, "\n")
    t.wait_for("Before → after")
    t.type("quit")
    check(t.end() == 0, "exit code")


@test
def tab_lists_what_it_cannot_choose_from(home):
    if not has_edit():
        return
    t = terminal(home)
    keys(t, "journey a\t")
    t.wait_for("axe")
    t.wait_for("arboris")
    keys(t, "x\t\n")
    t.wait_for("journeys to Axe")
    t.type("quit")
    check(t.end() == 0, "exit code")


@test
def lines_are_kept_for_the_next_time_in_private(home):
    if not has_edit():
        return
    t = terminal(home)
    t.type("why axe")
    t.wait_for("EN-TURN-05")
    t.wait_for("> ")
    t.type("quit")
    check(t.end() == 0, "exit code")
    path = history(home, "enchanters")
    check(os.stat(path).st_mode & 0o777 == 0o600, "only for its owner")
    t = terminal(home)
    keys(t, "\033[A\033[A")
    t.wait_for("why axe")
    keys(t, "\n")
    t.wait_for("EN-TURN-05")
    for i in range(30):
        t.type("zz%d" % i)
        t.wait_for("zz%d\"" % i)
    t.type("quit")
    check(t.end() == 0, "exit code")
    with open(path, "rb") as f:
        check(len(f.read().split(b"\n")) <= 202, "bounded")


@test
def a_history_that_cannot_be_kept_is_no_fault(home):
    os.makedirs(home.env["XDG_STATE_HOME"], exist_ok=True)
    with open(os.path.join(home.env["XDG_STATE_HOME"], "veillee"), "w") as f:
        f.write("a file where the folder should be")
    t = terminal(home)
    t.type("quit")
    check(t.end() == 0, "exit code")
    check("history" not in t.text, "not a word")


@test
def nothing_is_kept_of_pipes_plain_screens_and_games_not_saved(home):
    played(home, "enchanters", ["why axe"])
    t = Terminal(home, "play", "enchanters", "--new", "--lang", "en", "--plain")
    t.wait_for("> ")
    t.type("quit")
    check(t.end() == 0, "exit code")
    t = terminal(home, "--no-save")
    t.type("quit")
    t.end()
    check(not os.path.exists(history(home, "enchanters")), "no history")


@test
def letters_with_accents_are_one_key(home):
    if not has_edit():
        return
    t = terminal(home)
    keys(t, "é\x7f\x7fhinté\x7f\n")
    t.wait_for("Advice:")
    t.wait_for("> ")
    keys(t, "xhint\x01\x04\n")  # Ctrl-A, Ctrl-D: deletes, does not end
    t.wait_for("Advice:")
    t.wait_for("> ")
    keys(t, "\x04")
    check(t.end() == 0, "Ctrl-D on an empty line ends it")


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

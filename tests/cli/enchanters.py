#!/usr/bin/env python3
"""Enchanters at the command line, from outside; what holds for every game is in run.py.

    enchanters.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import json
import os
import re
import sys

import run
from run import ROOT, Terminal, check, check_bad, check_in, check_width

GAME = "enchanters"
run.TESTS.clear()
test = run.test


def play(home, *args, stdin="", code=1, lang="en"):
    """A game that is left before its end and not kept, unless the code says otherwise."""
    return home.out("play", GAME, "--no-save", "--lang", lang, *args, stdin=stdin, code=code)


def lesson():
    with open(os.path.join(ROOT, "tutorials", f"{GAME}.json"), encoding="utf-8") as f:
        return json.load(f)


def lesson_lines():
    """What is typed to follow it: Enter for what is told, the move for what is to be done."""
    return [s.get("expect", [""])[0] for s in lesson()["steps"]]


# ---- starting ----

@test
def start_is_quick(home):
    text = play(home, "--seed", "5", "--names", "Ana", stdin="1\n")
    check_in("Enchanters: Players 2, Choice of kingdoms first game.", text)
    check("Quick invasion" not in text, "what is off needs no word")
    check_in("Player 2 begins.", text)
    check_in("Ana, your turn: journey or rest", text)
    text = play(home, "--seed", "5", "--choose", stdin="1\n")
    check_in("Player 1, choose a kingdom.", text)
    text = play(home, "--seed", "5", "--set", "players=3", "--choose", stdin="pick uni\npick thieves\n")
    check_in("Player 2 chooses Thieves.", text)
    check_in("Player 3, choose a kingdom.", text)


@test
def what_can_be_set(home):
    text = home.out("games", GAME, "--lang", "fr")
    check_width(text, "games")
    for word in ("players", "kingdom_mode", "variant_deep_dragons", "port_filou"):
        check_in(word, text)
    check_bad(home, ["play", GAME, "--no-save", "--set", "variant_quick=yes", "--set", "variant_super_quick=yes", "--lang", "en"], 2,
              ["Quick invasion and Super quick invasion"])
    check_bad(home, ["play", GAME, "--no-save", "--seats", "human", "--lang", "en"], 2, ["players"])


@test
def a_newcomer_finds_the_rules(home):
    check_in("EN-ROAD-02", home.out("rules", GAME, "EN-ROAD-02", "--lang", "en"))
    check_in("EN-GRV-01", home.out("rules", GAME, "cimetière", "--lang", "fr"))
    text = play(home, "--seed", "5", stdin="?\nrules ROAD-04\nwhy 3\n")
    check_in("EN-ROAD-04", text)
    check_in("(use village 2)", text, "help gives an example of this game")
    check("RM-" not in text, "and nothing of another one")


# ---- the board ----

@test
def boards_fit_the_screen(home):
    for players in (2, 3, 4):
        for how in ("--board", "--plain"):
            for lang in ("fr", "en"):
                seats = ",".join(["human"] + ["greedy"] * (players - 1))
                text = play(home, how, "--seats", seats, "--seed", str(players), stdin="2\n1\n" * 40 + "?\nmoves\nwhy\nhint\n", lang=lang)
                check_width(text, f"{players} players {how} {lang}")
                check("{" not in text and "[en." not in text, "every text is there, with its arguments")


@test
def ascii_only(home):
    text = play(home, "--board", "--ascii", "--seed", "3", stdin="1\n1\n1\n?\n", lang="fr")
    check(text.isascii(), "only ASCII")


@test
def the_drawn_board(home):
    text = play(home, "--board", "--seed", "5", "--names", "Ana", stdin="journey scim\nproceed\nend\n")
    board = text[text.index("── Perilous Road"):]
    check_in("3) Long Sword item, cost 0, Attack 2, Defence 2", board)
    check_in("4) Scimitar item, cost 1, Attack 2 (1). Once per turn: pay 1 crystal → +3 Attack this turn.", board)
    check_in("── Ana: Attack 2, Defence 1, wounds 0, crystals 5, glory 0 ──", board)
    check_in("Player 2: Attack 1, Defence 3, wounds 0, crystals 5, glory 0. Caftan: Defence 2 (1). After taking an enchantment: gain 4 crystals.", board)
    check_in("3) Journey to Long Sword (free) … 8) of Greed", board)
    check_in("Items Scimitar: Attack 2 (1). Under it: Fist.", board, "its action stands among the moves")
    check_in("A number in brackets: what stays once the card is covered.", play(home, "--board", "--seed", "5", stdin="?\n"))


@test
def sentences_have_names_and_quotes(home):
    text = play(home, "--plain", "--seats", "human,human", "--names", "Ana,Élie", "--seed", "5", lang="fr", stdin="journey 3\nproceed\nend\n")
    check_in("« de miséricorde » arrive sur la route, à 3 cristaux.", text)
    check_in("Élie voyage vers « de miséricorde » (3 cristaux).", text)
    check_in("C’est à Ana de jouer.", text)
    check_in("Enchantements, Ana :", text)
    check("[Ana]" not in text, "the prompt calls by name already")
    for lang, word in (("fr", "utilise le village, Gué-aux-Oies."), ("en", "uses the village, Gooseford.")):
        check_in(word, play(home, "--seed", "5", stdin="1\n", lang=lang))
    lines = lesson_lines()
    for lang, words in (("fr", ("ou combattez Chevalier noir", "Combattre Chevalier noir", "Effet immédiat : Chevalier noir.")),
                        ("en", ("or fight Black Knight", "Fight Black Knight", "Immediate effect: Black Knight."))):
        text = play(home, "--tutorial", stdin="\n".join(lines) + "\n", lang=lang)
        for word in words:
            check_in(word, text)


@test
def the_end_names_who_won(home):
    for lang, said in (("fr", r"Fin de la partie : (\w+) gagne\."), ("en", r"End of the game: (\w+) wins\.")):
        for seed in range(1, 7):
            text = home.out("play", GAME, "--no-save", "--seats", "random,greedy", "--names", "Ana,Léo", "--seed", str(seed), "--lang", lang, "--plain")
            best = re.search(r"^1\. (\w+) ?:", text, re.M)
            check(best and re.search(said, text).group(1) == best.group(1), f"seed {seed}: the winner is named")
            check(not re.search(r"(?<![\w-])-\d", text), "a number below zero has a minus sign, not a hyphen")


# ---- playing ----

@test
def moves_by_words(home):
    for typed in ("4", "journey 1", "journey scim", "j 1", "road scimitar", "route scim"):
        check_in("Player 1 journeys to Scimitar (1 crystal).", play(home, "--seed", "5", stdin=typed + "\n"), typed)
    check_in("Player 1 rests (the village, Gooseford).", play(home, "--seed", "5", stdin="rest heal\n"))
    text = play(home, "--seed", "5", stdin="journey of\n")
    check_in("3 moves fit; type a number:", text)


@test
def refusals_help(home):
    cases = [("journey 9", "0 to 5", "EN-ERR-15"), ("end_turn", "The major action comes first", "EN-ERR-12"), ("use village 9", "no such ability", "EN-ERR-19"),
             ("rest village 2", "not an ability of this kind", "EN-ERR-21"), ("use start_fist#1 0", "no such ability", "EN-ERR-19")]
    for typed, words, rule in cases:
        text = play(home, "--seed", "5", stdin=typed + "\n")
        check_in(words, text, typed)
        check_in(f"[{rule}]", text, typed)
    text = play(home, "--seed", "5", stdin="journey 4\nproceed\nend\njourney 5\n")
    check_in("The journey costs 5 crystals; you have ", text)
    before = [m for m in lesson_lines() if m][:6] # up to the rest, the Knight on slot 3
    check_in("Black Knight has 5 Health; your Attack is 2.", play(home, "--tutorial", stdin="\n".join(before) + "\njourney 3\n"))


@test
def whole_games(home):
    for players in (2, 3, 4):
        names = ["Ana", "Léo", "Zoé", "Max"][:players]
        file = home.file(f"{players}.veillee")
        text = home.out("play", GAME, "--no-save", "--seats", ",".join(["greedy"] * players), "--names", ",".join(names), "--seed", "8", "--lang", "fr",
                        "--board", "--record", file)
        check_width(text, "whole game")
        ranks = re.findall(r"^(\d)\. (\w+) : (−?\d+)$", text, re.M)
        check(len(ranks) == players and [int(r[0]) for r in ranks] == sorted(int(r[0]) for r in ranks), f"ranks, the best first: {ranks}")
        glory = [int(r[2].replace("−", "-")) for r in ranks]
        check(glory == sorted(glory, reverse=True), "and the most glory")
        check_in("Fin par la règle EN-END-06.", text)
        check("(greedy)" not in text, "what bots do is told once")
        home.out("replay", file, "--verify")
        check_in("C’est à", home.out("replay", file, "--lang", "fr"))
    text = home.out("sim", GAME, "--games", "20", "--bots", "greedy", "--lang", "fr", "--set", "players=3")
    check_in("Victoires par joueur", text)
    check_width(text, "sim")


@test
def real_cards(home):
    typed = "scim\ncaftan\nof mercy\naxe\nhelmet\ndagger\nnorm\n1\njourney 0\n"
    text = play(home, "--dice", "hand", "--set", "kingdom_mode=first_game", stdin="2\n\n\n\n" + typed)
    check_in("Player 1 journeys to Scimitar (free).", text)


# ---- the lesson ----

@test
def lesson_is_followed_to_its_end(home):
    lines = lesson_lines()
    for lang, words in (("en", "You know how to play!"), ("fr", "Vous savez jouer !")):
        file = home.file("lesson.veillee")
        text = home.out("play", GAME, "--tutorial", "--lang", lang, "--board", "--record", file, "--force", stdin="\n".join(lines) + "\nquit\n")
        check_width(text, "--tutorial")
        for n in range(1, len(lines) + 1):
            check(f" {n}/{len(lines)}. " in text, f"step {n} was not shown")
        check_in(words, text)
        home.out("replay", file, "--verify")


@test
def lesson_says_what_happens(home):
    """The figures that its words speak of: a pack that changes them must change the words, too."""
    text = play(home, "--tutorial", "--board", stdin="\n".join(lesson_lines()) + "\n")
    check_in("First player Player 1", text)
    for words in ("Scimitar item, cost 1, Attack 2 (1)", "── Player 1: Attack 2, Defence 1, wounds 0, crystals 5, glory 0 ──", "Player 1 journeys to Scimitar (1 crystal).",
                  "── Player 1: Attack 3, Defence 1, wounds 0, crystals 4,", "of Leeches enchantment, cost 1,", "Player 2 takes Unicorn Horn (Items).",
                  "Player 1 takes “of Leeches” (Enchantments).", "── Player 1: Attack 2, Defence 2, wounds 0, crystals 3,",
                  "Black Knight monster, cost 5, Health 5, Strength 5, glory 5, too strong", "Rest: gain 3 crystals.", "Player 1 gains 3 crystals (6 in all).",
                  "Ritual Robe leaves the road", "Player 2 beats Acolyte", "Player 2 receives 1 wound (1 in all).", "pay 1 crystal → +3 Attack this turn.",
                  "Player 1: Attack +3, now 5.", "wounds to come 3", "Player 1 receives 3 wounds (3 in all).", "Player 1 transfers 2 wounds to Player 2.",
                  "Player 1 heals 1 wound (0 left).", "wounds 0, crystals 4, glory 5 ──", "Axe item, cost 0, Attack 3 (1)",
                  "receives 1 wound for every 2 points of", "Player 2 receives 1 wound (3 in all).", "Under it: Scimitar (Attack 1), Fist.", "Golden Dragon dragon, cost 5",
                  "Normaltown: End of game: 1 glory for every 2"):
        check_in(words, text)


@test
def lesson_can_be_skipped_at_every_step(home):
    count = len(lesson_lines())
    check_in("You know how to play!", play(home, "--tutorial", stdin="skip\n" * count))
    for at in range(count):
        check_in("The lesson is over", play(home, "--tutorial", stdin="skip\n" * at + "skip all\n"))


@test
def lesson_gives_way_and_the_partner_plays_on(home):
    text = play(home, "--tutorial", stdin="journey 2\nproceed\nend\n1\n1\n1\n2\n")
    check_in("You play another way", text)
    check(text.count("Good to know: ") >= 1, "remarks")
    check_in("It is Player 2’s turn.", text)
    text = play(home, "--tutorial", stdin="journey 2\nundo\njourney 1\nproceed\nend\n")
    check_in("Back to the lesson.", text)


@test
def lesson_is_taken_up_again(home):
    home.out("play", GAME, "--tutorial", "--lang", "en", stdin="journey 1\nproceed\nend_turn\nquit\n")
    text = home.out("play", GAME, "--tutorial", "--resume", "--lang", "en", stdin="quit\n")
    check_in("Lesson 9/", text)


@test
def a_game_on_a_terminal(home):
    t = Terminal(home, "play", GAME, "--seed", "5", "--lang", "en", "--names", "Ana")
    t.wait_for("your turn: journey or rest")
    t.type("journey scim")
    t.wait_for("Take Scimitar")
    t.type("undo")
    t.wait_for("Taken back")
    t.type("quit")
    check(t.end() == 0, "exit code")


if __name__ == "__main__":
    sys.exit(run.main())

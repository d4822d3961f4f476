#!/usr/bin/env python3
"""Runebound at the terminal: hexes have names that can be typed, the map is drawn
at every size, and beside the real box every draw can be typed and taken back.

    runebound.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import re
import sys

from run import check, check_in, main, test

GAME = "runebound"
SOLO = ["--set", "players=2", "--seats", "human,random", "--seed", "7", "--no-save"]
SETUP = ["", "", "", "", "", ""]  # the options, as they are unless told otherwise
MARKETS = "wick, ashka, R49, huntmaster, R10, R19, R39"


def played(home, lines, *more, lang="en", env=None):
    return home.out("play", GAME, *SOLO, "--lang", lang, *more, stdin="\n".join(lines) + "\n", code=1, **({"env": env} if env else {}))


def by_hand(home, lines, lang="en"):
    return home.out("play", GAME, "--dice", "hand", "--set", "players=2", "--seats", "human,human", "--no-save", "--lang", lang,
                    stdin="\n".join(SETUP + lines) + "\n", code=1)


@test
def hexes_are_called_by_where_they_lie_and_can_be_typed_so(home):
    """RULE RB-DEC-42"""
    for lang, typed, said in (("en", "go north milestone", "moves to North Milestone"),
                              ("fr", "aller route à l’est de tamalir", "rejoint la route à l’est de Tamalir")):
        text = " ".join(played(home, ["roll_dice 5", "moves", typed, "1", "log"], "--plain", lang=lang).split())
        check_in({"en": "the forest east of Otter Weir", "fr": "la forêt à l’est du Barrage aux loutres"}[lang], text, lang)
        if said not in text:  # several fit: they are named
            check_in({"en": "type a number", "fr": "tapez un numéro"}[lang], text, typed)


@test
def the_map_is_drawn_at_every_size(home):
    for columns, rows in ((80, 24), (60, 20)):
        for more in ((), ("--ascii",)):
            text = played(home, ["roll_dice 5"], "--board", "--color", "never", *more, env={"COLUMNS": str(columns), "LINES": str(rows)})
            last = text[text.rfind("Round 1"):].splitlines()
            check(len(last) <= rows + 1 and max(map(len, last)) <= columns, f"{len(last)} lines")
            drawn = [line for line in last if line.startswith((" H.", "  S", " S.", "  H")) or "T*" in line]
            check(len(drawn) >= 3 and any("+" in line for line in last), f"{columns}x{rows}: {last}")
            for words in ("H hills", "O road", "S swamp", "T town"):
                check_in(words, " ".join(" ".join(last).split()), f"{columns}x{rows}: what the letters mean")
            check(re.search(r"Movement dice  0 [A-Z]{2,3}  1 [A-Z]{2,3}  2", "\n".join(last)), f"{columns}x{rows}: dice in the letters of the map: {last}")


@test
def what_a_roll_brought_stays_above_the_map(home):
    """The map takes the lines that nothing else needs; what happened since somebody was asked stays in sight."""
    text = played(home, ["roll_dice 5", "go north milestone", "1", "1", "2", "1"], "--board", "--color", "never", env={"COLUMNS": "80", "LINES": "24"})
    told, board = re.search(r"(?:^  · .*d20.*\n(?:^  · .*\n|^    .*\n)*)(?=Round 1)", text, re.M), r"^Round 1.*\n(?:.*\n)*?Player 1[ ,].*\n(?:.*\n)*?(?=  · |\Z)"
    check(told, text)
    lines = told[0] + re.search(board, text[told.end():], re.M)[0]
    check(lines.count("\n") < 24, f"{lines.count(chr(10))} lines: {lines}")


@test
def the_plain_view_tells_what_is_near_and_how_far(home):
    """Nearest first, towns without a thing on them too; distances are those over the cells, directions those of the map."""
    for lang, words in (("en", ("(cell 123: town, Tamalir; here)", "North Milestone: green (cell 85: road; 2 away, north)", "Frostgate (cell 28: town; 5 away, north)",
                                "Pilgrims’ Halt: green (cell 118: road; 5 away, west)", "Vynelvale (cell 72: town; 8 away, east)")),
                        ("fr", ("(case 123 : ville, Tamalir ; ici)", "Les Trois-Eaux : verte (case 182 : rivière ; à 4 cases, au sud-est)"))):
        text = " ".join(played(home, [], "--plain", lang=lang).split())
        for line in words:
            check_in(line, text, line)
        check(re.search(r"Player 1 \([^)]+\): life" if lang == "en" else r"Joueur 1 \([^)]+\) : vie", text), f"whose hero it is: {text[-900:]}")
        check(re.search(r": Mind \d, Mind damage \d, Body" if lang == "en" else r": âme \d, dommages d’âme \d, corps", text), "what a hero rolls with stands on the map")
        far = [int(n) for n in re.findall(r"(?:; |à )(\d+) (?:away|cases)", text)]
        check(len(far) > 50 and far == sorted(far), far)


@test
def ways_say_which_adventure_waits_at_their_end(home):
    for lang, words in (("en", ("To North Milestone (green adventure): ", "To Nerekhall: ")), ("fr", ("Vers La Borne du Nord (aventure verte) : ", "Vers Nerekhall : "))):
        text = " ".join(played(home, ["roll_dice 5", "moves"], "--plain", lang=lang).split())
        for line in words:
            check_in(line, text, line)
        check("{aim" not in text and " -:" not in text and " - :" not in text, text[-600:])


@test
def questions_beside_the_real_box_are_explained(home):
    text = " ".join(home.out("play", GAME, "--dice", "hand", "--no-save", "--lang", "en", stdin="\n\n\n?\n\n?\n", code=0).split())
    check_in("Defeating Vorakesh the Necromancer wins the game too. Victory over Vorakesh: no, yes?", text)
    check_in("0: as many as they like. Limit of allies: 0 to 30?", text)


@test
def every_draw_beside_the_real_box_can_be_typed_and_taken_back(home):
    """RULE RB-CHN-01, RULE RB-CHN-03, RULE RB-CHN-04, RULE RB-CHN-05"""
    text = by_hand(home, [MARKETS, "undo", "R39", "mok, jaes", "1", "roll_dice 5", "00135", "undo", "0, plains/road, 1, 3, 5", "moves", "log"])
    for words in ("The first card of the market of Dawnsmoor is laid out.", "designed for this program", "Player 1 will lead Spiritspeaker Mok",
                  "0 plains/road", "[faces 0 0 1 3 5]"):
        check_in(words, " ".join(text.split()), words)
    check(text.count("Taken back") == 2, text[-500:])
    text = by_hand(home, [MARKETS.replace("wick, ashka", "zork")], lang="fr")
    check_in("zork", text)


if __name__ == "__main__":
    sys.exit(main())

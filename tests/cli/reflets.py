#!/usr/bin/env python3
"""Reflets d'Acide at the terminal: the board at every size, campaigns, and beside the
real box every draw can be typed and taken back.

    reflets.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import json
import os
import re
import sys

from run import check, check_bad, check_in, check_width, main, test

GAME = "reflets"
HEADER = ["veillee", "format", "game", "counts", "playing", "games"]
COUNTS = ["pepere", "petillant", "penible", "aise", "avance", "ardu", "intense", "infect", "infame", "infernal"]


@test
def moves_that_name_two_places_are_listed_by_both(home):
    """A list of moves once called the exchange of places 5 and 6 by the hero of place 5 alone."""
    text = home.out("play", GAME, "--seed", "5", "--seats", "human", "--lang", "en", "--board", "--no-save", stdin="quit\n", code=1)
    check_in("1) Exchange places 1 and 2", " ".join(text.split()), "the first is written out")
    check(re.search(r"14\) 4 6\s+15\) 5 6\n", text), text[-900:])


@test
def the_quests_are_told_apart_before_the_team_stands(home):
    """RULE RA-SET-12, RULE RA-SET-13: only that of the Vils lay there, and nothing said whose it was; what names its zone or shows its name is not said twice."""
    for lang, vils, ours, no in (("en", "Sacrificial Orb: quest of the Vils: I:", "Righteous Souls: I:", ("red token: red", "of the Vils Red", "Vils: Vils")),
                                 ("fr", "Orbe Sacrificiel : quête des Vils : I :", "Âmes Justes : I :", ("jeton rouge : rouge", "des Vils Gemmes", "Vils : Vils"))):
        text = " ".join(home.out("play", GAME, "--seed", "5", "--lang", lang, "--plain", "--no-save", stdin="quit\n", code=1).split())
        check_in(vils, text, vils)
        check_in(ours, text, ours)
        for words in no:
            check(words not in text, words)


@test
def a_card_on_the_table_says_what_quests_and_the_count_ask_for(home):
    """Race, alignment and points of heroes stood in no view, though leaders, teams, the dead and the count are judged by them."""
    for lang, words in (("en", ("Lady Cinder: attack 3, perception 3, intelligence 5, agility 2, defence 2, life 3/3. 3 epic points. Race: human, evil. In a trial:",
                                "Planted sword: 5 epic points.")),
                        ("fr", ("Dame Cendre : attaque 3, perception 3, intelligence 5, agilité 2, défense 2, vie 3/3. 3 points épiques. Race : humain, mauvais.",))):
        text = " ".join(home.out("play", GAME, "--seed", "5", "--lang", lang, "--plain", "--no-save", stdin="quit\n", code=1).split())
        for w in words:
            check_in(w, text, w)


# ---- campaigns ----

def own(home):
    return os.path.join(home.env["XDG_DATA_HOME"], "veillee", "campaigns", "reflets.json")


def read(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def write(path, campaign):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(campaign, f)


def empty(**counts):
    return {"veillee": "campaign", "format": 1, "game": GAME, "counts": {k: counts.get(k, 0) for k in COUNTS}, "playing": [], "games": []}


@test
def a_campaign_is_shown_before_and_after_its_games_and_kept(home):
    text = home.out("campaign", GAME, "--lang", "fr")
    check_width(text, "campaign")
    check_in("Campagne de Reflets d’Acide (0 partie)", text)
    check_in("Infernal", text)
    check(not os.path.exists(own(home)), "looking writes nothing")
    text = home.out("play", GAME, "--campaign", "--seats", "greedy", "--seed", "3", "--lang", "en")
    check(text.count("Campaign of Reflets d’Acide") == 2, text)
    check_in("Campaign of Reflets d’Acide (0 games)", text)
    check_in("Campaign of Reflets d’Acide (1 game)", text)
    check_in("No tick for the campaign this time", text)
    kept = read(own(home))
    check(list(kept) == HEADER and list(kept["counts"]) == COUNTS, kept)
    check(kept["playing"] == [] and len(kept["games"]) == 1 and kept["games"][0]["earned"] is None, kept)
    check(json.loads(home.out("campaign", GAME, "--json")) == kept, "the file is what --json tells")


@test
def the_ticks_of_a_campaign_are_options_of_its_games(home):
    """RULE RA-CHL-14"""
    path = home.file("group.json")
    write(path, empty(pepere=2, aise=1, infernal=1))
    text = home.out("campaign", GAME, path, "--lang", "fr")
    check_in("le monde est sauvé. Même les Vils", text)
    home.out("play", GAME, "--campaign=" + path, "--seats", "greedy", "--seed", "5", "--record", "game.veillee")
    record = open(home.file("game.veillee"), encoding="utf-8").read()
    check_in("ticks=2,0,0,1,0,0,0,0,0,1", record)
    check(len(read(path)["games"]) == 1 and not os.path.exists(own(home)), "counted in its own file")


@test
def a_game_that_is_left_counts_when_it_ends_and_once(home):
    """Whatever dies between the end of a game and its campaign: the store has it."""
    home.out("play", GAME, "--campaign", "--seed", "3", stdin="", code=0)
    kept = read(own(home))
    check(len(kept["playing"]) == 1 and kept["games"] == [], kept)
    name = kept["playing"][0]
    check(home.saved()[0].endswith(name + ".veillee"), home.saved())
    home.out("play", GAME, "--campaign", "--seats", "greedy", "--seed", "4")
    kept = read(own(home))
    check(kept["playing"] == [name] and len(kept["games"]) == 1, kept)
    ended = next(os.path.basename(path)[:-8] for path in home.saved() if name not in path)
    text = home.out("campaign", GAME, "--lang", "en")
    check_in("Being played: 1 game.", text)
    check(kept["counts"]["pepere"] == (kept["games"][0].get("earned") == "pepere"), kept)
    write(own(home), {**empty(), "playing": [name, ended]})  # as if it had died right then
    check_in("One game that had ended is counted in the campaign now.", home.out("campaign", GAME, "--lang", "en"))
    check(read(own(home)) == kept, "the same as if nothing had happened")
    os.unlink(next(path for path in home.saved() if name in path))
    home.out("campaign", GAME)
    check(read(own(home))["playing"] == [], "what is not in the store any more is not being played")


@test
def a_game_that_is_resumed_belongs_to_its_campaign(home):
    home.out("play", GAME, "--campaign", "--seed", "3", stdin="")
    name = read(own(home))["playing"][0]
    home.out("play", GAME, "--resume", stdin="")
    home.out("play", GAME, "--resume", "--campaign", stdin="")
    check(read(own(home))["playing"] == [name], "once")


@test
def a_game_played_elsewhere_is_counted_once(home):
    home.out("play", GAME, "--seats", "greedy", "--seed", "3", "--record", "a.veillee", "--no-save")
    home.out("play", GAME, "--seats", "greedy", "--seed", "3", "--set", "ticks.0=1", "--record", "b.veillee", "--no-save")
    home.out("campaign", GAME, "--add", "a.veillee")
    check(len(read(own(home))["games"]) == 1, "counted")
    for args, words in (((GAME, "--add", "a.veillee"), "counted"), ((GAME, "--add", "b.veillee"), "more than the campaign has"),
                        ((GAME, "--add", "none.veillee"), "none.veillee")):
        check_bad(home, ["campaign", *args, "--lang", "en"], 2, [words])
    check_bad(home, ["campaign", GAME, "--add", "b.veillee", "--lang", "fr"], 2, ["plus que n’a la campagne"])
    check(len(read(own(home))["games"]) == 1, "refused")


@test
def what_is_no_campaign_is_refused_and_left_alone(home):
    path = home.file("bad.json")
    good = empty(aise=3)
    for bad, words in ((b"", "bad.json:1:1"), (b"\x00\xff" * 50, "bad.json:1:1"), (b"{}", "not a campaign"),
                       (json.dumps({**good, "format": 2}).encode(), "newer program"), (json.dumps({**good, "game": "runebound"}).encode(), "another game"),
                       (json.dumps({**good, "counts": {**good["counts"], "aise": 6}}).encode(), "/counts/aise"),
                       (json.dumps({**good, "playing": ["../../x"]}).encode(), "/playing/0"), (b"[" * 100000, "bad.json:1:"),
                       (b" " * (256 << 10) + b"{}", "too large")):
        with open(path, "wb") as f:
            f.write(bad)
        for args in (["campaign", GAME, path], ["play", GAME, "--campaign=" + path, "--seats", "greedy"]):
            check_bad(home, [*args, "--lang", "en"], 2, [words])
        check(open(path, "rb").read() == bad, "left as it was")
    check_bad(home, ["campaign", "runebound", "--lang", "en"], 2, ["runebound has no campaign"])
    check_bad(home, ["campaign", "--lang", "en"], 2, ["GAME"])
    check_bad(home, ["play", "runebound", "--campaign", "--lang", "en"], 2, ["no campaign"])
    check_bad(home, ["play", GAME, "--campaign", "--set", "ticks.0=1", "--lang", "en"], 2, ["--campaign"])
    check_bad(home, ["play", GAME, "--campaign", "--tutorial", "--lang", "en"], 2, ["--campaign"])
    check_bad(home, ["play", GAME, "--campaign=/nowhere/at/all.json", "--seats", "greedy", "--lang", "en"], 2, ["/nowhere/at/all.json"])


# ---- beside the real box ----

SETUP = ["", "yes", "", ""]  # the options; green tokens are placed at random


def by_hand(home, lines, lang="en"):
    setup = SETUP if lang == "en" else ["", "oui", "", ""]
    text = home.out("play", GAME, "--dice", "hand", "--no-save", "--lang", lang, "--plain", stdin="\n".join(setup + lines) + "\n", code=1)
    return re.sub(r"(Enter what|Entrez ce)[^()]*\([^()]*\)\. ?", "", " ".join(text.split()))


@test
def every_draw_and_die_beside_the_real_box_can_be_typed_and_taken_back(home):
    """RULE RA-CHN-01, RULE RA-CHN-05, RULE RA-CHN-06, RULE RA-CHN-07, RULE RA-CHN-10"""
    text = by_hand(home, ["TR3", "undo", "altar", "zork", "Q06", "H01 H02, torgu, uryël H60 H16", "undo", "H22", "ready", "aisé", "pass", "7", "6", "undo", "3",
                          "pass", "brake 0 A", "walk", "violet", "intelligence", "place_gem A", "goto W01", "PURSE"])
    for words in ("To turn up: treasures. Under the relic deck: Planted sword. To turn up: quests. Taken back: ", "Under the relic deck: Altar of bones.",
                  "zork", "To turn up: heroes. Card drawn: Typhilis. Card drawn: Rözoniel. Card drawn: Torgu. Card drawn: Uryël.",
                  "Taken back: ", "Card drawn: Captain", "The golden die.", "Golden die: 6.", "Golden die: 3.", "A gem of the bank.",
                  "A gem of intelligence for board A.", "To turn up: grey tokens. Token revealed (grey): Purse."):
        check_in(words, text, words)
    check(text.count("Taken back") == 3 and "Golden die: 7" not in text, text[-800:])


@test
def real_draws_are_typed_in_french_too(home):
    text = by_hand(home, ["épée", "serment", "H01 H02 H03 H05 H10 H16", "annuler", "mikau", "prêt", "pépère", "passer", "4", "passer", "freiner 0 A",
                          "marcher", "défense", "poser A", "aller W01", "péril"], lang="fr")
    for words in ("À découvrir : trésors.", "Sous la pioche des reliques : Épée plantée.", "Quête piochée : Serment des Lames.", "Annulé : ", "Carte piochée : Mikau.",
                  "Le dé doré. Dé doré : 4.", "Une gemme de défense pour le plateau A.", "À découvrir : jetons gris.", "Jeton révélé (gris) : Péril."):
        check_in(words, text, words)


if __name__ == "__main__":
    sys.exit(main())

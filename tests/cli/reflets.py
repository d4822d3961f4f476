#!/usr/bin/env python3
"""Reflets d'Acide at the terminal: the board at every size, campaigns, and beside the
real box every draw can be typed and taken back.

    reflets.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import json
import os
import sys

from run import check, check_bad, check_in, check_width, main, test

GAME = "reflets"
HEADER = ["veillee", "format", "game", "counts", "playing", "games"]
COUNTS = ["pepere", "petillant", "penible", "aise", "avance", "ardu", "intense", "infect", "infame", "infernal"]


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
    write(own(home), {**kept, "playing": [name, ended], "games": []})  # as if it had died right then
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


if __name__ == "__main__":
    sys.exit(main())

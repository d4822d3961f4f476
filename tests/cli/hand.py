#!/usr/bin/env python3
"""Beside the real box: `play --dice hand`, from outside, in both games and both languages.

    hand.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import json
import os
import sys

import run
from run import ROOT, Terminal, check, check_bad, check_in

run.TESTS.clear()
test = run.test

RM = ["--set", "guardians=4", "--set", "difficulty=novice", "--set", "preset_guardians=neltai,ismoros,kulak,kyreas",
      "--set", "preset_paths=red,blue,green,yellow", "--set", "preset_dean=0"]
EN = ["--set", "kingdom_mode=first_game", "--set", "variant_quick=no", "--set", "variant_super_quick=no",
      "--set", "variant_deep_dragons=no"]
ROAD = "dagger, ritual robe, black blade, of leeches, of torment, of vengeance"


def play(home, game, *args, lines=(), lang="en", players=2, code=1, save=False):
    """A table whose setup is given; it is left before its end."""
    given = (RM if game == "runemasters" else EN) + ["--set", f"players={players}"]
    keep = [] if save else ["--no-save"]
    return home.out("play", game, "--dice", "hand", *keep, "--lang", lang, *given, *args, stdin="\n".join(lines) + "\n", code=code)


def record(home, game, *args, lines=(), **how):
    """The same, and the lines of its record."""
    path = home.file(f"{game}-{len(os.listdir(home.path))}.veillee")
    text = play(home, game, "--record", path, *args, lines=lines, code=0, **how)
    with open(path, encoding="utf-8") as f:
        return text, f.read().split("\n\n", 1)[1].splitlines()


def moves(entries):
    return [line for line in entries if line.startswith(("c ", "undo "))]


# ---- what was mistyped ----

@test
def a_mistyped_die_or_card_is_taken_back_without_a_vote(home):
    text, entries = record(home, "runemasters", lines=["troll green", "undo", "troll red", "shadow red", "shadow yellow", "poison", "werewolf red",
                                                       "rrwb", "undo", "rrww"])
    check("do you agree" not in text, "nobody is asked")
    check([m for m in moves(entries) if m.startswith("c ")] ==
          ["c draw troll_green", "c draw troll_red", "c draw shadow_red", "c draw shadow_yellow", "c event poison", "c draw werewolf_red",
           "c roll red red white blue", "c roll red red white white"], f"{moves(entries)}")
    check(sum(m.startswith("undo") for m in moves(entries)) == 2, "the record keeps what was taken back")
    text, entries = record(home, "enchanters", lines=[ROAD, "normalville", "1", "annuler", "2"], lang="fr")
    check("d’accord" not in text and moves(entries)[-3:] == ["c first 0", "undo 7", "c first 1"], f"{moves(entries)}")


@test
def several_steps_are_taken_back_at_once(home):
    text, entries = record(home, "runemasters", lines=["troll green, shadow red, shadow yellow", "undo 3", "troll red"])
    check("do you agree" not in text and text.count("Taken back") == 3, text[-600:])
    check(moves(entries)[-2:] == [f"undo {entries_before(entries)}", "c draw troll_red"], f"{moves(entries)}")
    # a decision and the dice that followed it are one person's; beyond lies another's
    text = play(home, "runemasters", lines=["troll green shadow red shadow yellow poison werewolf red rrwb", "charge 0", "undo 2"])
    check("do you agree" not in text and text.count("Taken back") == 2, text[-600:])


def entries_before(entries):
    """The number of the first entry of chance."""
    numbered = [line for line in entries if not line.startswith((";", "end"))]
    return next(i for i, line in enumerate(numbered) if line.startswith("c "))


@test
def anothers_decision_still_asks(home):
    text = play(home, "enchanters", lines=[ROAD, "norm", "1", "journey 0", "proceed", "end", "1", "journey 0", "undo 4"])
    check_in("Player 2 journeys", text)
    check_in("do you agree", text)


# ---- several in one line ----

@test
def one_line_names_several_cards(home):
    for lang, line in (("en", "troll g shadow red shadow yel poison werewolf red"), ("fr", "troll vert, ombre rouge; ombre jaune poison loup rouge"),
                       ("fr", "green troll red shadow yellow shadow poison red werewolf")):
        _, entries = record(home, "runemasters", lines=[line], lang=lang)
        check(moves(entries) == ["c draw troll_green", "c draw shadow_red", "c draw shadow_yellow", "c event poison", "c draw werewolf_red"],
              f"{line}: {moves(entries)}")
    for lang, line in (("en", "dagger ritual robe black blade of leeches of torment of vengeance normal 2"),
                       ("fr", "dague robe lame noire des sangsues du tourment de vengeance normalville 2")):
        _, entries = record(home, "enchanters", lines=[line], lang=lang)
        check(moves(entries)[:6] == ["c draw wor_dagger", "c draw wor_ritual_robe", "c draw wor_black_blade", "c draw wor_of_leeches",
                                     "c draw wor_of_torment", "c draw wor_of_vengeance"], f"{line}: {moves(entries)}")


@test
def at_the_first_that_cannot_be_those_before_stand(home):
    text, entries = record(home, "runemasters", lines=["troll g, shadow red, dragon", "dragon y"])
    check_in("could mean: Red Dragon, Blue Dragon", text)
    check_in("The 2 cards before it are kept; still to be entered: dragon.", text)
    check(moves(entries)[:3] == ["c draw troll_green", "c draw shadow_red", "c draw dragon_yellow"], f"{moves(entries)}")
    text, entries = record(home, "runemasters", lines=["troll g troll g"], lang="fr")
    check_in("RM-CHN-02", text)
    check_in("La carte précédente est gardée ; il reste à entrer : troll g.", text)
    check(moves(entries) == ["c draw troll_green"], "once")
    text = play(home, "enchanters", lines=[ROAD + ", normaltown, player 1, dagger"])
    check_in("Nothing more is revealed now; not entered: dagger.", text)


# ---- the setup ----

@test
def the_setup_is_asked(home):
    lines = ["3", "2", "hé", "choose_guardian kulak", "choose_guardian neltai", "choose_guardian kyreas"]
    text = home.out("play", "runemasters", "--dice", "hand", "--no-save", "--lang", "fr", stdin="\n".join(lines) + "\n", code=1)
    for words in ("Gardiens : de 2 à 4 ? (Entrée : 4)", "Joueurs : de 1 à 3 ? (Entrée : 1)", "Difficulté : ", "Gardiens 3, Joueurs 2, Difficulté Héros"):
        check_in(words, text)
    check_in("[joueur 1] Kulak : choisissez le chemin à défendre.", text)
    text = home.out("play", "enchanters", "--dice", "hand", "--no-save", "--lang", "en", "--set", "variant_quick=no",
                    stdin="9\nmany\n3\ndraft\n\nyes\npick thieves\npick undead\npick gnolls\n", code=1)
    for words in ('"9" is not possible: 2 to 4.', '"many" is not possible', "Choice of kingdoms: draft, random, first game? (Enter: draft)",
                  "Dragons of the deep: no, yes? (Enter: no)", "Players 3, Choice of kingdoms draft", "Player 3 chooses Gnolls"):
        check_in(words, text)
    check("Quick invasion: no" not in text.replace("Super quick", "Super"), "what --set says is not asked")
    check("greedy" not in text, "people sit at a real table")


@test
def only_what_goes_together_is_offered(home):
    text = home.out("play", "runemasters", "--dice", "hand", "--no-save", "--lang", "en", stdin="2\n4\n2\n\n", code=1)
    check_in("Players: 1 to 2? (Enter: 1)", text)
    check_in('"4" is not possible: 1 to 2.', text)
    check_in("Guardians 2, Players 2", text)
    text = home.out("play", "enchanters", "--dice", "hand", "--no-save", "--lang", "en", "--set", "kingdoms=undead,thieves,gnolls,goblins",
                    stdin="2\n\n\n\n\n", code=1)
    check_in("Choice of kingdoms: list? (Enter: list)", text)
    check_in("The road is laid out.", text)


@test
def everything_random_in_the_setup_is_typed(home):
    lines = ["", "random", "", "", "", "undead thieves", "gnolls, goblins", "?"]
    text = home.out("play", "enchanters", "--dice", "hand", "--no-save", "--lang", "en", stdin="\n".join(lines) + "\n", code=1)
    check_in("The road is laid out.", text)
    check_in("What can still come, once each unless it says otherwise:", text)


@test
def quit_and_the_end_of_input_leave_every_question(home):
    for game, questions in (("runemasters", 3), ("enchanters", 5)):
        for n in range(questions):
            for last in ("quit\n", "quitter\n", ""):
                r = home.run("play", game, "--dice", "hand", stdin="\n" * n + last + ("1\n" * 30 if last else ""))
                check(r.returncode == 0 and not r.stderr and not home.saved(), f"{game}: question {n + 1} left with {last!r}: {r.stderr}")
    for lines, quits in (([], 1), (["correct dagger"], 2), (["correct dagger", ""], 2), (["correct dagger", "", "", "", "2 0", "done"], 2)):
        text = play(home, "enchanters", lines=lines + ["quit"] * quits + [ROAD], save=True, code=0)
        check("comes to the road" not in text and "The game is kept" in text, f"{lines}: the rest is not read")


# ---- what is awaited ----

@test
def a_wrong_entry_says_what_is_awaited(home):
    text = play(home, "runemasters", lines=["zzz", "dawn"])
    check_in('"zzz" is nothing that can come here, for example: Red Archer I, Blue Archer I, Green Archer I (? lists them).', text)
    check_in("RM-CHN-03", text)
    check_in("What has been revealed is awaited, for example: Red Archer I", text)
    text = play(home, "runemasters", lines=["troll g shadow red shadow yel poison werewolf red", "r r w", "r r w z"], lang="fr")
    check(text.count("Entrez les 4 faces") == 3, "the question again after each fault")
    check_in("Il faut 4 faces, vous en donnez 3", text)
    text = play(home, "runemasters", lines=["troll g shadow red shadow yel poison werewolf red", "y"])
    check_in("It takes 4 faces; you gave 1.", text)  # a yellow die, not "yes"


@test
def what_is_left_is_listed_with_its_number(home):
    text = play(home, "runemasters", lines=["troll g", "?"])
    check_in("18) Blue Troll, 19) Yellow Troll", text)
    check("Green Troll" not in text.split("What can still come")[1].split("Spawned")[0], "it is on the table")
    text = play(home, "enchanters", players=4, lines=["?", "dagger", "?"], lang="fr")
    first, second = text.split("Peut encore venir")[1:3]
    check_in("1) Dague (encore 2)", first)
    check_in("1) Dague, 2)", second)
    check("aide" in play(home, "enchanters", lines=["aide"], lang="fr"), "the commands are still told")


# ---- values of one's own ----

@test
def designed_values_are_told(home):
    with open(os.path.join(ROOT, "content", "enchanters.json"), encoding="utf-8") as f:
        pack = json.load(f)
    check_in("entries of this content have values designed for this program", play(home, "enchanters"))
    check_in("éléments de ce contenu ont des valeurs conçues", play(home, "runemasters", lang="fr"))
    text = json.dumps(pack).replace('"designed"', '"fact"')
    path = home.file("facts.json", text.replace('"id": "base"', '"id": "facts"'))
    check("designed" not in play(home, "enchanters", "--content", path), "none, no word")
    check("designed" not in home.out("play", "enchanters", "--no-save", "--seed", "1", code=1), "only beside the real box")


def own_packs(home):
    folder = os.path.join(home.path, "data", "veillee", "packs")
    return sorted(os.path.join(folder, n) for n in os.listdir(folder) if not n.endswith(".schema.json")) if os.path.isdir(folder) else []


def card(path, key):
    with open(path, encoding="utf-8") as f:
        text = f.read()

    def find(v):
        if isinstance(v, dict) and v.get("key") == key:
            return v
        for inner in v.values() if isinstance(v, dict) else v if isinstance(v, list) else []:
            found = find(inner)
            if found:
                return found
        return None
    return find(json.loads(text))


@test
def a_card_is_corrected_into_a_pack_of_ones_own(home):
    lines = [ROAD, "norm", "1", "correct dag", "", "", "", "2 0", "", "", "", "", "atk 4", "", "", "", "", "", "", "journey 0", "card dagger", "log 3"]
    text = play(home, "enchanters", lines=lines, save=True, code=0)
    path = own_packs(home)[0]
    check(os.path.basename(path) == "enchanters-base_own-1.2.0.json", path)
    got = card(path, "wor_dagger")
    check(got["upper"] == [2, 0] and got["ability"]["do"] == [["atk", 4]] and got["source"] == "fact", f"{got}")
    with open(path, encoding="utf-8") as f, open(os.path.join(ROOT, "content", "enchanters.json"), encoding="utf-8") as g:
        changed = [(a, b) for a, b in zip(f.read().splitlines(), g.read().splitlines()) if a != b]
    check(len(changed) == 2, f"id and card, nothing else: {changed}")
    home.out("content", "check", path)
    check(os.path.exists(os.path.join(os.path.dirname(path), "enchanters.schema.json")), "its schema beside")
    check_in("The game goes on with these values.", text)
    check_in("Dagger: cost 0, Attack 3", text.split("The game goes on")[1])
    check_in(f"veillee play enchanters --content {path}", text.replace("\n", " "))
    check(len(home.saved()) == 1, "one game is kept, not two")
    home.out("play", "enchanters", "--resume", "--content", path, "--lang", "en", stdin="log\n")
    text = home.out("play", "enchanters", "--resume", "--lang", "en", "--record", home.file("own.veillee"), stdin="log\n")  # found in its folder
    check_in("Player 1 journeys to Dagger", text)
    check_in("Attack 3", home.out("play", "enchanters", "--load", home.file("own.veillee"), "--no-save", "--lang", "en", stdin="card dagger\n", code=1))
    check_in(f"veillee play enchanters --content {path} --resume", " ".join(text.split()))


@test
def a_second_correction_is_another_version(home):
    play(home, "runemasters", lines=["correct red shadow", "", "", "", "1", "", "done", ""], save=True, code=0)
    first = own_packs(home)
    check([os.path.basename(p) for p in first] == ["runemasters-base_own-1.1.0.json"], f"{first}")
    got = card(first[0], "shadow_red")
    check(got["reward"] == {"hp": 1, "mana": 1} and got["source"] == "seed" and got["except"]["reward"] == "fact" and
          got["except"]["weak"] == "designed", f"what was looked at is a fact, the rest is not: {got}")
    play(home, "runemasters", "--content", first[0], lines=["correct red shadow", "", "", "", "0", "", "done", ""], save=True, code=0)
    play(home, "runemasters", lines=["correct red shadow", "", "", "", "1", "0", "done", home.file("mine.json")], save=True, code=0)
    check([os.path.basename(p) for p in own_packs(home)] == ["runemasters-base_own-1.1.0.json", "runemasters-base_own-1.1.1.json"], f"{own_packs(home)}")
    check(card(home.file("mine.json"), "shadow_red")["reward"] == {"hp": 1, "mana": 0}, "a file of another name")


@test
def nothing_is_overwritten_and_nothing_half_done(home):
    path = home.file("there.json", "mine\n")
    text = play(home, "runemasters", lines=["correct red shadow", "", "", "", "1", "", "done", path, "quit"])
    check_in("Nothing was changed or written.", text)
    with open(path, encoding="utf-8") as f:
        check(f.read() == "mine\n", "overwritten")
    for lines in (["correct", "correct zzz"], ["correct troll"], ["correct red shadow", "", "quit"], ["correct red shadow", "done"]):
        text = play(home, "runemasters", lines=lines)
        check(not own_packs(home), f"{lines}: nothing is written")
    check_in("--dice hand", home.out("play", "runemasters", "--seed", "1", "--no-save", "--lang", "en", stdin="correct red shadow\n", code=1))


@test
def a_pack_with_a_fault_is_asked_again(home):
    lines = ["corriger troll vert", "", "", "vert rouge", "fini", "", "", "vert rouge violet", "fini", home.file("mien.json")]
    text = play(home, "runemasters", lines=lines, lang="fr")
    check_in("Cela ne va pas encore ; corrigez, ou quitter :", text)
    check_in("/monsters/18/weak", text)
    check(card(home.file("mien.json"), "troll_green")["weak"] == ["green", "red", "violet"], "put right")
    check_in("La partie continue avec ces valeurs.", text)


@test
def what_does_not_replay_keeps_the_old_values(home):
    lines = ["troll g shadow red shadow yel poison werewolf red yvwb", "hit 0", "correct red shadow", "", "", "red blue", "done", "", "card red shadow"]
    text = play(home, "runemasters", lines=lines, save=True, code=0)
    check_in("This game goes on with the old values (", text)
    check_in("yellow (x), violet", text.split("goes on with the old values")[1])
    check(card(own_packs(home)[0], "shadow_red")["weak"] == ["red", "blue"], "the pack is written all the same")
    check_in("hit 0", home.out("play", "runemasters", "--resume", "--lang", "en", stdin="log 1\n"))


# ---- kept and checked ----

@test
def a_companion_game_is_kept_and_says_what_it_is(home):
    path = home.file("hand.veillee")
    play(home, "runemasters", "--record", path, lines=["troll g", "shadow red"], save=True, code=0)
    with open(path, encoding="utf-8") as f:
        check("seed" not in f.read().split("\n\n")[0], "no seed: chance was entered by hand")
    check_bad(home, ["replay", path, "--verify", "--lang", "en"], 1, ["hand.veillee: the dice and cards were entered by hand"])
    check_bad(home, ["replay", path, "--verify", "--lang", "fr"], 1, ["ont été entrés à la main"])
    text = home.out("play", "runemasters", "--resume", "--lang", "en", stdin="undo 2\ntroll red\n")
    check(text.count("Taken back") == 2 and "Spawned: Red Troll" in text, text[-400:])
    check_in("values designed for this program", text)


@test
def at_a_terminal(home):
    t = Terminal(home, "play", "enchanters", "--dice", "hand", "--lang", "en", *EN)
    t.wait_for("Players: 2 to 4?")
    t.type("2")
    t.wait_for("has been revealed")
    t.type("correct dagger")
    t.wait_for("kind: item")
    t.type("quit")
    t.wait_for("Nothing was changed")
    t.type(ROAD)
    t.wait_for("The village is drawn")
    t.type("undo")
    t.wait_for("Taken back")
    t.type("quit")
    check(t.end() == 0 and len(home.saved()) == 1, "kept")


if __name__ == "__main__":
    sys.exit(run.main())

#!/usr/bin/env python3
"""The pack of Enchanters against the tables of its rule file (section 9), card by card.

    tests/content/enchanters.py

RULE EN-DATA-01, RULE EN-CMP-05, RULE EN-RUL-50: every card and village of the tables stands in
the pack with the same figures and the same abilities, and nothing else does. The tables are read
by the second implementation. Ends with "N passed, N failed".
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "oracle"))

import en_tables as tables  # noqa: E402

WORDS = {"item": "I", "enchantment": "E", "monster": "M", "dragon": "D", "trophy": "X", "attack": "ATK", "defence": "DEF",
         "own_top_item": "OWN_TOP_I", "target_top_item": "TARGET_TOP_I"}
KINDS = {"once": "A1", "double": "A2", "multi": "AM", "rest": "R", "immediate": "I", "trigger": "T", "shield": "S"}


def word(value):
    """A word, number or amount of the pack, as the tables write it."""
    if isinstance(value, list):
        return tuple(word(v) for v in value)
    return WORDS.get(value, value.upper()) if isinstance(value, str) else value


def term(entry):
    return tuple(word(v) for v in entry)


def ability(entry):
    if entry is None:
        return None
    if entry["kind"] == "shield":
        return tables.Ability("S", None, None, (), ("SHIELD",))
    return tables.Ability(KINDS[entry["kind"]], entry.get("when"), word(entry["of"]) if "of" in entry else None,
                          tuple(map(term, entry.get("cost", []))), tuple(map(term, entry["do"])))


def clause(entry):
    if entry is None:
        return None
    if entry[0] == "per":
        return tables.Clause("PER", (entry[1], entry[2], word(entry[3])), None, None)
    return tables.Clause(entry[0].upper(), None, word(entry[2]), entry[1])


def design(card, kingdom):
    flags = card.get("flags", [])
    return tables.Design(card["key"], card["kind"], kingdom, card.get("copies", 4), card.get("marked", 0), tuple(card["upper"]),
                         tuple(card["lower"]), card.get("health", 0), card.get("strength", 0), card["glory"],
                         card.get("skull", False), "each" in flags, "double" in flags, word(card.get("health_per", 0)),
                         word(card.get("strength_per", 0)), ability(card.get("ability")), clause(card.get("score")))


def village(entry):
    return tables.Village(entry["key"], tuple(map(ability, entry["abilities"])), tuple(map(clause, entry["scores"])))


def main():
    pack = json.loads((ROOT / "content" / "enchanters.json").read_text(encoding="utf-8"))
    found = {card["key"]: design(card, k) for k, kingdom in enumerate(pack["kingdoms"]) for card in kingdom["cards"]}
    found.update((card["key"], design(card, None)) for card in pack["start"])
    villages = {v["key"]: village(v) for v in pack["villages"]}
    pairs = [(k["key"], name) for k, name in zip(pack["kingdoms"], tables.KINGDOMS, strict=True)]
    pairs += [(found.get(key), want) for key, want in tables.DESIGNS.items()]
    pairs += [(villages.get(key), want) for key, want in tables.VILLAGES.items()]
    pairs += [(list(found), list(tables.DESIGNS)), (list(villages), list(tables.VILLAGES)), (tuple(pack["first_game"]), tables.FIRST_GAME)]
    failed = [(a, b) for a, b in pairs if a != b]
    for a, b in failed:
        print("FAIL the pack:", a, "\n     the rules:", b)
    print(f"{len(pairs) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

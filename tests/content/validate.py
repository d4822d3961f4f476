#!/usr/bin/env python3
"""Content packs against their JSON Schemas, with an independent validator.

    tests/content/validate.py [--mkcontent PROGRAM] [--root DIR]

Checks that each content/<game>.schema.json is itself a schema, that each pack
is valid, that every rule id a pack names exists in rules/<game>.md, and that no
rule code names a card (RULE RM-CNT-01, RULE EN-DATA-01). With --mkcontent it
also changes the pack in many small ways and checks that the engine refuses
whatever the schema refuses; abilities of Enchanters are made up word by word,
and there the two must agree both ways. Ends with "N passed, N failed"; needs
python3-jsonschema.
"""
import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tally import check, result  # noqa: E402

# Code that may not know a card: everything but the reading of the pack.
RULE_CODE = "src/games/{game}/*.[ch]"
CARD_KEYS = {"runemasters": r"/(monsters|events)/[0-9]+/key",
             "enchanters": r"/(start/[0-9]+|villages/[0-9]+|kingdoms/[0-9]+(/cards/[0-9]+)?)/key",
             "runebound": r"/(allies|artifacts|adventures|heroes|towns|sites)/[0-9]+/key",
             "reflets": r"/(heroes|loot|relics|dilemmas|creatures|critters|zones|doors|rooms|treasures|quests)/[0-9]+/key"}
CHANGES = 400  # changed packs that are looked at
ABILITIES = 1200  # abilities made up


def no_twins(pairs):
    keys = [k for k, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key stands twice among {keys}")
    return dict(pairs)


def load(path):
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=no_twins)


def walk(value, where=""):
    """Every value with its JSON pointer."""
    yield where, value
    if isinstance(value, dict):
        for k, v in value.items():
            yield from walk(v, f"{where}/{k}")
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from walk(v, f"{where}/{i}")


def place(pack, pointer):
    """The container of a value and its key in it."""
    *path, last = pointer.split("/")[1:]
    for step in path:
        pack = pack[int(step)] if isinstance(pack, list) else pack[step]
    return pack, int(last) if isinstance(pack, list) else last


def changed(pack):
    """Packs with one change each: (what was done, the pack). A sample keeps this quick."""
    changes = [(where, new) for where, value in list(walk(pack))[1:] for new in variants(value)]
    for where, new in changes[::max(1, len(changes) // CHANGES)]:
        other = copy.deepcopy(pack)
        container, key = place(other, where)
        if new is DROP:
            del container[key]
        else:
            container[key] = new
        yield where, f"{where} = {'dropped' if new is DROP else json.dumps(new)}", other


DROP = object()


def variants(value):
    yield DROP
    if isinstance(value, bool):
        yield 1
    elif isinstance(value, int):
        yield from (value + 1, 100)
    elif isinstance(value, str):
        yield from ("", "No such Word", "x" * 301)
    elif isinstance(value, list):
        yield from ({}, value + [7])
    else:
        yield from ([], {**value, "zzz": 1})


def engine_accepts(mkcontent, pack):
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as f:
        json.dump(pack, f)
        f.flush()
        run = subprocess.run([mkcontent, "--check", f.name], capture_output=True)
    assert run.returncode in (0, 1), run
    return run.returncode == 0


PLAIN = {"description", "type", "minItems", "maxItems", "items"}


def valid(validator, pack, where):
    """Is the pack valid, which was so before what stands at `where` was changed? Inside an entry of a plain list only that entry can tell."""
    section, place, *inside = where.split("/")[1:] + [""] * (2 - where.count("/"))
    of = validator.schema["properties"].get(section, {})
    if inside and place and set(of) <= PLAIN and "$ref" in of.get("items", {}):
        return validator.evolve(schema={**of["items"], "$defs": validator.schema["$defs"]}).is_valid(pack[section][int(place)])
    return validator.is_valid(pack)


def agree(validator, pack, mkcontent, game):
    """The engine refuses what the schema refuses."""
    refused = 0
    for where, what, other in changed(pack):
        if not valid(validator, other, where):
            refused += 1
            check(not engine_accepts(mkcontent, other), f"{game}: the schema refuses {what}, the engine does not")
    print(f"{game}: {refused} changed packs refused by schema and engine")


def smaller(pack):
    """A pack that says as much with less: of Enchanters, four kingdoms and four villages."""
    if pack["game"] != "enchanters":
        return pack
    kept = [k for k in pack["kingdoms"] if k["key"] in pack["first_game"]]
    return {**pack, "kingdoms": kept, "villages": pack["villages"][::6]}


def word_list(rng, schema, spare):
    """A list of words and numbers for one alternative of cost, effect or clause: mostly as it
    should be, now and then with an entry too many, too few or of another kind."""
    if "enum" in schema or "const" in schema:
        made = list(rng.choice(schema.get("enum", [schema.get("const")])))
    else:
        made = [entry(rng, s, spare) for s in schema["prefixItems"]]
    slip = rng.randrange(12)
    if slip == 0:
        made.pop()
    elif slip == 1:
        made.append(rng.choice(spare))
    elif slip == 2:
        made[rng.randrange(len(made))] = rng.choice(spare)
    return made


def entry(rng, schema, spare):
    if "$ref" in schema:
        schema = entry.defs[schema["$ref"].rsplit("/", 1)[1]]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "oneOf" in schema:
        return entry(rng, rng.choice(schema["oneOf"]), spare)
    if "prefixItems" in schema:
        return word_list(rng, schema, spare)
    return rng.randint(schema["minimum"] - rng.randrange(2), schema["maximum"] + rng.randrange(2))


def made_up(rng, defs):
    """An ability, or something near one."""
    entry.defs = defs
    spare = [0, 1, "this", "any", "first", "under", "target", "monster", "dragon", "visit", None, [], [1, 2, "attack"]]
    ability = {"kind": rng.choice(["once", "double", "multi", "rest", "immediate", "trigger", "shield"])}
    if (ability["kind"] == "trigger") != (rng.randrange(10) == 0):
        ability["when"] = rng.choice(["start", "rest", "take"])
    if (ability.get("when") == "take") != (rng.randrange(10) == 0):
        ability["of"] = entry(rng, defs["ability"]["properties"]["of"], spare)
    if ability["kind"] in ("once", "double", "multi", "rest") or rng.randrange(10) == 0:
        if rng.randrange(4):
            ability["cost"] = [word_list(rng, rng.choice(defs["cost"]["oneOf"]), spare) for _ in range(rng.randint(1, 2))]
    if (ability["kind"] != "shield") != (rng.randrange(15) == 0):
        ability["do"] = [word_list(rng, rng.choice(defs["effect"]["oneOf"]), spare) for _ in range(rng.randint(1, 2))]
    return ability


def agree_on_abilities(schema, pack, mkcontent):
    """RULE EN-DATA-04, RULE EN-DATA-05, RULE EN-DATA-06, RULE EN-DATA-09, RULE EN-DATA-10: of abilities
    made up at random the schema accepts just those that the engine accepts, on a card and on a village."""
    rng = random.Random(5)
    on_card = jsonschema.Draft202012Validator({"$ref": "#/$defs/ability", "$defs": schema["$defs"]})
    on_village = jsonschema.Draft202012Validator({"$ref": "#/$defs/village_ability", "$defs": schema["$defs"]})
    accepted = 0
    for i in range(ABILITIES):
        ability = made_up(rng, schema["$defs"])
        other = dict(pack)
        if i % 4:
            other["kingdoms"] = copy.deepcopy(pack["kingdoms"])
            other["kingdoms"][0]["cards"][0]["ability"] = ability
        else:
            other["villages"] = copy.deepcopy(pack["villages"])
            other["villages"][0]["abilities"][-1] = ability
        good = (on_card if i % 4 else on_village).is_valid(ability)
        accepted += good
        check(engine_accepts(mkcontent, other) == good,
              f"{json.dumps(ability)}{'' if i % 4 else ' of a village'}: the schema {'accepts' if good else 'refuses'} it, the engine does not")
    check(ABILITIES // 10 < accepted < ABILITIES * 9 // 10, f"{accepted} of {ABILITIES} made up abilities are accepted")
    print(f"enchanters: {ABILITIES} made up abilities, {accepted} accepted by schema and engine, the others by neither")


def rule_ids(root, game):
    path = root / "rules" / f"{game}.md"
    return set(re.findall(r"\b[A-Z]{2}-[A-Z]+-[0-9]+\b", path.read_text(encoding="utf-8")))


def check_rules(root, name, pack, schema):
    known = rule_ids(root, pack["game"])
    for where, value in walk(schema):
        for rule in re.findall(r"\b[A-Z]{2}-[A-Z]+-[0-9]{2}\b", value) if where.endswith("/description") and isinstance(value, str) else []:
            check(rule in known, f"{pack['game']}.schema.json: {where}: there is no rule {rule}")
    for where, value in walk(pack):
        if re.search(r"/rules/[0-9]+$", where):
            check(value in known, f"{name}: {where}: there is no rule {value}")


def check_code(root, pack):
    """RULE RM-CNT-01, RULE EN-DATA-01: no rule code names a card."""
    keys = {v for where, v in walk(pack) if re.fullmatch(CARD_KEYS[pack["game"]], where)}
    keys -= {v for where, v in walk(pack) if re.fullmatch(r"/events/.*/0", where)
             and isinstance(v, str)}  # "poison" is a verb too
    for path in sorted(root.glob(RULE_CODE.format(game=pack["game"]))):
        if path.name == "rm_tables.c":  # the rule file's fixtures are positions with cards in them
            continue
        words = set(re.findall(r'"([A-Za-z0-9_]+)"', path.read_text(encoding="utf-8")))
        check(not words & keys, f"{path.name} names {sorted(words & keys)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mkcontent")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2])
    args = parser.parse_args()
    content = args.root / "content"
    packs = sorted(p for p in [*content.glob("*.json"), *content.glob("released/*.json")]
                   if not p.name.endswith(".schema.json"))
    check(packs, "no packs found")
    for path in packs:
        pack = load(path)
        schema = load(content / f"{pack['game']}.schema.json")
        validator = jsonschema.Draft202012Validator(schema)
        validator.check_schema(schema)
        faults = list(validator.iter_errors(pack))
        for fault in faults:
            pointer = "/".join(["", *map(str, fault.absolute_path)])
            print(f"{path.name}: {pointer}: {fault.message[:200]}")
        check(not faults, f"{path.name} is not valid")
        check_rules(args.root, path.name, pack, schema)
        check_code(args.root, pack)
        if args.mkcontent and path.stem == pack["game"]:
            agree(validator, smaller(pack), args.mkcontent, pack["game"])
            if pack["game"] == "enchanters":
                agree_on_abilities(schema, smaller(pack), args.mkcontent)
    return result()


if __name__ == "__main__":
    sys.exit(main())

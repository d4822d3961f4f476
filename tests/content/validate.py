#!/usr/bin/env python3
"""Content packs against their JSON Schemas, with an independent validator.

    tests/content/validate.py [--mkcontent PROGRAM] [--root DIR]

Checks that each content/<game>.schema.json is itself a schema, that each pack
is valid, that every rule id a pack names exists in rules/<game>.md, and that no
rule code names a card (RULE RM-CNT-01). With --mkcontent it also changes the
pack in many small ways and checks that the engine refuses whatever the schema
refuses. Ends with "N passed, N failed"; needs python3-jsonschema.
"""
import argparse
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

# Code that may not know a card: everything but the reading of the pack.
RULE_CODE = "src/games/{game}/*.[ch]"

passed = failed = 0


def check(ok, text):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAIL", text)
    return ok


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
    """Packs with one change each: (what was done, the pack)."""
    for where, value in list(walk(pack))[1:]:
        for new in variants(value):
            other = copy.deepcopy(pack)
            container, key = place(other, where)
            if new is DROP:
                del container[key]
            else:
                container[key] = new
            yield f"{where} = {'dropped' if new is DROP else json.dumps(new)}", other


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


def agree(validator, pack, mkcontent, game):
    """The engine refuses what the schema refuses. A sample, every tenth change,
    keeps this quick."""
    bad = []
    for i, (what, other) in enumerate(changed(pack)):
        if i % 10 == 0 and not validator.is_valid(other):
            bad.append((what, other))
    with tempfile.TemporaryDirectory() as tmp:
        for i, (what, other) in enumerate(bad):
            path = pathlib.Path(tmp, f"{i}.json")
            path.write_text(json.dumps(other), encoding="utf-8")
            run = subprocess.run([mkcontent, "--check", str(path)], capture_output=True)
            check(run.returncode == 1, f"{game}: the schema refuses {what}, the engine does not")
    print(f"{game}: {len(bad)} changed packs refused by schema and engine")


def rule_ids(root, game):
    path = root / "rules" / f"{game}.md"
    return set(re.findall(r"\b[A-Z]{2}-[A-Z]+-[0-9]+\b", path.read_text(encoding="utf-8")))


def check_rules(root, name, pack):
    known = rule_ids(root, pack["game"])
    for where, value in walk(pack):
        if re.search(r"/rules/[0-9]+$", where):
            check(value in known, f"{name}: {where}: there is no rule {value}")


def check_code(root, pack):
    """RULE RM-CNT-01: no rule code names a card."""
    keys = {v for where, v in walk(pack) if re.fullmatch(r"/(monsters|events)/[0-9]+/key", where)}
    keys -= {v for where, v in walk(pack) if re.fullmatch(r"/events/.*/0", where)
             and isinstance(v, str)}  # "poison" is a verb too
    for path in sorted(root.glob(RULE_CODE.format(game=pack["game"]))):
        if path.name == "rm_tables.c":  # the rule file's fixtures are positions with cards in them
            continue
        words = set(re.findall(r'"([a-z0-9_]+)"', path.read_text(encoding="utf-8")))
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
        check_rules(args.root, path.name, pack)
        check_code(args.root, pack)
        if args.mkcontent and path.stem == pack["game"]:
            agree(validator, pack, args.mkcontent, pack["game"])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

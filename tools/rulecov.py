#!/usr/bin/env python3
"""Rule coverage: which rule ids are cited by a test.

    rulecov.py [--list] [GAME...]

Reads the rules of those games, or of all in src/games/games.def, src/ and tests/; a game that is
not listed yet has no tests, and its rules are passed over. A test cites with RULE("RM-HIT-02") in C,
`rules` in a scenario, `RULE RM-HIT-02` in a comment elsewhere. Prints the
coverage per game and area, the ids that exist nowhere, and fails under 100 %.
"""
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DESCRIPTIONS = {"CMP", "RUL", "STA", "ST", "INFO", "LOG", "EX"}  # no test of their own (examples are scenarios)
ID = re.compile(r"\b([A-Z]{2})-([A-Z]+)-(\d+)\b")
DEFINED = re.compile(r"^(?:- (?:~~)?\*\*|\| (?:\*\*)?)([A-Z]{2}-[A-Z]+-\d+)\b")
CITED_C = re.compile(r'RULE\("([A-Z]{2}-[A-Z]+-\d+)"\)')
CITED_COMMENT = re.compile(r"\bRULE ([A-Z]{2}-[A-Z]+-\d+)\b")
LISTED = re.compile(r"^X\((\w+)\)", re.M)
SKIP = {"golden", "corpus", "records", "__pycache__"}


def files(top, *suffixes):
    for folder, dirs, names in os.walk(ROOT / top):
        dirs[:] = [d for d in dirs if d not in SKIP]
        for name in names:
            if name.endswith(suffixes):
                yield pathlib.Path(folder) / name


def rules_of(path):
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        m = DEFINED.match(line)
        if m and "~~" not in line:
            found.setdefault(m.group(1), line)
    return found


def cited_by_scenarios(path, out):
    data = json.loads(path.read_text(encoding="utf-8"))
    for scenario in data if isinstance(data, list) else [data]:
        if isinstance(scenario, dict):
            for rule in scenario.get("rules", []):
                out.setdefault(rule, set()).add(str(path.relative_to(ROOT)))


def main():
    cited = {}
    for path in files("tests", ".c", ".h", ".py", ".sh", ".ts"):
        text = path.read_text(encoding="utf-8", errors="replace")
        for rule in CITED_C.findall(text) + CITED_COMMENT.findall(text):
            cited.setdefault(rule, set()).add(str(path.relative_to(ROOT)))
    for path in files("tests/scenarios", ".json"):
        cited_by_scenarios(path, cited)
    coded = set()
    for path in files("src", ".c", ".h"):
        coded |= {"-".join(m) for m in ID.findall(path.read_text(encoding="utf-8").replace("_", "-"))}
    defined, bad = {}, 0
    named = [a for a in sys.argv[1:] if not a.startswith("-")]
    listed = named or LISTED.findall((ROOT / "src/games/games.def").read_text(encoding="utf-8"))
    for path in sorted(ROOT / "rules" / f"{game}.md" for game in listed):
        ids = rules_of(path)
        defined.update(ids)
        areas = {}
        for rule in ids:
            areas.setdefault(rule.split("-")[1], []).append(rule)
        print(f"COVER {path.stem}:")
        total = have = 0
        for area, rules in areas.items():
            if area in DESCRIPTIONS:
                continue
            missing = [r for r in rules if r not in cited]
            total, have = total + len(rules), have + len(rules) - len(missing)
            tail = "  missing " + " ".join(missing[:12]) if missing else ""
            print(f"COVER   {area:5} {len(rules) - len(missing):3} of {len(rules):3}{tail}")
        print(f"COVER   all   {have:3} of {total:3}, {len([r for r in ids if r in coded])} ids stand in the code")
        bad += total - have
    games = {r[:2] for r in defined}
    unknown = sorted(r for r in cited | dict.fromkeys(coded) if r not in defined and r[:2] in games and "-EX-" not in r)
    for rule in unknown:
        print("FAIL", rule, "is cited and not defined", *sorted(cited.get(rule, {"src"})))
    if "--list" in sys.argv:
        for rule in defined:
            print(rule, *sorted(cited.get(rule, ["-"])))
    print(f"{len(defined) - bad} passed, {bad + len(unknown)} failed")
    return 1 if bad or unknown else 0


if __name__ == "__main__":
    sys.exit(main())

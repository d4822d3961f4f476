#!/usr/bin/env python3
"""Where a rule stands: its text, its code, its tests.

    rule.py RM-BLK-04 [RM-HIT-02 ...]
    rule.py --uncited        the rules that no source names

Reads "RM-MOVE-01 to 04" and "RM-ULT-12, 32, 42" in comments as every id they
mean, and RM_BLK_04 in code as RM-BLK-04. A rule that no source names is a
consequence of its neighbours: their code is shown instead.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMED = re.compile(r"\b([A-Z]{2})[-_]([A-Z]+)[-_](\d+)((?:(?:, | and | to |\.\.|/)\d\d\b)*)")
MORE = re.compile(r"(, | and | to |\.\.|/)(\d\d)")
DEFINED = re.compile(r"^(?:- (?:~~)?\*\*|\| (?:\*\*)?)([A-Z]{2}-[A-Z]+-\d+)\b")
UNCODED = {"CMP", "STA", "LOG", "EX"}  # descriptions


def ids(line):
    for game, area, first, rest in NAMED.findall(line):
        at = int(first)
        yield f"{game}-{area}-{at:02}"
        for how, number in MORE.findall(rest):
            to = int(number)
            for k in range(at + 1, to) if how in (" to ", "..") else ():
                yield f"{game}-{area}-{k:02}"
            yield f"{game}-{area}-{to:02}"
            at = to


def places(top, *suffixes):
    found = {}
    for path in sorted((ROOT / top).rglob("*")):
        if path.suffix in suffixes and "golden" not in path.parts and "corpus" not in path.parts:
            for n, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
                for rule in set(ids(line)):
                    found.setdefault(rule, []).append(f"{path.relative_to(ROOT)}:{n}: {line.strip()[:100]}")
    return found


def texts():
    found = {}
    for path in sorted((ROOT / "rules").glob("*.md")):
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            m = DEFINED.match(line)
            if m:
                found.setdefault(m.group(1), []).append(f"{path.relative_to(ROOT)}:{n}: {line}")
    return found


def near(rule, code):
    """The code of the nearest rules of its area that are named, one on each side."""
    area, number = rule.rsplit("-", 1)
    named = sorted((int(r.rsplit("-", 1)[1]), r) for r in code if r.startswith(area + "-"))
    sides = [[r for n, r in named if n < int(number)][-1:], [r for n, r in named if n > int(number)][:1]]
    return [f"near {r}: {line}" for side in sides for r in side for line in code[r]] or ["src: -"]


def main():
    rules, code = texts(), places("src", ".c", ".h")
    if sys.argv[1:] == ["--uncited"]:
        print("\n".join(r for r in rules if r not in code and r.split("-")[1] not in UNCODED))
        return 0
    tests, missing = places("tests", ".c", ".h", ".py", ".sh", ".json"), 0
    for rule in sys.argv[1:]:
        missing += rule not in rules
        if rule not in rules:
            print(f"{rule}: no such rule")
            continue
        print("\n".join(rules[rule] + (code.get(rule) or near(rule, code)) + tests.get(rule, ["tests: -"])))
    return 1 if missing or len(sys.argv) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())

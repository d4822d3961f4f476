#!/usr/bin/env python3
"""Every remark on a fault of a file can be said in every language.

    tests/remarks.py            which remarks the catalogue does not know, and which of its remarks nobody makes
    tests/remarks.py --list     the texts that the sources make remarks of

Below src/text a fault carries a short English remark (base/status.h); the catalogue has it as the English of an entry
remark.*, with {name} where a value stands (text/remark.h). What remarks are made is read off the sources: the texts in
calls that report a fault of a pack, a position or a scenario, and those that broken() returns.
"""
import glob
import re
import sys

SOURCES = ["src/base/json.c", "src/core/*.c", "src/games/*/*.c", "src/pack/pack.c", "src/pack/builtin.c", "src/match/scenario*.c", "src/match/campaign.c"]
APART = ["src/games/null/null.c"]  # the template has no words of its own
CALL = re.compile(r"\b(?:syntax|fault|fault_by|fault_at|fault_range|fault_thing|vl_content_(?:fault|wrong|is|differs|nested)|"
                  r"vl_error_(?:set|rule)|vl_refuse_option|(?:scenario_)?broken_here)\(")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
PLACE = re.compile(r"^$|^/|^line |^[a-z0-9_./]*$")  # where it is, an option, a field
BROKEN = re.compile(r'(?:return|[?:,])\s+"/[^": ]*(?:, /[^": ]*)?: ([^"]+)"')
PUT = re.compile(r'\bvl_put\(&?\w+, "((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"\)')


def arguments(code, at):
    """What stands between the parenthesis at `at` and the one that closes it."""
    depth, i = 0, at
    while depth > 0 or i == at:
        if code[i] == '"':
            i = TEXT.match(code, i).end() - 1
        depth += (code[i] == "(") - (code[i] == ")")
        i += 1
    return code[at:i]


def made():
    """The texts, and the file of each."""
    out = {}
    for path in sorted(set(sum(map(glob.glob, SOURCES), [])) - set(APART)):
        code = re.sub(r"/\*.*?\*/", "", open(path, encoding="utf-8").read(), flags=re.S)
        code = re.sub(r"""'\\?"'""", "0", re.sub(r'"\s*\n\s*"', "", code))
        found = [t for c in CALL.finditer(code) for t in TEXT.findall(arguments(code, c.end() - 1))]
        found = [t for t in found if not PLACE.match(t)] + BROKEN.findall(code) + PUT.findall(code)
        for text in found:
            text = re.sub(r"^/\S+: ", "", text.replace('\\"', '"').replace("\\\\", "\\"))
            text = text.strip(' ,.:;("').removesuffix(" in 0")
            if not PLACE.match(text):
                out.setdefault(text, path)
    return out


def known():
    """The English of the remarks of the catalogue, by id."""
    lines = open("locale/parts/remarks.tsv", encoding="utf-8").read().split("\n")[1:]
    return {cells[0]: cells[2] for cells in (line.split("\t") for line in lines if line)}


def main():
    texts, entries = made(), known()
    if "--list" in sys.argv:
        print("\n".join(sorted(texts)))
        return 0
    passed = failed = 0
    cells = list(entries.values())
    forms = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(c))) for c in cells if len(c) > len("{a}: {b}")]
    for text, path in texts.items():
        if any(text in cell for cell in cells) or any(form.fullmatch(text) for form in forms):
            passed += 1
        else:
            failed += 1
            print(f"FAIL {path}: the catalogue has no remark “{text}” (locale/parts/remarks.tsv)")
    code = "\n".join(open(p, encoding="utf-8").read() for p in sorted(glob.glob("src/**/*.[ch]", recursive=True)))
    code = re.sub(r'"\s*\n\s*"', "", code).replace('\\"', '"').replace("\\\\", "\\").replace("fault%s", "faults")
    families = set(re.findall(r"(?:KEYS|THINGS)\((\w+)", code)) | set(re.findall(r'VL_FAMILY(?:_N)?\("(\w+)"', code))
    for name, cell in entries.items():
        parts = [p.strip(" ") for p in re.split(r"\{\w+\}", cell) if len(p.strip(" ")) > 2]
        thing = re.match(r"no such (\w+)$", cell)
        if all(p in code for p in parts) or (thing and thing.group(1) in families):
            passed += 1
        else:
            failed += 1
            print(f"FAIL {name}: nobody makes the remark “{cell}”")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

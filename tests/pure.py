#!/usr/bin/env python3
"""The pure part of the engine calls nothing of the outside world (nm -u), has no
mutable global (nm), and its sources name no float. Argument: the build folder."""
import pathlib
import re
import subprocess
import sys

# What a game calls of its own begins with its id or its prefix.
GAMES = "|".join(name for path in sorted(pathlib.Path("src/games").glob("*/*.c"))
                 for name in re.findall(r'\.(?:id|prefix) = "(\w+)"', path.read_text(encoding="utf-8")))
ALLOWED = re.compile(rf"^((vl|{GAMES})_\w+|mem(cpy|move|set|cmp|chr)|str(len|cmp|ncmp)|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_"
                     r"|__mem\w+_chk|__(u?div|u?mod)\w*3|__\w*86\.get_pc_thunk\.\w+)$")
FLOATING = re.compile(r"\b(float|double)\b")
WORD = re.compile(r"X\([A-Z_0-9]+, \w+\)")  # of a list: X(DOUBLE, double) is no type
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"", re.S)


def main():
    build = pathlib.Path(sys.argv[1])
    objects = sorted(p for part in ("base", "core", "games") for p in (build / "obj/src" / part).rglob("*.o"))
    passed = failed = 0
    for path in objects:
        faults = []
        for line in subprocess.run(["nm", str(path)], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
            kind, name = line.split()[-2:]
            if kind in "Uw" and not ALLOWED.match(name):
                faults.append(f"calls {name}")
            if kind in "BbDdC" and not name.endswith(".rel.ro"):
                section = subprocess.run(["objdump", "-t", str(path)], stdout=subprocess.PIPE, text=True).stdout
                where = [row for row in section.splitlines() if row.split()[-1:] == [name]]
                if not any(".data.rel.ro" in row or ".rodata" in row for row in where):
                    faults.append(f"mutable global {name}")
        passed, failed = passed + (not faults), failed + bool(faults)
        for fault in faults:
            print("FAIL", path, fault)
    for path in sorted(p for part in ("base", "core", "games") for p in pathlib.Path("src", part).rglob("*.[ch]")):
        if FLOATING.search(WORD.sub("", COMMENT.sub("", path.read_text(encoding="utf-8")))):
            print("FAIL", path, "names a floating-point type")
            failed += 1
    if len(objects) < 10:
        print("FAIL only", len(objects), "objects found")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

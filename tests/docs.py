#!/usr/bin/env python3
"""The documents are true of the code, as far as a program can tell.

    docs.py [--build build] [--write]

- docs/observations-<game>.md are what tools/mkobs prints, and a block after
  <!-- shown by: COMMAND; typed: LINE, LINE; from: WORD --> is what the program
  prints from the last line that begins with WORD; with "edited: FILE" my.json
  is the built-in pack with those changes; content/<game>.schema.json are what
  tools/schema.py makes of the tables of the games; the tables of fields and
  verbs in docs/content.md are those of the schemas, in which every field is
  described, and those of positions in docs/formats.md are what tools/mkschema
  prints (--write makes them so);
- every relative link of a *.md file leads to a file, and to a heading of it;
- every `veillee` and `make` command shown is known, with its options;
- every file of the repository named in `code` is there;
- the table "What may include what" of ARCHITECTURE.md is what the sources do;
- no document names a path of somebody's machine;
- docs/README.md lists every document of the root, docs/ and rules/.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tally import check, result

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "content"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

import manual  # noqa: E402
import schema  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^ *(```|~~~)")
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`\n]+)`")
OURS = re.compile(r"^(?:src|tests|tools|docs|content|locale|rules|include|bench|completions|examples)/[\w./-]*$")
SHOWN = re.compile(r"<!-- shown by: veillee ([^;]*?)(?:; edited: ([^;]*?))?(?:; typed: ([^;]*?); from: (\w+))? -->\n```\n(.*?)```\n", re.S)
TABLES = re.compile(r"(<!-- (fields|verbs|positions): (\w+) -->\n)(.*?)(<!-- end of \2 -->\n)", re.S)
FOREIGN = re.compile(r"(?<![\w.])/(?:work|tmp|home|root|Users)/")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def documents():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    return [ROOT / name for name in sorted(set(listed.stdout.split())) if (ROOT / name).exists()]


def lines(path):
    """(number, line, is it in a code block)."""
    fenced = False
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
            continue
        yield n, line, fenced


# ---- what is generated ----

def observations(mkobs, write):
    for game in subprocess.run([mkobs], stdout=subprocess.PIPE, check=True, text=True).stdout.split():
        path = ROOT / "docs" / f"observations-{game}.md"
        made = subprocess.run([mkobs, game], stdout=subprocess.PIPE, check=True).stdout
        if write:
            path.write_bytes(made)
        old = path.read_bytes() if path.exists() else b""
        check(old == made, f"{path.relative_to(ROOT)} is not up to date: make docs")
        if old != made:
            diff = difflib.unified_diff(old.decode().splitlines(), made.decode().splitlines(), "file", "now", lineterm="", n=0)
            print("\n".join(list(diff)[:10]))


def shown(program, path, name, write):
    text = path.read_text(encoding="utf-8")

    def again(m):
        command, slips, typed, word, _ = m.groups()
        typed = "".join(line.strip() + "\n" for line in (typed or "").split(","))
        with tempfile.TemporaryDirectory() as home:
            env = dict(os.environ, LC_ALL="C.UTF-8", HOME=home, XDG_DATA_HOME=home)

            def run(*args):
                return subprocess.run([program, *args], input=typed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env, cwd=home).stdout
            if slips:
                pathlib.Path(home, "my.json").write_text(manual.edited(lambda game: run("content", "export", game), slips), encoding="utf-8")
            out = run(*command.split())
        at = ("\n" + out).rfind("\n" + word) if word else 0
        return m.group(0)[: m.start(5) - m.start(0)] + out[max(at, 0):].rstrip("\n") + "\n```\n"

    if SHOWN.search(text):
        now = SHOWN.sub(again, text)
        if write:
            path.write_text(now, encoding="utf-8")
        check(now == text or write, f"{name}: what it shows is not what the program prints: make docs")


def schemas(mkschema, write):
    for path, made in schema.schemas(mkschema):
        if write:
            path.write_text(made, encoding="utf-8")
        check(path.read_text(encoding="utf-8") == made, f"{path.relative_to(ROOT)} is not what the tables of the game say: make docs")


def tables(path, name, mkschema, write):
    text = path.read_text(encoding="utf-8")

    def again(m):
        head, what, game, before, end = m.groups()
        made = manual.Manual(game)
        if what == "positions":
            table, missing = manual.positions(mkschema, game, before)
            check(not missing, f"{name}: positions of {game}: no meaning: {', '.join(missing)}")
        else:
            table = made.text() if what == "fields" else made.verbs()
            check(not made.missing, f"content/{game}.schema.json: no description: {', '.join(made.missing)}")
        return head + "\n" + table + "\n" + end

    if TABLES.search(text):
        now = TABLES.sub(again, text)
        if write:
            path.write_text(now, encoding="utf-8")
        check(now == text or write, f"{name}: its tables are not those of the games: make docs")


# ---- links ----

def slug(heading):
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    return {slug(line.lstrip("#")) for _, line, fenced in lines(path) if not fenced and re.match(r"#{1,6} ", line)}


def links(path, name):
    for n, line, fenced in lines(path):
        if fenced:
            continue
        for target in LINK.findall(SPAN.sub("", line)):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            there = (path.parent / file).resolve() if file else path
            check(there.exists(), f"{name}:{n}: no such file: {target}")
            if anchor and there.suffix == ".md" and there.exists():
                check(anchor in anchors(there), f"{name}:{n}: no such heading: {target}")


# ---- commands and files ----

class Commands:
    def __init__(self, program):
        self.program, self.helps = program, {}
        parts = ["Makefile", "src/server/server.mk", "src/door/door.mk", "web/web.mk"]
        text = "\n".join((ROOT / part).read_text(encoding="utf-8") for part in parts)
        self.targets = set(re.findall(r"^([a-z][a-z-]*)(?: [a-z -]+)?:(?!=)", text, re.M)) | set(" ".join(re.findall(r"^\.PHONY: (.*)", text, re.M)).split())

    def help(self, *words):
        if words not in self.helps:
            out = subprocess.run([self.program, *words, "--help", "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.helps[words] = out.stdout if out.returncode == 0 else None
        return self.helps[words]

    def veillee(self, text, where):
        command = re.split(r" #|[|;&<>]", text)[0].split()[1:]
        sub = command[0].strip("[]") if command else ""
        if sub.startswith("-") or not sub:
            given, known = [sub] if sub else [], self.help()
        else:
            given, known = re.findall(r"--[a-z][a-z-]*", " ".join(command[1:])), self.help(sub)
        check(known is not None, f"{where}: unknown command: {text.strip()}")
        for option in given if known else []:
            check(re.search(re.escape(option) + r"(?![\w-])", known + (self.help() or "")), f"{where}: {sub} has no option {option}")

    def make(self, text, where):
        for word in re.split(r" #|[|;&<>]", text)[0].split()[1:]:
            if re.fullmatch(r"[a-z][a-z-]*", word):
                check(word in self.targets, f"{where}: no target {word} in the Makefile")


def commands(path, name, known):
    for n, line, fenced in lines(path):
        where = f"{name}:{n}"
        is_code = fenced or line.startswith("    ")
        for text in [line.strip().removeprefix("$ ")] if is_code else SPAN.findall(line):
            text = re.sub(r"^build/", "", text)
            if text.startswith("veillee "):
                known.veillee(text, where)
            elif text.startswith("make ") and (fenced or not re.search(r"[A-Z]=", text)):
                known.make(text, where)
            elif not fenced and OURS.match(text):
                there = (ROOT / text).exists() or (ROOT / (text + ".c")).exists() or "quarry" in text  # the sample game
                check(there, f"{where}: no such file: {text}")
    foreign = [n for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if FOREIGN.search(line)]
    check(not foreign, f"{name}: paths of somebody's machine, lines {foreign}")


# ---- the list of documents ----

def listed():
    """What a reader would miss: only pictures and the list itself need no place in it."""
    index = ROOT / "docs" / "README.md"
    there = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(index.read_text(encoding="utf-8"))}
    for path in [*documents(), *sorted((ROOT / "docs").glob("*.1"))]:
        name = path.relative_to(ROOT)
        if path != index and (len(name.parts) == 1 or name.parts[0] in ("docs", "rules")):
            check(path.resolve() in there, f"docs/README.md does not list {name}")


# ---- what may include what ----

def part_of(name):
    words = name.split("/")
    if words[0] == "games":
        return "games/*"
    if words[0] == "server" and len(words) > 2:
        return "/".join(words[:2])
    return words[0].split(".")[0]


def includes():
    rows, here = {}, False
    for _, line, _ in lines(ROOT / "ARCHITECTURE.md"):
        if line.startswith("## "):
            here = line == "## What may include what"
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if here and line.startswith("| `"):
            rows[SPAN.findall(cells[0])[0]] = set(SPAN.findall(cells[1]))
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        name = str(path.relative_to(ROOT / "src"))
        mine = part_of(name)
        if mine not in rows:
            check(False, f"src/{name}: {mine} is not in the table of ARCHITECTURE.md")
            continue
        for header in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if not (ROOT / "src" / header).exists():
                continue  # a neighbour without folder, generated, or public
            other = part_of(header)
            same_game = header.split("/")[:2] == name.split("/")[:2]
            check(same_game if mine == other == "games/*" else other == mine or other in rows[mine], f"src/{name} includes {header}: not in the table of ARCHITECTURE.md")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--build", default="build")
    ap.add_argument("--write", action="store_true")
    args = ap.parse_args()
    observations(str(pathlib.Path(args.build, "mkobs").absolute()), args.write)
    mkschema = str(pathlib.Path(args.build, "mkschema").absolute())
    schemas(mkschema, args.write)
    known = Commands(str(pathlib.Path(args.build, "veillee").absolute()))
    for path in documents():
        name = str(path.relative_to(ROOT))
        shown(known.program, path, name, args.write)
        tables(path, name, mkschema, args.write)
        links(path, name)
        commands(path, name, known)
    listed()
    includes()
    return result()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The engine behind include/veillee.h as one .c and one .h.

    amalgam.py --version V --gen DIR --out DIR FILE.c...

Local headers are put in where they are first included, system headers go to the
top. What a .c file keeps to itself (static names, tags, enumerators, typedefs)
gets the name of its file before it, so that short names may be used in as many
files as like them and cannot meet a name of anybody's libc; its macros end with
it. Sources stay as they are.

This is no C parser: it knows tokens, braces, and where an identifier is the
member of a struct, which keeps its name. What it gets wrong does not compile,
and tests/amalgam.sh compiles it.
"""
import argparse
import pathlib
import re
import sys

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<space>(?:[ \t]|\\\n)+)
  | (?P<newline>\n)
  | (?P<mark>\.\.\.|->|\#\#|.)
""", re.X | re.S)
INCLUDE = re.compile(r'\s*#\s*include\s+(<[^>]+>|"[^"]+")')
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)(?:\(([^)]*)\))?(.*)", re.S)
FEATURE = re.compile(r"_\w+_SOURCE$")
SILENT = ("space", "newline", "comment")


class Token:
    """A piece of source text; `new` is what is written for it."""

    def __init__(self, kind, text):
        self.kind, self.text, self.new = kind, text, text


def tokens_of(text):
    return [Token(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]


def lines_of(text):
    """Logical lines: a directive keeps its continuation lines, a comment its own."""
    line = []
    for token in tokens_of(text):
        line.append(token)
        if token.kind == "newline" or (token.kind == "comment" and token.text.startswith("//")):
            yield line
            line = []
    if line:
        yield line


def is_directive(line):
    solid = [t for t in line if t.kind not in SILENT]
    return bool(solid) and solid[0].text == "#"


def text_of(line):
    return "".join(t.new for t in line)


# ---- macros: which arguments are no names of ours ----

class Macro:
    """A function-like macro. A parameter is verbatim if its argument is only ever made
    a string, pasted, or used as the name of a member: there it keeps its spelling."""

    def __init__(self, parameters, body):
        self.parameters = [p.strip() for p in parameters.split(",")] if parameters.strip() else []
        solid = [t for t in tokens_of(body) if t.kind not in SILENT]
        self.verbatim = [self.only_verbatim(p, solid) for p in self.parameters]

    @staticmethod
    def only_verbatim(parameter, solid):
        uses = [i for i, t in enumerate(solid) if t.text == parameter]
        texts = [""] + [t.text for t in solid] + [""]
        return bool(uses) and all(texts[i] in ("#", "##", ".", "->") or texts[i + 2] == "##" or
                                  (texts[i] == "," and "offsetof" in texts[:i]) for i in uses)


def pasted_names(body):
    """Patterns of the names that ## makes in a macro's body."""
    solid = [t.text for t in tokens_of(body) if t.kind not in SILENT]
    for i, text in enumerate(solid):
        if text == "##" and 0 < i < len(solid) - 1:
            yield re.compile(rf"(?:{re.escape(solid[i - 1])}\w+|\w+{re.escape(solid[i + 1])})$")


# ---- what a .c file keeps to itself ----

class Walker:
    """Goes through the solid tokens of a file and knows in what kind of braces it is."""

    def __init__(self, code):
        self.code = [t for t in code if t.kind not in SILENT]
        self.inside = []  # of each open brace: "members", "enum" or "block"

    def __iter__(self):
        for i, token in enumerate(self.code):
            if token.text == "{":
                self.inside.append(self.brace_at(i))
            elif token.text == "}" and self.inside:
                self.inside.pop()
            yield i, token

    def text(self, i):
        return self.code[i].text if 0 <= i < len(self.code) else ""

    def brace_at(self, i):
        word = self.text(i - 1)
        if self.code[i - 1].kind == "name" and word not in ("struct", "union", "enum"):
            word = self.text(i - 2)
        return {"struct": "members", "union": "members", "enum": "enum"}.get(word, "block")


def declared(words):
    """The name that a declaration of file scope declares: before its first bracket, or
    within it if that holds a pointer ((*name)(...), (*const name[])(...)), else the last one."""
    for i, token in enumerate(words):
        if token.text == "(" and i + 2 < len(words) and words[i + 1].text == "*":
            return [next(w.text for w in words[i + 2:] if w.text not in ("*", "const"))]
        if token.text in ("(", "[", "=") and i > 0:
            return [words[i - 1].text]
    return [words[-1].text] if words else []


def own_names(code):
    """Every name of file scope that no other file can mean."""
    names, statement = set(), []
    walk = Walker(code)
    for i, token in walk:
        if token.kind == "name" and walk.text(i - 1) in ("struct", "union", "enum") and walk.text(i + 1) == "{":
            names.add(token.text)
        if walk.inside == ["enum"] and token.kind == "name" and walk.text(i - 1) in ("{", ",") and walk.text(i + 1) != "(":
            names.add(token.text)
        if walk.inside or token.text == "}":
            if token.text == "}" and not walk.inside and walk.text(i + 1) != ";" and statement[:1] and is_function(statement):
                names.update(declared(statement[1:]) if statement[0].text == "static" else [])
                statement = []
            continue
        if token.text == ";":
            if statement and statement[0].text in ("static", "typedef"):
                names.update(declared(statement[1:]))
            statement = []
        else:
            statement.append(token)
    return names


def is_function(statement):
    return any(t.text == "(" for t in statement) and not any(t.text == "=" for t in statement)


def rename(code, names, macros):
    """Writes names[old] for every use of an own name in a list of tokens."""
    walk = Walker(code)
    verbatim = verbatim_arguments(walk.code, macros)
    brackets = 0
    for i, token in walk:
        before = walk.text(i - 1)
        brackets += (token.text == "[") - (token.text == "]")
        if token.kind != "name" or token.text not in names or before in (".", "->") or i in verbatim:
            continue
        if "members" in walk.inside and brackets == 0 and before not in ("struct", "union", "enum", "{", ";", "const"):
            continue
        token.new = names[token.text]


def verbatim_arguments(solid, macros):
    """The places of all tokens that stand in a verbatim argument of a macro."""
    places = set()
    for i, token in enumerate(solid):
        macro = macros.get(token.text)
        if macro is None or i + 1 >= len(solid) or solid[i + 1].text != "(":
            continue
        depth, argument = 0, 0
        for k in range(i + 1, len(solid)):
            depth += (solid[k].text in "([{") - (solid[k].text in ")]}")
            if depth == 0:
                break
            if depth == 1 and solid[k].text == ",":
                argument += 1
            elif argument < len(macro.verbatim) and macro.verbatim[argument]:
                places.add(k)
    return places


# ---- the whole ----

class Amalgam:
    def __init__(self, roots):
        self.roots = roots
        self.seen = set()       # headers that stand in the output already
        self.system = []        # <headers>, in order of first use
        self.macros = {"offsetof": Macro("type, member", "offsetof(type, member)")}
        self.out = []
        self.known = set()      # every name anywhere, so that a new one is new
        self.shared = set()     # tags that headers name: a .c file that defines one does it for all

    def find(self, name, beside):
        for root in [beside, *self.roots]:
            if (root / name).is_file():
                return root / name
        sys.exit(f"amalgam: {name}: not found")

    def learn(self, line):
        m = DEFINE.match(text_of(line))
        if m and m.group(2) is not None:
            self.macros[m.group(1)] = Macro(m.group(2), m.group(3))

    def directive(self, line, path):
        """What is written for a directive that is the same in every file."""
        text = text_of(line)
        m = INCLUDE.match(text)
        if not m:
            self.learn(line)
            define = DEFINE.match(text)
            return "" if define and FEATURE.match(define.group(1)) else text
        name = m.group(1)
        if name == '"veillee.h"':
            return ""
        if name.startswith("<"):
            if name not in self.system:
                self.system.append(name)
            return ""
        return self.header(self.find(name.strip('"'), path.parent))

    def header(self, path):
        text = path.read_text(encoding="utf-8")
        if path in self.seen:
            return ""
        if re.search(r"^#ifndef (\w+)\n#define \1$", text, re.M):
            self.seen.add(path)
        body = "".join(self.directive(line, path) if is_directive(line) else text_of(line) for line in lines_of(text))
        return f"/* ---- {self.shown(path)} ---- */\n{body}"

    def shown(self, path):
        for root in self.roots:
            if root in path.parents:
                return path.relative_to(root).as_posix()
        return path.name

    def source(self, path, prefix):
        lines = list(lines_of(path.read_text(encoding="utf-8")))
        written = {}  # a directive's number to what is written for it; the others are renamed first
        local, pasted = [], []
        for i, line in enumerate(lines):
            if not is_directive(line):
                continue
            define = DEFINE.match(text_of(line))
            if define:
                local.append(define.group(1))
                pasted += pasted_names(define.group(3))
            written[i] = self.directive(line, path)
        code = [t for i, line in enumerate(lines) if i not in written for t in line]
        names = {n: self.fresh(f"{prefix}_{n}") for n in sorted(own_names(code))
                 if n not in self.shared and not any(p.match(n) for p in pasted)}
        rename(code, names, self.macros)
        for i in written:
            if DEFINE.match(text_of(lines[i])) and written[i]:
                head = len(re.match(r"\s*#\s*define\s+\w+(\([^)]*\))?", text_of(lines[i])).group())
                body = tokens_of(text_of(lines[i])[head:])
                rename(body, names, self.macros)
                written[i] = text_of(lines[i])[:head] + text_of(body)
        self.out.append(f"\n/* ==== {self.shown(path)} ==== */\n")
        self.out += [written[i] if i in written else text_of(line) for i, line in enumerate(lines)]
        self.out += [f"#undef {name}\n" for name in sorted(set(local)) if not FEATURE.match(name)]

    def fresh(self, name):
        while name in self.known:
            name += "_"
        self.known.add(name)
        return name


def prefixes(paths):
    """One per file: its own name, with its folder where two have the same."""
    stems = [p.stem for p in paths]
    return [p.stem if stems.count(p.stem) == 1 else f"{p.parent.name}_{p.stem}" for p in paths]


HEAD = """/* Veillée {version}: the engine in one file, made by tools/amalgam.py. Do not edit.
 *
 *     cc -O2 -c veillee.c        and include veillee.h, which is its manual
 *
 * It needs a C17 compiler and libc. Code: MIT; names and texts: CC BY 4.0.
 */
{features}#include "veillee.h"

{system}
#ifndef VEILLEE_VERSION
#define VEILLEE_VERSION "{version}"
#endif

/* Only veillee_* is for others; and of the engine's inline functions this file
 * uses a part. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-function"
#endif

"""
FEATURES = "".join(f"#ifndef {name}\n#define {name}{value}\n#endif\n" for name, value in
                   [("_POSIX_C_SOURCE", " 200809L")])
TAIL = """
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
"""


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--version", required=True)
    ap.add_argument("--gen", type=pathlib.Path, required=True)
    ap.add_argument("--out", type=pathlib.Path, required=True)
    ap.add_argument("sources", type=pathlib.Path, nargs="+")
    args = ap.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    paths = [p.resolve() for p in args.sources]
    amalgam = Amalgam([root / "src", root / "include", args.gen.resolve()])
    headers = [*(h for folder in sorted({p.parent for p in paths}) for h in folder.glob("*.h")), *(root / "include").glob("*.h"), *args.gen.glob("*.h")]
    for path in [*paths, *headers]:
        text = path.read_text(encoding="utf-8")
        amalgam.known.update(re.findall(r"\b[A-Za-z_]\w*", text))
        if path in headers:
            amalgam.shared.update(re.findall(r"\b(?:struct|union|enum)\s+(\w+)", text))
    for path, prefix in zip(paths, prefixes(paths)):
        amalgam.source(path, prefix)
    head = HEAD.format(version=args.version, features=FEATURES,
                       system="".join(f"#include {name}\n" for name in sorted(amalgam.system)))
    args.out.mkdir(parents=True, exist_ok=True)
    text = re.sub(r"\n{3,}", "\n\n", head + "".join(amalgam.out) + TAIL)
    (args.out / "veillee.c").write_text(text, encoding="utf-8")
    header = (root / "include" / "veillee.h").read_text(encoding="utf-8")
    (args.out / "veillee.h").write_text(header, encoding="utf-8")
    print(f"{args.out}/veillee.c: {len(paths)} files, {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()

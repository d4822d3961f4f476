#!/usr/bin/env python3
"""The JSON Schemas of content packs: what the tables say, and what tables cannot say.

    schema.py MKSCHEMA [--write]

MKSCHEMA (tools/mkschema.c) prints the schema that the rows of a game's pack_table give. Beside them
src/games/<game>/schema.json holds what rows cannot say: conditions between fields, sums, the place in a list.
Its objects are merged into those of the same place, and its lists put after them. --write makes
content/<game>.schema.json of both; without it the exit code tells if one is not up to date.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 140


def merged(base, more):
    if isinstance(base, dict) and isinstance(more, dict):
        return {**base, **{k: merged(base[k], v) if k in base else v for k, v in more.items()}}
    return base + more if isinstance(base, list) and isinstance(more, list) else more


def laid_out(value, indent=0, before=0):
    """JSON, each value on one line if it fits."""
    flat = json.dumps(value, ensure_ascii=False)
    if before + len(flat) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return flat
    pad = "  " * (indent + 1)
    if isinstance(value, list):
        parts = [pad + laid_out(v, indent + 1, len(pad)) for v in value]
        return "[\n" + ",\n".join(parts) + "\n" + "  " * indent + "]"
    parts = [f"{pad}{json.dumps(k)}: " + laid_out(v, indent + 1, len(pad) + len(k) + 4) for k, v in value.items()]
    return "{\n" + ",\n".join(parts) + "\n" + "  " * indent + "}"


def made(mkschema, game):
    """The text of a schema."""
    said = json.loads(subprocess.run([mkschema, game], stdout=subprocess.PIPE, check=True, text=True).stdout)
    more = json.loads((ROOT / "src" / "games" / game / "schema.json").read_text(encoding="utf-8"))
    head = {k: more.pop(k) for k in ("title", "description")}
    whole = {"$schema": said.pop("$schema"), **head, **merged(said, more)}
    return laid_out(whole) + "\n"


def schemas(mkschema):
    """Of every game: the path of its schema, and the text that should stand there."""
    for game in subprocess.run([mkschema], stdout=subprocess.PIPE, check=True, text=True).stdout.split():
        yield ROOT / "content" / f"{game}.schema.json", made(mkschema, game)


def main():
    stale = 0
    for path, text in schemas(sys.argv[1]):
        if "--write" in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is not what the tables say: make docs")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())

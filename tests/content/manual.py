"""What docs/content.md shows of the packs: tables of their fields and verbs, made of the schemas, and packs with slips in them;
and the tables of positions in docs/formats.md, made of what tools/mkschema prints.

tests/docs.py puts the tables between <!-- fields: GAME -->, <!-- verbs: GAME --> or <!-- positions: GAME --> and <!-- end of ... -->,
and edits a pack for a block that is shown with one (edited: FILE).
"""
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLAIN = {"key": "a key", "name": "a name", "text": "a text", "source": "`seed`, `fact`, `designed`", "rule": "a rule id"}
VALUES = {"key": "1 to 31 of a-z, 0-9 and _, beginning with a letter", "name": "`fr` and `en`, 1 to 40 characters each",
          "text": "`fr` and `en`, 1 to 300 characters each", "source": "`seed`, `fact`, `designed`"}


def a(name):
    return f"{'an' if name[0] in 'aeiou' else 'a'} *{name}*"


class Manual:
    """The tables of one schema. `missing` has the fields that nothing describes."""

    def __init__(self, game):
        self.game = game
        self.schema = json.loads((ROOT / "content" / f"{game}.schema.json").read_text(encoding="utf-8"))
        self.defs, self.missing, self.wanted = self.schema["$defs"], [], []

    def target(self, node):
        """The definition that a node refers to, and its name; of refinements ("item" of "equipment") the object that they refine."""
        name = None
        while "$ref" in node:
            name = node["$ref"].rsplit("/", 1)[1]
            node = self.defs[name]
            if name in PLAIN:
                break
        return name, node

    def entries(self, node):
        """The different kinds of entry that a list has."""
        kinds = [self.target(n) for n in node.get("prefixItems", []) or [node.get("items", {})]]
        return list({name: (name, target) for name, target in kinds}.values())

    def value(self, node):
        name, target = self.target(node)
        if name in PLAIN:
            return PLAIN[name]
        if "const" in target:
            return f"`{json.dumps(target['const'])}`"
        if "enum" in target:
            return ", ".join(f"`{word}`" for word in target["enum"])
        if target.get("properties"):
            if name is None:
                return "an object"
            self.want(name)
            return a(name)
        if target.get("type") == "array":
            return self.list_of(target)
        if "oneOf" in target:
            return f"{a(name)} of the [vocabulary](#the-closed-vocabulary-of-{self.game})"
        if target["type"] == "integer":
            return f"{target['minimum']} to {target['maximum']}" if "minimum" in target else "a whole number"
        return {"boolean": "`true`, `false`", "string": "a text"}[target["type"]]

    def list_of(self, target):
        low, high = target.get("minItems", 0), target["maxItems"]
        count = f"{low}" if low == high else f"{low} to {high}"
        kinds = [self.value({"$ref": f"#/$defs/{name}"}) if name else self.value(entry) for name, entry in self.entries(target)]
        return f"a list of {count}: {', or '.join(kinds)}"

    def want(self, name):
        if name not in self.wanted:
            self.wanted.append(name)

    def row(self, owner, path, node, required):
        name, target = self.target(node)
        if path.rsplit(".", 1)[-1] == "except":
            yield f"| `{path}` | may be missing | of {', '.join(f'`{f}`' for f in target['properties'])} | as everywhere |"
            return
        about = node.get("description") or target.get("description", "")
        if not about:
            self.missing.append(f"{owner} {path}")
        yield f"| `{path}` | {'' if required else 'may be missing'} | {self.value(node)} | {about} |"
        if name is None:
            for field, inner in target.get("properties", {}).items():
                yield from self.row(owner, f"{path}.{field}", inner, field in target.get("required", []))

    def is_usual(self, node):
        """A field of which there is nothing more to say than of its like everywhere."""
        return "description" not in node and node.get("$ref", "").rsplit("/", 1)[-1] in ("key", "name", "text", "source")

    def table(self, owner, node):
        usual = [f"`{f}`" + ("" if f in node["required"] else " (may be missing)") for f, inner in node["properties"].items() if self.is_usual(inner)]
        yield "| field | | value | meaning |"
        yield "|---|---|---|---|"
        for field, inner in node["properties"].items():
            if not self.is_usual(inner):
                yield from self.row(owner, field, inner, field in node["required"])
        if usual:
            yield f"| {', '.join(usual)} | | | as everywhere |"

    def lines(self):
        yield "What means the same everywhere:"
        yield ""
        yield "| field | value | meaning |"
        yield "|---|---|---|"
        for name in ("key", "name", "text", "source"):
            yield f"| `{name}` | {VALUES[name]} | {self.defs[name]['description']} |"
        yield "| `except` | an object: some of the fields named, each with a source | Where the values of those fields come from, if not from `source`. |"
        yield ""
        yield "The pack:"
        yield ""
        yield from self.table("the pack", self.schema)
        done = 0
        while done < len(self.wanted):
            name = self.wanted[done]
            done += 1
            yield ""
            about = self.defs[name].get("title", "")
            yield f"{a(name).capitalize()}{', ' if about else ''}{about}:"
            yield ""
            yield from self.table(name, self.defs[name])

    def text(self):
        return "\n".join(self.lines()) + "\n"

    # ---- the closed vocabulary ----

    def argument(self, node, words):
        """An entry of a step as it is written; lists of words that need a line of their own go into `words`."""
        title, (name, target) = node.get("title", ""), self.target(node)
        if "const" in target:
            return json.dumps(target["const"])
        if "enum" in target:
            if words.setdefault(title, target["enum"]) == target["enum"] and len(target["enum"]) > 1:
                return title
            return " or ".join(json.dumps(w) for w in target["enum"])
        if target.get("type") == "integer":
            return f"{title} {target['minimum']}..{target['maximum']}"
        return name if name and "oneOf" in target else title

    def steps(self):
        """A table for each vocabulary, and the words that its arguments take."""
        words = {}
        for name, target in self.defs.items():
            rows = [alt for alt in target.get("oneOf", []) if "const" in (alt.get("prefixItems") or [{}])[0]]
            if not rows:
                continue
            yield f"| {name} | meaning |"
            yield "|---|---|"
            for alt in rows:
                yield f"| `[{', '.join(self.argument(a, words) for a in alt['prefixItems'])}]` | {alt['description']} |"
            yield ""
        for title, listed in words.items():
            if len(listed) > 1:
                yield f"`{title}`: {', '.join(f'`{w}`' for w in listed)}.  "
        if "amount" in self.defs:
            number, counted = self.defs["amount"]["oneOf"]
            entries = counted["prefixItems"]
            yield (f"`amount`: a number from {number['minimum']} to {number['maximum']}, or `[n, d, source]`: n for every d, from {entries[1]['minimum']} to "
                   f"{entries[1]['maximum']}, of {', '.join(f'`{w}`' for w in entries[2]['enum'])}.")

    def verbs(self):
        return "\n".join(self.steps()).rstrip() + "\n"


def positions(mkschema, game, before):
    """The fields of a game's positions: name and value as its table has them, the meaning as it stands in `before`. With the
    names of those that have none."""
    said = dict(re.findall(r"^\| `([\w.]+)` \| .*? \| (.*?) \|$", before, re.M))
    out = subprocess.run([mkschema, "--fields", game], stdout=subprocess.PIPE, check=True, text=True).stdout
    rows = [line.split("\t") for line in out.splitlines()]
    table = [f"| `{name}` | {value} | {said.get(name, '')} |" for name, value in rows]
    return "\n".join(["| field | value | meaning |", "|---|---|---|", *table]) + "\n", [name for name, _ in rows if not said.get(name)]


def by_card(kingdom):
    """A kingdom as text, a card a line."""
    cards = ",\n".join("        " + json.dumps(card, ensure_ascii=False) for card in kingdom["cards"])
    head = json.dumps({k: v for k, v in kingdom.items() if k != "cards"}, ensure_ascii=False)
    return f"    {head[:-1]},\n      \"cards\": [\n{cards}\n      ] }}"


def edited(program_export, slips):
    """The text of a pack with the changes of a slips file: pieces exchanged, "@kingdom" for the kingdom of tides.json."""
    plan = json.loads((ROOT / slips).read_text(encoding="utf-8"))
    more = json.loads((ROOT / "tests/content/tides.json").read_text(encoding="utf-8"))
    text = program_export(plan["game"])
    for old, new in plan["changes"]:
        assert text.count(old) >= 1, f"{slips}: {old!r} is not in the pack"
        new = new.replace("@kingdom", by_card(more["kingdom"]))
        text = text.replace(old, new, 1)
    return text

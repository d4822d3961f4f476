"""What docs/content.md shows of the packs: tables of their fields, made of the schemas, and packs with slips in them.

tests/docs.py puts the tables between <!-- fields: GAME --> and <!-- end of fields -->, and edits a pack for a block that is
shown with one (edited: FILE).
"""
import json
import pathlib

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

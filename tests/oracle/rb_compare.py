"""How check.py compares games of Runebound: all that the rules speak of, in the order of RB-DEC-38."""

from rb_position import position
from rb_refusals import refusal    # noqa: F401, for check.py
from runebound import Game, canon, load    # noqa: F401

IN_ORDER = True
ROLLING = ("boost", "reroll", "soak")      # when it matters what was used for the roll at hand
USED = ("used_roll", "used_roll_2")


def expected(game, got):
    """The oracle's position; what was used for a roll that is over is the engine's own business."""
    want = position(game)
    if game.phase not in ROLLING:
        want["players"] = [{**p, **kept(p, q)} for p, q in zip(want["players"], got["players"])]
        want["cards"] = {c: {**t, **kept(t, got["cards"].get(c, t))} if t["place"].startswith("held") else t for c, t in want["cards"].items()}
    return want


def kept(own, got):
    return {name: got.get(name, own[name]) for name in USED if name in own}

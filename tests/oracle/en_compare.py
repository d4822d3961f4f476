"""How check.py compares games of Enchanters: everything, but for the engine's own bookkeeping."""

import enchanters as en
from en_refusals import refusal    # noqa: F401, for check.py

Game, load = en.Game, en.load
IN_ORDER = True                  # EN-DEC-05
INNER = {"take": ("step",), "run": ("at", "turn")}   # how far the engine's frames are


def expected(game, got):
    """The oracle's position, with the fields that no rule speaks of as `got` has them."""
    want = game.position()
    for name, fields in INNER.items():
        for frame in ("main", "visit"):
            for field in fields:
                want[name][frame][field] = got[name][frame][field]
    if game.phase.startswith("setup_"):
        want["stage"] = got["stage"]     # a stage of play: there is none yet
    return want


def canon(move):
    return move

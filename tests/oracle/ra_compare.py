"""How check.py compares games of Reflets d'Acide: all that the rules speak of, lists of moves as sets."""

from ra_position import position
from reflets import Game, canon, load    # noqa: F401

IN_ORDER = False


def expected(game, got):
    return position(game)


def refusal(game, move):
    raise NotImplementedError

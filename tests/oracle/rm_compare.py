"""How check.py compares games of Runemasters: what the rules leave open in a position, and in a move."""

import runemasters as rm

NONE = (None, "-", -1, 255)      # ways to write "nothing there"
FACE_ORDER = {rune: k for k, rune in enumerate(rm.RUNES)}

Game, load = rm.Game, rm.load
IN_ORDER = False                 # no rule gives the order of the list of legal moves


def expected(game, got):
    """The oracle's position, where the rules leave the writing open as `got` writes it.

    What is open is only how something is shown that no rule reads at that moment.
    """
    want = game.position()
    setting_up = game.phase.startswith("setup_")

    def take(key):
        if key in got:
            want[key] = got[key]

    if game.dean is None and got.get("dean") == 0:   # not named yet
        take("dean")
    if setting_up and got.get("round") in (0, 1):
        take("round")
    if game.event is None:       # put aside at the round end; the next one not yet revealed
        if got.get("event") in NONE or (not setting_up and got.get("event") in rm.EVENTS):
            take("event")
    nobody = game.phase in ("setup_guardian", "setup_decks", "setup_dean", "round_start",
                            "event_angel")
    if nobody or getattr(game, "ended_in", None) == "round_end":
        seat = got.get("active")  # nobody's turn; a seat without guardian is a number
        if seat in NONE or seat in game.seats or (game.phase == "setup_guardian" and seat in range(game.n)):
            take("active")
    if game.phase == "reroll":   # faces about to change: old ones, or none
        dice = got.get("dice")
        if isinstance(dice, list) and len(dice) == len(want["dice"]):
            for die in game.rolling:
                want["dice"][die] = dice[die]
        if got.get("rerolled") == sorted(game.rerolled | set(game.rolling)):
            take("rerolled")
    if game.phase == "reward" and not game.targets and got.get("target") in ("none", game.target):
        take("target")
    if not any(game.events_to_come) and isinstance(got.get("unseen_events"), list):
        calm = [rm.CALM] if rm.CALM in got["unseen_events"] else []
        want["unseen_events"] = [e for e in want["unseen_events"] if e != rm.CALM] + calm
    if isinstance(got.get("seats"), list):
        spare = len(got["seats"]) - game.n
        if spare > 0:            # seats that do not exist
            want["seats"] += ["-"] * spare
    if game.phase == "setup_guardian":
        for key, g in (got.get("guardians") or {}).items():
            if key in want["guardians"] and isinstance(g, dict):
                want["guardians"][key]["path"] = g.get("path")   # a preset place, early or not
    return want


_canon = {}


def canon(move):
    """One writing for a move whose dice may be named in any order."""
    known = _canon.get(move)
    if known is None:
        words = move.split()
        if words and words[0] in ("block", "reroll"):
            words[1:] = sorted(words[1:])
        elif words and words[0] == "roll":
            words[1:] = sorted(words[1:], key=lambda face: FACE_ORDER.get(face, 9))
        known = " ".join(words)
        if len(_canon) < 100000:
            _canon[move] = known
    return known


def refusal(game, move):
    """The id of the rule that refuses the move, or None."""
    code = game.refusal(move)
    return None if code is None else "RM-BAD-%02d" % rm.ERROR_RANK[code]

"""How pawns go: the team's destinations (RA-MOV-07 to 19), the Avatar's route (RA-AVA), outcome movement (RA-OUT-11 to 15)."""

from ra_tables import BOARD, FACES, MAIN, ROUTE


def edges(g, at):
    """(square, cost) that the pawn may go to from here."""
    square = BOARD[at]
    if square.kind == "room":
        found = [(FACES[at], 1)]
    elif square.kind == "corridor":
        k = int(at[1:])
        found = [("G%02d" % j, 1) for j in (k - 1, k + 1) if 1 <= j <= 10]
        found += [(room, 1) for room, face in FACES.items() if face == at]
    else:
        found = [(to, 1) for to in square.forward]
    return [(to, cost) for to, cost in found if to != g.avatar]


def crossing(g, at):
    """RA-MOV-15: the other end of the portal, if it works."""
    if BOARD[at].kind == "room" and g.face_up("S05") and g.face_up("S06"):
        ends = ["R%02d" % g.slot_of(card) for card in ("S05", "S06")]
        if at in ends:
            ends.remove(at)
            return [ends[0]] if ends[0] != g.avatar else []
    return []


def must_stop(g, at):
    """RA-MOV-11, 14."""
    kind = BOARD[at].kind
    return kind.startswith("zone") and g.stacks[at] > 0 or kind == "door" and not g.door_open or kind == "shortcut"


def may_stop(g, at):
    """RA-MOV-12."""
    return must_stop(g, at) or BOARD[at].kind in ("luck", "room") or g.token_at(at) is not None


def destinations(g, potential):
    """All squares where the pawn may stop; by RA-MOV-19 those at the greatest number of steps if there is none."""
    start = (g.team_at, None, 0)
    seen, todo = {start}, [start]
    legal, reachable = set(), {}
    while todo:
        at, before, steps = todo.pop()
        if before is not None:
            reachable[at] = max(steps, reachable.get(at, 0))
            if steps == potential or may_stop(g, at):
                legal.add(at)
            if must_stop(g, at):
                continue
        ways = [] if BOARD[at].kind == "room" and before is not None and before in FACES.values() else edges(g, at)
        for to, cost in ways + [(end, 0) for end in crossing(g, at)]:
            state = (to, at, steps + cost)
            if to != before and steps + cost <= potential and state not in seen:
                seen.add(state)
                todo.append(state)
    if legal:
        return legal
    if BOARD[g.team_at].kind == "room":
        return set()
    most = max(reachable.values(), default=0)
    return {at for at, steps in reachable.items() if steps == most}


# ---- the Avatar ----

def avatar_goes(at, team, n):
    """Where it ends; it stops where the team is (RA-AVA-10)."""
    back = n < 0
    for _ in range(abs(n)):
        to = avatar_step(at, team, back)
        if to is None:
            break
        at = to
        if at == team:
            break
    return at


def avatar_step(at, team, back):
    if at in FACES:                              # it stands in a room that the team has left
        return FACES[at]
    k = ROUTE.index(at)
    if back:
        return ROUTE[k - 1] if k else None
    if not at.startswith("G"):
        return ROUTE[k + 1]
    goal = FACES.get(team, team)
    if goal == at:
        return team if team in FACES else None
    return ROUTE[k + 1] if ROUTE.index(goal) > k else ROUTE[k - 1]


# ---- outcome movement ----

def outcome_move(g, n):
    """Where the pawn ends, RA-OUT-11 to 15."""
    at = g.team_at
    if at in FACES:
        if n > 0:
            return at
        at, n = FACES[at], n + 1
        if at == g.avatar:
            return at
    elif at not in MAIN:
        return at
    while n:
        k = MAIN.index(at) + (1 if n > 0 else -1)
        to = MAIN[k] if 0 <= k < len(MAIN) else None
        if to is None or at == "G01" and n < 0 or n > 0 and not at.startswith("G") and must_stop(g, to):
            break
        at, n = to, n - (1 if n > 0 else -1)
        if at == g.avatar:
            break
    return at

#!/bin/sh
# Rule coverage asks for tests of the games that are listed, and of no other.
set -u
. "$(dirname "$0")/tally.sh"

mkdir -p "$tmp/tools" "$tmp/rules" "$tmp/src/games" "$tmp/tests/scenarios"
cp tools/rulecov.py "$tmp/tools"
echo '- **AA-GEN-01** A rule with a test.' >"$tmp/rules/first.md"
echo '- **BB-GEN-01** A rule without one.' >"$tmp/rules/second.md"
echo 'RULE("AA-GEN-01");' >"$tmp/tests/test_first.c"

covered() { printf 'X(%s)\n' "$@" >"$tmp/src/games/games.def"; python3 "$tmp/tools/rulecov.py"; }
uncovered() { ! covered "$@"; }
check "a game with tests passes" covered first
check "one without does not" uncovered first second
check "nor a game without rules" uncovered first third
result

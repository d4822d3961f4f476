#!/bin/sh
# Games that are being written (coming/README.md) compile, and hold what every game must.
#
#     tests/coming.sh [GAMES]      random games for each line of options (10)
set -eu
cd "$(dirname "$0")/.."
games=${1:-10}
tree=build/coming/tree
passed=0 failed=0

mkdir -p "$tree"
# what is not tracked any more goes; what did not change keeps its time, so that little is built again
git ls-files -co --exclude-standard -z src tools include rules locale content tests/games tests/gauntlet tests/golden/golden.c tests/perft/perft.c Makefile web/web.mk |
    tar --null --ignore-failed-read -cf - -T - | tar -C "$tree" -xf -
# the gauntlet needs neither server nor page
: >"$tree/web/web.mk"
mkdir -p "$tree/tests/fuzz" && : >"$tree/tests/fuzz/fuzz.mk"
for folder in coming/*/; do
    game=$(basename "$folder")
    mkdir -p "$tree/src/games/$game"
    cp -p "$folder"src/*.[ch] "$tree/src/games/$game/"
    cp -p "$folder/content.json" "$tree/content/$game.json"
    cp -p "$folder/words.tsv" "$tree/locale/parts/$game.tsv"
    grep -q "X($game)" "$tree/src/games/games.def" || echo "X($game)" >>"$tree/src/games/games.def"
    grep -q "games/$game/" "$tree/src/registry.h" ||
        sed -i "/#include \"games\/runemasters/i #include \"games/$game/$game.h\"" "$tree/src/registry.h"
done
make -s -C "$tree" -j2 OPT=-O1 CFLAGS=-Werror NO_PAGE=1 HAVE_SERVER= build/gauntlet
for folder in coming/*/; do
    game=$(basename "$folder")
    while read -r options; do
        if "$tree/build/gauntlet" "$games" 8 "$game" "$options" >build/coming/out 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $game $options"
        fi
        grep -v ' passed, ' build/coming/out || true
    done <"$folder/options.txt"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

#!/bin/sh
# Games that are being written (coming/README.md) compile, hold what every game must, and pass the tests they have.
#
#     tests/coming.sh [GAMES]      random games for each line of options (10); 0: only their tests
#     tests/coming.sh -t [WORD]    only their unit tests whose name holds the word, and how many rules have a test
set -eu
cd "$(dirname "$0")/.."
only=no word=
[ "${1-}" != -t ] || { only=yes word=${2-}; shift $#; }
games=${1:-10}
tree=build/coming/tree
passed=0 failed=0

mkdir -p "$tree/tests/fuzz" "$tree/tests/unit" "$tree/tests/scenarios"
# what is not tracked any more goes; what did not change keeps its time, so that little is built again
git ls-files -co --exclude-standard -z src tools include rules locale content tests/games tests/gauntlet tests/golden/golden.c tests/perft/perft.c \
    tests/unit/test.h tests/unit/test_main.c tests/unit/table.c tests/unit/table.h Makefile web/web.mk |
    tar --null --ignore-failed-read -cf - -T - | tar -C "$tree" -xf -
# the tests need neither server nor page
: >"$tree/web/web.mk"
: >"$tree/tests/fuzz/fuzz.mk"
for folder in coming/*/; do
    game=$(basename "$folder")
    mkdir -p "$tree/src/games/$game" "$tree/tests/scenarios/$game"
    rm -f "$tree/tests/unit/test_${game}_"*.c "$tree/tests/scenarios/$game"/*
    cp -p "$folder"src/*.[ch] "$tree/src/games/$game/"
    [ ! -d "$folder/tests/unit" ] || cp -p "$folder/tests/unit"/* "$tree/tests/unit/"
    [ ! -d "$folder/tests/scenarios" ] || cp -p "$folder/tests/scenarios"/* "$tree/tests/scenarios/$game/"
    cp -p "$folder/content.json" "$tree/content/$game.json"
    cp -p "$folder/words.tsv" "$tree/locale/parts/$game.tsv"
    grep -q "X($game)" "$tree/src/games/games.def" || echo "X($game)" >>"$tree/src/games/games.def"
    grep -q "games/$game/" "$tree/src/registry.h" ||
        sed -i "/#include \"games\/runemasters/i #include \"games/$game/$game.h\"" "$tree/src/registry.h"
done
make -s -C "$tree" -j2 OPT=-O1 CFLAGS=-Werror NO_PAGE=1 HAVE_SERVER= build/gauntlet build/tests build/veillee

# What a program says of its checks is added up; its lines go on, without the sum.
counted() {
    rc=0
    "$@" >build/coming/out 2>&1 || rc=$?
    grep -v ' passed, ' build/coming/out || true
    sum=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' build/coming/out | tail -1)
    ok=${sum% *} bad=${sum#* }
    passed=$((passed + ${ok:-0}))
    failed=$((failed + ${bad:-0}))
    [ "$rc" = 0 ] || [ "${bad:-0}" != 0 ] || { failed=$((failed + 1)) && echo "FAIL $*: exit status $rc"; }
}

for folder in coming/*/; do
    game=$(basename "$folder")
    [ ! -d "$folder/tests/unit" ] || counted "$tree/build/tests" "${word:-${game}_}"
    if [ "$only" = no ]; then
        [ ! -d "$folder/tests/scenarios" ] || counted "$tree/build/veillee" scenario "$tree/tests/scenarios/$game"/*.json
        while [ "$games" != 0 ] && read -r options; do
            if "$tree/build/gauntlet" "$games" 8 "$game" "$options" >build/coming/out 2>&1; then
                passed=$((passed + 1))
            else
                failed=$((failed + 1))
                echo "FAIL $game $options"
            fi
            grep -v ' passed, ' build/coming/out || true
        done <"$folder/options.txt"
    fi
    # how far the tests have come; the whole is asked when the game is listed
    (cd "$tree" && python3 tools/rulecov.py "$game") | grep -v ' passed, ' || true
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

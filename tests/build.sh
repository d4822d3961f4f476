#!/bin/sh
# What `make` makes again, and what it leaves: flags and what the machine has are something that objects depend
# on, nothing is made twice, and any -j will do. In folders of its own; nothing of build is touched.
set -u
. "$(dirname "$0")/tally.sh"
unset B S CC OPT CFLAGS NO_PAGE MAKEFLAGS MFLAGS MAKELEVEL

s=$tmp/shared b=$tmp/flags
objects="$b/obj/src/base/buf.o $b/obj/src/cli/commands/home.o $b/obj-pic/src/base/buf.o $b/obj/tests/unit/test_buf.o"
all="$objects $s/tools/mkcatalogue $s/wasm/obj/src/base/buf.o"

quick() { make --no-print-directory -s S="$s" B="$b" OPT=-O0 "$@"; }
fresh() { quick -q "$@"; }
stale() { # every one of these would be made again: assignment, targets...
    make -n S="$s" B="$b" OPT=-O0 "$@" >"$tmp/again" || return 1
    shift
    for target in "$@"; do
        grep -q -e "-o $target\$" "$tmp/again" || { echo "$target is left"; return 1; }
    done
}

check "objects are made" quick -j8 $all
check "and not made again" fresh $all
check "nor for a build without the page" fresh NO_PAGE=1 $all
check "other optimisation, other objects" stale OPT=-O1 $objects
check "other flags" stale CFLAGS=-g $objects
check "another compiler" stale CC=clang $objects
check "another library on the machine" stale HAVE_SERVER= $objects
check "or one for the tests" stale JANSSON= "$b/obj/tests/unit/test_buf.o"
check "another compiler for the tools" stale HOSTCC=clang "$s/tools/mkcatalogue"
check "which objects do not care about" fresh HOSTCC=clang "$b/obj-pic/src/base/buf.o" -o "$s/tools/mkrules"
check "another version of the program" stale VERSION=9.9.9 $objects
check "other flags of the page's engine" stale WASM_CC=clang-0 "$s/wasm/obj/src/base/buf.o"
cp "$b/obj/src/base/buf.o" "$tmp/before.o"
check "they are made with them" quick OPT=-O2 $objects
check "and are others" sh -c "! cmp -s '$tmp/before.o' '$b/obj/src/base/buf.o'"
check "as long as they are asked for" fresh OPT=-O2 $objects
check "and no longer" stale OPT=-O0 $objects
check "a header of a tester is seen" sh -c "make -s S='$s' B='$b' OPT=-O2 '$b/obj/tests/golden/golden.o' && \
    ! make -s -q S='$s' B='$b' OPT=-O2 -W src/core/game.h '$b/obj/tests/golden/golden.o'"

# Rules that are written before their game: read and checked, and in no program.
waits() { make --no-print-directory -s S="$tmp/waits" B="$tmp/waits" GAMES=runemasters "$@" "$tmp/waits/gen/rule_ids.h"; }
check "rules may wait for their game" waits
check "the others are numbered" grep -q RM_HIT_02 "$tmp/waits/gen/rule_ids.h"
check "and they are not" sh -c "! grep -q '^ *EN_' '$tmp/waits/gen/rule_ids.h'"
echo '- **QY-GEN-01** Nobody has put it into French.' >"$tmp/quarry.md"
: >"$tmp/quarry.fr.md"
check "but their faults are found" sh -c "! make -s S='$tmp/waits' B='$tmp/waits' WAITING='$tmp/quarry.md' '$tmp/waits/gen/rule_ids.h' 2>/dev/null"

# One graph: what a make of its own would make a second time, at the same moment, stands in it once.
make -n -j8 S="$tmp/none" B="$tmp/none" all testers engine-wasm >"$tmp/plan" 2>&1
for tool in mkrules mkcatalogue mkcontent mktutorial; do
    check "$tool is made once" test "$(grep -c -e "-o $tmp/none/tools/$tool\$" "$tmp/plan")" = 1
done
# An optimiser that clang would find by itself: what Debian has is older than what it is given, and refuses it.
printf '#!/bin/sh\nexit 1\n' >"$tmp/wasm-opt" && chmod +x "$tmp/wasm-opt"
links_alone() {
    PATH="$tmp:$PATH" sh -c "$(grep -e "-o $tmp/none/web/engine.wasm " "$tmp/plan") -###" >"$tmp/links" 2>&1
    grep -q wasm-ld "$tmp/links" && ! grep wasm-opt "$tmp/links"
}
check "the page's engine is linked by the linker alone" links_alone
check "no make starts another" sh -c "! grep -q 'make\\[[0-9]' '$tmp/plan'"
eight() { make --no-print-directory -j8 S="$tmp/eight" B="$tmp/eight" OPT=-O0 HAVE_SERVER= NO_PAGE=1 "$@"; }
nothing() { # to do: shows what would be done, and why
    eight --trace -n "$@" >"$tmp/todo" 2>&1
    ! grep -e ': update target' -e ': target' "$tmp/todo"
}
check "from nothing, eight at a time" eight -s all
check "and it runs" "$tmp/eight/veillee" games
check "the second time there is nothing to do" nothing "$tmp/eight/veillee" "$tmp/eight/catalogue.checked"
result

#!/bin/sh
# The amalgamation compiles with both compilers, needs nothing but its two files,
# and plays the same games with the same words as the library.
#     tests/amalgam.sh [BUILD]        BUILD is where `make` has built (build)
set -u
. "$(dirname "$0")/tally.sh"

plays_the_same() { # program
    "$tmp/$1" 7 >"$tmp/$1.txt" && diff "$tmp/library.txt" "$tmp/$1.txt"
}

check "make amalgam" make -s B="$build" "$build/libveillee.a" amalgam
cp "$build/amalgam/veillee.c" "$build/amalgam/veillee.h" tests/api/outside.c "$tmp" || exit 1
check "the program with the library" cc -std=c17 -Iinclude tests/api/outside.c "$build/libveillee.a" -lpthread -o "$tmp/library"
"$tmp/library" 7 >"$tmp/library.txt"
check "the library plays" test -s "$tmp/library.txt"

cd "$tmp" || exit 1
strict="-std=c17 -Wall -Wextra -Werror -I."
printf 'int main(void) { return 0; }\n' >empty.c
for cc in gcc clang "gcc -m32"; do
    $cc empty.c -o empty >/dev/null 2>&1 || { echo "NOTE amalgamation: no $cc here"; continue; }
    name=$(echo "with $cc" | tr -d ' -')
    [ "$cc" = "gcc -m32" ] && level=-O1 || level=-O2 # 32 bits at -O3, file by file: check.py
    check "$cc compiles it" $cc $strict $level -c veillee.c -o "$name.o"
    check "$cc links it" $cc $strict outside.c "$name.o" -lpthread -o "$name"
    check "$cc: the same games" plays_the_same "$name"
done
# A shared object made of it shows the public calls and nothing else.
check "as a shared object" gcc -std=c17 -I. -fPIC -shared veillee.c -o veillee.so
nm -D --defined-only veillee.so | awk '{ print $3 }' >names
check "it shows something" grep -q '^veillee_open$' names
check "it shows nothing else" sh -c '! grep -v "^veillee_" names'
if command -v g++ >/dev/null; then
    printf '#include "veillee.h"\nint main() { return veillee_version()[0] == 0; }\n' >plus.cc
    check "from C++" g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -I. plus.cc "$tmp/withgcc.o" -lpthread -o plus
    check "from C++, running" ./plus
fi
result

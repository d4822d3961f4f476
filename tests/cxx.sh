#!/bin/sh
# The pure part stays in the common subset of C17 and C++20, as each of the two compilers understands it.
passed=0 failed=0
for cxx in g++ clang++; do
    for f in src/base/*.c src/core/*.c src/games/*/*.c; do
        if $cxx -std=c++20 -fsyntax-only -x c++ -Isrc -Ibuild/gen "$f"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $cxx $f"
        fi
    done
done 2>&1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

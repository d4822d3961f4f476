#!/bin/sh
# Builds every fuzzer into build/fuzz with libFuzzer, ASan and UBSan.
set -eu
san="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
make --no-print-directory -s -j"$(nproc)" B=build/fuzz CC=clang OPT="-O1 -g" CFLAGS="$san" build/fuzz/libveillee.a program-objects
for f in tests/fuzz/fuzz_*.c; do
    name=$(basename "$f" .c)
    clang -std=c17 -O1 -g -Wall -Wextra -Werror -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
        -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Isrc -Ibuild/fuzz/gen -Itests "$f" \
        $(find build/fuzz/obj/src/cli build/fuzz/obj/src/sim -name '*.o') build/fuzz/libveillee.a -lpthread -o "build/fuzz/$name"
done

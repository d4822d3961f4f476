#!/bin/sh
# Builds every fuzzer into build/fuzz with libFuzzer, ASan and UBSan.
set -eu
san="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
make --no-print-directory -s -j"$(nproc)" B=build/fuzz CC=clang OPT="-O1 -g" CFLAGS="$san" build/fuzz/libveillee.a program-objects door-objects
# Empty if the libraries of the server are not here: its parsers are left out then.
server=$(make --no-print-directory -s B=build/fuzz server-libs 2>/dev/null || true)
objects=$(find build/fuzz/obj/gen/tutorials.o build/fuzz/obj/gen/schemas.o build/fuzz/obj/src/cli build/fuzz/obj/src/sim build/fuzz/obj/src/wasm ${server:+build/fuzz/obj/src/server build/fuzz/obj/gen/static_files.o} -name '*.o')
for f in tests/fuzz/fuzz_*.c; do
    name=$(basename "$f" .c)
    case $name in fuzz_http | fuzz_ws | fuzz_proto) [ -n "$server" ] || continue ;; esac
    clang -std=c17 -O1 -g -Wall -Wextra -Werror -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
        -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Isrc -Ibuild/fuzz/gen -Itests "$f" \
        $objects build/fuzz/libveillee.a $server -lpthread -o "build/fuzz/$name"
done

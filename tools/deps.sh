#!/bin/sh
# Installs what is missing, by looking for commands and headers, not packages.
#   deps.sh build   what `make` and `make run` need
#   deps.sh check   what `make check` needs on top
set -u
scope=${1:-build}
missing=

have() { command -v "$1" >/dev/null 2>&1; }
want() { missing="$missing $1"; }
header() { printf '#include <%s>\n' "$1" | cc -E -x c - >/dev/null 2>&1; }
links() { # compiler flags...: can it build and link an empty program
    t=$(mktemp -d) || return 1
    printf 'int main(void){return 0;}\n' >"$t/a.c"
    "$@" "$t/a.c" -o "$t/a" >/dev/null 2>&1
    r=$?
    rm -rf "$t"
    return $r
}
wasm() { # flags...: can clang build, and link, for the browser
    t=$(mktemp -d) || return 1
    printf '#include <stdlib.h>\nint f(int n){return abs(n);}\n' >"$t/a.c"
    clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry "$@" "$t/a.c" -o "$t/a" >/dev/null 2>&1
    r=$?
    rm -rf "$t"
    return $r
}

have cc || want gcc
header stdio.h || want libc6-dev
have make || want make
# the server; without these `make` builds everything else
header uv.h || want libuv1-dev
header wslay/wslay.h || want libwslay-dev
header sqlite3.h || want libsqlite3-dev
header sodium.h || want libsodium-dev
# the page and the engine in it; without these `make` builds a server with a page of text
have node || want nodejs
have npm || want npm
have clang || want clang
have wasm-ld || want lld
if ! wasm -c; then
    want wasi-libc
    want libclang-rt-14-dev-wasm32
elif ! wasm; then
    want libclang-rt-14-dev-wasm32
fi
if [ "$scope" = check ]; then
    have git || want git
    have c++ || want g++
    have python3 || want python3
    have clang-format || want clang-format
    have clang-tidy || want clang-tidy
    have valgrind || want valgrind
    links cc -m32 || want gcc-multilib
    links clang -fsanitize=address || want libclang-rt-14-dev
    header jansson.h || want libjansson-dev
    have mandoc || want mandoc
    have chromium || have chromium-browser || have google-chrome || want chromium
    have pkg-config || want pkg-config
    "$(sh tools/python.sh)" -c 'import jsonschema' >/dev/null 2>&1 || want python3-jsonschema
fi

[ -z "$missing" ] && exit 0
echo "installing:$missing"
if ! have apt-get; then
    echo "deps: no apt-get here; please install:$missing" >&2
    exit 1
fi
sudo=
if [ "$(id -u)" != 0 ]; then
    have sudo || { echo "deps: run as root or install sudo; missing:$missing" >&2; exit 1; }
    sudo=sudo
fi
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if ! { $sudo apt-get update && $sudo apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "deps: could not install:$missing" >&2
    rm -f "$log"
    exit 1
fi
rm -f "$log"

#!/bin/sh
# Installs what is missing, by looking for commands and headers, not packages.
#   deps.sh build   what `make` and `make run` need
#   deps.sh test    what `make test` needs on top
#   deps.sh check   what `make check` needs on top of both
#   deps.sh soak    what `make soak` needs on top of all
set -u
scope=${1:-build}
missing=
welcome=

have() { command -v "$1" >/dev/null 2>&1; }
want() { missing="$missing $1"; }
like() { welcome="$welcome $1"; } # better with it; nothing fails without it
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
# line editing in the terminal
header histedit.h || like libedit-dev
# the server; without these `make` builds everything else
header uv.h || want libuv1-dev
header wslay/wslay.h || want libwslay-dev
header sqlite3.h || want libsqlite3-dev
header sodium.h || want libsodium-dev
# the page and the engine in it; without these `make` builds a server with a page of text
have node || want nodejs
have npm || want npm
have zopfli || want zopfli
have clang || want clang
have wasm-ld || want lld
if ! wasm -c; then
    want wasi-libc
    want libclang-rt-14-dev-wasm32
elif ! wasm; then
    want libclang-rt-14-dev-wasm32
fi
if [ "$scope" != build ]; then
    have git || want git
    have python3 || want python3
    have clang-format || want clang-format
    header jansson.h || want libjansson-dev
fi
if [ "$scope" = check ] || [ "$scope" = soak ]; then
    have g++ || want g++
    have clang++ || want clang
    have clang-tidy || want clang-tidy
    have valgrind || want valgrind
    links cc -m32 || want gcc-multilib
    links clang -fsanitize=address || want libclang-rt-14-dev
    have mandoc || want mandoc
    have chromium || have chromium-browser || have google-chrome || want chromium
    have pkg-config || want pkg-config
    "$(sh tools/python.sh)" -c 'import jsonschema' >/dev/null 2>&1 || want python3-jsonschema
fi
if [ "$scope" = soak ]; then
    have firefox-esr || have firefox || want firefox-esr
    have WebKitWebDriver || want webkit2gtk-driver
    have Xvfb || [ -n "${DISPLAY:-}" ] || want xvfb
fi

[ -z "$missing$welcome" ] && exit 0
refuse() { # why: an error only if something is needed
    [ -z "$missing" ] && exit 0
    echo "deps: $1:$missing" >&2
    exit 1
}
have apt-get || refuse 'no apt-get here; please install'
sudo=
if [ "$(id -u)" != 0 ]; then
    have sudo || refuse 'run as root or install sudo; missing'
    # for what is only welcome nobody is asked a password
    [ -n "$missing" ] || sudo -n true 2>/dev/null || exit 0
    sudo=sudo
fi
echo "installing:$missing$welcome"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if ! { $sudo apt-get update && $sudo apt-get install -y --no-install-recommends $missing $welcome; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    rm -f "$log"
    refuse 'could not install'
fi
rm -f "$log"

#!/bin/sh
# `make install` puts every file where it belongs, programs outside the tree can
# use what was installed, and `make dist` holds all that a build needs.
#     tests/install.sh [BUILD]        BUILD is where `make` has built (build)
set -u
. "$(dirname "$0")/tally.sh"

# ---- every file ----

root=$tmp/root
to=$root/usr
check "make install" make -s B="$build" DESTDIR="$root" PREFIX=/usr install
version=$("$to/bin/veillee" --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
for file in include/veillee.h lib/libveillee.a "lib/libveillee.so.0.$version" lib/pkgconfig/veillee.pc \
    share/man/man1/veillee.1 share/bash-completion/completions/veillee share/zsh/site-functions/_veillee \
    share/fish/vendor_completions.d/veillee.fish; do
    check "$file is there" test -s "$to/$file"
    check "$file is readable, not executable" sh -c "[ \"\$(stat -c %a '$to/$file')\" = 644 ]"
done
check "the program runs" "$to/bin/veillee" games
check "libveillee.so.0 is a link" test "$(readlink "$to/lib/libveillee.so.0")" = "libveillee.so.0.$version"
check "libveillee.so is a link" test "$(readlink "$to/lib/libveillee.so")" = libveillee.so.0
check "nothing else is installed" sh -c "[ \"\$(find '$to' ! -type d | wc -l)\" = 11 ]"
check "no file names the place it was put together in" sh -c "! grep -rqF '$root' '$to'"

# ---- the library from outside ----

export PKG_CONFIG_PATH="$to/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root"
export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
strict="-std=c17 -Wall -Wextra -Wpedantic -Werror"
check "pkg-config knows the version" test "$(pkg-config --modversion veillee)" = "$version"
cp tests/api/outside.c "$tmp/outside.c"
check "with the shared library" sh -c \
    "cc $strict \$(pkg-config --cflags veillee) '$tmp/outside.c' \$(pkg-config --libs veillee) -o '$tmp/shared'"
check "with the static library" sh -c "cc $strict \$(pkg-config --cflags veillee) '$tmp/outside.c' -Wl,-Bstatic \
    \$(pkg-config --static --libs veillee) -Wl,-Bdynamic -o '$tmp/static'"
# The program that docs/library.md shows: its first block of C, up to the end of main().
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' docs/library.md | sed '/^}$/q' >"$tmp/manual.c"
check "the manual's program" sh -c \
    "cc $strict \$(pkg-config --cflags veillee) '$tmp/manual.c' \$(pkg-config --libs veillee) -o '$tmp/manual'"
check "the manual's program runs" sh -c "LD_LIBRARY_PATH='$to/lib' '$tmp/manual' | grep -q 'RM-END-'"
check "the soname" sh -c "readelf -d '$tmp/shared' | grep -q 'NEEDED.*libveillee.so.0\\]'"
check "the static program needs no libveillee" sh -c "! readelf -d '$tmp/static' | grep -q libveillee"
check "a game with the shared library" sh -c "LD_LIBRARY_PATH='$to/lib' '$tmp/shared' 7 >'$tmp/shared.txt'"
check "a game with the static library" sh -c "'$tmp/static' 7 >'$tmp/static.txt'"
check "the same game" cmp "$tmp/shared.txt" "$tmp/static.txt"
nm -D --defined-only "$to/lib/libveillee.so" | awk '{ print $3 }' | sort >"$tmp/exported"
check "exports nothing but veillee_*" sh -c "! grep -v '^veillee_' '$tmp/exported'"
# The header, read as text: every call it declares is there, and no other.
sed -n 's/^VEILLEE_API .*\b\(veillee_[a-z_]*\)(.*/\1/p' include/veillee.h | sort >"$tmp/declared"
check "exports what the header declares" cmp "$tmp/declared" "$tmp/exported"

# ---- man page and completions ----

if command -v mandoc >/dev/null; then
    check "the man page" sh -c "mandoc -T lint -W warning '$to/share/man/man1/veillee.1'"
else
    echo "NOTE install: no mandoc here"
fi
check "bash completion" bash -n "$to/share/bash-completion/completions/veillee"
check "bash completion completes" bash -c \
    "source '$to/share/bash-completion/completions/veillee' && complete -p veillee"
for shell in zsh fish; do
    command -v $shell >/dev/null || continue
    [ $shell = zsh ] && file=share/zsh/site-functions/_veillee || file=share/fish/vendor_completions.d/veillee.fish
    check "$shell completion" $shell -n "$to/$file"
done

check "make uninstall" make -s B="$build" DESTDIR="$root" PREFIX=/usr uninstall
check "nothing is left" sh -c "[ -z \"\$(find '$root' ! -type d)\" ]"

# ---- the tarball ----

check "make dist" make -s B="$build" dist
check "it unpacks" tar -x -z -f "$build/veillee-$version.tar.gz" -C "$tmp"
check "it has a Makefile" test -f "$tmp/veillee-$version/Makefile"
check "it has no build" sh -c "! test -e '$tmp/veillee-$version/build'"
# What is made the same everywhere is taken along, so that it need not be made twice: make looks at each of its sources
# all the same, and one that the tarball lacks is an error. The packages of the page are those of this tree.
mkdir -p "$tmp/veillee-$version/build"
for made in gen tools wasm web; do
    [ -d "build/$made" ] && cp -a "build/$made" "$tmp/veillee-$version/build/"
done
[ -d web/node_modules ] && ln -s "$(pwd)/web/node_modules" "$tmp/veillee-$version/web/node_modules"
check "it builds" make -s -j"$(nproc)" -C "$tmp/veillee-$version" OPT=-O0
check "and runs" "$tmp/veillee-$version/build/veillee" games
result

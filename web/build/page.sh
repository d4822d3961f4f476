#!/bin/sh
# Builds web/dist around its engines and the tables of the games as types: page.sh FILE..., from the root of the tree. The engine
# of all games is for tests and does not go into the page.
# Packages are fetched when package-lock.json has changed; without a network the page is left out, and it says so.
set -u
web=$(dirname "$0")/..

# Two builds at once, of two build folders: one after the other.
if [ -z "${PAGE_LOCKED:-}" ] && command -v flock >/dev/null 2>&1; then
    export PAGE_LOCKED=1
    exec flock "$web/.lock" sh "$0" "$@"
fi

if ! cmp -s "$web/package-lock.json" "$web/node_modules/.lock.built"; then
    echo 'page: fetching its packages (npm ci)'
    if ! (cd "$web" && npm ci --no-audit --no-fund --loglevel=error >.npm.log 2>&1); then
        tail -n 3 "$web/.npm.log" >&2
        echo 'built without the page: npm ci could not fetch its packages' >&2
        exit 0
    fi
    rm -f "$web/.npm.log"
    cp "$web/package-lock.json" "$web/node_modules/.lock.built"
fi

mkdir -p "$web/src/gen"
for made in "$@"; do
    cmp -s "$made" "$web/src/gen/${made##*/}" || cp "$made" "$web/src/gen/"
done
cd "$web" || exit 1
node build/generate.mjs --check || exit 1

# Types and bundle at the same time; what does not pass both is no page.
node node_modules/typescript/bin/tsc --noEmit --incremental --tsBuildInfoFile node_modules/.types.built &
types=$!
node node_modules/vite/bin/vite.js build --logLevel warn
bundle=$?
if ! wait $types || [ $bundle != 0 ]; then
    rm -f dist/version.json
    exit 1
fi

# For tests in sh, sourced at their top: goes to the root of the tree; $build is where
# `make` has built, $tmp a folder that is gone afterwards. check counts; result is the last line.
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

check() { # what, command...
    what=$1
    shift
    if "$@" >"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $what"
        head -n 20 "$tmp/log"
    fi
}

result() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}

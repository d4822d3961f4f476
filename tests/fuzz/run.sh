#!/bin/sh
# run.sh NAME SECONDS: one fuzzer on a copy of its corpus; fails on any finding. check.py builds it.
set -u
name=$1 seconds=$2
work=build/asan/corpus-$name
mkdir -p "$work"
cp -n tests/fuzz/corpus/"$name"/* "$work"/ 2>/dev/null
case $name in
    scenario) cp -n tests/scenarios/*/*.json "$work"/ 2>/dev/null ;;
    pack) ls content/*.json | grep -v schema | while read -r pack; do cp -n "$pack" "$work"/; done ;;
esac
dict=
[ -f "tests/fuzz/$name.dict" ] && dict="-dict=tests/fuzz/$name.dict"
"build/asan/fuzz_$name" $dict -max_total_time="$seconds" -max_len=65536 -timeout=25 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="build/asan/finding-$name-" "$work" >"build/asan/$name.log" 2>&1
code=$?
grep -E '^stat::number_of_executed_units' "build/asan/$name.log" | sed "s/^stat::number_of_executed_units: */NOTE $name: inputs tried: /"
if [ $code -ne 0 ]; then
    tail -n 30 "build/asan/$name.log"
    exit 1
fi

#!/bin/sh
# Runs every native fuzz target of the project for the time given, one after the
# other: go test takes one target at a time.
set -eu
cd "$(dirname "$0")/.."
time="${1:-30s}"
git grep --extended-regexp '^func Fuzz[A-Za-z0-9_]+' -- '*_test.go' |
    sed 's|^\(.*\)/[^/]*_test.go:func \(Fuzz[A-Za-z0-9_]*\).*|\1 \2|' |
    while read -r folder target; do
        echo "== $folder $target"
        go test "./$folder" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
    done

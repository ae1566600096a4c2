#!/usr/bin/env bash
# Mutates our own code, one small change at a time, and runs the tests of its
# package against each (docs/mutation.md). A mutant that lives names a line that
# no test guards; one that timed out counts as neither, and none may remain.
#
#   scripts/mutate.sh [PACKAGE…] [-- FLAG…]     default: tspi internal/bundle conformance
#
# The tests run short and without those that measure, so that a mutant takes
# seconds. Results go to out/mutation/, one JSON file a package.
set -euo pipefail
cd "$(dirname "$0")/.."

gremlins=github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
packages=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do packages+=("$1"); shift; done
[ $# -eq 0 ] || shift
[ ${#packages[@]} -gt 0 ] || packages=(tspi internal/bundle conformance)

mkdir -p out/mutation
for package in "${packages[@]}"; do
  run=. skip='^TestCost|Linear$|^Benchmark' exclude=()
  if [ "$package" = conformance ]; then # the comparison alone, by the tests that are about it
    run='Compare|Standing|Refusal|Finding|Inventor|Field|Leak|Hal|Relief|Difference|Answer|Hostile|Control|Judge'
    for file in conformance/*.go; do
      case "$file" in conformance/compare* | conformance/standing*) ;; *) exclude+=(-E "${file##*/}\$") ;; esac
    done
  fi
  echo "== $package"
  GOFLAGS="-count=1 -short -run=$run -skip=$skip" go run "$gremlins" unleash "./$package" --invert-logical \
    --timeout-coefficient 30 "${exclude[@]}" -o "out/mutation/${package//\//-}.json" "$@"
done

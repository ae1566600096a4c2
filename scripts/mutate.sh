#!/usr/bin/env bash
# Mutates our own code, one small change at a time, and runs the tests of its
# package against each (docs/mutation.md). A mutant that lives names a line that
# no test guards; one that timed out counts as neither, and none may remain.
#
#   scripts/mutate.sh [PACKAGE…] [-- FLAG…]     default: tspi internal/bundle conformance/profile/tspi
#
# The tests run short, without those that measure, and stop at the first that
# fails, so that a mutant takes seconds. Results go to out/mutation/, one JSON
# file a package.
set -euo pipefail
cd "$(dirname "$0")/.."

gremlins=github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
packages=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do packages+=("$1"); shift; done
[ $# -eq 0 ] || shift
[ ${#packages[@]} -gt 0 ] || packages=(tspi internal/bundle conformance/profile/tspi)

# What stands between the tool and go, in three places where it would mislead:
# * it runs no mutant in code that the coverage profile does not name, and a profile
#   never names the conditions of a switch: here it names all of each file, so that
#   what no test reaches lives;
# * what never ends is ended by go after 20 s, which is a failed test; what it was
#   goes to out/mutation/PACKAGE-endless.txt, and how much memory it may have is
#   bounded;
# * what does not compile is told from what a test finds.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cat > "$tools/go" <<'EOF'
#!/usr/bin/env bash
args=() profile='' limit=''
while [ $# -gt 0 ]; do
  case "$1" in
    -coverprofile) profile=$2 ;;
    -coverprofile=*) profile=${1#*=} ;;
    -timeout) limit=$2; shift 2; continue ;;
  esac
  args+=("$1"); shift
done
if [ -n "$profile" ] || [ -z "$limit" ]; then
  "$REAL_GO" "${args[@]}" || exit
  [ -n "$profile" ] || exit 0
  files=$(sed -n 's/^\(.*[.]go\):.*/\1:1.1,100000.1 1 1/p' "$profile" | sort -u)
  printf 'mode: set\n%s\n' "$files" > "$profile"
  exit
fi
ulimit -v 12000000
output=$("$REAL_GO" "${args[@]}" -timeout 20s 2>&1) && exit
case "$output" in
  *'[build failed]'*) exit 2 ;;
  *'panic: test timed out'*)
    [ -d "$PACKAGE" ] || PACKAGE=.
    diff -r -U0 "$ORIGINAL" "$PACKAGE" | grep '^[-+]' >> "$ENDLESS" ;;
esac
exit 1
EOF
chmod +x "$tools/go"
REAL_GO=$(command -v go)
export GOGC=400 # most of the time goes into building test programs
GOBIN="$tools" go install "$gremlins"

mkdir -p out/mutation
for package in "${packages[@]}"; do
  run=. skip='^TestCost|Linear$|^Benchmark' exclude=()
  if [ "$package" = conformance/profile/tspi ]; then # the comparison alone, by the tests that are about it
    run="^($(sed -n 's/^func \(Test[A-Za-z0-9]*\)(.*/\1/p' "$package"/{compare,standing,asked}*_test.go | paste -sd'|'))\$"
    exclude=(-E '^second/')
    for file in "$package"/*.go; do
      case "${file##*/}" in compare* | standing*) ;; *) exclude+=(-E "^${file##*/}\$") ;; esac
    done
  fi
  echo "== $package"
  export REAL_GO ORIGINAL=$PWD/$package PACKAGE=$package ENDLESS=$PWD/out/mutation/${package//\//-}-endless.txt
  rm -f "$ENDLESS"
  GOFLAGS="-count=1 -vet=off -failfast -short -run=$run -skip=$skip" PATH="$tools:$PATH" \
    "$tools/gremlins" unleash "./$package" --invert-logical \
    --timeout-coefficient 30 "${exclude[@]}" -o "out/mutation/${package//\//-}.json" "$@"
done

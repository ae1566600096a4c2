#!/usr/bin/env bash
# Mutates our own code, one small change at a time, and runs the tests of its
# package against each (docs/mutation.md). A mutant that lives names a line that
# no test guards; one that timed out counts as neither, and none may remain.
#
#   scripts/mutate.sh [PACKAGE…] [-- FLAG…]     default: tspi internal/bundle conformance
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
[ ${#packages[@]} -gt 0 ] || packages=(tspi internal/bundle conformance)

# The tool runs no mutant in code that its coverage profile does not name, and such
# a profile never names the conditions of a switch. So the go that it calls is told
# to say that all of each file is covered: what no test reaches then lives.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cat > "$tools/go" <<EOF
#!/usr/bin/env bash
$(command -v go) "\$@" || exit
profile=
while [ \$# -gt 0 ]; do
  case "\$1" in -coverprofile) profile=\$2 ;; -coverprofile=*) profile=\${1#*=} ;; esac
  shift
done
[ -n "\$profile" ] || exit 0
sed -n 's/^\(.*[.]go\):.*/\1:1.1,100000.1 1 1/p' "\$profile" | sort -u > "\$profile.all"
{ echo 'mode: set'; cat "\$profile.all"; } > "\$profile"
EOF
chmod +x "$tools/go"
GOBIN="$tools" go install "$gremlins"

mkdir -p out/mutation
for package in "${packages[@]}"; do
  run=. skip='^TestCost|Linear$|^Benchmark' exclude=()
  if [ "$package" = conformance ]; then # the comparison alone, by the tests that are about it
    run='Compare|Standing|Refusal|Finding|Inventor|Field|Leak|Hal|Relief|Difference|Answer|Hostile|Control|Judge'
    exclude=(-E '^(adapter|campaign|mutant|report)/')
    for file in conformance/*.go; do
      case "$file" in conformance/compare* | conformance/standing*) ;; *) exclude+=(-E "^${file##*/}\$") ;; esac
    done
  fi
  echo "== $package"
  GOFLAGS="-count=1 -vet=off -failfast -short -run=$run -skip=$skip" PATH="$tools:$PATH" "$tools/gremlins" unleash "./$package" --invert-logical \
    --timeout-coefficient 30 "${exclude[@]}" -o "out/mutation/${package//\//-}.json" "$@"
done

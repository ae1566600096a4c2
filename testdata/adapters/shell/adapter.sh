#!/bin/sh
# A one-shot TSPI adapter around a program that classifies a fixture folder:
#
#     sh adapter.sh tspi classify --format json            the folder is the last argument
#     TSPI_CLASSIFIER='tspi classify --format json' sh adapter.sh
#
# It reads one request line and answers with one line. The program prints an inventory as
# JSON and exits 0, or exits otherwise and names input and code on standard error, like
# "pressure_policy.json: /kinds: … [TSPI_INPUT_INVALID]". No JSON is understood here: the
# parts of the request are cut out as they are, and the program's answer is passed on as it is.
set -u
# shellcheck disable=SC2086 # the variable holds several words
[ $# -gt 0 ] || set -- ${TSPI_CLASSIFIER:?say which command classifies a folder}

here=$(cd "$(dirname "$0")" && pwd) || exit 1
umask 077
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/fixture"

head -n 1 | LC_ALL=C awk -v folder="$work" -f "$here/cut.awk"
id=$(tr -d ' \t' <"$work/id") && op=$(tr -d ' \t' <"$work/op") || exit 1

case $op in
'"describe"')
	printf '{"id":%s,"ok":{"protocol":1,"name":"tspi-shell","version":"1.0.0","language":"sh",' "$id"
	printf '"ops":["tspi.classify"],"levels":["core"]}}\n'
	;;
'"tspi.classify"')
	if "$@" "$work/fixture" >"$work/out" 2>"$work/err" </dev/null; then
		printf '{"id":%s,"ok":' "$id"
		tr '\r\n' '  ' <"$work/out" # between JSON's tokens a line break is a blank, inside them there is none
		printf '}\n'
	else
		printf '{"id":%s,"error":{' "$id"
		LC_ALL=C awk -f "$here/refusal.awk" "$work/err"
		printf '}}\n'
		cat "$work/err" >&2
	fi
	;;
*)
	printf '{"id":%s,"error":{"code":"unsupported","message":"only classify is wrapped here"}}\n' "$id"
	;;
esac

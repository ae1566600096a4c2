#!/bin/sh
# The shell adapter against classifiers that are a few lines each: what it cuts out of a
# request is what came, whatever stands inside the strings, and every answer is one line.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# Answers with the three inputs as they lie in the folder, over several lines.
cat >"$work/echo" <<'END'
printf '[\n'
for name in process_table pressure_policy owner_classes; do
	if [ -f "$1/$name.json" ]; then cat "$1/$name.json"; else printf null; fi
	printf '\r\n,'
done
printf '0]\n'
END
printf 'echo "tspi: $1/pressure_policy.json: /kinds/0/budget: no [TSPI_INPUT_INVALID]" >&2; exit 2\n' >"$work/refuse"
printf 'echo "process_table.json: missing: TSPI_MISSING_PROCESS_TABLE" >&2; exit 2\n' >"$work/refuse-at-root"
printf 'echo "Traceback: a \\"quoted\\" line" >&2; exit 1\n' >"$work/crash"

# check NAME CLASSIFIER REQUEST ANSWER
check() {
	got=$(printf '%s\n' "$3" | sh "$here/adapter.sh" sh "$work/$2" 2>/dev/null)
	[ "$got" = "$4" ] && return
	failed=1
	printf 'FAIL %s\n want %s\n  got %s\n' "$1" "$4" "$got"
}

# cuts NAME TABLE POLICY OWNERS: the three values arrive as they are.
cuts() {
	check "$1" echo \
		"{\"id\":7,\"op\":\"tspi.classify\",\"input\":{\"process_table\":$2,\"pressure_policy\":$3,\"owner_classes\":$4}}" \
		"{\"id\":7,\"ok\":[ $2  ,$3  ,$4  ,0] }"
}

cuts 'empty objects' '{}' '{}' '{}'
cuts 'scalars' 'null' '-1.5e3' 'true'
cuts 'escaped quotes' '{"ps_text":"a \" b\\"}' '{"a\\\"":"\\\\"}' '{"":""}'
cuts 'brackets and names inside strings' '{"ps_text":"]}{[,:\"id\":5,"}' '{"x":"\",\"op\":\"y\""}' '[["}"],{"a":{}}]'
cuts 'names of the request deeper inside' '{"id":9,"op":"z","input":{"owner_classes":1}}' '{"process_table":2}' '[{"id":1}]'
cuts 'letters of any script, and what printf would take' '{"ps_text":"ñ 😀 %s %d \n"}' '{"%":"\u00e9"}' '{}'
check 'another order, and blanks' echo \
	' { "input" : { "owner_classes" : { } , "process_table":1,"pressure_policy" :[ 2 ] } , "op" : "tspi.classify" , "id" : -3 } ' \
	'{"id":-3,"ok":[ 1  ,[ 2 ]   , { }   ,0] }'
check 'a missing input' echo '{"id":1,"op":"tspi.classify","input":{"process_table":{}}}' '{"id":1,"ok":[ {}  ,null  ,null  ,0] }'
check 'inputs outside the input' echo '{"id":1,"op":"tspi.classify","other":{"process_table":{}}}' '{"id":1,"ok":[ null  ,null  ,null  ,0] }'
check 'a refusal' refuse '{"id":1,"op":"tspi.classify","input":{}}' \
	'{"id":1,"error":{"code":"invalid_input","error_code":"TSPI_INPUT_INVALID","input":"pressure_policy","pointer":"/kinds/0/budget","message":"the classifier refuses it"}}'
check 'a refusal of a whole input' refuse-at-root '{"id":1,"op":"tspi.classify","input":{}}' \
	'{"id":1,"error":{"code":"invalid_input","error_code":"TSPI_MISSING_PROCESS_TABLE","input":"process_table","pointer":"","message":"the classifier refuses it"}}'
check 'a crash is no refusal' crash '{"id":1,"op":"tspi.classify","input":{}}' \
	'{"id":1,"error":{"code":"internal","message":"the classifier failed"}}'
check 'another operation' echo '{"id":12,"op":"tspi.audit","input":{}}' \
	'{"id":12,"error":{"code":"unsupported","message":"only classify is wrapped here"}}'
check 'describe' echo '{"id":1,"op":"describe"}' \
	'{"id":1,"ok":{"protocol":1,"name":"tspi-shell","version":"1.0.0","language":"sh","ops":["tspi.classify"],"levels":["core"]}}'

long=$(printf '%060000d' 0)
cuts 'a long string' "{\"ps_text\":\"$long\"}" "{\"a\":$long}" '{}'

[ "$failed" = 0 ] && echo 'the shell adapter is all right'
exit "$failed"

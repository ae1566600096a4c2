# Cuts a request line into files: id, op, and fixture/NAME.json for each input.
#
# A quote ends each record, so that records lie outside and inside strings by turns; text
# inside a string may hold anything, and outside there are only brackets, commas, colons,
# numbers and words. Each value is written exactly as it came. Names with escapes in them,
# which nobody sends, are not recognised.

BEGIN { RS = "\""; ORS = "" }

inside {
	keep($0 "\"")
	if (length(word) < 20) word = word $0 # no name that matters is longer
	# An odd number of backslashes at its end makes the quote a part of the string.
	inside = match($0, /\\+$/) && RLENGTH % 2
	next
}

{
	for (i = 1; i <= length($0); i++) {
		char = substr($0, i, 1)
		if (char ~ /[]},]/ && depth == level) file = "" # the value ends here
		if (char ~ /[]}]/) depth--
		keep(char)
		if (char ~ /[[{]/) depth++
		if (char == ":" && file == "") start()
	}
	keep("\"")
	inside = 1
	word = ""
}

function keep(text) {
	if (file != "") print text > (folder "/" file)
}

# A value begins whose name is word: at depth 1 in the request, at depth 2 in one of its members.
function start() {
	if (depth == 1) member = word
	if (depth == 1 && word ~ /^(id|op)$/) file = word
	if (depth == 2 && member == "input" && word ~ /^(process_table|pressure_policy|owner_classes)$/)
		file = "fixture/" word ".json"
	level = depth
}

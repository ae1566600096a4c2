# From the program's standard error to the members of an error: which code, input and pointer.
# What cannot be found is not made up: without a code it is an internal error.

BEGIN { ORS = "" }

code == "" && match($0, /TSPI_[A-Z_]+/) {
	code = substr($0, RSTART, RLENGTH)
	if (match($0, /process_table|pressure_policy|owner_classes/)) {
		input = substr($0, RSTART, RLENGTH)
		rest = substr($0, RSTART + RLENGTH)
		if (match(rest, /^[^ ]*: \/[^ :"\\]*/)) {
			pointer = substr(rest, 1, RLENGTH)
			sub(/^[^ ]*: /, "", pointer)
		}
	}
}

END {
	if (code == "" || input == "") print "\"code\":\"internal\",\"message\":\"the classifier failed\""
	else {
		print "\"code\":\"invalid_input\",\"error_code\":\"" code "\",\"input\":\"" input "\","
		print "\"pointer\":\"" pointer "\",\"message\":\"the classifier refuses it\""
	}
}

package law

import "strings"

// Input names one of the documents that a law reads. A negative case's name is its
// case id.
type Input string

// Claims are the inputs that stand in no file of their own.
const (
	InputClaimedInventory Input = "claimed_inventory" // of tspi
	InputClaim            Input = "claim"             // of the profiles of facts
)

// File is the name of the file that an input stands in, for messages: "facts.json".
func (i Input) File() string {
	if i == InputClaimedInventory || i == InputClaim {
		return string(i)
	}
	return string(i) + ".json"
}

// InputError says that an input breaks section 1 of the contract, so that
// nothing was classified or judged.
type InputError struct {
	// Code is TSPI_INPUT_INVALID, TSPI_MISSING_PROCESS_TABLE, or, for a policy
	// that authorizes signals, TSPI_PROCESS_SIGNAL_FORBIDDEN.
	Code Code
	// Input is the document at fault.
	Input Input
	// Pointer is the JSON Pointer of the offending value in that document; of a
	// missing one, where it should stand. It may hold keys of the document:
	// what is shown to people goes through [SafePointer].
	Pointer string
	// Problem says what is wanted and what was found, without repeating any
	// text that could be a command or a secret.
	Problem string
}

// Error reads like "pressure_policy.json: /kinds/2/budget: want an integer >= 0,
// got "4"".
func (e *InputError) Error() string {
	var b strings.Builder
	b.WriteString(e.Input.File())
	b.WriteString(": ")
	if e.Pointer != "" {
		b.WriteString(SafePointer(e.Pointer))
		b.WriteString(": ")
	}
	b.WriteString(e.Problem)
	return b.String()
}

// SafePointer returns a JSON Pointer in which every token that is not a plain
// name is replaced by "…": a key of somebody's document may hold a path or a
// command, and we never print one.
func SafePointer(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		if i > 0 && !IsName(token) && !plainKey(token) {
			tokens[i] = "…"
		}
	}
	return strings.Join(tokens, "/")
}

// plainKey admits keys such as $schema that are no names of the contract.
func plainKey(s string) bool {
	return strings.HasPrefix(s, "$") && IsName(s[1:])
}

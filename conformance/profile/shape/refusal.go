package shape

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Refusal says which value of a request's input is invalid (docs/profiles.md, section 2).
type Refusal struct {
	Code      string // "invalid_input"
	ErrorCode string // the profile's name in capitals and "_INPUT_INVALID"
	Input     string // "facts" or "claim"
	Pointer   string // JSON Pointer of the offending value, from the root of the input
}

// Refuse returns the refusal of an input of a profile.
func Refuse(profile, input, pointer string) *Refusal {
	return &Refusal{
		Code:      "invalid_input",
		ErrorCode: strings.ToUpper(profile) + "_INPUT_INVALID",
		Input:     input,
		Pointer:   pointer,
	}
}

type missing struct{}

// Missing stands for facts or a claim that the request's input has not.
var Missing strict.Value = missing{}

// Input returns the member of a request's input with that name, [Missing] where there is none.
func Input(input strict.Object, name string) strict.Value {
	if v, there := input.Get(name); there {
		return v
	}
	return Missing
}

package conformance

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// refusal compares an error answer with the refusals that are right.
func (c *comparison) refusal(want []Refusal, got *adapter.Error) {
	if got.Code != ErrorInvalidInput {
		c.differ("error.code", ErrorInvalidInput, show(got.Code, true))
		return
	}
	document, err := tspi.DecodeWithin(got.Raw, adapter.MaxLevels)
	object, ok := document.(tspi.Object)
	if err != nil || !ok {
		c.differ("error", "an object", "no readable one")
		return
	}
	for i := range want {
		if c.isRefusal(want[i], object) {
			return
		}
	}
	gotCode, hasCode := object.Get("error_code")
	gotInput, hasInput := object.Get("input")
	gotPointer, hasPointer := object.Get("pointer")
	c.differ("error", wanted(want),
		show(gotCode, hasCode)+" of "+show(gotInput, hasInput)+" at "+showPointer(gotPointer, hasPointer))
}

func (c *comparison) isRefusal(want Refusal, got tspi.Object) bool {
	code, _ := got.Get("error_code")
	input, _ := got.Get("input")
	pointer, _ := got.Get("pointer")
	return code == want.ErrorCode && input == want.Input &&
		(c.level == tspi.Core || want.Pointer == nil || pointer == *want.Pointer)
}

func wanted(refusals []Refusal) string {
	var texts []string
	for _, r := range refusals {
		text := r.ErrorCode + " of " + r.Input
		if r.Pointer != nil {
			text += " at " + showPointer(*r.Pointer, true)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", or ")
}

package conformance

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// refusal compares an error answer with the refusals that are right.
func (c *comparison) refusal(want []Refusal, got *adapter.Error) {
	if got.Code != ErrorInvalidInput {
		c.differ(KindError, "error.code", ErrorInvalidInput, show(got.Code, true))
		return
	}
	document, err := tspi.DecodeWithin(got.Raw, adapter.MaxLevels)
	object, ok := document.(tspi.Object)
	if err != nil || !ok {
		c.differ(KindType, "error", "an object", "no readable one")
		return
	}
	for i := range want {
		if c.isRefusal(want[i], object) {
			return
		}
	}
	c.differ(KindRefusal, "error", wanted(want), refusalText(object))
}

// refused notes an error in place of an answer.
func (c *comparison) refused(got *adapter.Error) {
	document, _ := tspi.DecodeWithin(got.Raw, adapter.MaxLevels)
	object, _ := document.(tspi.Object)
	if got.Code != ErrorInvalidInput {
		c.differ(KindError, "", "ok", "error "+show(got.Code, true))
		return
	}
	c.differ(KindRefused, "", "ok", "error "+show(got.Code, true)+": "+refusalText(object))
}

func refusalText(got tspi.Object) string {
	code, hasCode := got.Get("error_code")
	input, hasInput := got.Get("input")
	pointer, hasPointer := got.Get("pointer")
	return show(code, hasCode) + " of " + show(input, hasInput) + " at " + showPointer(pointer, hasPointer)
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

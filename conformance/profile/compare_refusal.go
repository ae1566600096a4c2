package profile

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Refusal compares an error answer with the refusals that are right.
func (c *Comparison) Refusal(want []Refusal, got *adapter.Error) {
	if got.Code != ErrorInvalidInput {
		c.Differ(KindError, "error.code", ErrorInvalidInput, Show(got.Code, true))
		return
	}
	document, err := strict.DecodeWithin(got.Raw, adapter.MaxLevels)
	object, ok := document.(strict.Object)
	if err != nil || !ok {
		c.Differ(KindType, "error", "an object", "no readable one")
		return
	}
	for i := range want {
		if c.isRefusal(want[i], object) {
			return
		}
	}
	c.Differ(KindRefusal, "error", Wanted(want), refusalText(object))
}

// Refused notes an error in place of an answer.
func (c *Comparison) Refused(got *adapter.Error) {
	document, _ := strict.DecodeWithin(got.Raw, adapter.MaxLevels)
	object, _ := document.(strict.Object)
	if got.Code != ErrorInvalidInput {
		c.Differ(KindError, "", "ok", "error "+Show(got.Code, true))
		return
	}
	c.Differ(KindRefused, "", "ok", "error "+Show(got.Code, true)+": "+refusalText(object))
}

func refusalText(got strict.Object) string {
	code, hasCode := got.Get("error_code")
	input, hasInput := got.Get("input")
	pointer, hasPointer := got.Get("pointer")
	return Show(code, hasCode) + " of " + Show(input, hasInput) + " at " + ShowPointer(pointer, hasPointer)
}

func (c *Comparison) isRefusal(want Refusal, got strict.Object) bool {
	code, _ := got.Get("error_code")
	input, _ := got.Get("input")
	pointer, _ := got.Get("pointer")
	return code == want.ErrorCode && input == want.Input &&
		(c.Level == law.Core || want.Pointer == nil || pointer == *want.Pointer)
}

// Wanted puts the right refusals into words.
func Wanted(refusals []Refusal) string {
	var texts []string
	for _, r := range refusals {
		text := r.ErrorCode + " of " + r.Input
		if r.Pointer != nil {
			text += " at " + ShowPointer(*r.Pointer, true)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", or ")
}

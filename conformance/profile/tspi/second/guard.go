package mutant

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// guard is the redaction guard (contract, section 7): the codes that a value
// raises, each once.
func (l *law) guard(v tspi.Value) []string {
	raised := map[string]bool{}
	l.guardInto(v, raised, false)
	var codes []string
	for _, code := range []string{codePreview, codeSignal, codePath} {
		if raised[code] {
			codes = append(codes, code)
		}
	}
	return codes
}

// guardInto adds the codes of a value; ofObject is true for a member's value.
func (l *law) guardInto(v tspi.Value, raised map[string]bool, ofObject bool) {
	switch v := v.(type) {
	case string:
		if l.holdsPath(v, ofObject) {
			raised[codePath] = true
		}
	case tspi.Array:
		if l.on("arrays-unguarded") {
			return
		}
		for _, element := range v {
			l.guardInto(element, raised, false)
		}
	case tspi.Object:
		for _, m := range v {
			if l.on("names-unguarded") && slices.Contains(nameFields, m.Name) {
				continue
			}
			if l.isPreview(m.Name, m.Value) {
				raised[codePreview] = true
			}
			if l.isSignal(m.Name) && !l.denies(m.Value) {
				raised[codeSignal] = true
			}
			if !l.on("keys-hold-no-path") && l.hardened() && l.holdsPath(m.Name, false) {
				raised[codePath] = true
			}
			l.guardInto(m.Value, raised, true)
		}
	}
}

func (l *law) isPreview(key string, value tspi.Value) bool {
	if value == nil && l.on("null-previews-pass") {
		return false
	}
	if !l.hardened() || l.on("one-spelling") {
		return slices.Contains(previewKeys, key)
	}
	hash, _ := value.(string)
	key = folded(key)
	if key == foldedHash && !isHash(hash) && !l.on("hashes-unread") {
		return true
	}
	return slices.Contains(foldedPreviews, key) || slices.Contains(foldedCommands, key) && !l.on("commands-allowed")
}

func (l *law) isSignal(key string) bool {
	if l.on("kill-signal-unknown") && key == "kill_signal" {
		return false
	}
	if !l.hardened() || l.on("signals-one-spelling") {
		return slices.Contains(signalKeys, key)
	}
	return slices.Contains(foldedSignals, folded(key))
}

// denies reports whether a value says that there was no signal.
func (l *law) denies(v tspi.Value) bool {
	if l.on("nothing-denies") {
		return false
	}
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == "" || v == "no" && l.on("no-denies")
	case tspi.Number:
		mantissa, _, _ := strings.Cut(lower(string(v)), "e")
		return strings.Trim(mantissa, "-0.") == "" || l.on("numbers-deny")
	case tspi.Array:
		return len(v) == 0
	case tspi.Object:
		return len(v) == 0
	}
	return false
}

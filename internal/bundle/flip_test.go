package bundle

import (
	"fmt"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/tspi-dev/harness/internal/long"
)

// Section 10: flip any one bit of any body, or any one character of
// any digest or anchor, and the verdict is blocked.
func TestFlips(t *testing.T) {
	parameters := gopter.DefaultTestParametersWithSeed(20260101)
	parameters.MinSuccessfulTests = 150
	if !long.Tests() {
		parameters.MinSuccessfulTests = 40
	}
	parameters.Workers = 1
	properties := gopter.NewProperties(parameters)
	m := makeBundle(t)
	m.manifest()
	expect(t, m.verify(Options{}))

	bodies := []struct{ ref, text string }{{firstRef, firstBody}, {secondRef, secondBody}}
	properties.Property("one bit of a body", prop.ForAll(func(which, at, bit int) (string, error) {
		b := bodies[which]
		text := []byte(b.text)
		text[at%len(text)] ^= 1 << bit
		m.write(b.ref, string(text))
		defer m.write(b.ref, b.text)
		return blockedBy(m.judge(Options{}))
	}, gen.IntRange(0, len(bodies)-1), gen.IntRange(0, 1<<20), gen.IntRange(0, 7)))

	properties.Property("one character of a digest", prop.ForAll(func(which, field, at int, to rune) (string, error) {
		row := m.rows[which]
		name := []string{"sha256", "target_sha256"}[field]
		right := row[name].(string)
		defer func() { row[name] = right }()
		return changed(m, right, at, to, func(s string) { row[name] = s })
	}, gen.IntRange(0, 1), gen.IntRange(0, 1), gen.IntRange(0, 1<<20), gen.Rune()))

	properties.Property("one digit of a digest for another digit",
		prop.ForAll(func(which, field, at, to int) (string, error) {
			row := m.rows[which]
			name := []string{"sha256", "target_sha256"}[field]
			right := row[name].(string)
			defer func() { row[name] = right }()
			at = len(right) - 64 + at
			return changed(m, right, at, rune("0123456789abcdef"[to]), func(s string) { row[name] = s })
		}, gen.IntRange(0, 1), gen.IntRange(0, 1), gen.IntRange(0, 63), gen.IntRange(0, 15)))

	properties.Property("one character of an anchor", prop.ForAll(func(which, anchor, at int, to rune) (string, error) {
		anchors := m.rows[which]["required_anchors"].([]any)
		anchor %= len(anchors)
		right := anchors[anchor].(string)
		defer func() { anchors[anchor] = right }()
		return changed(m, right, at, to, func(s string) { anchors[anchor] = s })
	}, gen.IntRange(0, 1), gen.IntRange(0, 1), gen.IntRange(0, 1<<20), gen.Rune()))

	properties.TestingRun(t)
	m.manifest()
	expect(t, m.verify(Options{})) // every flip was taken back
}

// changed puts a string with one character replaced in its place and judges the
// bundle; where the replacement is the character itself, it takes the next one.
func changed(m *made, right string, at int, to rune, put func(string)) (string, error) {
	text := []rune(right)
	at %= len(text)
	if to == text[at] {
		to++
	}
	if to >= 0xD800 && to <= 0xDFFF {
		to = 'x' // no character, so no text could hold it
		if text[at] == 'x' {
			to = 'y'
		}
	}
	text[at] = to
	put(string(text))
	m.manifest()
	return blockedBy(m.judge(Options{}))
}

// blockedBy is empty where the verdict is as the property wants it.
func blockedBy(r Result, err error) (string, error) {
	if err == nil && (r.Status != Blocked || len(r.Findings) == 0) {
		return fmt.Sprintf("status %s, findings %q", r.Status, told(r.Findings)), nil
	}
	return "", err
}

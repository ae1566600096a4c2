package conformance

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json/jsontext"
)

func firstHalf(command string) string  { return command[:len(command)/2] }
func secondHalf(command string) string { return command[len(command)/2:] }

// leaking adds a part of each command to every ok.
func leaking(half func(string) string) answerFunc {
	return editing("", func(answer strict.Object, ask ask) strict.Value {
		var parts strict.Array
		for _, command := range commandsOf(ask.input) {
			parts = append(parts, "seen: "+half(command))
		}
		return answer.With("notes", parts)
	})
}

var leakingKeys = editing("", func(answer strict.Object, ask ask) strict.Value {
	var notes strict.Object
	for _, command := range commandsOf(ask.input) {
		notes = notes.With(command, true)
	}
	return answer.With("notes", notes)
})

// escapedLeak leaks with every character of every string escaped.
func escapedLeak(ctx context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
	return escaped(leaking(firstHalf)(ctx, ask, ok, err))
}

// escaped writes an answer anew with every character of its strings escaped.
func escaped(ok jsontext.Value, err error) (jsontext.Value, error) {
	if err != nil {
		return ok, err
	}
	answer, err := strict.DecodeWithin(ok, 72)
	if err != nil {
		return nil, err
	}
	return appendEscaped(nil, answer), nil
}

func appendEscaped(b []byte, v strict.Value) []byte {
	switch v := v.(type) {
	case string:
		b = append(b, '"')
		for _, unit := range utf16.Encode([]rune(v)) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
		return append(b, '"')
	case strict.Array:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendEscaped(b, v[i])
		}
		return append(b, ']')
	case strict.Object:
		b = append(b, '{')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendEscaped(append(appendEscaped(b, v[i].Name), ':'), v[i].Value)
		}
		return append(b, '}')
	}
	return strict.Append(b, v)
}

// leakingErrors says in every error what was running.
func leakingErrors(_ context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
	if err == nil {
		return ok, nil
	}
	answer := *errorAnswer(err)
	answer.Message = "cannot judge " + strings.Join(commandsOf(ask.input), ", ")
	return nil, &answer
}

// hugeAnswer is right, but for 12 MiB of padding. It is made in the one test that
// needs it: this test binary also serves as an adapter, which is started often.
func hugeAnswer() answerFunc {
	answer := jsontext.Value(`{"findings":[],"padding":"` + strings.Repeat("all is well ", 1<<20) + `"}`)
	return func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error) { return answer, nil }
}

// Half of each command is found in nearly every variant, long commands and short
// ones, at either end and in any letter case: a canary stands in each half. (Not
// where a policy looks for every letter, or all commands are titles.)
func TestHalvesOfCommandsAreFoundEverywhere(t *testing.T) {
	for name, half := range map[string]func(string) string{
		"first":            firstHalf,
		"second":           secondHalf,
		"first, capitals":  func(c string) string { return strings.ToUpper(firstHalf(c)) },
		"second, capitals": func(c string) string { return strings.ToUpper(secondHalf(c)) },
	} {
		t.Run(name, func(t *testing.T) {
			files := part(t, 40)
			r := runFaulty(t, faulty{answer: leaking(half)}, Options{Cases: files})
			variants, found := 0, 0
			for i := range r.Results {
				result := &r.Results[i]
				if result.Variant == 0 || !strings.Contains(strings.Join(profiletest.Clauses(result.Differences), " "),
					"7.preview") {
					continue
				}
				found++
			}
			suite, err := LoadSuite(tspiProfile, files, tspiProfile.Suite)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range questions(suite.Cases, r.Challenge) {
				q = withVariant(tspiProfile, q)
				if len(q.Expect.Refusals()) == 0 && q.Variant > 0 && len(q.Canaries) > 0 {
					variants++
				}
			}
			if found < variants*9/10 || variants < 20 {
				t.Errorf("found in %d of %d variants", found, variants)
			}
		})
	}
}

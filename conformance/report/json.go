package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/strict"
)

func writeJSON(w io.Writer, r *conformance.Report) error {
	err := json.MarshalWrite(w, r, json.Deterministic(true), jsontext.WithIndent("  "))
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

// MaxReportBytes bounds a saved report that is read back.
const MaxReportBytes = 256 << 20

// Read reads a report that was saved as JSON. It is strict, and refuses what
// does not agree with itself: the counts must be those of the results.
func Read(text []byte) (*conformance.Report, error) {
	r := &conformance.Report{}
	if err := json.Unmarshal(text, r, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("not a saved report: %w", withoutText(err))
	}
	if r.SchemaVersion != conformance.ReportSchema {
		return nil, fmt.Errorf("/schema_version: want %s", conformance.ReportSchema)
	}
	if problem := unfitText(r); problem != "" {
		return nil, fmt.Errorf("%s", problem)
	}
	if problem := r.Inconsistent(); problem != "" {
		return nil, fmt.Errorf("%s", problem)
	}
	return r, nil
}

// unfitText finds what no report of ours holds: a name that is none, or
// characters that write elsewhere on a terminal than where they stand. A saved
// report may come from anybody.
func unfitText(r *conformance.Report) string {
	if problem := tooLong(r); problem != "" {
		return problem
	}
	for i := range r.Results {
		result := &r.Results[i]
		for name, text := range map[string]string{"case": result.Case, "clause": result.Clause, "op": result.Op,
			"level": result.Level, "pair": result.Pair} {
			if strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789/.-_") != "" {
				return fmt.Sprintf("/results/%d/%s: is no name", i, name)
			}
		}
	}
	if strings.Trim(r.Level+r.Challenge.Seed,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") != "" {
		return "/level or /challenge/seed: is no plain word"
	}
	text, err := json.Marshal(r)
	if err != nil {
		return "it cannot be written again"
	}
	document, err := strict.Decode(text)
	if err != nil {
		return "it cannot be read again"
	}
	unfit := ""
	eachString(document, func(s string) {
		if strings.ContainsFunc(s, func(c rune) bool {
			return c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c))
		}) {
			unfit = "a text of it holds control characters"
		}
	})
	return unfit
}

// Bounds of the texts of a saved report, in bytes. A run writes no longer ones.
const (
	maxName     = 200
	maxSentence = 4 << 10
	maxSent     = 256 << 10
	maxListed   = 100 // operations, levels, problems and the like
)

// tooLong finds a text or a list that no run writes: what is shown, and looked
// through, is bounded where it comes in.
func tooLong(r *conformance.Report) string {
	problem := ""
	check := func(place, text string, most int) {
		if problem == "" && len(text) > most {
			problem = fmt.Sprintf("/%s: is longer than %d bytes, which no run writes", place, most)
		}
	}
	list := func(place string, texts []string, count, most int) {
		if problem == "" && len(texts) > count {
			problem = fmt.Sprintf("/%s: has more than %d elements, which no run writes", place, count)
		}
		for i, text := range texts {
			check(fmt.Sprintf("%s/%d", place, i), text, most)
		}
	}
	d := r.Implementation
	for place, text := range map[string]string{"harness": r.Harness, "implementation/name": d.Name,
		"implementation/version":  d.Version,
		"implementation/language": d.Language, "implementation/organization": d.Organization,
		"implementation/url":     d.URL,
		"implementation/contact": d.Contact, "profile": r.Profile, "level": r.Level, "suite/digest": r.Suite.Digest,
		"challenge/mode": r.Challenge.Mode, "challenge/seed": r.Challenge.Seed} {
		check(place, text, maxName)
	}
	check("aborted", r.Aborted, maxSentence)
	list("implementation/ops", d.Ops, maxListed, maxName)
	list("implementation/levels", d.Levels, maxListed, maxName)
	list("features", r.Features, maxListed, maxName)
	list("problems", r.Problems, maxListed*maxListed, maxSentence)
	list("shortcomings", r.Shortcomings, maxListed, maxSentence)
	list("reservations", r.Reservations, maxListed, maxSentence)
	for i := range r.Results {
		result := &r.Results[i]
		place := fmt.Sprintf("results/%d/", i)
		for _, text := range []struct {
			name, text string
			most       int
		}{
			{"case", result.Case, maxName}, {"clause", result.Clause, maxName}, {"op", result.Op, maxName},
			{"level", result.Level, maxName},
			{"pair", result.Pair, maxName}, {"title", result.Title, maxSentence}, {"why", result.Why, maxSentence},
			{"known", result.Known, maxSentence}, {"detail", result.Detail, maxSentence},
			{"wrote", result.Wrote, maxSentence}, {"sent", result.Sent, maxSent},
		} {
			check(place+text.name, text.text, text.most)
		}
		if problem == "" && len(result.Differences) > maxListed {
			problem = fmt.Sprintf("/%sdifferences: has more than %d elements, which no run writes", place, maxListed)
		}
		for j, d := range result.Differences {
			for _, text := range []string{d.Clause, string(d.Kind), d.Path, d.Want, d.Got} {
				check(fmt.Sprintf("%sdifferences/%d", place, j), text, maxSentence)
			}
		}
	}
	return problem
}

func eachString(v strict.Value, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case strict.Array:
		for _, element := range v {
			eachString(element, f)
		}
	case strict.Object:
		for _, m := range v {
			eachString(m.Value, f)
		}
	}
}

// withoutText keeps of a decoding error only where it is: its text may quote the
// document.
func withoutText(err error) error {
	switch e := err.(type) {
	case *json.SemanticError:
		return fmt.Errorf("at byte %d", e.ByteOffset)
	case *jsontext.SyntacticError:
		return fmt.Errorf("at byte %d", e.ByteOffset)
	}
	return fmt.Errorf("it cannot be read")
}

package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/tspi"
)

// mostFindings is how many findings of a run are printed; its records list more.
const mostFindings = 20

// Run writes what came out of a run for people. out is what the folder of the
// records is called.
func Run(w io.Writer, records *record.Records, out string, s Style) error {
	var b strings.Builder
	r := &records.Result
	paint, headline := s.green, "Passed"
	if !records.Passed() {
		paint, headline = s.bold, "Did not pass"
	}
	b.WriteString(paint(headline+": "+outcome(r)+".") + "\n")
	writeMissing(&b, r, s)
	writeBlocking(&b, r, s)
	b.WriteString(wrap(fmt.Sprintf("%s in %s: %s.", count(len(records.Files()), "record", "records"), out,
		fileNames(records.Files())), "", "", s.prose()))
	if r.InputMode == record.ModeFixture {
		b.WriteString("\n" + limits(records.Profile, s))
	}
	return flush(w, &b)
}

func outcome(r *record.Result) string {
	if r.InputMode == record.ModeBundle {
		return fmt.Sprintf("%d of %s verified", r.SourceModuleSummary.VerifiedModuleCount,
			count(r.SourceModuleSummary.ModuleCount, "source module", "source modules"))
	}
	return fmt.Sprintf("%d of %s observed", len(r.ObservedNegativeCases),
		count(len(r.ExpectedNegativeCases), "negative case", "negative cases"))
}

// writeMissing names each negative case that was not observed, with what it
// raised instead.
func writeMissing(b *strings.Builder, r *record.Result, s Style) {
	for _, id := range r.MissingNegativeCases {
		words := fmt.Sprintf("%s was not observed: it must raise %s and no other code, and raised %s.",
			id, codesOf(r.ExpectedNegativeCases, id), raised(r.Findings, id))
		b.WriteString(wrap(words, "  - ", "    ", s.prose()))
	}
}

func codesOf(cases []record.CaseCodes, id string) string {
	for _, c := range cases {
		if c.NegativeCaseID == id {
			return codeList(c.ErrorCodes)
		}
	}
	return "its own code"
}

func raised(findings []tspi.Finding, id string) string {
	var codes []tspi.Code
	for _, f := range findings {
		if f.NegativeCaseID != nil && *f.NegativeCaseID == id &&
			(len(codes) == 0 || codes[len(codes)-1] != f.ErrorCode) {
			codes = append(codes, f.ErrorCode)
		}
	}
	return codeList(codes)
}

func codeList(codes []tspi.Code) string {
	if len(codes) == 0 {
		return "none"
	}
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = string(code)
	}
	return strings.Join(words, ", ")
}

// writeBlocking lists the findings outside the negative cases: each blocks.
func writeBlocking(b *strings.Builder, r *record.Result, s Style) {
	shown, more := 0, 0
	for _, finding := range r.Findings {
		switch {
		case finding.NegativeCaseID != nil:
		case shown == mostFindings:
			more++
		default:
			shown++
			writeFinding(b, finding, s)
		}
	}
	if more > 0 {
		fmt.Fprintf(b, "  and %d more, which the records list\n", more)
	}
	if r.SecretScan.Status == record.NotRun {
		b.WriteString(wrap("The secret scan could not be run, and without it nothing passes.", "  - ", "    ",
			s.prose()))
	}
}

func fileNames(files []record.File) string {
	names := make([]string, len(files))
	for i, f := range files {
		if names[i] = Neutral(f.Name); f.Name == "" {
			names[i] = "the sign-off"
		}
	}
	return strings.Join(names, ", ")
}

package redact_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json"

	harness "github.com/tspi-dev/harness"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/internal/redact"
	"github.com/tspi-dev/harness/tspi"
)

// builtIn is a source by the built-in policy and taxonomy.
func builtIn(t testing.TB, psText string) redact.Source {
	t.Helper()
	return redact.Source{PSText: psText, Policy: carried(t, "pressure_policy"), Owners: carried(t, "owner_classes")}
}

func carried(t testing.TB, name string) tspi.Value {
	t.Helper()
	text, err := fs.ReadFile(harness.Policies(), name+".json")
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, text)
}

func decoded(t testing.TB, text []byte) tspi.Value {
	t.Helper()
	v, err := tspi.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// written is a fixture as it will be read from its files.
func written(t testing.TB, f *redact.Fixture) redact.Source {
	t.Helper()
	value := func(document any) tspi.Value {
		text, err := json.Marshal(document, json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		return decoded(t, text)
	}
	return redact.Source{PSText: f.ProcessTable.PSText, Policy: value(f.PressurePolicy), Owners: value(f.OwnerClasses)}
}

func redacted(t testing.TB, s redact.Source) *redact.Fixture {
	t.Helper()
	f, err := redact.Redact(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func captures(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "captures*", "*.txt"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d captures, %v", len(files), err)
	}
	return files
}

// Guards docs/how-to/publish-a-process-table.md: every capture becomes a fixture that is classified row
// by row alike and holds no token of a command. One capture is of another dialect
// of ps and is refused, as classify refuses it. The tokens are looked for by this
// test's own simple means as well, over all that is written.
func TestEveryCapture(t *testing.T) {
	refused := 0
	for _, file := range captures(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source := builtIn(t, string(text))
			if _, err := tspi.ParseTable(source.PSText, tspi.Hardened); err != nil {
				refused++
				if _, err := redact.Redact(source); err == nil {
					t.Error("a table that the law refuses was redacted")
				}
				return
			}
			fixture := redacted(t, source)
			done, err := redact.Check(source, written(t, fixture))
			if err != nil {
				t.Fatalf("%v\n%s", err, fixture.ProcessTable.PSText)
			}
			if done.Rows == 0 || done.Tokens == 0 {
				t.Errorf("nothing was looked at: %+v", done)
			}
			if token := leftOver(t, source.PSText, fixture.ProcessTable.PSText); token != "" {
				t.Errorf("the token %q is left", token)
			}
			if leaks := tspi.Guard(tspi.Object{{Name: "ps_text", Value: fixture.ProcessTable.PSText}},
				tspi.Hardened); len(leaks) > 0 {
				t.Errorf("the guard finds %v", leaks)
			}
		})
	}
	if refused != 1 {
		t.Errorf("%d captures were refused, want the one of another dialect", refused)
	}
}

// leftOver is a word of four letters or digits of the original's commands that
// stands among the words of the other text, unless the policy or the taxonomy
// holds it, it is an init name of the contract or one of the few words of ours.
func leftOver(t *testing.T, original, other string) string {
	t.Helper()
	ours := "process with entry using plus stop PPID ELAPSED COMMAND malformed comment defunct launchd systemd tini"
	for _, name := range []string{"pressure_policy", "owner_classes"} {
		text, err := fs.ReadFile(harness.Policies(), name+".json")
		if err != nil {
			t.Fatal(err)
		}
		ours += string(text)
	}
	words := func(text string) map[string]bool {
		all := map[string]bool{}
		for line := range strings.Lines(text) {
			columns := strings.Fields(line)
			for _, column := range columns[min(len(columns), 5):] {
				for _, word := range strings.FieldsFunc(column, func(r rune) bool {
					return !unicode.IsLetter(r) && !unicode.IsDigit(r)
				}) {
					all[word] = len([]rune(word)) >= 4
				}
			}
		}
		return all
	}
	there := words(other)
	for word, long := range words(original) {
		if long && there[word] && !strings.Contains(ours, word) {
			return word
		}
	}
	return ""
}

// Guards docs/how-to/publish-a-process-table.md, on tables that are made to break a classifier: what
// holds for captures holds for each of them, under policies of their own.
func TestGeneratedTables(t *testing.T) {
	n := uint64(1500)
	if !long.Tests() {
		n = 100
	}
	for i := range n {
		table := tspigen.Case(8, i)
		source := redact.Source{PSText: table.Text(), Policy: table.PressurePolicy(), Owners: table.OwnerClasses()}
		fixture, err := redact.Redact(source)
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		if _, err := redact.Check(source, written(t, fixture)); err != nil {
			t.Fatalf("case %d: %v\n%s\n%s", i, err, source.PSText, fixture.ProcessTable.PSText)
		}
	}
}

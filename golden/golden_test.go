package golden

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
)

// TestMain keeps goldie from what must not happen to this folder: that it is
// emptied, or that CI writes what it is there to check.
func TestMain(m *testing.M) {
	flag.Parse()
	if problem := forbidden(os.Getenv, flagSet("update"), flagSet("clean")); problem != "" {
		fmt.Fprintln(os.Stderr, "golden: "+problem)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func flagSet(name string) bool { return flag.Lookup(name).Value.String() == "true" }

// forbidden says why the tests must not run as they were called; "" if they may.
func forbidden(getenv func(string) string, update, clean bool) string {
	switch {
	case clean || getenv("GOLDIE_CLEAN") != "":
		return "-clean and GOLDIE_CLEAN empty the whole folder; remove a stale receipt by hand"
	case getenv("CI") != "" && (update || getenv("GOLDIE_UPDATE") != ""):
		return "CI checks the golden receipts and never writes them; run make golden by hand and commit what it wrote"
	}
	return ""
}

// TestForbidden guards the conditions of TestMain, each beside a call that
// differs in one fact and may run.
func TestForbidden(t *testing.T) {
	for _, test := range []struct {
		name          string
		env           map[string]string
		update, clean bool
		refused       bool
	}{
		{name: "plain"},
		{name: "plain in CI", env: map[string]string{"CI": "true"}},
		{name: "update by hand", update: true},
		{name: "update by the environment", env: map[string]string{"GOLDIE_UPDATE": "1"}},
		{name: "update in CI", env: map[string]string{"CI": "true"}, update: true, refused: true},
		{name: "update in CI by the environment", env: map[string]string{"CI": "true", "GOLDIE_UPDATE": "1"},
			refused: true},
		{name: "clean", clean: true, refused: true},
		{name: "clean by the environment", env: map[string]string{"GOLDIE_CLEAN": "1"}, refused: true},
	} {
		got := forbidden(func(name string) string { return test.env[name] }, test.update, test.clean)
		if (got != "") != test.refused {
			t.Errorf("%s: got %q", test.name, got)
		}
	}
}

// TestReceipts holds the golden receipts (contract, sections 6, 8 and 11). With
// -update it writes them, unless one of them must not be golden.
func TestReceipts(t *testing.T) {
	texts := receipts(t)
	if err := refusal(texts); err != nil {
		t.Fatalf("no receipt was compared or written: %v", err)
	}
	hold(t, ".", texts)
}

// TestReceiptsOfFacts holds the golden receipts of the fixtures of facts, one folder a
// profile (docs/fixtures-of-facts.md; docs/contracts/PROFILE.md).
func TestReceiptsOfFacts(t *testing.T) {
	all := factsReceipts(t)
	for name, texts := range all {
		if err := refusal(texts); err != nil {
			t.Fatalf("%s: no receipt was compared or written: %v", name, err)
		}
	}
	for name, texts := range all {
		hold(t, name, texts)
	}
	entries, err := os.ReadDir(".")
	must(t, err)
	for _, entry := range entries {
		if entry.IsDir() && all[entry.Name()] == nil {
			t.Errorf("the folder %s is of no profile; remove it by hand", entry.Name())
		}
	}
}

// hold compares the texts with the receipts of a folder, of which there are no others.
func hold(t *testing.T, folder string, texts map[string][]byte) {
	t.Helper()
	g := goldie.New(t, goldie.WithFixtureDir(folder), goldie.WithNameSuffix(".json"))
	for name, text := range texts {
		g.Assert(t, name, text)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	must(t, err)
	var files []string
	for _, path := range paths {
		files = append(files, strings.TrimSuffix(filepath.Base(path), ".json"))
	}
	if want := slices.Sorted(maps.Keys(texts)); !slices.Equal(files, want) {
		t.Errorf("the folder %s holds %q, want %q; remove what is stale by hand", folder, files, want)
	}
}

package record

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// TestSelfCheck guards that each record passes the guard and the scan before
// any is written (contract, section 11): what offends is left out of all of
// them, and the run is blocked for it.
func TestSelfCheck(t *testing.T) {
	policyOf := func(kind string) files {
		return files{"pressure_policy.json": `{"kinds":[{"kind":"` + kind +
			`","match_substrings":["mcp-server"],"allowlisted":true}]}`}
	}
	groupOf := func(kind string) files {
		return files{"owner_release_overclaim.json": strings.Replace(passing()["owner_release_overclaim.json"], `"mcp"`,
			`"`+kind+`"`, 1)}
	}
	for _, test := range []struct {
		name      string
		change    files
		level     tspi.Level
		scanner   secretscan.Scanner
		offending string // must be in no record
		blocking  []string
		scan      Status
		hits      int
		passes    bool
	}{
		{name: "a kind that looks like a secret", change: policyOf("a_hush_a"), scanner: wordScanner("hush"),
			offending: "hush",
			blocking: []string{"TSPI_SECRET_FORBIDDEN input pressure_policy",
				"TSPI_SECRET_FORBIDDEN record " + BoardName, "TSPI_SECRET_FORBIDDEN record " + ResultName,
				"TSPI_SECRET_FORBIDDEN record " + ValidationName},
			scan: Blocked, hits: 4},
		{name: "neighbour: a kind that does not", change: policyOf("a_hash_a"), scanner: wordScanner("hush"),
			offending: "hush", scan: Pass, passes: true},
		{name: "a group of a claim that looks like a secret", change: groupOf("hush"), scanner: wordScanner("hush"),
			offending: "hush",
			blocking: []string{"TSPI_SECRET_FORBIDDEN record " + BoardName, "TSPI_SECRET_FORBIDDEN record " +
				ResultName, "TSPI_SECRET_FORBIDDEN record " + ValidationName},
			scan: Blocked, hits: 3},
		{name: "a place that looks like a secret",
			change: files{"owner_classes.json": `{"x_hush":"` + "/home" + `/me"}`}, scanner: wordScanner("hush"),
			offending: "hush",
			blocking: []string{"TSPI_ABSOLUTE_PATH_FORBIDDEN input owner_classes",
				"TSPI_SECRET_FORBIDDEN input owner_classes",
				"TSPI_SECRET_FORBIDDEN record " + BoardName, "TSPI_SECRET_FORBIDDEN record " + ResultName,
				"TSPI_SECRET_FORBIDDEN record " + ValidationName},
			scan: Blocked, hits: 4},
		{name: "neighbour: a group that does not", change: groupOf("hash"), scanner: wordScanner("hush"),
			offending: "hush", scan: Pass, passes: true},
		// Core admits a kind whose name is a forbidden key, and it would become one;
		// the audit of our own inventory sees it first.
		{name: "a kind that becomes a forbidden key", change: policyOf("cmdline"), level: tspi.Core,
			scanner: wordScanner("hush"), offending: "cmdline",
			blocking: []string{"TSPI_COMMAND_PREVIEW_FORBIDDEN claim claimed_inventory",
				"TSPI_COMMAND_PREVIEW_FORBIDDEN record " + BoardName, "TSPI_COMMAND_PREVIEW_FORBIDDEN record " +
					ResultName, "TSPI_COMMAND_PREVIEW_FORBIDDEN record " + ValidationName},
			scan: Pass},
		{name: "neighbour: a kind that becomes another key", change: policyOf("cmdlines"), level: tspi.Core,
			scanner: wordScanner("hush"), offending: `"cmdline"`, scan: Pass, passes: true},
		{name: "records that cannot be scanned", scanner: failingScanner("tool_server_pressure_inventory_board_v1"),
			offending: `"mcp"`,
			blocking:  []string{"TSPI_SECRET_FORBIDDEN record " + BoardName}, scan: NotRun},
		{name: "no scanner", offending: `"mcp"`, blocking: []string{"TSPI_SECRET_FORBIDDEN record secret_scan"},
			scan: NotRun},
	} {
		t.Run(test.name, func(t *testing.T) {
			req := passing().with(test.change).request(t)
			req.Level, req.Scanner = test.level, test.scanner
			r := judged(t, req)
			for _, f := range r.Files() {
				if strings.Contains(string(f.Text), test.offending) {
					t.Errorf("%s holds what offends", f.Name)
				}
			}
			v := r.Result
			if r.Passed() != test.passes || v.ContentWithheld == test.passes ||
				(v.InventoryProjection == nil) == test.passes {
				t.Errorf("status %s, withheld %v, projection %v", v.Status, v.ContentWithheld, v.InventoryProjection)
			}
			if got := blocking(v.Verdict); !slices.Equal(got, test.blocking) {
				t.Errorf("blocking findings: got %q, want %q", got, test.blocking)
			}
			if v.SecretScan.Status != test.scan || v.SecretScan.RecordsScanned != (test.scan != NotRun) {
				t.Errorf("secret scan: %+v, want %s", v.SecretScan, test.scan)
			}
			if len(v.ObservedNegativeCases) != 8 || v.SecretScan.HitCount != test.hits {
				t.Errorf("%d cases observed, %d hits", len(v.ObservedNegativeCases), v.SecretScan.HitCount)
			}
		})
	}
}

// TestWithheldModules guards that names which a bundle's author chose are left
// out of withheld records, while the digest still covers the files.
func TestWithheldModules(t *testing.T) {
	for _, scanner := range []secretscan.Scanner{wordScanner("hush"), nil} {
		req := passing().with(files{ManifestName: "{}"}).request(t)
		req.Scanner = scanner
		req.Manifest = verifierOf(ManifestVerdict{ModuleCount: 2,
			Files: fixtureDigests(ManifestName, "source_modules/quaint.go"),
			Findings: []tspi.Finding{
				newFinding(tspi.CodeModuleTargetMissing, tspi.SubjectModule, "quaint-1", ""),
				newFinding(tspi.CodeModuleTargetMissing, tspi.SubjectModule, "quaint-2", ""),
			}})
		r := judged(t, req)
		withheld := scanner == nil
		for _, f := range r.Files() {
			if strings.Contains(string(f.Text), "quaint") == withheld {
				t.Errorf("withheld %v: wrong names in %s", withheld, f.Name)
			}
		}
		modules := 0
		for _, f := range r.Result.Findings {
			if f.SubjectKind == tspi.SubjectModule {
				modules++
			}
		}
		if told := map[bool]int{true: 1, false: 2}[withheld]; modules != told { // no longer told apart: told once
			t.Errorf("withheld %v: %d findings about modules, want %d", withheld, modules, told)
		}
		basis := r.Result.FreshnessBasis
		if withheld && (len(basis.Inputs) != 12 || basis.WithheldInputCount != 1) || !withheld &&
			(len(basis.Inputs) != 13 || basis.WithheldInputCount != 0) {
			t.Errorf("withheld %v: %d inputs listed, %d not", withheld, len(basis.Inputs), basis.WithheldInputCount)
		}
		if r.Result.SourceModuleSummary != (ModuleSummary{ModuleCount: 2, FindingCount: 2}) {
			t.Errorf("summary %+v", r.Result.SourceModuleSummary)
		}
	}
}

// TestSignOffNameOffends guards the last resort: where records offend although
// nothing of the inputs is in them, there are none.
func TestSignOffNameOffends(t *testing.T) {
	for _, test := range []struct {
		name string
		code tspi.Code
	}{
		{"hush.json", tspi.CodeSecret},
		{"a /home" + "/me.json", tspi.CodeAbsolutePath},
		{"quiet.json", ""},
	} {
		req := passing().request(t)
		req.SignOff, req.SignOffPath = true, test.name
		r, err := Judge(req)
		var refused *SelfCheckError
		switch {
		case test.code == "":
			if err != nil || !r.Passed() {
				t.Errorf("%s: got %v", test.name, err)
			}
		case !errors.As(err, &refused):
			t.Errorf("%s: got %v, want a self-check error", test.name, err)
		case !slices.Equal(refused.Codes, []tspi.Code{test.code}):
			t.Errorf("%s: codes %q", test.name, refused.Codes)
		case strings.Contains(err.Error(), test.name):
			t.Errorf("the error repeats the name: %v", err)
		}
	}
}

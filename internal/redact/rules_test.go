package redact_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/redact"
)

// Guards docs/how-to/publish-a-process-table.md, where a policy makes it hard: it looks for our own
// words, for one letter, or for two things in one command. Each gives a fixture
// that passes the check, or a clear refusal.
func TestAwkwardPolicies(t *testing.T) {
	const table = `1 0 10-00:00:00 0 100 systemd
20 1 10:00 0 1 alpha beta gamma
21 1 10:00 0 1 beta alpha
22 1 10:00 0 1 delta
23 1 10:00 0 1 alphabeta
24 1 10:00 0 1 <defunct>
25 1 10:00 0 1 [alpha] <defunct>
26 1 10:00 0 1 alpha <defunct>
27 1 10:00 0 1 -systemd beta
28 1 10:00 0 1 [x/systemd beta]
29 1 10:00 0 1 (x/systemd beta)
30 1 10:00 0 1 [x/systemd beta] <defunct>
`
	for _, test := range []struct {
		name, kinds, owners string
		refused             bool
	}{
		{"our own words", `{"kind": "a", "match_substrings": ["process", "with", "and", "end"]}`, `{}`, false},
		{"one letter of ours", `{"kind": "a", "match_substrings": ["o"]}, {"kind": "b", "match_substrings": ["alpha"]}`,
			`{}`, false},
		{"digits", `{"kind": "a", "match_substrings": ["0","1","2","3","4","5","6","7","8","9"]}`, `{}`, false},
		{"the later kind",
			`{"kind": "a", "match_substrings": ["alpha"], "exclude_substrings": ["beta"]}, {"kind": "b", "match_substrings": ["alpha"]}`, `{}`, false},
		{"two excluded kinds",
			`{"kind": "a", "match_substrings": ["alpha"], "exclude_substrings": ["beta"]}, {"kind": "b", "match_substrings": ["beta"], "exclude_substrings": ["alpha"]}`, `{}`, false},
		{"a substring that overlaps another",
			`{"kind": "a", "match_substrings": ["phabe"], "exclude_substrings": ["zzz"]}, {"kind": "b", "match_substrings": ["alphab"]}`, `{}`, false},
		{"the first of two hints", `{"kind": "a", "match_substrings": ["alpha"]}`,
			`{"owner_hints": [{"substring": "beta", "status": "x"}, {"substring": "alpha", "status": "y"}]}`, false},
		{"a program that is an init", `{"kind": "a", "match_substrings": ["alpha"]}`,
			`{"init_names": ["systemd", "delta", "process"]}`, false},
		{"no match substring", `{"kind": "a", "match_substrings": []}`, `{}`, false},
		{"blanks at the ends",
			`{"kind": "a", "match_substrings": ["a b"], "exclude_substrings": [" gamma"]}, {"kind": "b", "match_substrings": ["beta "]}`, `{}`, false},
		{"a single blank", `{"kind": "a", "match_substrings": [" "]}`, `{}`, false},
		{"whatever we could write", `{"kind": "a", "match_substrings": ["process", "entry", "P", "=", "%"]}`, `{}`,
			true},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := redact.Source{PSText: table,
				Policy: decoded(t, []byte(`{"kinds": [`+test.kinds+`]}`)), Owners: decoded(t, []byte(test.owners))}
			fixture, err := redact.Redact(source)
			if test.refused {
				if err == nil || !strings.Contains(err.Error(), "line ") ||
					!strings.Contains(err.Error(), "too short or too common") {
					t.Errorf("got %v, want a refusal that names the line", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := redact.Check(source, written(t, fixture)); err != nil {
				t.Errorf("%v\n%s", err, fixture.ProcessTable.PSText)
			}
		})
	}
}

// Guards section 3 in a redacted table: a kind that looks in the program still finds
// its words there, and only there, beside words that are required or excluded; and
// each fixture passes the check.
func TestKindsByProgram(t *testing.T) {
	const table = `1 0 10-00:00:00 0 100 node
20 1 10:00 0 1 node /srv/x/alpha/build/index.js --stdio
21 1 10:00 0 1 node /srv/alpha/reindex beta
22 1 10:00 0 1 npx @scope/alpha@1.2 beta
23 1 10:00 0 1 claude -p alpha
24 1 10:00 0 1 node -e alpha beta
25 1 10:00 0 1 /opt/My alpha/beta
26 1 10:00 0 1 run alpha
27 1 10:00 0 1 env run alpha gamma
28 1 10:00 0 1 [alpha]
29 1 10:00 0 1 alpha <defunct>
30 1 10:00 0 1 C:\opt\alpha\bin\beta.exe gamma
31 1 10:00 0 1 run
`
	for name, policy := range map[string]string{
		"in the program":            `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha"]}]`,
		"in a path":                 `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha/build/", "alpha/bin/"]}]`,
		"a scope":                   `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["@scope/"]}]`,
		"required beside it":        `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha"], "require_substrings": ["beta", "gamma"]}]`,
		"excluded beside it":        `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha"], "exclude_substrings": ["beta"]}]`,
		"letters of ours excluded":  `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha"], "exclude_substrings": ["o", "r", "w"]}]`,
		"excluded, then taken":      `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha"], "exclude_substrings": ["beta"]}, {"kind": "b", "match_substrings": ["alpha"]}]`,
		"in the command first":      `"kinds": [{"kind": "a", "match_substrings": ["beta"]}, {"kind": "b", "match_at": "program", "match_substrings": ["alpha"]}]`,
		"a launcher as the program": `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["run", "node"]}]`,
		"two programs":              `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha"], "exclude_substrings": ["beta"]}, {"kind": "b", "match_at": "program", "match_substrings": ["@scope"]}]`,
		"other launchers":           `"launchers": ["claude", "run"], "kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["alpha", "node"]}]`,
		"no generic names":          `"generic_names": [], "value_options": ["-e"], "kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["index", "alpha"]}]`,
		"our own words":             `"kinds": [{"kind": "a", "match_at": "program", "match_substrings": ["process", "alpha"]}]`,
	} {
		for _, owners := range []string{`{}`, `{"init_names": ["node", "run"], "owner_hints": [{"substring": "gamma", "status": "x"}]}`} {
			source := redact.Source{PSText: table, Policy: decoded(t, []byte("{"+policy+"}")),
				Owners: decoded(t, []byte(owners))}
			fixture, err := redact.Redact(source)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if _, err := redact.Check(source, written(t, fixture)); err != nil {
				t.Errorf("%s: %v\n%s", name, err, fixture.ProcessTable.PSText)
			}
		}
	}
}

// Guards docs/how-to/publish-a-process-table.md: registered helpers follow their pid and their command;
// a hash that no row has, which could be guessed, is not repeated.
func TestRegisteredHelpers(t *testing.T) {
	const (
		table        = "1 0 10-00:00:00 0 100 systemd\n20 1 10:00 0 1 helper alpha\n21 1 10:00 0 1 helper beta\n"
		hashOfAlpha  = "4fb00d690be292c7" // printf 'helper alpha' | sha256sum
		hashOfMadeUp = "1a29684fefad8c65" // printf 'process 2 with helper end' | sha256sum
	)
	policy := decoded(t, []byte(`{"kinds": [{"kind": "a", "match_substrings": ["helper"], "allowlisted": true}]}`))
	for _, test := range []struct {
		name, registered string
		want             redact.RegisteredDocument
	}{
		{"any command", `{"pid": 21}`, redact.RegisteredDocument{PID: 101}},
		{"its command", `{"pid": 20, "command_hash": "` + hashOfAlpha + `"}`,
			redact.RegisteredDocument{PID: 100, CommandHash: hashOfMadeUp}},
		{"another command", `{"pid": 21, "command_hash": "` + hashOfAlpha + `"}`,
			redact.RegisteredDocument{PID: 101, CommandHash: "0000000000000000"}},
		{"no row", `{"pid": 99}`, redact.RegisteredDocument{PID: 102}},
		{"no pid at all", `{"pid": -99999999999999999999, "command_hash": "` + hashOfAlpha + `"}`,
			redact.RegisteredDocument{PID: 102, CommandHash: "0000000000000000"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := redact.Source{PSText: table, Policy: policy,
				Owners: decoded(t, []byte(`{"registered_helpers": [`+test.registered+`]}`))}
			fixture := redacted(t, source)
			if got := fixture.OwnerClasses.RegisteredHelpers; len(got) != 1 || got[0] != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if _, err := redact.Check(source, written(t, fixture)); err != nil {
				t.Error(err)
			}
		})
	}
}

// Guards section 4.2 in a redacted table: a line that is no row, and whose first
// column is the number 1, makes an init unrecognised, and still does.
func TestMalformedInitStays(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"1 secret", "1 malformed\n"},
		{"001 secret", "1 malformed\n"},
		{"2 secret", "malformed\n"},
		{"secret 1", "malformed\n"},
	} {
		source := small(t)
		source.PSText += test.line + "\n"
		fixture := redacted(t, source)
		if !strings.HasSuffix(fixture.ProcessTable.PSText, "malformed\n"+test.want) {
			t.Errorf("%q has become\n%s", test.line, fixture.ProcessTable.PSText)
		}
		if _, err := redact.Check(source, written(t, fixture)); err != nil {
			t.Errorf("%q: %v", test.line, err)
		}
	}
}

// Guards the columns: ages and shares keep how they are spelt, since a report may
// be about that; what could hold anything is written in our own way.
func TestColumns(t *testing.T) {
	for _, test := range []struct{ row, want string }{
		{"20 1 24:00:00 1,5 99 x", "24:00:00  1,5     99"},
		{"20 1 0000000000000000000125:00 0.5 100 x", "0-02:05:00  0.5    100"},
		{"20 1 99999999999999999999 0.5 100 x", "13343998895912-13:56:16  0.5    100"},
		{"20 1 1:1 0.5 149999 x", "-  0.5 150000"},
		{"20 1 10:00 1.2.3 0149 x", "10:00    -    150"},
		{"20 1 10:00 1.2 123456789012345678901234567890 x", "10:00  1.2 100000000000000000"},
	} {
		source := small(t)
		source.PSText = "1 0 10-00:00:00 0 100 systemd\n" + test.row + "\n"
		fixture := redacted(t, source)
		if !strings.Contains(fixture.ProcessTable.PSText, test.want+" process 2") {
			t.Errorf("%q has become\n%s", test.row, fixture.ProcessTable.PSText)
		}
		if _, err := redact.Check(source, written(t, fixture)); err != nil {
			t.Errorf("%q: %v", test.row, err)
		}
	}
}

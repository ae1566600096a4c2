package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/long"
)

const pythonAdapter = "../../testdata/adapters/python"

// fault is a typical fault of an adapter: the right one in Python but for one edit.
type fault struct {
	name string
	// edits are files and, of each, a text that stands there once and what stands there
	// in its place.
	edits [][3]string
	// first is the class of the first group of its report; "" where the adapter does not
	// even describe itself.
	first string
	// cause are texts that name the cause. All of them stand in the first group, or in
	// the word on most failures before it.
	cause []string
}

var faults = []fault{
	{"pids as strings", [][3]string{{"tspi_inventory.py", `"pid": row.pid,`, `"pid": str(row.pid),`}},
		"WRONG", []string{"rows[].pid", "want the integer ", "got the string \""}},
	{"booleans as 1 and 0",
		[][3]string{{"tspi_inventory.py", `"allowlist_matched": kind.allowlisted`,
			`"allowlist_matched": int(kind.allowlisted)`}},
		"", []string{"rows[].allowlist_matched", "want the boolean ", "got the integer "}},
	{"> for >=", [][3]string{{"tspi_classify.py", "row.age >= fixture", "row.age > fixture"}},
		"OVER-CAUTIOUS",
		[]string{"5.orphan", "of exactly min_age_seconds", "want candidate_safe_close, got requires_owner_check"}},
	{"hop limit 7", [][3]string{{"tspi_law.py", "MAX_HOPS = 8", "MAX_HOPS = 7"}},
		"WRONG", []string{"4.hops  A chain visits at most eight processes.", "hop_limit"}},
	{"no hop limit", [][3]string{{"tspi_law.py", "MAX_HOPS = 8", "MAX_HOPS = 10**9"}},
		"WRONG", []string{"4.hops  A chain visits at most eight processes.", "want hop_limit, got "}},
	{"empty audit",
		[][3]string{{"adapter.py", `{"findings": audit(request, hardened)}`,
			`{"findings": audit(request, hardened) and []}`}},
		"UNSAFE", []string{"misses what an audit must catch (findings is empty in", "not raised (findings"}},
	{"first row only", [][3]string{{"tspi_inventory.py", "for helper in helpers],", "for helper in helpers][:1],"}},
		"WRONG", []string{"tells other rows than the law", "rows: ", "got 1 row:"}},
	{"sorted rows",
		[][3]string{{"tspi_inventory.py", "for helper in helpers],",
			"for helper in sorted(helpers, key=lambda h: h.row.pid)],"}},
		"WRONG", []string{"rows: want in table order: ", "got sorted by pid: "}},
	{"crash on a bad row", [][3]string{
		{"tspi_table.py", "            _skip(line, table, document, hardened)", "            os._exit(1)"},
		{"tspi_table.py", "import re\n", "import os\nimport re\n"}},
		"WRONG", []string{"gives no answer (crash)", "(exit status 1)", "sent to tspi.", "ps_text"}},
	{"a banner",
		[][3]string{{"adapter.py", "    for line in sys.stdin.buffer:",
			"    print('acme-reaper 2.1 ready', flush=True)\n    for line in sys.stdin.buffer:"}},
		"", []string{"the line is not JSON", `it wrote: "acme-reaper 2.1 ready"`, "standard error"}},
	{"no flush", [][3]string{
		{"adapter.py", "            sys.stdout.buffer.flush()\n", ""},
		{"adapter.py", "            sys.stdout.buffer.write", "            out.write"},
		{"adapter.py", "    for line in sys.stdin.buffer:",
			"    out = open(1, 'wb', buffering=1 << 16)\n    for line in sys.stdin.buffer:"}},
		"", []string{"no line within 5 s; did you flush?"}},
	{"two answers",
		[][3]string{{"adapter.py", `sys.stdout.buffer.write(dumps(answer(line, hardened)).encode("utf-8") + b"\n")`,
			`sys.stdout.buffer.write((dumps(answer(line, hardened)).encode("utf-8") + b"\n") * 2)`}},
		"", []string{"a second answer follows the answer to the same request"}},
	{"wrong ids", [][3]string{{"adapter.py", `return {"id": number, "ok"`, `return {"id": number + 1, "ok"`}},
		"", []string{"the id of no request: want 1, got 2"}},
	{"floats", [][3]string{{"tspi_inventory.py", `"age_s": row.age,`, `"age_s": row.age and float(row.age),`}},
		"WRONG", []string{"rows[].age_s", "want the integer ", "got the number "}},
	{"a Unicode lower-casing",
		[][3]string{{"tspi_classify.py", "    command = row.command\n", "    command = row.command.lower()\n"}},
		"UNSAFE", []string{"3.match", "no row: it is no helper", "letter case"}},
	{"age ignored",
		[][3]string{{"tspi_classify.py", " and row.age is not None and row.age >= fixture.policy.min_age_seconds", ""}},
		"UNSAFE", []string{"5.detached", "below min_age_seconds", "got candidate_safe_close"}},
	{"whole-command match",
		[][3]string{{"tspi_classify.py", "not _holds_any(text, kind.match)", "text not in kind.match"}},
		"UNSAFE", []string{"tells other rows than the law", "got 0 rows"}},
	{"live parent ignored",
		[][3]string{{"tspi_classify.py", `if helper.chain.end == "detached":`,
			`if helper.chain.end == "detached" or row.ppid in fixture.table.by_pid:`}},
		"UNSAFE", []string{"would close what must stay", "5.active  A helper of an active owner", "live parent"}},
	{"init ignored",
		[][3]string{{"tspi_classify.py", "    init = init_state(table, owners) if hardened else None",
			"    init = None"}},
		"UNSAFE", []string{"would close what must stay", "4.init  Under an unrecognised init nothing is detached."}},
	{"duplicate pids closed",
		[][3]string{{"tspi_classify.py", "if hardened and row.pid in fixture.table.repeated:", "if False:"}},
		"UNSAFE", []string{"would close what must stay", "5.reuse  A pid that several rows have"}},
}

// faultsInShort are those of the usual run: one of each sort.
var faultsInShort = []string{"pids as strings", "> for >=", "empty audit", "crash on a bad row", "a banner",
	"two answers", "live parent ignored"}

// The sample of the usual run: cases of the clauses that the faults are about.
var faultSample = []string{"*/5.*/*", "*/4.hops/*", "*/4.init/*", "*/3.match/*", "*/6.rows/*", "*/8.active/*",
	"*/2.malformed/*", "*/8.contradicts/*"}

// The first group of a report names the cause of each typical fault, what is unsafe
// stands before what is not, and the whole fits two screens of 40 lines (harness,
// section 6, a report leads to the cause).
func TestReportsNameTheCause(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if !slices.Contains(faultsInShort, f.name) {
				long.Only(t, "a process and some hundred questions for each fault")
			}
			t.Parallel()
			screen := faultScreen(t, f)
			if dir := os.Getenv("TSPI_SCREENS"); dir != "" { // for a fresh reader
				if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(f.name, " ", "-")+".txt"), []byte(screen),
					0o644); err != nil {
					t.Fatal(err)
				}
			}
			lines := 0
			for line := range strings.Lines(screen) {
				lines += 1 + max(0, len([]rune(line))-2)/80 // as a terminal of 80 columns breaks them
			}
			if lines > 80 {
				t.Errorf("it has %d lines", lines)
			}
			groups := strings.Split(screen, "\n\n")
			first := groups[0]
			if strings.HasPrefix(first, "MOST FAILURES") {
				first += "\n" + groups[1]
			}
			for _, want := range f.cause {
				if !strings.Contains(strings.Join(strings.Fields(first), " "),
					strings.Join(strings.Fields(want), " ")) {
					t.Errorf("%q is not in the first group of\n%s", want, screen)
				}
			}
			var classes []string
			for _, group := range groups {
				if class, _, _ := strings.Cut(group, "  "); class == "UNSAFE" || class == "WRONG" ||
					class == "OVER-CAUTIOUS" {
					classes = append(classes, class)
				}
			}
			order := func(a, b string) int {
				return strings.Index("UNSAFE WRONG OVER-CAUTIOUS", a) - strings.Index("UNSAFE WRONG OVER-CAUTIOUS", b)
			}
			if !slices.IsSortedFunc(classes, order) || f.first != "" && (len(classes) == 0 || classes[0] != f.first) {
				t.Errorf("the classes are %v, want %q first", classes, f.first)
			}
		})
	}
}

// faultScreen is what conform prints about an adapter with a fault.
func faultScreen(t *testing.T, f fault) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(pythonAdapter)); err != nil {
		t.Fatal(err)
	}
	for _, edit := range f.edits {
		name := filepath.Join(dir, edit[0])
		text, err := os.ReadFile(name)
		if err != nil || strings.Count(string(text), edit[1]) != 1 {
			t.Fatalf("%s: want %q once: %v", edit[0], edit[1], err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), edit[1], edit[2], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"conform", "--challenge", "off", "--timeout", "60s", "--start-timeout", "5s"}
	if !long.Tests() {
		for _, glob := range faultSample {
			args = append(args, "--only", glob)
		}
	}
	if f.name != "no flush" { // only it is meant to be late
		args[slices.Index(args, "5s")] = "60s"
	}
	args = append(args, "--jobs", "1", "--", "python3", filepath.Join(dir, "adapter.py"))
	var screen bytes.Buffer
	Run(Call{Args: args, Stdin: strings.NewReader(""), Stdout: &screen, Stderr: &screen, Now: time.Now,
		LookupEnv: func(string) (string, bool) { return "", false }})
	if _, err := fs.Stat(os.DirFS(dir), "adapter.py"); err != nil || strings.Contains(screen.String(), dir) {
		t.Errorf("the screen holds a path of ours\n%s", screen.String())
	}
	return screen.String()
}

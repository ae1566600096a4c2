package cli

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tspi-dev/harness/internal/cli/view"
)

// Four rows in our columns, of which each case makes something else. Their commands
// must not come out of any diagnosis.
var dialectRows = []string{
	"1 0 10-00:00:00 0.0 20000 /sbin/launchd",
	"700 1 05:00 0.5 85220 canary-one --flag",
	"701 1 1:04:59 0.1 88000 canary-two --flag",
	"702 99 2-00:04:59 0,1 88000 canary-three --flag",
}

const dialectHeader = "PID PPID ELAPSED %CPU RSS COMMAND"

func eachRow(f func(row string) string) string {
	var lines []string
	for _, row := range dialectRows {
		lines = append(lines, f(row))
	}
	return strings.Join(lines, "\n") + "\n"
}

func before(prefix string) string {
	return eachRow(func(row string) string { return prefix + row })
}

func wide(text string, low, high int) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		pair := [2]byte{}
		pair[low], pair[high] = byte(unit), byte(unit>>8)
		b.Write(pair[:])
	}
	return b.String()
}

// Guards harness.md, section 6: an input of which no row can be read is refused
// with status 2, said to be what it seems to be, and not repeated, by every command
// that reads a table. The neighbour of all is the table itself.
func TestInputsInOtherDialects(t *testing.T) {
	plain := eachRow(func(row string) string { return row })
	columns := func(order ...int) string {
		return eachRow(func(row string) string {
			words := strings.Fields(row)
			var out []string
			for _, i := range order {
				out = append(out, words[i])
			}
			return strings.Join(out, " ") + " " + strings.Join(words[5:], " ")
		})
	}
	for _, test := range []struct {
		name, text string
		want       string // in standard error; empty where the table is read
	}{
		{"the table", plain, ""},
		{"the table with its header", dialectHeader + "\n" + plain, ""},
		{"UTF-16, little endian", "\xff\xfe" + wide(plain, 0, 1),
			"the text is UTF-16 (little endian, with a byte order mark), not UTF-8"},
		{"UTF-16, big endian", "\xfe\xff" + wide(plain, 1, 0),
			"the text is UTF-16 (big endian, with a byte order mark), not UTF-8"},
		{"UTF-16, little endian, no mark", wide(plain, 0, 1),
			"the text is UTF-16 (little endian, without a byte order mark), not UTF-8"},
		{"UTF-16, big endian, no mark", wide(plain, 1, 0),
			"the text is UTF-16 (big endian, without a byte order mark), not UTF-8"},
		{"binary", "\x7fELF\x00\x00\x01\x02\x00\x00\x00\x00\x00\x00", "this looks like a binary file"},
		{"colours", before("\x1b[32m"), "this looks like a table with the colours of a terminal in it"},
		{"colours in columns", eachRow(func(row string) string {
			return "\x1b[1;31m" + strings.Replace(row, " ", "\x1b[0m ", 1)
		}),
			"this looks like a table with the colours of a terminal in it"},
		{"quoted", before("> "), "this looks like rows with a quotation mark (>) in front of each"},
		{"quoted twice, with a header", "> > " + dialectHeader + "\n" + before("> > "),
			"this looks like rows with a quotation mark (>) in front of each"},
		{"time stamps", before("2026-11-30T10:00:00.123Z "), "this looks like rows with a time stamp in front of each"},
		{"times", before("[10:00:00] "), "this looks like rows with a time stamp in front of each"},
		{"syslog", before("Nov 30 10:00:00 host capture[12]: "),
			"this looks like rows with a time stamp in front of each"},
		{"seconds since 1970", before("1764535626.4 "), "this looks like rows with a time stamp in front of each"},
		{"line numbers", before("12\t"), "this looks like rows with a line number in front of each"},
		{"line numbers of a search", before("12:"), "this looks like rows with a line number in front of each"},
		{"a log", before("web-1  | "), "this looks like rows with the prefix of a log in front of each"},
		{"a column in front", "  UID " + dialectHeader + "\n" + before("1000 "),
			"this looks like the output of ps with more columns in front (UID); capture it again"},
		{"another order", columns(0, 1, 3, 4, 2), "this looks like the columns of ps in another order"},
		{"another order, with a header", "PID PPID %CPU RSS ELAPSED COMMAND\n" + columns(0, 1, 3, 4, 2),
			"with other columns than the six, or in another order"},
		{"a column less", "PID PPID ELAPSED RSS COMMAND\n" + columns(0, 1, 2, 4),
			"this looks like the output of ps without pcpu; BusyBox's ps has no pcpu: install procps"},
		{"ps aux", "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nme 700 0.5 0.1 9 9 ? S 10:00 0:00 canary\n",
			"this looks like the output of ps aux"},
		{"ps aux without its header", "me 700 0.5 0.1 9 9 ? S 10:00 0:00 canary\n",
			"this looks like the output of ps aux"},
		{"ps -ef", "UID PID PPID C STIME TTY TIME CMD\nme 700 1 0 10:00 ? 00:00:00 canary\n",
			"this looks like the output of ps -ef"},
		{"ps -ef without its header", "me 700 1 0 10:00 ? 00:00:00 canary\n", "this looks like the output of ps -ef"},
		{"top",
			"top - 10:00:00 up 1 day\nPID USER PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND\n700 me 20 0 9 9 9 S 0.0 0.1 0:00.10 canary\n", "this looks like the output of top"},
		{"BusyBox", "PID   USER     TIME  COMMAND\n700 me 0:00 canary\n",
			"this looks like the output of BusyBox's ps; install procps"},
		{"BusyBox without its header", "700 1 2h05 62m canary one\n701 1 3d12 944m canary two\n",
			"BusyBox's ps, which shortens ages and sizes; install procps"},
		{"an error of BusyBox", "ps: bad -o argument 'pcpu', supported arguments: user,group\n",
			"this looks like an error message of ps; BusyBox's ps has no pcpu: install procps"},
		{"nothing", "", "hint: BusyBox's ps has no pcpu: install procps. Elsewhere ask for the six columns"},
		{"Get-Process",
			"\nHandles  NPM(K)    PM(K)      WS(K)     CPU(s)     Id  SI ProcessName\n-------  ------    -----      -----     ------     --  -- -----------\n" +
				"    229      13     2268      10252       0.05   4908   0 canary\n",
			"this looks like the output of PowerShell's Get-Process"},
		{"tasklist",
			"\nImage Name                     PID Session Name        Session#    Mem Usage\n========================= ======== ================\ncanary.exe 700 Console 1 9,000 K\n",
			"this looks like the output of tasklist"},
		{"a fixture's document", `{"ps_text": "1 0 10:00 0 1 canary"}`,
			"this looks like JSON; the folder of a fixture is named as an argument"},
		{"a header alone", dialectHeader + "\n", "this looks like a table without rows"},
		{"something else", "one two three\nfour five six\n", "this looks like the output of another command"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, args := range [][]string{{"classify"}, {"classify", "--format", "json"}, {"explain", "700"},
				{"relief"}, {"redact", "--out", t.TempDir()}} {
				got := call(t, test.text, args...)
				if test.want == "" {
					if got.status != statusHolds || got.stderr != "" {
						t.Errorf("%s: status %d, stderr %q", args[0], got.status, got.stderr)
					}
					continue
				}
				refused(t, got)
				if !strings.Contains(got.stderr, test.want) || strings.Contains(got.stderr, "canary") {
					t.Errorf("%s: want %q in\n%s", args[0], test.want, got.stderr)
				}
			}
		})
	}
}

// Guards harness.md, section 6: where most rows cannot be read and none is a helper,
// the answer is given and doubted; a helper, or one readable row more, is answered
// without a word.
func TestDoubtfulTables(t *testing.T) {
	const (
		good   = "700 1 05:00 0.5 85220 canary --flag\n"
		helper = "701 1 05:00 0.5 85220 npx mcp-server-time\n"
		bad    = "3 1 2h05 62m canary one\n4 1 3d12 944m canary two\n"
	)
	for _, test := range []struct {
		name, text, want string
	}{
		{"mostly unreadable", good + bad,
			"tspi: standard input: 2 of 3 lines cannot be read, and no other is a helper\nhint: this looks like the output of BusyBox's ps"},
		{"half of it unreadable", good + good + bad, ""},
		{"a helper", helper + bad, ""},
		{"mostly malformed", good + "a b c\nd e f\n",
			"tspi: standard input: 2 of 3 lines cannot be read, and no other is a helper\nhint: this looks like the output of another command"},
		{"older than pid 1", "1 0 10:00 0 1 init\n" + "2 1 20:00 0 1 a\n3 1 20:00 0 1 b\n",
			"tspi: standard input: 2 of 3 lines cannot be read, and no other is a helper\nhint: this looks like a table whose rows are older than its pid 1"},
		{"a coloured word", "701 1 05:00 0.5 85220 npx \x1b[31mmcp\x1b[m-server-time\n",
			"tspi: standard input: there are terminal escapes in it, which hide helpers from the policy's words\nhint: this looks like a table with the colours"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := call(t, test.text, "classify")
			if got.status != statusHolds || !strings.HasPrefix(got.stderr, test.want) || test.want == "" &&
				got.stderr != "" || strings.Contains(got.stderr, "canary") {
				t.Errorf("status %d, want %q, got\n%s", got.status, test.want, got.stderr)
			}
		})
	}
}

// Guards harness.md, section 6: a fixture's table is doubted like any other.
func TestDoubtfulFixture(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) { makeFile(t, dir+"/"+name+".json", text) }
	put("pressure_policy", `{"kinds": [{"kind": "mcp", "match_substrings": ["mcp-server"]}]}`)
	put("owner_classes", `{}`)
	for text, want := range map[string]string{
		`{"ps_text": "700 1 05:00 0.5 85220 canary"}`: "",
		`{"ps_text": "> 700 1 05:00 0.5 85220 canary"}`: "tspi: process_table.json: /ps_text: none of the 1 lines is a row of pid ppid etime pcpu rss command; want the output of " +
			psCommand + " [TSPI_MISSING_PROCESS_TABLE]\nhint: this looks like rows with a quotation mark (>)",
		`{"ps_text": "700 1 2h05 0.5 85220 canary"}`: "tspi: process_table.json: no line can be read as a row of pid ppid etime pcpu rss command\nhint: ",
		`{"ps_text": 1}`: "tspi: process_table.json: /ps_text: want a string, got 1 [TSPI_INPUT_INVALID]\n",
	} {
		put("process_table", text)
		got := call(t, "", "classify", dir)
		if want == "" && got.stderr == "" && got.status == statusHolds {
			continue
		}
		if refused(t, got); want == "" || !strings.HasPrefix(got.stderr, want) {
			t.Errorf("%s: want %q, got\n%s", text, want, got.stderr)
		}
	}
}

// Guards the time of a diagnosis: of a hostile line only the beginning is looked at.
// A search through all of these eight would run into the time limit of the tests.
func TestDiagnosisIsBounded(t *testing.T) {
	line := strings.Repeat("1 ", 1<<19)
	if d := dialectOf(strings.Repeat(line+"\n", 8)); view.Neutral(d.words()) != d.words() ||
		strings.Contains(d.words(), "1 1") {
		t.Errorf("got %q", d.words())
	}
}

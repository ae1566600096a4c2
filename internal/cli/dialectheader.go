package cli

import (
	"slices"
	"strings"
)

// headerDialects are the headers of other programs, by the words that only they
// have. The first whose words are all there decides.
var headerDialects = []struct {
	words []string
	dialect
}{
	{[]string{"PROCESSNAME"}, dialect{"the output of PowerShell's Get-Process, whose alias is ps",
		"it tells neither parents nor command lines: capture inside WSL, with the ps of procps"}},
	{[]string{"WINPID"}, dialect{"the output of the ps of Cygwin or Git Bash",
		"it tells neither ages nor memory: capture inside WSL, with the ps of procps"}},
	{[]string{"SESSION#"}, dialect{"the output of tasklist",
		"it tells neither parents nor command lines: capture inside WSL, with the ps of procps"}},
	{[]string{"VIRT"}, dialect{"the output of top", captureAgain}},
	{[]string{"USER", "PID", "%MEM"}, dialect{"the output of ps aux", captureAgain}},
	{[]string{"PID", "PPID", "ADDR", "SZ"}, dialect{"the output of ps -l", captureAgain}},
	{[]string{"UID", "PID", "PPID", "C"}, dialect{"the output of ps -ef", captureAgain}},
	{[]string{"PID", "TTY", "TIME"}, dialect{"the output of ps without options", captureAgain}},
	{[]string{"PID", "USER"}, dialect{"the output of BusyBox's ps", "install procps, and " + captureAgain}},
}

// ourColumns are the six columns under the names that ps programs give them.
func ourColumns() [][]string {
	return [][]string{{"PID"}, {"PPID"}, {"ELAPSED", "ETIME"}, {"%CPU", "PCPU"}, {"RSS", "RSZ"},
		{"COMMAND", "CMD", "ARGS"}}
}

// headerLines is how many lines are searched for a header: some programs print a
// few others first.
const headerLines = 12

// header tells a dialect by its header.
func (s sample) header() (dialect, bool) {
	for _, line := range s.lines[:min(len(s.lines), headerLines)] {
		words := strings.Fields(strings.ToUpper(line))
		for _, h := range headerDialects {
			if containsAll(words, h.words) {
				return h.dialect, true
			}
		}
		if !slices.Contains(words, "PID") {
			continue
		}
		if missing := missingColumns(words); len(missing) > 0 {
			d := dialect{"the output of ps without " + strings.Join(missing, ", "), captureAgain}
			if slices.Contains(missing, "pcpu") {
				d.todo = "BusyBox's ps has no pcpu: install procps, and " + captureAgain
			}
			return d, true
		}
		return dialect{"the output of ps with other columns than the six, or in another order", captureAgain}, true
	}
	return dialect{}, false
}

func containsAll(words, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(word string) bool { return !slices.Contains(words, word) })
}

// missingColumns names those of the six, in the words of ps -o, that a header
// lacks.
func missingColumns(words []string) []string {
	options := []string{"pid", "ppid", "etime", "pcpu", "rss", "command"}
	var missing []string
	for i, names := range ourColumns() {
		if !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(words, name) }) {
			missing = append(missing, options[i])
		}
	}
	return missing
}

// isOurHeader reports whether a header names exactly the six columns in order.
func isOurHeader(line string) bool {
	words := strings.Fields(strings.ToUpper(line))
	if len(words) != len(ourColumns()) {
		return false
	}
	for i, names := range ourColumns() {
		if !slices.Contains(names, words[i]) {
			return false
		}
	}
	return true
}

package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Wrong values, by what they are not.
var (
	noObject  = []strict.Value{nil, "x", strict.Array{}, strict.Number("1"), true}
	noArray   = []strict.Value{nil, "x", strict.Object{}, strict.Number("0"), false}
	noText    = []strict.Value{nil, "", strict.Number("7"), true, strict.Array{"x"}, strict.Object{}}
	noBool    = []strict.Value{nil, "true", "false", strict.Number("1"), strict.Number("0"), strict.Array{}}
	noInteger = []strict.Value{nil, "1", true, strict.Number("1.0"), strict.Number("1e0"), strict.Number("10E-1"),
		strict.Array{strict.Number("1")}}
	noName = []strict.Value{"a b", "-x", ".x", "é", "x/y", strings.Repeat("n", 65), "cmd", "Command-Line",
		"command_hash", "kill_signal", "x\n"}
	aName = []strict.Value{"x", "7", "a.b:c-d_e", strings.Repeat("n", 64), "commands"}
)

// also is a list with some more values.
func also(list []strict.Value, more ...strict.Value) []strict.Value {
	return append(append([]strict.Value{}, list...), more...)
}

// tableFaults are those of process_table.
func tableFaults() []InputFault {
	const input, invalid, missing = tspi.InputProcessTable, tspi.CodeInputInvalid, tspi.CodeMissingProcessTable
	text := inPlace("ps_text")
	before := func(lines ...string) []strict.Value {
		return texted(lines, func(line, text string) string { return line + "\n" + text })
	}
	return []InputFault{
		{"table is no object", input, invalid, "1.table", true, false, inPlace(), noObject, nil},
		{"ps text of another type", input, invalid, "1.table", true, false, text,
			[]strict.Value{nil, strict.Number("7"), true, strict.Array{"2 1 00:01 0 1 x"}, strict.Object{}},
			before("# x")},
		{"no ps text", input, missing, "1.table", true, false, text, []strict.Value{absent{}}, nil},
		{"blank ps text", input, missing, "1.table", true, false, text, []strict.Value{"", " ", "\n", " \t\r\n \n"},
			[]strict.Value{"2 1 00:01 0 1 x"}},
		{"no row", input, missing, "1.table", false, false, text,
			[]strict.Value{"# x\n", "hello\n", "PID PPID ELAPSED %CPU RSS COMMAND\n", "2 1 00:01 0 1\n", "\v"},
			[]strict.Value{"hello\n2 1 - 0 1 x\n"}},
		{"header of another dialect", input, invalid, "2.header", false, false, text,
			before("PID TTY TIME CMD", "PID PPID ELAPSED %CPU COMMAND", "pid ppid etime rss pcpu command",
				"PID PPID ELAPSED %CPU RSS COMMAND X", "PID"),
			before(headers[:]...)},
		{"header with another first column", input, invalid, "2.header", false, false, text,
			before("USER PID %CPU %MEM RSS COMMAND", "F S UID pid PPID CMD", "x\tPid"),
			append(before("USER NAME", "UIDPID x"),
				texted([]string{"USER PID %CPU COMMAND"}, func(line, text string) string {
					return text + line + "\n"
				})...)},
		{"unlisted field of the table", input, invalid, "1.fields", false, false, inPlace("ps_txt"),
			[]strict.Value{"x", nil}, []strict.Value{absent{}}},
		{"document nested too deeply", input, invalid, "0.json", true, true, inPlace("x_deep"),
			[]strict.Value{nested(64), nested(200)}, []strict.Value{nested(63)}},
	}
}

// texted are texts made of the table's own.
func texted(lines []string, make func(line, text string) string) []strict.Value {
	var all []strict.Value
	for _, line := range lines {
		all = append(all, func(t *Table) strict.Value { return make(line, t.Text()) })
	}
	return all
}

// nested is so many arrays inside one another.
func nested(levels int) strict.Value {
	var v strict.Value = "x"
	for range levels {
		v = strict.Array{v}
	}
	return v
}

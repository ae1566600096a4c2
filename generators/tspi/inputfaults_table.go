package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Wrong values, by what they are not.
var (
	noObject  = []tspi.Value{nil, "x", tspi.Array{}, tspi.Number("1"), true}
	noArray   = []tspi.Value{nil, "x", tspi.Object{}, tspi.Number("0"), false}
	noText    = []tspi.Value{nil, "", tspi.Number("7"), true, tspi.Array{"x"}, tspi.Object{}}
	noBool    = []tspi.Value{nil, "true", "false", tspi.Number("1"), tspi.Number("0"), tspi.Array{}}
	noInteger = []tspi.Value{nil, "1", true, tspi.Number("1.0"), tspi.Number("1e0"), tspi.Number("10E-1"), tspi.Array{tspi.Number("1")}}
	noName    = []tspi.Value{"a b", "-x", ".x", "é", "x/y", strings.Repeat("n", 65), "cmd", "Command-Line", "command_hash", "kill_signal", "x\n"}
	aName     = []tspi.Value{"x", "7", "a.b:c-d_e", strings.Repeat("n", 64), "commands"}
)

// also is a list with some more values.
func also(list []tspi.Value, more ...tspi.Value) []tspi.Value {
	return append(append([]tspi.Value{}, list...), more...)
}

// tableFaults are those of process_table.
func tableFaults() []InputFault {
	const input, invalid, missing = tspi.InputProcessTable, tspi.CodeInputInvalid, tspi.CodeMissingProcessTable
	text := inPlace("ps_text")
	before := func(lines ...string) []tspi.Value {
		return texted(lines, func(line, text string) string { return line + "\n" + text })
	}
	return []InputFault{
		{"table is no object", input, invalid, "1.table", true, false, inPlace(), noObject, nil},
		{"ps text of another type", input, invalid, "1.table", true, false, text,
			[]tspi.Value{nil, tspi.Number("7"), true, tspi.Array{"2 1 00:01 0 1 x"}, tspi.Object{}}, before("# x")},
		{"no ps text", input, missing, "1.table", true, false, text, []tspi.Value{absent{}}, nil},
		{"blank ps text", input, missing, "1.table", true, false, text, []tspi.Value{"", " ", "\n", " \t\r\n \n"}, []tspi.Value{"2 1 00:01 0 1 x"}},
		{"no row", input, missing, "1.table", false, false, text,
			[]tspi.Value{"# x\n", "hello\n", "PID PPID ELAPSED %CPU RSS COMMAND\n", "2 1 00:01 0 1\n", "\v"}, []tspi.Value{"hello\n2 1 - 0 1 x\n"}},
		{"header of another dialect", input, invalid, "2.header", false, false, text,
			before("PID TTY TIME CMD", "PID PPID ELAPSED %CPU COMMAND", "pid ppid etime rss pcpu command", "PID PPID ELAPSED %CPU RSS COMMAND X", "PID"),
			before(headers[:]...)},
		{"header with another first column", input, invalid, "2.header", false, false, text,
			before("USER PID %CPU %MEM RSS COMMAND", "F S UID pid PPID CMD", "x\tPid"),
			append(before("USER NAME", "UIDPID x"), texted([]string{"USER PID %CPU COMMAND"}, func(line, text string) string { return text + line + "\n" })...)},
		{"unlisted field of the table", input, invalid, "1.fields", false, false, inPlace("ps_txt"), []tspi.Value{"x", nil}, []tspi.Value{absent{}}},
		{"document nested too deeply", input, invalid, "0.json", true, true, inPlace("x_deep"), []tspi.Value{nested(64), nested(200)}, []tspi.Value{nested(63)}},
	}
}

// texted are texts made of the table's own.
func texted(lines []string, make func(line, text string) string) []tspi.Value {
	var all []tspi.Value
	for _, line := range lines {
		all = append(all, func(t *Table) tspi.Value { return make(line, t.Text()) })
	}
	return all
}

// nested is so many arrays inside one another.
func nested(levels int) tspi.Value {
	var v tspi.Value = "x"
	for range levels {
		v = tspi.Array{v}
	}
	return v
}

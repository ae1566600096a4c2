package guard

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Section 7, TSPI_COMMAND_PREVIEW_FORBIDDEN: five keys, whatever their value; [H]
// those and command, cmd and argv, spelt freely.
func TestGuardPreviewKeys(t *testing.T) {
	const preview = string(Preview)
	var cases []guardCase
	for _, key := range []string{"command_preview", "command_line", "cmdline", "raw_command", "full_command"} {
		for _, value := range []string{`null`, `""`, `false`, `{}`, `"x"`} {
			cases = append(cases, guardCase{key + " " + value, `{"` + key + `":` + value + `}`,
				leaks(preview, "/"+key), leaks(preview, "/"+key), `{"` + key + `s":` + value + `}`})
		}
	}
	for key, pair := range map[string]string{
		"command":             "commands",
		"cmd":                 "cmds",
		"argv":                "argc",
		"Command-Line":        "Command-Lines",
		"c m d":               "c m d s",
		"CMDLINE":             "CMDLINER",
		"cmd_line":            "cmd_lines",
		"__argv__":            "__argv0__",
		"commandPreview":      "commandPreviews",
		"COMMAND":             "COMMANDS",
		"f-u-l-l c_o_m_m_and": "f-u-l-l c_o_m_m_ands",
		"raw command":         "raw.command",
		`raw\tcommand\r\n`:    `raw\u000bcommand`,
	} {
		token := strings.NewReplacer(`\t`, "\t", `\r`, "\r", `\n`, "\n").Replace(key)
		cases = append(cases, guardCase{"[H] " + key, `{"` + key + `":1}`,
			nil, leaks(preview, "/"+token), `{"` + pair + `":1}`})
	}
	runGuardCases(t, cases)
}

// Section 7 speaks of ASCII: a no-break space is no blank, and a Kelvin sign is
// no K. (killed_pid with a Kelvin sign would be guarded by a Unicode fold.)
func TestGuardKeysFoldASCIIOnly(t *testing.T) {
	for _, key := range []string{"c\u00a0md", "\u212aill_signal", "cmd\u200b", "comm\u00e4nd"} {
		if got := Check(strict.Object{{Name: key, Value: strict.Number("1")}}, law.Hardened); got != nil {
			t.Errorf("Check({%q:1}) = %v, want nothing", key, got)
		}
	}
	if got := Check(strict.Object{{Name: "Kill signal", Value: strict.Number("1")}}, law.Hardened); got == nil {
		t.Error("the neighbour with an ASCII K was not found")
	}
}

// Section 7, [H]: command_hash, spelt freely, must be 16 lowercase hex digits.
func TestGuardCommandHash(t *testing.T) {
	const preview = string(Preview)
	const good = `{"command_hash":"0123456789abcdef"}`
	var cases []guardCase
	for _, value := range []string{
		`"0123456789abcdeF"`, `"0123456789abcde"`, `"0123456789abcdef0"`, `"0123456789abcdeg"`, `"node server.js  "`,
		`"sha256:012345678"`, `""`, `null`, `123456789012345`, `true`, `["0123456789abcdef"]`, `{}`,
	} {
		cases = append(cases, guardCase{value, `{"command_hash":` + value + `}`, nil, leaks(preview, "/command_hash"),
			good})
	}
	cases = append(cases,
		guardCase{"spelt freely", `{"Command-Hash":"node"}`, nil, leaks(preview, "/Command-Hash"),
			`{"Command-Hash":"0123456789abcdef"}`},
		guardCase{"another key", `{"commandhashes":"node"}`, nil, nil, ""})
	runGuardCases(t, cases)
}

// Section 7, TSPI_PROCESS_SIGNAL_FORBIDDEN: six keys whose value is anything but
// false, null, 0, "", [], {}; [H] spelt freely.
func TestGuardSignalKeys(t *testing.T) {
	const signal = string(Signal)
	keys := []string{"process_signal_sent", "signalled", "sigterm_sent", "sigkill_sent", "killed_pid", "kill_signal"}
	nothing := []string{`false`, `null`, `0`, `-0`, `0.0`, `0e5`, `""`, `[]`, `{}`}
	something := []string{`true`, `1`, `9`, `-0.9`, `-1`, `0.1`, `1e-9`, `0.0001e4`, `"0"`, `"false"`, `" "`, `[0]`,
		`[false]`, `{"x":null}`}
	var cases []guardCase
	for _, key := range keys {
		free := strings.ToUpper(strings.ReplaceAll(key, "_", "-"))
		for _, value := range something {
			cases = append(cases,
				guardCase{key + " " + value, `{"` + key + `":` + value + `}`,
					leaks(signal, "/"+key), leaks(signal, "/"+key), `{"no_` + key + `":` + value + `}`},
				guardCase{"[H] " + free + " " + value, `{"` + free + `":` + value + `}`, nil, leaks(signal, "/"+free),
					""})
		}
		for _, value := range nothing {
			cases = append(cases, guardCase{key + " " + value, `{"` + key + `":` + value + `,"` + free + `":` + value +
				`}`, nil, nil, ""})
		}
	}
	runGuardCases(t, cases)
}

// The contract's own promise must not fall to the guard (section 6): the record
// says no_process_signal_sent: true.
func TestGuardKeepsOurPromises(t *testing.T) {
	doc := `{"no_process_signal_sent":true,"no_unknown_owner_killed":true,"command_hash":"00ff00ff00ff00ff"}`
	if got := Check(mustDecode(t, doc), law.Hardened); got != nil {
		t.Errorf("got %v, want nothing", got)
	}
}

// Section 1: no name may be one of the keys of section 7, in any spelling.
func TestGuardedKey(t *testing.T) {
	guarded := []string{"command_preview", "CMD", "argv", "Command-Line", "signalled", "KillSignal", "killed-pid",
		"commandhash", "command-hash",
		"process_signal_sent_", strings.Repeat("_", 1<<20) + "cmd"}
	plain := []string{"", "_", "-", "cmds", "command.line", "mcp_server", "commandhash16", "signal", "unsignalled",
		strings.Repeat("_", 1<<20) + "cmdx"}
	for _, key := range guarded {
		if !IsGuardedKey(key) {
			t.Errorf("IsGuardedKey(%.40q) = false", key)
		}
	}
	for _, key := range plain {
		if IsGuardedKey(key) {
			t.Errorf("IsGuardedKey(%.40q) = true", key)
		}
	}
}

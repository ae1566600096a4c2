package tspi

import (
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// redactionFaults put into a claim what no record may hold.
func redactionFaults() []Fault {
	const clause = "8.redaction"
	note := func(name string, values ...strict.Value) func(*claim) (string, bool) {
		return func(c *claim) (string, bool) {
			c.note(name, values[c.rng.Intn(len(values))])
			return claimSubject, true
		}
	}
	return []Fault{
		{"preview a command", tspi.CodeCommandPreview, clause, everyWay, func(c *claim) (string, bool) {
			names := []string{"command_preview", "command_line", "cmdline", "raw_command", "full_command"}
			c.note(names[c.rng.Intn(len(names))], []strict.Value{"…", nil, strict.Array{}, false}[c.rng.Intn(4)])
			return claimSubject, true
		}},
		{"preview a command under a freely spelt key", tspi.CodeCommandPreview, clause, hardened,
			func(c *claim) (string, bool) {
				names := []string{"Command-Preview", "COMMAND LINE", "c_m_d", "argv", "Command", "fullCommand"}
				c.note(names[c.rng.Intn(len(names))], nil)
				return claimSubject, true
			}},
		{"give a hash that is none", tspi.CodeCommandPreview, clause, hardened,
			note("Command-Hash", "0123456789ABCDEF", "0123456789abcde", "", nil, integer(1234567812345678))},
		{"say that a signal was sent", tspi.CodeProcessSignal, clause, everyWay, func(c *claim) (string, bool) {
			names := []string{"process_signal_sent", "signalled", "sigterm_sent", "sigkill_sent", "killed_pid",
				"kill_signal"}
			c.note(names[c.rng.Intn(len(names))],
				[]strict.Value{true, integer(9), "TERM", strict.Array{integer(7)}}[c.rng.Intn(4)])
			return claimSubject, true
		}},
		{"say so under a freely spelt key", tspi.CodeProcessSignal, clause, hardened,
			note("SigKill Sent", true, "yes")},
		{"name a folder of the host", tspi.CodeAbsolutePath, clause, everyWay,
			note("x_note", "/home/somebody/notes", "in /Users/somebody", "at='/private/var/x'", `C:\\Users\\somebody`)},
		{"name another folder of the host", tspi.CodeAbsolutePath, clause, hardened,
			note("x_note", "/tmp/x", "-I/opt/include", "file://host/etc/hosts", `\\server\share`, "D:/work",
				strict.Array{"/var/lib/x"})},
		{"quote 20 bytes of a command", tspi.CodeCommandPreview, "8.leak", Grounded, func(c *claim) (string, bool) {
			return c.quote(func(command string) string {
				if len(command) < 20 {
					return ""
				}
				start := c.rng.Intn(len(command) - 19)
				return command[start : start+20]
			})
		}},
		{"quote a whole short command", tspi.CodeCommandPreview, "8.leak", Grounded, func(c *claim) (string, bool) {
			return c.quote(func(command string) string {
				if len(command) < 12 || len(command) >= 20 {
					return ""
				}
				return command
			})
		}},
	}
}

// note puts a member somewhere: beside the rows, into a row, or into the summary.
func (c *claim) note(name string, v strict.Value) {
	switch row, ok := c.pick(func(strict.Object) bool { return true }); c.rng.Intn(3) {
	case 0:
		if ok {
			for i, r := range c.rows() {
				if o := r.(strict.Object); &o[0] == &row[0] {
					c.rows()[i] = append(o, strict.Member{Name: name, Value: v})
					return
				}
			}
		}
	case 1:
		set(&c.object, "summary", append(c.summary(), strict.Member{Name: name, Value: v}))
		return
	}
	c.object = append(c.object, strict.Member{Name: name, Value: v})
}

// quote puts a piece of a command into a note, one that offends against nothing
// else.
func (c *claim) quote(piece func(command string) string) (string, bool) {
	for _, row := range c.survey().rows {
		quoted := piece(row.Command)
		note := "it ran " + quoted
		if quoted != "" && utf8.ValidString(note) && !guard.HoldsPath(note, law.Hardened) {
			c.note("x_note", note)
			return claimSubject, true
		}
	}
	return "", false
}

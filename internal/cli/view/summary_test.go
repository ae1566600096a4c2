package view_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

// Guards docs/command-line.md: the first line says what matters, and when nothing is
// closable, what kept everything from being closable. Each case differs from its
// neighbour in one fact of the table.
func TestFirstLine(t *testing.T) {
	const (
		launchd = "1 0 10-00:00:00 0 100 /sbin/launchd"
		agent   = "50 1 10:00 0 100 agent"
		young   = "100 1 04:59 0 100 mcp-server"
		old     = "100 1 05:00 0 100 mcp-server"
	)
	for _, test := range []struct {
		name, table, want string
	}{
		{"one candidate", rows(launchd, old), "1 of 1 helper is a close candidate (100 KiB of 100 KiB)."},
		{"some candidates", rows(launchd, agent, old, "101 1 06:00 0 2048 mcp-server", "102 50 01:00 0 1 mcp-server"),
			"2 of 3 helpers are close candidates (2.1 MiB of 2.1 MiB)."},
		{"too young by a second", rows(launchd, young),
			"Nothing is closable yet: the one helper is an orphan younger than 300 s; the"},
		{"too young, and others held otherwise", rows(launchd, agent, young, "101 50 09:00 0 1 mcp-server"),
			"Nothing is closable yet: the orphans of allowlisted kinds are too young."},
		{"no helper", rows(launchd, agent), "Nothing to close: there is no helper of a known kind in this table."},
		{"one live owner", rows(launchd, agent, "100 50 09:00 0 1 mcp-server"),
			"Nothing is closable: the one helper hangs from a live owner or parent."},
		{"all hang from live owners",
			rows(launchd, agent, "100 50 09:00 0 1 mcp-server", "101 50 09:00 0 1 mcp-server"),
			"Nothing is closable: both helpers hang from live owners or parents."},
		{"three hang from live owners", rows(launchd, agent, "100 50 09:00 0 1 mcp-server",
			"101 50 09:00 0 1 mcp-server", "102 50 09:00 0 1 mcp-server"),
			"Nothing is closable: all 3 helpers hang from live owners or parents."},
		{"container", rows("1 0 10:00 0 1 node server.js", old), "Nothing is closable: init is not recognised."},
		{"pid 1 twice", rows(launchd, launchd, old), "Nothing is closable: init is not recognised."},
		{"pid 1 not captured", old, "1 of 1 helper is a close candidate (100 KiB of 100 KiB)."},
		{"systemd --user", rows(launchd, "60 1 10:00 0 1 /usr/lib/systemd/systemd --user",
			"100 60 09:00 0 1 mcp-server"),
			"Nothing is closable: orphans go to an init that is not pid 1 here."},
		{"not systemd", rows(launchd, "60 1 10:00 0 1 /usr/lib/systemd/other --user", "100 60 09:00 0 1 mcp-server"),
			"Nothing is closable: the one helper hangs from a live owner or parent; below a"},
		{"started by init", rows(launchd, "100 1 9-23:59:58 0 1 mcp-server"),
			"Nothing is closable: the one helper was started by init itself: the main"},
		{"a second too young for that", rows(launchd, "100 1 9-23:59:57 0 1 mcp-server"),
			"1 of 1 helper is a close candidate (1 KiB of 1 KiB)."},
		{"unreadable rows", rows(launchd, "100 1 mcp-server"),
			"Nothing to close: there is no helper of a known kind in this table."},
		{"mostly unreadable rows", rows(launchd, "100 1 a", "101 1 - 0 1 sh"),
			"Nothing can be said: most of this table cannot be read."},
		{"mostly unreadable rows, and a helper", rows(launchd, "100 1 a", "101 1 - 0 1 mcp-server"),
			"Nothing is closable: the one helper has an age, CPU or memory column that"},
		{"not allowlisted", rows(launchd, "100 1 09:00 0 1 builderd"),
			"Nothing is closable: the one helper is an orphan of a kind that the policy does"},
		{"kept", rows(launchd, "100 1 09:00 0 1 runtimed"),
			"Nothing is closable: the one helper is of a kind to be kept."},
		{"registered", rows(launchd, "900 1 09:00 0 1 mcp-server"),
			"Nothing is closable: the one helper is registered as in use."},
		{"not registered", rows(launchd, "901 1 09:00 0 1 mcp-server"),
			"1 of 1 helper is a close candidate (1 KiB of 1 KiB)."},
		{"reused pid", rows(launchd, "100 1 09:00 0 1 mcp-server", "100 1 09:00 0 1 mcp-server"),
			"Nothing is closable: both helpers share their pids with another row of the"},
		{"unreadable", rows(launchd, "100 1 09:00 0 - mcp-server"),
			"Nothing is closable: the one helper has an age, CPU or memory column that"},
		{"unknown parent", rows(launchd, "100 77 09:00 0 1 mcp-server"),
			"Nothing is closable: the one helper has an owner that the table does not tell"},
		{"inactive owner", rows(launchd, "70 1 09:00 0 1 archive", "100 70 09:00 0 1 mcp-server"),
			"Nothing is closable: the one helper hangs from an owner whose status is not an"},
		{"two causes", rows(launchd, agent, "100 50 09:00 0 1 mcp-server", "101 1 09:00 0 1 builderd"),
			"Nothing is closable."},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, _ := strings.Cut(table(t, inputs(t, test.table, tspi.Hardened), view.Style{}), "\n")
			if got != test.want {
				t.Errorf("first line\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// Guards docs/command-line.md: what holds the others is counted, the nearest to
// closable told with how long it still takes.
func TestWhatHoldsTheOthers(t *testing.T) {
	in := inputs(t, rows(
		"1 0 10-00:00:00 0 100 /sbin/launchd",
		"50 1 20:00 0 100 agent",
		"100 1 10:00 0 100 mcp-server",
		"101 1 01:00 0 100 mcp-server",
		"102 1 04:31 0 100 mcp-server",
		"103 50 10:00 0 100 mcp-server",
		"104 77 10:00 0 100 mcp-server",
		"60 1 20:00 0 100 sh",
		"105 60 10:00 0 100 mcp-server",
		"106 100 10:00 0 100 mcp-server",
	), tspi.Hardened)
	got := table(t, in, view.Style{})
	for _, want := range []string{
		"What holds the other 6:\n",
		"  - 2 are orphans younger than 300 s; the oldest, pid 102, is old enough 29s\n    after the capture.\n",
		"  - 1 has an owner that the table does not tell (parent not in the table: 1).\n",
		"  - 3 hang from live owners or parents; 1 of them below a close candidate, to\n    be judged anew once that is gone; 1 of them below a process that has init\n    for its parent, so that the table does not tell whom to ask.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}

// Guards section 4.2 for people: a table without exactly one line for pid 1 is
// not called a container.
func TestInitRemark(t *testing.T) {
	const container, twice = "This looks like a container", "not exactly one readable line for pid 1"
	for _, test := range []struct{ name, pid1, want, not string }{
		{"another program", "1 0 10:00 0 1 node server.js", container, twice},
		{"two lines", "1 0 10:00 0 1 systemd\n1 0 10:00 0 1 systemd", twice, container},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := table(t, inputs(t, test.pid1+"\n100 1 09:00 0 1 mcp-server", tspi.Hardened), view.Style{})
			got = strings.ReplaceAll(got, "\n", " ")
			if !strings.Contains(got, test.want) || strings.Contains(got, test.not) {
				t.Errorf("want %q and not %q in\n%s", test.want, test.not, got)
			}
		})
	}
}

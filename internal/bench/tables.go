package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Shape makes a process table of n rows, the same text each time.
type Shape struct {
	Name  string
	Table func(n int, p Policy) string
}

// Shapes are the tables that speed is measured with.
func Shapes() []Shape {
	return []Shape{
		{"mix", func(n int, p Policy) string { return mixed(n, p, 0.25) }},
		{"all_helpers", func(n int, p Policy) string { return mixed(n, p, 1) }},
		{"no_helpers", func(n int, p Policy) string { return mixed(n, p, 0) }},
		{"deep", deep},
		{"fan", fan},
		{"cycle", cycle},
	}
}

// Mix is the realistic one: a quarter of the rows are helpers, most of them
// behind wrappers under a session, some orphans.
func Mix(n int, p Policy) string { return mixed(n, p, 0.25) }

// CommandAt is the column at which the command of every row begins.
const CommandAt = 41

// table writes rows whose pids ascend and whose ages fall.
type table struct {
	text strings.Builder
	rng  *rand.Rand
	p    Policy
	rows int
	n    int
	pid  int
}

func newTable(n int, p Policy) *table {
	t := &table{rng: rand.New(rand.NewPCG(7, 7)), p: p, n: n}
	t.text.Grow(n * 132)
	return t
}

// add writes a row and returns its pid.
func (t *table) add(ppid int, command string) int {
	t.pid++
	t.row(t.pid, ppid, command)
	return t.pid
}

func (t *table) row(pid, ppid int, command string) {
	age := 5_000_000 - int(4_900_000*int64(t.rows)/int64(t.n))
	etime := fmt.Sprintf("%02d-%02d:%02d:%02d", age/86400, age/3600%24, age/60%60, age%60)
	if age < 86400 {
		etime = etime[3:]
	}
	cpu := t.rng.IntN(1000) * t.rng.IntN(2) * t.rng.IntN(2)
	fmt.Fprintf(&t.text, "%7d %7d %11s %2d.%d %7d %s\n", pid, ppid, etime, cpu/10, cpu%10, 900+t.rng.IntN(400_000),
		command)
	t.rows++
}

func (t *table) full() bool { return t.rows >= t.n }

// helper is the command of a helper of a kind that the draw picks.
func (t *table) helper() string {
	kind := t.rng.IntN(len(t.p.Kinds))
	spelling := t.p.Substrings[kind][t.rng.IntN(len(t.p.Substrings[kind]))]
	switch t.rng.IntN(3) {
	case 0:
		return fmt.Sprintf("node /home/dev/.npm/_npx/%012x/node_modules/%s/dist/index.js /home/dev/src/project-%d",
			t.rng.Uint64()>>16, spelling, t.rng.IntN(90))
	case 1:
		return fmt.Sprintf("/home/dev/.cache/uv/archive-v0/%08x/bin/python /home/dev/.local/bin/%s --stdio",
			t.rng.Uint32(), spelling)
	}
	return "npm exec " + spelling + "@latest"
}

// other is the command of a process that is no helper.
func (t *table) other() string {
	switch t.rng.IntN(8) {
	case 0:
		return fmt.Sprintf("[kworker/%d:%d-events]", t.rng.IntN(64), t.rng.IntN(9))
	case 1:
		return fmt.Sprintf(
			"/opt/google/chrome/chrome --type=renderer --crashpad-handler-pid=%d --enable-crash-reporter=%08x, --change-stack-guard-on-fork=enable "+
				"--lang=en-US --num-raster-threads=4 --renderer-client-id=%d --shared-files=v8_context_snapshot_data:100", t.rng.IntN(9999), t.rng.Uint32(), t.rng.IntN(500))
	case 2:
		return "-bash"
	case 3:
		return fmt.Sprintf("sshd: dev@pts/%d", t.rng.IntN(300))
	case 4:
		return fmt.Sprintf("postgres: 14/main: app app 10.0.%d.%d(%d) idle", t.rng.IntN(255), t.rng.IntN(255),
			t.rng.IntN(60000))
	case 5:
		return "/usr/lib/systemd/systemd-logind --no-legend"
	case 6:
		return fmt.Sprintf("node /home/dev/src/project-%d/node_modules/.bin/vite --port %d", t.rng.IntN(90),
			3000+t.rng.IntN(900))
	}
	return fmt.Sprintf("/usr/bin/python3 /srv/jobs/worker.py --queue=default --concurrency=%d", t.rng.IntN(16))
}

func mixed(n int, p Policy, helpers float64) string {
	t := newTable(n, p)
	t.add(0, "/sbin/init splash")
	for !t.full() {
		shell := t.add(1, t.command(helpers, "-bash"))
		session := t.add(shell, t.command(helpers, "claude --continue"))
		for range 16 {
			up := session
			switch t.rng.IntN(8) {
			case 0:
				up = 1
			case 1:
				up = shell
			case 2:
				up = t.add(session, t.command(helpers, "sh -c exec tool"))
			}
			if t.full() {
				break
			}
			if t.rng.Float64() < helpers*1.2 {
				t.add(up, t.helper())
			} else {
				t.add(up, t.other())
			}
			t.pid += t.rng.IntN(3)
		}
	}
	return t.head(n)
}

// command is the given one, but a helper's where all rows are helpers.
func (t *table) command(helpers float64, command string) string {
	if helpers == 1 {
		return t.helper()
	}
	return command
}

// head is the first n rows: a group may end a little later.
func (t *table) head(n int) string {
	text := t.text.String()
	for ; t.rows > n; t.rows-- {
		text = text[:strings.LastIndexByte(text[:len(text)-1], '\n')+1]
	}
	return text
}

// deep is chains of a thousand processes, every fourth of them a helper.
func deep(n int, p Policy) string {
	t := newTable(n, p)
	for up := 1; !t.full(); {
		if t.rows%1000 == 0 {
			up = t.add(0, "/bin/sh -l")
		}
		up = t.add(up, t.everyFourth())
	}
	return t.head(n)
}

// fan is one parent, seven processes below the top, and all others its children.
func fan(n int, p Policy) string {
	t := newTable(n, p)
	up := t.add(0, "/bin/sh -l")
	for range 6 {
		up = t.add(up, "sh -c exec tool")
	}
	for !t.full() {
		t.add(up, t.helper())
	}
	return t.head(n)
}

// cycle is one: each process is the parent of the next, and the last of the first.
func cycle(n int, p Policy) string {
	t := newTable(n, p)
	const first = 10
	for i := range n {
		t.row(first+i, first+(i+n-1)%n, t.everyFourth())
	}
	return t.text.String()
}

func (t *table) everyFourth() string {
	if t.rows%4 == 0 {
		return t.helper()
	}
	return t.other()
}

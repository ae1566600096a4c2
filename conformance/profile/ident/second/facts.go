package second

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

type (
	text  = shape.Maybe[string]
	whole = shape.Maybe[int64]
)

// facts are what section 1 lists, commands left out: they decide nothing.
type facts struct {
	host    host
	records []record
	look    look
}

type host struct {
	platform, scope string
	boot            text
	pid             int64
	pgid            whole
}

type record struct {
	id, kind, origin string
	scope, boot      text
	pid              whole
	token, from      text
	pgid             whole
	command          text
}

// look is what was seen of processes and groups.
type look struct {
	observations []observation
	groups       []group
}

type observation struct {
	pid     int64
	state   string
	token   text
	pgid    whole
	probe   text
	command text
}

type group struct {
	pgid  int64
	probe text
}

func pid() shape.Type { return shape.AtLeast(1) }

func probe() shape.Type { return shape.OrNull(shape.Word("ok", "esrch", "eperm")) }

// isToken is section 1's token; the mutants of it are asked for by on.
func isToken(s string, on On) bool {
	mechanism, value, found := strings.Cut(s, ":")
	if on.Is("token-cut-at-last-colon") {
		at := strings.LastIndexByte(s, ':')
		if found = at >= 0; found {
			mechanism, value = s[:at], s[at+1:]
		}
	}
	if on.Is("token-without-mechanism") {
		found, mechanism, value = true, "any", s
	}
	longest := 128
	if on.Is("token-of-any-length") {
		longest = len(value)
	}
	if !found || mechanism == "" || len(mechanism) > 16 || len(value) > longest {
		return false
	}
	if value == "" && !on.Is("token-without-value") {
		return false
	}
	for _, c := range []byte(mechanism) {
		capital := 'A' <= c && c <= 'Z' && on.Is("token-mechanism-in-capitals")
		if !strict.IsDigit(c) && (c < 'a' || 'z' < c) && c != '-' && !capital {
			return false
		}
	}
	for _, c := range []byte(value) {
		if c < ' ' || '~' < c || c == ' ' && on.Is("token-blanks-refused") {
			return false
		}
	}
	return true
}

// kinds are the types of section 1, with the way that its objects take further members.
type kinds struct {
	object func(...shape.Member) shape.Type
	on     On
}

func (k kinds) token() shape.Type {
	return shape.OrNull(shape.Matching(func(s string) bool { return isToken(s, k.on) }))
}

func (k kinds) observations() shape.Type {
	return shape.Array(k.object(
		shape.Required("pid", pid()),
		shape.Required("state", shape.Word("running", "zombie", "absent", "unreadable")),
		shape.Required("start_token", k.token()),
		shape.Required("pgid", shape.OrNull(pid())),
		shape.Required("probe", probe()),
		shape.Required("command", shape.OrNull(shape.Text())),
	))
}

func (k kinds) groups() shape.Type {
	return shape.Array(k.object(shape.Required("pgid", pid()), shape.Required("probe", probe())))
}

func factsType(on On) shape.Type {
	k := kinds{shape.Object, on}
	low := int64(1)
	if on.Is("pid-zero-accepted") {
		low = 0
	}
	id := shape.OrNull(shape.ID())
	return shape.Object(
		shape.Required("host", shape.Object(
			shape.Required("platform", shape.Word("linux", "macos", "bsd", "windows", "other")),
			shape.Required("scope", shape.ID()),
			shape.Required("boot_id", id),
			shape.Required("own_pid", pid()),
			shape.Required("own_pgid", shape.OrNull(pid())),
		)),
		shape.Required("records", shape.Array(shape.Object(
			shape.Required("id", shape.ID()),
			shape.Required("kind", shape.Word("grant", "job")),
			shape.Required("origin", shape.Word("in_process", "durable")),
			shape.Required("scope", id),
			shape.Required("boot_id", id),
			shape.Required("pid", shape.OrNull(shape.AtLeast(low))),
			shape.Required("start_token", k.token()),
			shape.Required("token_from", shape.OrNull(shape.Word("spawn", "snapshot", "later", "command_match"))),
			shape.Required("pgid", shape.OrNull(pid())),
			shape.Required("command", shape.OrNull(shape.Text())),
		)).Keyed("id")),
		shape.Required("observations", k.observations()),
		shape.Required("groups", k.groups()),
	)
}

func readFacts(v strict.Value) facts {
	o, _ := v.(strict.Object)
	h := o.Object("host")
	f := facts{host: host{
		platform: h.Text("platform"), scope: h.Text("scope"), boot: shape.TextAt(h, "boot_id"),
		pid: shape.WholeAt(h, "own_pid").V, pgid: shape.WholeAt(h, "own_pgid"),
	}, look: readLook(o)}
	for _, r := range shape.ObjectsAt(o, "records") {
		f.records = append(f.records, record{
			id: r.Text("id"), kind: r.Text("kind"), origin: r.Text("origin"),
			scope: shape.TextAt(r, "scope"), boot: shape.TextAt(r, "boot_id"), pid: shape.WholeAt(r, "pid"),
			token: shape.TextAt(r, "start_token"), from: shape.TextAt(r, "token_from"),
			pgid: shape.WholeAt(r, "pgid"), command: shape.TextAt(r, "command"),
		})
	}
	return f
}

func readLook(o strict.Object) look {
	var l look
	for _, seen := range shape.ObjectsAt(o, "observations") {
		l.observations = append(l.observations, observation{
			pid: shape.WholeAt(seen, "pid").V, state: seen.Text("state"), token: shape.TextAt(seen, "start_token"),
			pgid: shape.WholeAt(seen, "pgid"), probe: shape.TextAt(seen, "probe"),
			command: shape.TextAt(seen, "command"),
		})
	}
	for _, probed := range shape.ObjectsAt(o, "groups") {
		l.groups = append(l.groups, group{shape.WholeAt(probed, "pgid").V, shape.TextAt(probed, "probe")})
	}
	return l
}

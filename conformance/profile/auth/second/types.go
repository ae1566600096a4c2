package second

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// incarnation and identity are equal when all their members are (section 1).
type incarnation struct {
	pid         int64
	token, boot string
}

type identity struct {
	store, job, generation, owner, thread, origin, receipt string
	supervisor                                             incarnation
}

type scope struct {
	backend                string
	root, required, mounts []string
	network                string
	seconds                int64
}

type launch struct {
	generation, digest string
	scope              scope
}

type snapshot struct {
	version    int64
	operations []string
	jobs       []identity
	launches   []scope
}

var operations = []string{"launch", "read_output", "stop", "ack", "continue"}

// types are section 1's types.
type types struct{ on On }

func pid() shape.Type { return shape.Between(1, 1<<31-1) }

func incarnationMembers() []shape.Member {
	return []shape.Member{
		shape.Required("pid", pid()), shape.Required("start_token", shape.ID()), shape.Required("boot_id", shape.ID()),
	}
}

func incarnationType() shape.Type { return shape.Object(incarnationMembers()...) }

func identityType() shape.Type {
	var members []shape.Member
	for _, name := range []string{"store", "job_id", "generation", "owner", "thread", "origin", "receipt_id"} {
		members = append(members, shape.Required(name, shape.ID()))
	}
	return shape.Object(append(members, shape.Required("supervisor", incarnationType()))...)
}

func (t types) ids(low, high int) shape.Type {
	if t.on.Is("arrays-of-any-size") {
		low, high = 0, -1
	}
	return shape.Array(shape.ID()).Sized(low, high).Distinct(shape.Encoded)
}

func (t types) scope() shape.Type {
	least := int64(1)
	if t.on.Is("no-runtime-at-all") {
		least = 0
	}
	return shape.Object(
		shape.Required("backend", shape.Word("bash", "python", "external")),
		shape.Required("root", t.ids(1, 16)),
		shape.Required("required", t.ids(1, 16)),
		shape.Required("mounts", t.ids(0, 16)),
		shape.Required("network", shape.Word("none", "inherit")),
		shape.Required("max_runtime_s", shape.AtLeast(least)),
	)
}

func (t types) launch() shape.Type {
	return shape.Object(
		shape.Required("generation", shape.ID()),
		shape.Required("input_digest", shape.Hash()),
		shape.Required("scope", t.scope()),
	)
}

func operationSet() shape.Type {
	return shape.Array(shape.Word(operations...)).Distinct(shape.Encoded)
}

// identityKey is what two equal Identities have in common, scopeKey two equal Scopes.
func identityKey(v strict.Value) string {
	o, _ := v.(strict.Object)
	j := readIdentity(o)
	return strings.Join([]string{
		j.store, j.job, j.generation, j.owner, j.thread, j.origin, j.receipt, j.supervisor.key(),
	}, " ")
}

func (i incarnation) key() string {
	return strings.Join([]string{strconv.FormatInt(i.pid, 10), i.token, i.boot}, " ")
}

func (t types) scopeKey(v strict.Value) string {
	o, _ := v.(strict.Object)
	return readScope(o).key(t.on)
}

func (s scope) key(on On) string {
	required, mounts := slices.Clone(s.required), slices.Clone(s.mounts)
	if !on.Is("required-in-order") {
		slices.Sort(required)
		slices.Sort(mounts)
	}
	root := s.root
	if on.Is("root-in-any-order") {
		root = slices.Sorted(slices.Values(root))
	}
	network := s.network
	if on.Is("network-not-compared") {
		network = ""
	}
	return strings.Join([]string{
		s.backend, strings.Join(root, ","), strings.Join(required, ","), strings.Join(mounts, ","), network,
		strconv.FormatInt(s.seconds, 10),
	}, " ")
}

func (t types) snapshot() shape.Type {
	highest := int64(4)
	if t.on.Is("any-version") {
		highest = shape.MaxInteger
	}
	return shape.Object(
		shape.Required("version", shape.Between(1, highest)),
		shape.Required("operations", operationSet()),
		shape.Required("jobs", shape.Array(identityType()).Distinct(identityKey)),
		shape.Required("launches", shape.Array(t.scope()).Distinct(t.scopeKey)),
	)
}

func (t types) request() shape.Type {
	return shape.Object(
		shape.Required("id", shape.ID()),
		shape.Required("operation", shape.Word(operations...)),
		shape.Required("owner", shape.ID()),
		shape.Required("thread", shape.ID()),
		shape.Required("selector", shape.OrNull(shape.ID())),
		shape.Required("expected", shape.OrNull(identityType())),
		shape.Required("launch", shape.OrNull(t.launch())),
		shape.Required("approval", shape.OrNull(shape.ID())),
		shape.Required("granted", t.snapshot()),
		shape.Required("parent", shape.OrNull(t.snapshot())),
		shape.Required("text", shape.OrNull(shape.Text())),
	)
}

// store is a store of entries by a key, which may be unreadable, and so may be each body.
func (t types) store(key string, members ...shape.Member) shape.Type {
	body := shape.OrNull(shape.Object(members...))
	entries := shape.Array(shape.Object(shape.Required(key, shape.ID()), shape.Required("body", body))).Keyed(key)
	return shape.OrNull(entries)
}

func (t types) facts() shape.Type {
	unknown := shape.OrNull(shape.Bool())
	process := append(incarnationMembers(),
		shape.Required("verdict", shape.Word("owned", "gone", "foreign", "unverifiable")))
	processes := shape.Array(shape.Object(process...)).Distinct(func(v strict.Value) string {
		o, _ := v.(strict.Object)
		return readIncarnation(o).key()
	})
	if t.on.Is("processes-by-pid") {
		processes = processes.Distinct(func(v strict.Value) string {
			o, _ := v.(strict.Object)
			return strconv.FormatInt(readIncarnation(o).pid, 10)
		})
	}
	return shape.Object(
		shape.Required("store", shape.ID()),
		shape.Required("requests", shape.Array(t.request()).Keyed("id")),
		shape.Required("records", t.store("job_id",
			shape.Required("identity", identityType()),
			shape.Required("status", shape.OrNull(shape.Word("running", "done", "failed"))),
			shape.Required("acknowledged", unknown))),
		shape.Required("publications", t.store("generation",
			shape.Required("job", shape.OrNull(identityType())), shape.Required("authority", shape.Hash()))),
		shape.Required("sidecars", t.store("job_id",
			shape.Required("job", identityType()), shape.Required("authority", shape.Hash()))),
		shape.Required("receipts", t.store("receipt_id",
			shape.Required("generation", shape.ID()), shape.Required("owner", shape.ID()),
			shape.Required("thread", shape.ID()),
			shape.Required("supervisor", incarnationType()), shape.Required("external", unknown))),
		shape.Required("processes", processes),
		shape.Required("approvals", shape.Array(shape.Object(
			shape.Required("id", shape.ID()), shape.Required("digest", shape.Hash()), shape.Required("used", unknown),
		)).Keyed("id")),
		shape.Required("roots", shape.Array(shape.Object(
			shape.Required("id", shape.ID()), shape.Required("live", unknown), shape.Required("control", unknown),
		)).Keyed("id")),
	)
}

// claim is section 6's table. The strictness of section 1 holds for it too.
func (t types) claim() shape.Type {
	return shape.Object(shape.Required("log", shape.Array(shape.Object(
		shape.Required("request", shape.ID()),
		shape.Required("verdict", shape.Word(admitMutation, admitRead, noop, refuse)),
		shape.Required("resource", shape.OrNull(identityType())),
		shape.Required("launch", shape.OrNull(t.launch())),
		shape.Required("approval", shape.OrNull(shape.Object(
			shape.Required("id", shape.ID()), shape.Required("digest", shape.Hash())))),
		shape.Required("signalled", shape.Array(incarnationType())),
		shape.Required("updated", shape.Array(shape.ID())),
		shape.Required("ceiling", shape.OrNull(shape.Object(
			shape.Required("operations", operationSet()),
			shape.Required("jobs", shape.Array(identityType()).Distinct(identityKey)),
			shape.Required("launches", shape.Array(t.scope()).Distinct(t.scopeKey)),
		))),
	))))
}

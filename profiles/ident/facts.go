package ident

import (
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Facts are what was recorded and what was seen (section 1). A nil pointer is unknown.
type Facts struct {
	Host         Host
	Records      []Record
	Observations []Observation
	Groups       []Group
}

// Host is the observer.
type Host struct {
	Platform string // linux, macos, bsd, windows, other
	Scope    string
	BootID   *string
	OwnPID   int64
	OwnPGID  *int64
}

// Record is one process as it was written down at first. Its command decides nothing and
// is not kept.
type Record struct {
	ID         string
	Kind       string // grant, job
	Origin     string // in_process, durable
	Scope      *string
	BootID     *string
	PID        *int64
	StartToken *string // mechanism:value
	TokenFrom  *string // spawn, snapshot, later, command_match
	PGID       *int64
}

// Observation is one look at one pid.
type Observation struct {
	PID        int64
	State      string // running, zombie, absent, unreadable
	StartToken *string
	PGID       *int64
	Probe      *string // ok, esrch, eperm
}

// Group is one probe of one process group.
type Group struct {
	PGID  int64
	Probe *string // as in an [Observation]
}

// ReadFacts reads the facts. The error is a *[law.InputError] with the pointer of the
// offending value.
func ReadFacts(document strict.Value) (*Facts, error) {
	r := reader{law.Reader{Input: "facts", Code: CodeInputInvalid}}
	f := r.Fields(r.Document(law.Root(document)), "host", "records", "observations", "groups")
	facts := &Facts{Host: r.host(f.Take("host"))}
	seen := map[string]bool{}
	for _, at := range r.List(f.Take("records")) {
		record := r.record(at)
		if seen[record.ID] {
			r.FailWith(law.Place{Pointer: at.Pointer + "/id", Found: true},
				"an earlier record has this id; ids are unique")
		}
		seen[record.ID] = true
		facts.Records = append(facts.Records, record)
	}
	facts.Observations = r.observations(f.Take("observations"))
	facts.Groups = r.groups(f.Take("groups"))
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return facts, nil
}

// reader reads what section 1 lists, in facts and in a claim's events.
type reader struct{ law.Reader }

func (r *reader) host(at law.Place) Host {
	f := r.Fields(at, "platform", "scope", "boot_id", "own_pid", "own_pgid")
	return Host{
		Platform: r.Word(f.Take("platform"), linux, "macos", "bsd", windows, other),
		Scope:    r.ID(f.Take("scope")),
		BootID:   law.OrNull(f.Take("boot_id"), r.ID),
		OwnPID:   r.pid(f.Take("own_pid")),
		OwnPGID:  law.OrNull(f.Take("own_pgid"), r.pid),
	}
}

// recordMembers are the ten members of a record; an update of a claim names one of them.
func recordMembers() []string {
	return []string{"id", "kind", "origin", "scope", "boot_id", "pid", "start_token", "token_from", "pgid", "command"}
}

func (r *reader) record(at law.Place) Record {
	f := r.Fields(at, recordMembers()...)
	record := Record{
		ID:         r.ID(f.Take("id")),
		Kind:       r.Word(f.Take("kind"), "grant", job),
		Origin:     r.Word(f.Take("origin"), inProcess, "durable"),
		Scope:      law.OrNull(f.Take("scope"), r.ID),
		BootID:     law.OrNull(f.Take("boot_id"), r.ID),
		PID:        law.OrNull(f.Take("pid"), r.pid),
		StartToken: law.OrNull(f.Take("start_token"), r.token),
		TokenFrom:  law.OrNull(f.Take("token_from"), r.tokenFrom),
		PGID:       law.OrNull(f.Take("pgid"), r.pid),
	}
	law.OrNull(f.Take("command"), r.String)
	return record
}

func (r *reader) observations(at law.Place) []Observation {
	var observations []Observation
	for _, at := range r.List(at) {
		f := r.Fields(at, "pid", "state", "start_token", "pgid", "probe", "command")
		observations = append(observations, Observation{
			PID:        r.pid(f.Take("pid")),
			State:      r.Word(f.Take("state"), "running", stateZombie, stateAbsent, stateUnreadable),
			StartToken: law.OrNull(f.Take("start_token"), r.token),
			PGID:       law.OrNull(f.Take("pgid"), r.pid),
			Probe:      law.OrNull(f.Take("probe"), r.probe),
		})
		law.OrNull(f.Take("command"), r.String)
	}
	return observations
}

func (r *reader) groups(at law.Place) []Group {
	var groups []Group
	for _, at := range r.List(at) {
		f := r.Fields(at, "pgid", "probe")
		groups = append(groups, Group{r.pid(f.Take("pgid")), law.OrNull(f.Take("probe"), r.probe)})
	}
	return groups
}

func (r *reader) pid(at law.Place) int64 { return r.Whole(at, 1, law.MaxInteger) }

func (r *reader) probe(at law.Place) string { return r.Word(at, probeOK, probeESRCH, probeEPERM) }

func (r *reader) tokenFrom(at law.Place) string {
	return r.Word(at, "spawn", "snapshot", fromLater, fromCommandMatch)
}

// token reads mechanism:value.
func (r *reader) token(at law.Place) string {
	s, ok := at.Value.(string)
	if !ok || !isToken(s) {
		r.Fail(at, "a token, mechanism:value")
		return ""
	}
	return s
}

const (
	maxMechanism  = 16
	maxTokenValue = 128
)

func isToken(s string) bool {
	mechanism, value, ok := strings.Cut(s, ":")
	if !ok || mechanism == "" || len(mechanism) > maxMechanism || value == "" || len(value) > maxTokenValue {
		return false
	}
	for i := range len(mechanism) {
		if c := mechanism[i]; !strict.IsDigit(c) && c != '-' && (c < 'a' || 'z' < c) {
			return false
		}
	}
	for i := range len(value) {
		if c := value[i]; c < ' ' || '~' < c {
			return false
		}
	}
	return true
}

// mechanismOf names the reader of a token and its format.
func mechanismOf(token string) string {
	mechanism, _, _ := strings.Cut(token, ":")
	return mechanism
}

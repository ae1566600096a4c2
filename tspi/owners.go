package tspi

import (
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
)

// Owners is an owner taxonomy (contract, section 1).
type Owners struct {
	Hints          []OwnerHint
	ActiveStatuses []string
	ReleaseTargets []ReleaseTarget
	InitNames      []string
	Registered     []RegisteredHelper
}

// OwnerHint gives an owner status to commands that hold a substring.
type OwnerHint struct {
	Substring string
	Status    string
}

// ReleaseTarget names whom a release request for an owner status goes to.
type ReleaseTarget struct {
	Status string
	Target string
}

// RegisteredHelper is a helper that a registry knows to be in use.
type RegisteredHelper struct {
	PID         Integer
	CommandHash string // 16 lowercase hex digits, or empty for any command
}

// ReadOwners reads an owner_classes document; {} is a good one. The error is an
// *[InputError].
func ReadOwners(document Value, level Level) (*Owners, error) {
	r := newReader(InputOwnerClasses, level)
	f := r.Fields(r.Document(law.Root(document)),
		"owner_hints", "active_owner_status_values", "owner_release_targets", "init_names", "registered_helpers")
	o := &Owners{ActiveStatuses: r.activeStatuses(f.Take("active_owner_status_values")), InitNames: defaultInitNames()}

	for _, at := range r.Items(f.Take("owner_hints")) {
		h := r.Fields(at, "substring", "status")
		o.Hints = append(o.Hints, OwnerHint{
			Substring: r.Text(r.Need(h.Take("substring"), "a non-empty string")),
			Status:    r.status(r.Need(h.Take("status"), "a name")),
		})
	}
	o.ReleaseTargets = r.releaseTargets(f.Take("owner_release_targets"))
	if level.IsHardened() {
		if names := r.Texts(f.Take("init_names")); len(names) > 0 {
			o.InitNames = names
		}
		for _, at := range r.Items(f.Take("registered_helpers")) {
			o.Registered = append(o.Registered, r.registered(at))
		}
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return o, nil
}

// activeStatuses reads an array of names; absent or empty means the default.
func (r *reader) activeStatuses(at law.Place) []string {
	var statuses []string
	for _, item := range r.Items(at) {
		statuses = append(statuses, r.status(item))
	}
	if len(statuses) == 0 {
		return defaultActiveStatuses()
	}
	return statuses
}

func (r *reader) releaseTargets(at law.Place) []ReleaseTarget {
	if !at.Found {
		return nil
	}
	object, ok := at.Value.(Object)
	if !ok {
		r.Fail(at, "an object")
	}
	var targets []ReleaseTarget
	for _, m := range object {
		here := law.Place{Pointer: at.Pointer + "/" + strict.EscapeToken(m.Name), Value: m.Value, Found: true}
		r.name(law.Place{Pointer: here.Pointer, Value: m.Name, Found: true})
		targets = append(targets, ReleaseTarget{m.Name, r.name(here)})
	}
	return targets
}

func (r *reader) registered(at law.Place) RegisteredHelper {
	f := r.Fields(at, "pid", "command_hash")
	pid := r.Need(f.Take("pid"), "an integer")
	h := RegisteredHelper{}
	var ok bool
	if h.PID, ok = AsInteger(pid.Value); !ok {
		r.Fail(pid, "an integer")
	}
	if hash := f.Take("command_hash"); hash.Found {
		h.CommandHash, ok = hash.Value.(string)
		if !ok || !guard.IsCommandHash(h.CommandHash) {
			r.Fail(hash, "16 lowercase hex digits")
		}
	}
	return h
}

// releaseTarget returns whom to ask for a status, nil where nobody is named.
func (o *Owners) releaseTarget(status string) *string {
	for i := range o.ReleaseTargets {
		if o.ReleaseTargets[i].Status == status {
			return &o.ReleaseTargets[i].Target
		}
	}
	return nil
}

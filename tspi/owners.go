package tspi

import "github.com/tspi-dev/harness/internal/strict"

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
	r := &reader{input: InputOwnerClasses, level: level}
	f := r.fields(r.document(place{value: document, found: true}),
		"owner_hints", "active_owner_status_values", "owner_release_targets", "init_names", "registered_helpers")
	o := &Owners{ActiveStatuses: r.activeStatuses(f.take("active_owner_status_values")), InitNames: defaultInitNames()}

	for _, at := range r.items(f.take("owner_hints")) {
		h := r.fields(at, "substring", "status")
		o.Hints = append(o.Hints, OwnerHint{
			Substring: r.text(r.need(h.take("substring"), "a non-empty string")),
			Status:    r.status(r.need(h.take("status"), "a name")),
		})
	}
	o.ReleaseTargets = r.releaseTargets(f.take("owner_release_targets"))
	if level.hardened() {
		if names := r.texts(f.take("init_names")); len(names) > 0 {
			o.InitNames = names
		}
		for _, at := range r.items(f.take("registered_helpers")) {
			o.Registered = append(o.Registered, r.registered(at))
		}
	}
	if err := r.fault(); err != nil {
		return nil, err
	}
	return o, nil
}

// activeStatuses reads an array of names; absent or empty means the default.
func (r *reader) activeStatuses(at place) []string {
	var statuses []string
	for _, item := range r.items(at) {
		statuses = append(statuses, r.status(item))
	}
	if len(statuses) == 0 {
		return defaultActiveStatuses()
	}
	return statuses
}

func (r *reader) releaseTargets(at place) []ReleaseTarget {
	if !at.found {
		return nil
	}
	object, ok := at.value.(Object)
	if !ok {
		r.fail(at, "an object")
	}
	var targets []ReleaseTarget
	for _, m := range object {
		here := place{at.pointer + "/" + strict.EscapeToken(m.Name), m.Value, true}
		r.name(place{here.pointer, m.Name, true})
		targets = append(targets, ReleaseTarget{m.Name, r.name(here)})
	}
	return targets
}

func (r *reader) registered(at place) RegisteredHelper {
	f := r.fields(at, "pid", "command_hash")
	pid := r.need(f.take("pid"), "an integer")
	h := RegisteredHelper{}
	var ok bool
	if h.PID, ok = AsInteger(pid.value); !ok {
		r.fail(pid, "an integer")
	}
	if hash := f.take("command_hash"); hash.found {
		h.CommandHash, ok = hash.value.(string)
		if !ok || !isCommandHash(h.CommandHash) {
			r.fail(hash, "16 lowercase hex digits")
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

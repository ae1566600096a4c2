package generators

import (
	"slices"
	"strings"
)

// Policy is a pressure_policy document (contract, section 1).
type Policy struct {
	Kinds         []Kind
	KeepKinds     []string
	MinAgeSeconds int64 // 0 leaves it out
}

// Kind is one kind of helper. Zero values are left out of the document.
type Kind struct {
	Name            string
	Match           []string
	Exclude         []string
	Allowlisted     bool
	Budget          *int64
	KeepOwnerStatus string
}

// Owners is an owner_classes document. Zero values are left out.
type Owners struct {
	Hints          []Hint
	ActiveStatuses []string
	ReleaseTargets map[string]string
	InitNames      []string
	Registered     []Registered
}

// Hint gives a status to commands that hold a substring.
type Hint struct {
	Substring string
	Status    string
}

// Registered is a helper that a registry knows to be in use.
type Registered struct {
	PID         int32
	CommandHash string
}

// MinAge is the age that holds, the default included.
func (p *Policy) MinAge() int64 {
	if p.MinAgeSeconds == 0 {
		return 300
	}
	return p.MinAgeSeconds
}

// kindOf is the first kind that takes a command, nil for none, titles and pids
// aside. Core knows no exclude substrings.
func (p *Policy) kindOf(command string, excludes bool) *Kind {
	holds := func(s string) bool { return strings.Contains(command, s) }
	for i := range p.Kinds {
		k := &p.Kinds[i]
		if slices.ContainsFunc(k.Match, holds) && (!excludes || !slices.ContainsFunc(k.Exclude, holds)) {
			return k
		}
	}
	return nil
}

// keeps reports whether a kind is in keep_kinds.
func (p *Policy) keeps(k *Kind) bool { return slices.Contains(p.KeepKinds, k.Name) }

// active are the active owner statuses, the default included.
func (o *Owners) active() []string {
	if len(o.ActiveStatuses) == 0 {
		return []string{statusSession, statusParent, statusOwner}
	}
	return o.ActiveStatuses
}

// inits are the names of inits, the default included.
func (o *Owners) inits() []string {
	if len(o.InitNames) == 0 {
		return []string{"launchd", "systemd", "init", "tini", "docker-init", "dumb-init", "catatonit", "s6-svscan", "runit", "openrc-init"}
	}
	return o.InitNames
}

// keepStatus is the owner status of the kind where it is kept, the default included.
func (k *Kind) keepStatus() string {
	if k.KeepOwnerStatus == "" {
		return "runtime"
	}
	return k.KeepOwnerStatus
}

// hint is the status of the first hint in a command, else none.
func (o *Owners) hint(command string) string {
	for _, h := range o.Hints {
		if strings.Contains(command, h.Substring) {
			return h.Status
		}
	}
	return ""
}

// named is the first kind of a name, nil for none.
func (p *Policy) named(name string) *Kind {
	if i := slices.IndexFunc(p.Kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &p.Kinds[i]
	}
	return nil
}

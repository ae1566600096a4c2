package tspi

import (
	"slices"
	"strings"
)

// Policy is a pressure_policy document (contract, section 1).
type Policy struct {
	Kinds         []Kind
	KeepKinds     []string
	MinAgeSeconds int64 // 0 leaves it out
	// Launchers, ValueOptions and GenericNames take the place of section 3's lists: nil
	// leaves one out, an empty list is one without a name.
	Launchers    []string `json:",omitzero"`
	ValueOptions []string `json:",omitzero"`
	GenericNames []string `json:",omitzero"`
}

// Kind is one kind of helper. Zero values are left out of the document.
type Kind struct {
	Name            string
	Match           []string
	MatchAt         string `json:",omitzero"` // [AtCommand], [AtProgram] or nothing
	Require         []string
	Exclude         []string
	Allowlisted     bool
	Budget          *int64
	KeepOwnerStatus string
}

// Where the match substrings of a kind are looked for (section 3).
const (
	AtCommand = "command"
	AtProgram = "program"
)

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
// aside. Core knows no programs, and neither require nor exclude substrings.
func (p *Policy) kindOf(command string, hardened bool) *Kind {
	program, searched := "", false
	for i := range p.Kinds {
		k := &p.Kinds[i]
		text := command
		if hardened && k.MatchAt == AtProgram {
			if !searched {
				program, searched = p.search(command).program(p), true
			}
			text = program
		}
		if holdsAny(text, k.Match) && (!hardened || k.permits(command)) {
			return k
		}
	}
	return nil
}

// permits is what else section 3 asks of a command whose match substring was found.
func (k *Kind) permits(command string) bool {
	return (len(k.Require) == 0 || holdsAny(command, k.Require)) && !holdsAny(command, k.Exclude)
}

func holdsAny(text string, substrings []string) bool {
	return slices.ContainsFunc(substrings, func(s string) bool { return strings.Contains(text, s) })
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
		return []string{"launchd", "systemd", "init", "tini", "docker-init", "dumb-init", "catatonit", "s6-svscan",
			"runit", "openrc-init"}
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

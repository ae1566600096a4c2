package tspi

import "github.com/tspi-dev/harness/internal/law"

// Policy is a helper-kind policy (contract, section 1).
type Policy struct {
	// Kinds in the order in which they are tried.
	Kinds []Kind
	// MinAgeSeconds is the youngest age of a close candidate, at least 1.
	MinAgeSeconds Integer
	// Launchers, ValueOptions and GenericNames are the words by which the program
	// of a command is found (section 3). Empty means none.
	Launchers, ValueOptions, GenericNames []string
}

// Kind is one kind of helper.
type Kind struct {
	Name            string
	Match           []string // a command is of the kind when it, or its program, holds one of these,
	MatchAt         MatchAt  // which of the two; empty means the command
	Require         []string // and, where there are any, the command one of these,
	Exclude         []string // and none of these
	Allowlisted     bool
	Budget          *Integer // helpers of one owner status that are no pressure; nil: any number
	Keep            bool     // the kind is in keep_kinds
	KeepOwnerStatus string
}

func (k *Kind) looksInProgram() bool { return k.MatchAt == MatchAtProgram }

// ReadPolicy reads a pressure_policy document. The error is an *[InputError]; a
// policy that authorizes process signals is refused with
// TSPI_PROCESS_SIGNAL_FORBIDDEN, but only when nothing else is wrong with it.
func ReadPolicy(document Value, level Level) (*Policy, error) {
	r := newReader(InputPressurePolicy, level)
	f := r.Fields(r.Document(law.Root(document)),
		"kinds", "keep_kinds", "min_age_seconds", "launchers", "value_options", "generic_names",
		"process_signal_authorized")
	p := &Policy{MinAgeSeconds: NewInteger(DefaultMinAgeSeconds)}

	kinds := r.Need(f.Take("kinds"), "an array of objects")
	byName := map[string][]int{} // indexes of kinds
	for i, at := range r.Items(kinds) {
		k := r.kind(at, byName)
		p.Kinds = append(p.Kinds, k)
		byName[k.Name] = append(byName[k.Name], i)
	}
	if level.IsHardened() && len(p.Kinds) == 0 {
		r.FailWith(kinds, "want at least one kind: an empty policy would read as \"no helpers\"")
	}
	for _, at := range r.Items(f.Take("keep_kinds")) {
		r.keep(at, p.Kinds, byName)
	}
	if at := f.Take("min_age_seconds"); at.Found {
		p.MinAgeSeconds = r.Integer(at, 1)
	}
	if level.IsHardened() {
		p.Launchers = r.textsOr(f.Take("launchers"), defaultLaunchers)
		p.ValueOptions = r.textsOr(f.Take("value_options"), defaultValueOptions)
		p.GenericNames = r.textsOr(f.Take("generic_names"), defaultGenericNames)
	}
	at := f.Take("process_signal_authorized")
	if authorized := r.Bool(at); authorized && !r.Failed() {
		r.FailWith(at, "a policy must not authorize process signals; remove the field or set it to false")
		r.Recode(CodeProcessSignal)
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return p, nil
}

func (r *reader) kind(at law.Place, earlier map[string][]int) Kind {
	listed := []string{"kind", "match_substrings", "match_at", "require_substrings", "exclude_substrings",
		"allowlisted", "budget",
		"keep_owner_status"}
	f := r.Fields(at, listed...)
	name := f.Take("kind")
	k := Kind{
		Name:            r.name(r.Need(name, "a name")),
		Match:           r.Texts(r.Need(f.Take("match_substrings"), "an array of strings")),
		MatchAt:         MatchAtCommand,
		Allowlisted:     r.Bool(f.Take("allowlisted")),
		KeepOwnerStatus: defaultKeepStatus,
	}
	if r.level.IsHardened() {
		if at := f.Take("match_at"); at.Found {
			k.MatchAt = r.matchAt(at)
		}
		k.Require = r.Texts(f.Take("require_substrings"))
		k.Exclude = r.Texts(f.Take("exclude_substrings"))
		if len(earlier[k.Name]) > 0 {
			r.FailWith(name, "this kind is listed a second time; merge the two")
		}
	}
	if at := f.Take("budget"); at.Found {
		budget := r.Integer(at, 0)
		k.Budget = &budget
	}
	if at := f.Take("keep_owner_status"); at.Found {
		k.KeepOwnerStatus = r.status(at)
	}
	return k
}

func (r *reader) matchAt(at law.Place) MatchAt {
	switch at.Value {
	case string(MatchAtCommand):
		return MatchAtCommand
	case string(MatchAtProgram):
		return MatchAtProgram
	}
	r.Fail(at, `"command" or "program"`)
	return ""
}

// keep marks the kinds that an entry of keep_kinds names: one in the hardened law,
// any number of the same name in core.
func (r *reader) keep(at law.Place, kinds []Kind, byName map[string][]int) {
	named := byName[r.name(at)]
	for _, i := range named {
		if kinds[i].Keep {
			break // an earlier entry has marked them all
		}
		kinds[i].Keep = true
	}
	if len(named) == 0 && r.level.IsHardened() {
		r.FailWith(at, "no kind of this policy has this name")
	}
}

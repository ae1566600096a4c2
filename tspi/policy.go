package tspi

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
	r := &reader{input: InputPressurePolicy, level: level}
	f := r.fields(r.document(place{value: document, found: true}),
		"kinds", "keep_kinds", "min_age_seconds", "launchers", "value_options", "generic_names", "process_signal_authorized")
	p := &Policy{MinAgeSeconds: NewInteger(DefaultMinAgeSeconds)}

	kinds := r.need(f.take("kinds"), "an array of objects")
	byName := map[string][]int{} // indexes of kinds
	for i, at := range r.items(kinds) {
		k := r.kind(at, byName)
		p.Kinds = append(p.Kinds, k)
		byName[k.Name] = append(byName[k.Name], i)
	}
	if level.hardened() && len(p.Kinds) == 0 {
		r.failWith(kinds, "want at least one kind: an empty policy would read as \"no helpers\"")
	}
	for _, at := range r.items(f.take("keep_kinds")) {
		r.keep(at, p.Kinds, byName)
	}
	if at := f.take("min_age_seconds"); at.found {
		p.MinAgeSeconds = r.integer(at, 1)
	}
	if level.hardened() {
		p.Launchers = r.textsOr(f.take("launchers"), defaultLaunchers)
		p.ValueOptions = r.textsOr(f.take("value_options"), defaultValueOptions)
		p.GenericNames = r.textsOr(f.take("generic_names"), defaultGenericNames)
	}
	at := f.take("process_signal_authorized")
	if authorized := r.bool(at); authorized && r.err == nil {
		r.failWith(at, "a policy must not authorize process signals; remove the field or set it to false")
		r.err.Code = CodeProcessSignal
	}
	if err := r.fault(); err != nil {
		return nil, err
	}
	return p, nil
}

func (r *reader) kind(at place, earlier map[string][]int) Kind {
	listed := []string{"kind", "match_substrings", "match_at", "require_substrings", "exclude_substrings", "allowlisted", "budget",
		"keep_owner_status"}
	f := r.fields(at, listed...)
	name := f.take("kind")
	k := Kind{
		Name:            r.name(r.need(name, "a name")),
		Match:           r.texts(r.need(f.take("match_substrings"), "an array of strings")),
		MatchAt:         MatchAtCommand,
		Allowlisted:     r.bool(f.take("allowlisted")),
		KeepOwnerStatus: defaultKeepStatus,
	}
	if r.level.hardened() {
		if at := f.take("match_at"); at.found {
			k.MatchAt = r.matchAt(at)
		}
		k.Require = r.texts(f.take("require_substrings"))
		k.Exclude = r.texts(f.take("exclude_substrings"))
		if len(earlier[k.Name]) > 0 {
			r.failWith(name, "this kind is listed a second time; merge the two")
		}
	}
	if at := f.take("budget"); at.found {
		budget := r.integer(at, 0)
		k.Budget = &budget
	}
	if at := f.take("keep_owner_status"); at.found {
		k.KeepOwnerStatus = r.status(at)
	}
	return k
}

func (r *reader) matchAt(at place) MatchAt {
	switch at.value {
	case string(MatchAtCommand):
		return MatchAtCommand
	case string(MatchAtProgram):
		return MatchAtProgram
	}
	r.fail(at, `"command" or "program"`)
	return ""
}

// keep marks the kinds that an entry of keep_kinds names: one in the hardened law,
// any number of the same name in core.
func (r *reader) keep(at place, kinds []Kind, byName map[string][]int) {
	named := byName[r.name(at)]
	for _, i := range named {
		if kinds[i].Keep {
			break // an earlier entry has marked them all
		}
		kinds[i].Keep = true
	}
	if len(named) == 0 && r.level.hardened() {
		r.failWith(at, "no kind of this policy has this name")
	}
}

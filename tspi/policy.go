package tspi

// Policy is a helper-kind policy (contract, section 1).
type Policy struct {
	// Kinds in the order in which they are tried.
	Kinds []Kind
	// MinAgeSeconds is the youngest age of a close candidate, at least 1.
	MinAgeSeconds Integer
}

// Kind is one kind of helper.
type Kind struct {
	Name            string
	Match           []string // a command is of the kind when it holds one of these,
	Exclude         []string // and none of these
	Allowlisted     bool
	Budget          *Integer // helpers of one owner status that are no pressure; nil: any number
	Keep            bool     // the kind is in keep_kinds
	KeepOwnerStatus string
}

// ReadPolicy reads a pressure_policy document. The error is an *[InputError]; a
// policy that authorizes process signals is refused with
// TSPI_PROCESS_SIGNAL_FORBIDDEN, but only when nothing else is wrong with it.
func ReadPolicy(document Value, level Level) (*Policy, error) {
	r := &reader{input: InputPressurePolicy, level: level}
	f := r.fields(r.document(place{value: document, found: true}),
		"kinds", "keep_kinds", "min_age_seconds", "process_signal_authorized")
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
	listed := []string{"kind", "match_substrings", "exclude_substrings", "allowlisted", "budget", "keep_owner_status"}
	f := r.fields(at, listed...)
	name := f.take("kind")
	k := Kind{
		Name:            r.name(r.need(name, "a name")),
		Match:           r.texts(r.need(f.take("match_substrings"), "an array of strings")),
		Allowlisted:     r.bool(f.take("allowlisted")),
		KeepOwnerStatus: defaultKeepStatus,
	}
	if r.level.hardened() {
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

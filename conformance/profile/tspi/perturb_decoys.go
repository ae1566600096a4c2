package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// decoyPrefix begins the names of kinds that match nothing.
const decoyPrefix = "decoy-"

func isDecoy(kind strict.Object) bool {
	return strings.HasPrefix(kind.Text("kind"), decoyPrefix)
}

// addDecoys adds entries that match nothing to the policy and the taxonomy, so
// that those of the case are not always the first few.
func (p *perturbation) addDecoys() {
	for range p.few(6) {
		decoy := strict.Object{
			{Name: "kind", Value: decoyPrefix + p.token()},
			{Name: "match_substrings", Value: strict.Array{p.token(), p.token(), p.token(), p.token()}},
		}
		if p.level == law.Hardened && p.rng.IntN(2) == 0 {
			decoy = append(decoy, strict.Member{Name: "match_at", Value: "program"})
		}
		p.insertInto(docPolicy, "kinds", decoy)
	}
	for range p.few(8) {
		p.insertInto(docOwners, "owner_hints", strict.Object{
			{Name: "substring", Value: p.token()}, {Name: "status", Value: "decoy_owner"},
		})
	}
	p.addRegisteredDecoys()
	policy, _ := p.problem.document(docPolicy).(strict.Object)
	kinds, ok := policy.At("kinds").(strict.Array)
	if !ok {
		return
	}
	kinds = slices.Clone(kinds)
	for i, kind := range kinds {
		object, _ := kind.(strict.Object)
		if isDecoy(object) {
			continue
		}
		for _, name := range []string{"match_substrings", "require_substrings", "exclude_substrings"} {
			// an empty one asks for nothing
			if texts, ok := object.At(name).(strict.Array); ok && (len(texts) > 0 || name != "require_substrings") {
				object = object.With(name, p.withDecoys(texts))
			}
		}
		kinds[i] = object
	}
	policy = policy.With("kinds", kinds)
	for _, name := range []string{"launchers", "value_options", "generic_names"} {
		if words, ok := policy.At(name).(strict.Array); ok {
			policy = policy.With(name, p.withDecoys(words))
		}
	}
	p.problem.set(docPolicy, policy)
}

// withDecoys is a list with words that nobody has among its own.
func (p *perturbation) withDecoys(words strict.Array) strict.Array {
	words = slices.Clone(words)
	for range p.few(5) {
		words = slices.Insert(words, p.rng.IntN(len(words)+1), strict.Value(p.token()))
	}
	return words
}

// few is a number below n, and at times more than anybody's constant.
func (p *perturbation) few(n int) int {
	if p.rng.IntN(300) == 0 {
		return 1_050 + p.rng.IntN(200)
	}
	return p.rng.IntN(n)
}

// addRegisteredDecoys adds entries to a registry that register nothing: pids that
// no process has, and the wrong hash for pids that are registered. Then the
// order of the registry, which means nothing, is drawn.
func (p *perturbation) addRegisteredDecoys() {
	owners, _ := p.problem.document(docOwners).(strict.Object)
	helpers, ok := owners.At("registered_helpers").(strict.Array)
	if !ok {
		return
	}
	taken := p.fixedNumbers()
	for _, number := range p.numbers() {
		taken[number] = true
	}
	decoy := func(pid strict.Value) strict.Value {
		return strict.Object{{Name: "pid", Value: pid}, {Name: "command_hash", Value: tspi.CommandHash(p.token())}}
	}
	helpers = slices.Clone(helpers)
	for _, helper := range slices.Clone(helpers) {
		if object, ok := helper.(strict.Object); ok {
			helpers = append(helpers, decoy(object.At("pid")))
		}
	}
	for range p.rng.IntN(6) {
		helpers = append(helpers, decoy(strict.Number(p.freshPID(taken))))
	}
	p.rng.Shuffle(len(helpers), func(i, j int) { helpers[i], helpers[j] = helpers[j], helpers[i] })
	many := strict.Array{}
	if p.rng.IntN(2) == 0 { // more than anybody's constant, before those that count or behind
		size := 129 + p.rng.IntN(60)
		if p.rng.IntN(12) == 0 {
			size += 1_000
		}
		for range size {
			many = append(many, strict.Object{{Name: "pid", Value: strict.Number(p.freshPID(taken))}})
		}
	}
	if p.rng.IntN(2) == 0 {
		many, helpers = helpers, many
	}
	p.problem.set(docOwners, owners.With("registered_helpers", append(many, helpers...)))
}

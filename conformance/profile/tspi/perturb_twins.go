package tspi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// A reader that tidies a text, searches more loosely or tells names apart by less than all of their bytes is
// right about every table that shows no difference. So policy and taxonomy get twins of what a case looks for:
// texts that the law holds to be others, and that a tidied, folded or looser reading takes for the same.

// addTwins adds twins wherever they certainly change nothing: a twin of a substring stands nowhere in the
// table, and a twin of a name names nothing.
func (p *perturbation) addTwins() {
	if p.expect.Refused != nil {
		return // what is refused is refused for where it stands
	}
	policy, isPolicy := p.problem.document(docPolicy).(strict.Object)
	kinds, hasKinds := policy.At("kinds").(strict.Array)
	if isPolicy && hasKinds {
		p.problem.set(docPolicy, p.withTwinKinds(policy, kinds))
	}
	if owners, ok := p.problem.document(docOwners).(strict.Object); ok {
		p.problem.set(docOwners, p.withTwinsOfOwners(owners))
	}
}

// withTwinKinds puts before the kinds of a policy others whose only substring is a twin of one of theirs, and
// gives the exclude substrings of each twins of what it matches.
func (p *perturbation) withTwinKinds(policy strict.Object, kinds strict.Array) strict.Object {
	names := map[string]bool{}
	for _, kind := range kinds {
		object, _ := kind.(strict.Object)
		names[object.Text("kind")] = true
	}
	own, twinKinds, kept := slices.Clone(kinds), strict.Array{}, strict.Array{}
	for i, kind := range own {
		object, _ := kind.(strict.Object)
		if isDecoy(object) {
			continue
		}
		matches, _ := object.At("match_substrings").(strict.Array)
		for range min(2, len(matches)) {
			text, _ := matches[p.rng.IntN(len(matches))].(string)
			if twin, ok := p.twinOf(text); ok {
				excludes, given := object.At("exclude_substrings").(strict.Array)
				if given || p.level == law.Hardened {
					object = object.With("exclude_substrings", append(slices.Clone(excludes), twin))
				}
			}
			if twin, ok := p.twinOf(text); ok {
				twinKinds = append(twinKinds, strict.Object{{Name: "kind", Value: decoyPrefix + p.token()},
					{Name: "match_substrings", Value: strict.Array{twin}}})
			}
		}
		own[i] = object
		if twin := twinName(object.Text("kind")); twin != "" && !names[twin] {
			names[twin] = true
			allowlisted, _ := object.At("allowlisted").(bool)
			twinKinds = append(twinKinds,
				strict.Object{{Name: "kind", Value: twin}, {Name: "match_substrings", Value: strict.Array{p.token()}},
					{Name: "allowlisted", Value: !allowlisted}, {Name: "budget", Value: strict.Int(0)}})
			kept = append(kept, twin)
		}
	}
	if p.rng.IntN(2) == 0 {
		policy = policy.With("kinds", append(twinKinds, own...))
	} else { // the last of two names wins in a map that takes both for one
		policy = policy.With("kinds", append(own, twinKinds...))
	}
	if keep, ok := policy.At("keep_kinds").(strict.Array); ok || policy.At("keep_kinds") == nil && p.rng.IntN(2) == 0 {
		policy = policy.With("keep_kinds", append(slices.Clone(keep), kept...))
	}
	return policy
}

// withTwinsOfOwners gives a taxonomy hints that occur nowhere, statuses that nobody has, and init names that
// pid 1 is not called.
func (p *perturbation) withTwinsOfOwners(owners strict.Object) strict.Object {
	if hints, ok := owners.At("owner_hints").(strict.Array); ok {
		var twins strict.Array
		for _, hint := range hints {
			object, _ := hint.(strict.Object)
			if object.Text("status") == "decoy_owner" {
				continue
			}
			if twin, ok := p.twinOf(object.Text("substring")); ok {
				twins = append(twins,
					strict.Object{{Name: "substring", Value: twin}, {Name: "status", Value: "twin_owner"}})
			}
		}
		owners = owners.With("owner_hints", append(twins, hints...))
	}
	if active, ok := owners.At("active_owner_status_values").(strict.Array); ok && len(active) > 0 {
		owners = owners.With("active_owner_status_values",
			append(slices.Clone(active), twinName(tspi.StatusUnknownParent)))
	}
	if inits, ok := owners.At("init_names").(strict.Array); ok && len(inits) > 0 {
		inits = slices.Clone(inits)
		for _, line := range p.plain {
			first, _, _ := strings.Cut(line.command, " ")
			if name := first[strings.LastIndexByte(first, '/')+1:]; line.pid == "1" && name != "" {
				inits = append(inits, name+" ", profile.FullWidth(name), name+"*", "^"+name+"$")
			}
		}
		owners = owners.With("init_names", inits)
	}
	if targets, ok := owners.At("owner_release_targets").(strict.Object); ok {
		for _, target := range slices.Clone(targets) {
			if twin := twinName(target.Name); twin != "" && targets.At(twin) == nil {
				targets = append(slices.Clone(targets), strict.Member{Name: twin, Value: "twin_target"})
			}
		}
		owners = owners.With("owner_release_targets", targets)
	}
	return owners
}

// twinOf draws a twin of a substring, and reports whether it occurs nowhere in the table.
func (p *perturbation) twinOf(text string) (string, bool) {
	if text == "" {
		return "", false
	}
	twins := profile.Twins(text)
	twin := twins[p.rng.IntN(len(twins))]
	return twin, !strings.Contains(p.problem.PSText, twin)
}

// twinName is another name that a reader takes for the same who folds letter case, or "" where there is none.
// Of a name without small letters it is the one with other separators.
func twinName(name string) string {
	if twin := strings.ToUpper(name); twin != name {
		return twin
	}
	if twin := strings.NewReplacer("-", "_", "_", "-").Replace(name); twin != name {
		return twin
	}
	return ""
}

// addRemarks puts a remark beside the members of objects of policy and taxonomy, which every reader ignores
// (contract, section 1): whoever reads an object by what else stands in it reads it otherwise then.
func (p *perturbation) addRemarks() {
	if p.expect.Refused != nil || p.rng.IntN(2) == 0 {
		return
	}
	for _, place := range [][2]string{{docPolicy, "kinds"}, {docOwners, "owner_hints"},
		{docOwners, "registered_helpers"}} {
		document, _ := p.problem.document(place[0]).(strict.Object)
		array, ok := document.At(place[1]).(strict.Array)
		if !ok {
			continue
		}
		array = slices.Clone(array)
		for i := range array {
			object, _ := array[i].(strict.Object)
			if object != nil && object.At("description") == nil {
				array[i] = object.With("description", fmt.Sprintf("%s, by %s", p.token(), p.token()))
			}
		}
		p.problem.set(place[0], document.With(place[1], array))
	}
}

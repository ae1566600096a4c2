package conformance

import "strings"

// Clause is one rule of the contract that cases, standing checks and reports
// name: its section, and a word for the rule in it.
type Clause struct {
	ID   string // as "4.init": section 4, the rule about unrecognised inits
	Rule string // the rule in one sentence, for people who read a report
}

// Section returns the number of the contract's section, as "4".
func (c Clause) Section() string {
	section, _, _ := strings.Cut(c.ID, ".")
	return section
}

// ClauseOf returns the clause with that id.
func ClauseOf(id string) (Clause, bool) {
	for _, c := range Clauses() {
		if c.ID == id {
			return c, true
		}
	}
	return Clause{}, false
}

// Clauses returns every clause, in the contract's order.
func Clauses() []Clause {
	return []Clause{
		{"0.json", "JSON is read strictly, and an integer has neither fraction nor exponent."},
		{"1.table", "process_table.json holds ps_text, a string with at least one row."},
		{"1.policy", "pressure_policy.json has the listed fields, types and defaults."},
		{"1.owners", "owner_classes.json has the listed fields, types and defaults."},
		{"1.names", "Names are short and plain, and launchd_detached is reserved."},
		{"1.fields", "Fields that are not listed are refused."},
		{"1.signal", "A policy must not authorize process signals."},
		{"2.lines", "Lines, comments, blank lines and columns are split as section 2 says."},
		{"2.pid", "pid and ppid are ASCII digits, at most 2147483647."},
		{"2.etime", "etime is [[dd-]hh:]mm:ss or bare seconds."},
		{"2.pcpu", "pcpu is one to nine digits, optionally a point or comma and one to nine digits."},
		{"2.header", "A header names exactly the six columns; other dialects are refused."},
		{"2.malformed", "Lines that are no rows are counted by cause and never echoed."},
		{"2.unreadable", "An unreadable row keeps its place and is never a close candidate."},
		{"3.match", "The first entry of kinds with a matching substring decides the kind."},
		{"3.program", "The program of a command is what runs: no folder, argument, prompt or address."},
		{"3.lists", "launchers, value_options and generic_names replace those of section 3."},
		{"3.require", "Where a kind has require substrings, one must occur in the command."},
		{"3.exclude", "An exclude substring takes a command out of a kind."},
		{"3.title", "Process titles, and pids 0 and 1, have no kind."},
		{"4.keep", "A kept kind has its keep_owner_status."},
		{"4.detached", "A helper whose ppid is 1 is detached."},
		{"4.init", "Under an unrecognised init nothing is detached."},
		{"4.started", "What init started is not detached."},
		{"4.hops", "A chain visits at most eight processes."},
		{"4.cycle", "A chain ends where it comes back to a process it visited."},
		{"4.missing", "A chain ends at a pid that no row has."},
		{"4.ambiguous", "A chain ends at a pid that several rows have."},
		{"4.stale", "A chain ends at a parent that is younger than its child."},
		{"4.hint", "The first owner hint in a visited command gives the status and ends the chain."},
		{"4.ancestor", "A chain ends at an ancestor whose own ppid is 1."},
		{"5.keep", "A kept kind is kept."},
		{"5.reuse", "A pid that several rows have requires an owner check."},
		{"5.unreadable", "An unreadable row requires an owner check."},
		{"5.registered", "A registered helper requires an owner check."},
		{"5.orphan", "A detached helper of an allowlisted kind and sufficient age is a close candidate."},
		{"5.detached", "Any other detached helper requires an owner check."},
		{"5.active", "A helper of an active owner requires an owner check."},
		{"5.unresolved", "A helper without a resolved owner requires an owner check."},
		{"6.rows", "The inventory names each helper once, in table order, with the listed fields."},
		{"6.summary", "The summary counts the rows, the groups and the skipped lines."},
		{"6.groups", "Helpers of active owners over a budget are grouped by kind and owner status."},
		{"6.request", "A release request asks the owner, and nothing else."},
		{"6.relief", "A relief receipt says what could be done, and that nothing was."},
		{"7.preview", "No key that carries a command, and no command_hash that is none."},
		{"7.signal", "No key that claims a process signal."},
		{"7.path", "No absolute path of a host."},
		{"8.input", "An audit's input is a claim with thresholds or with the whole fixture."},
		{"8.shape", "A claim that is not well formed is called so, and judged all the same."},
		{"8.identity", "A closing row names one process, once, that is a known helper."},
		{"8.active", "A closing row must not be a helper of an active owner."},
		{"8.unknown", "A closing row must be a detached, allowlisted orphan that nobody keeps or registers."},
		{"8.premature", "A closing row needs a known age of at least min_age_seconds."},
		{"8.contradicts", "Each claimed row agrees with the table, and no helper is left out."},
		{"8.vocabulary", "A decision is one of the three."},
		{"8.groups", "A group recommends to ask the owner, and nothing else."},
		{"8.overclaim", "A release request keeps its promises and claims no ending of a process."},
		{"8.summary", "A claim's numbers agree with what they count."},
		{"8.redaction", "The redaction guard holds for a claim."},
		{"8.leak", "No string of a claim holds a piece of a command of the table."},
		{"9.cases", "Each of the eight negative cases raises its own code, and no other."},
		{"10.manifest", "A bundle has one readable manifest, the pinned one where it is pinned."},
		{"10.relation", "A module's relation is one of the three verified ones."},
		{"10.class", "A module's material class is one of the five public ones."},
		{"10.boundary", "A module's body is copied, and stands in no receipt."},
		{"10.refs", "path and target_ref name the same file."},
		{"10.missing", "The declared body is there."},
		{"10.digest", "Both digests are there, well formed and right."},
		{"10.anchor", "Every required anchor occurs in the body."},
		{"10.escape", "The target is a plain file of its own under source_modules."},
		{"10.duplicate", "Module ids and targets stand once."},
		{"10.undeclared", "Every file under source_modules is declared."},
		{"10.unreadable", "A body is UTF-8 and within the limit."},
		{"10.body", "A body holds no home folder and no preview word."},
		{"11.run", "A run passes only when everything it judges does."},
		{"11.record", "A record holds refs, hashes, counts and verdicts, and no path or command."},
		{"protocol", "One strict JSON object answers each request, with its id and either ok or error."},
		{"standing", "Every answer fits its schema, names each helper once, leaks nothing and survives our audit."},
	}
}

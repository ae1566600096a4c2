package tspi

// rowFacts is what a claimed row is judged by: its own values, or, in the
// hardened law with a fixture, the values derived from the table.
type rowFacts struct {
	ownerStatus string
	ppidIsOne   bool
	allowlisted bool
	shielded    bool // kept or registered
	age         Integer
	hasAge      bool
}

func ownFacts(row Object) rowFacts {
	f := rowFacts{allowlisted: isTrue(row, "allowlist_matched")}
	f.ownerStatus, _ = stringAt(row, "owner_status")
	ppid, ok := integerAt(row, "ppid")
	f.ppidIsOne = ok && ppid == NewInteger(1)
	f.age, f.hasAge = integerAt(row, "age_s")
	return f
}

func (d *derived) facts(right *InventoryRow, row *Row) rowFacts {
	f := rowFacts{
		ownerStatus: right.OwnerStatus,
		ppidIsOne:   right.PPID == 1,
		allowlisted: right.AllowlistMatched,
		shielded:    right.Decision == DecisionKeep || d.classifier.isRegistered(row),
	}
	if right.AgeS != nil {
		f.age, f.hasAge = NewInteger(*right.AgeS), true
	}
	return f
}

// rowFindings raises the first code of section 8 that applies to each row, the
// word about its vocabulary, and the rows that a claim leaves out.
func (g *grounds) rowFindings() []Finding {
	var findings []Finding
	hardened := g.level.hardened()
	claimed := g.claim.pidCounts()
	var unclaimed map[agreement]int
	if hardened && g.fixture != nil {
		unclaimed = g.fixture.agreements()
	}
	for _, row := range g.claim.rows.objects {
		raise := func(code Code) { findings = append(findings, newFinding(code, SubjectRow, rowSubject(row))) }
		inVocabulary := isOneOf(row, "decision",
			string(DecisionSafeClose), string(DecisionOwnerCheck), string(DecisionKeep))
		if hardened && !inVocabulary {
			raise(CodeDecisionVocabulary)
		}
		closing := isOneOf(row, "decision", string(DecisionSafeClose)) || hardened && !inVocabulary
		if code := g.closingCode(row, claimed); closing && code != "" {
			raise(code)
		} else if hardened && g.fixture != nil && inVocabulary && !take(row, unclaimed) {
			raise(CodeRowContradicts)
		}
	}
	if hardened && g.fixture != nil {
		for pid, indexes := range g.fixture.byPID {
			if claimed[NewInteger(int64(pid)).String()] < len(indexes) {
				findings = append(findings, newFinding(CodeRowContradicts, SubjectRow, NewInteger(int64(pid)).String()))
			}
		}
	}
	return findings
}

// pidCounts counts the rows of each pid, by the pid's digits.
func (c *claim) pidCounts() map[string]int {
	counts := make(map[string]int, len(c.rows.objects))
	for _, row := range c.rows.objects {
		if pid, ok := integerAt(row, "pid"); ok {
			counts[pid.String()]++
		}
	}
	return counts
}

// closingCode returns the first of codes 1 to 4 that applies to a closing row,
// else none.
func (g *grounds) closingCode(row Object, claimed map[string]int) Code {
	facts := ownFacts(row)
	if g.level.hardened() {
		pid, ok := integerAt(row, "pid")
		if !ok || claimed[pid.String()] > 1 {
			return CodeUnknownOwnerKill
		}
		if g.fixture != nil {
			right, process := g.fixture.only(pid)
			if right == nil {
				return CodeUnknownOwnerKill
			}
			facts = g.fixture.facts(right, process)
		}
	}
	switch {
	case g.active[facts.ownerStatus]:
		return CodeActiveOwnerKill
	case facts.ownerStatus != StatusDetached, !facts.ppidIsOne, !facts.allowlisted, facts.shielded:
		return CodeUnknownOwnerKill
	case g.premature(row, facts):
		return CodePrematureClose
	}
	return ""
}

// premature tells the ages that forbid closing. Core knows only numbers that are
// too small, whatever their spelling; the hardened law wants an integer.
func (g *grounds) premature(row Object, facts rowFacts) bool {
	if g.level.hardened() || facts.hasAge {
		return !facts.hasAge || facts.age.Cmp(g.minAge) < 0
	}
	age, _ := row.Get("age_s")
	n, ok := age.(Number)
	return ok && n.below(g.minAge)
}

func rowSubject(row Object) string {
	if pid, ok := integerAt(row, "pid"); ok {
		return pid.String()
	}
	return "row"
}

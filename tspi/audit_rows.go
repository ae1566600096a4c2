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
	hardened := g.level.IsHardened()
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
		findings = append(findings, g.missingRows(claimed)...)
	}
	return findings
}

// missingRows raises a finding for each pid that the claim has in fewer rows than
// the derived inventory.
func (g *grounds) missingRows(claimed pidCounts) []Finding {
	var findings []Finding
	right := pidCounts{}
	for i := range g.fixture.inventory.Rows {
		right[claimedPID{small: int64(g.fixture.inventory.Rows[i].PID)}]++
	}
	for pid, count := range right {
		if claimed[pid] < count {
			findings = append(findings, newFinding(CodeRowContradicts, SubjectRow, NewInteger(pid.small).String()))
		}
	}
	return findings
}

// pidCounts counts rows by their pid.
type pidCounts map[claimedPID]int

// claimedPID is a pid of a claim, which may be any integer, as a key: in digits
// where it leaves int64.
type claimedPID struct {
	small int64
	large string
}

func claimedPIDOf(pid Integer) claimedPID {
	if n, fits := pid.Int64(); fits {
		return claimedPID{small: n}
	}
	return claimedPID{large: pid.String()}
}

func (c *claim) pidCounts() pidCounts {
	counts := make(pidCounts, len(c.rows.objects))
	for _, row := range c.rows.objects {
		if pid, ok := integerAt(row, "pid"); ok {
			counts[claimedPIDOf(pid)]++
		}
	}
	return counts
}

// closingCode returns the first of codes 1 to 4 that applies to a closing row,
// else none.
func (g *grounds) closingCode(row Object, claimed pidCounts) Code {
	facts := ownFacts(row)
	if g.level.IsHardened() {
		pid, ok := integerAt(row, "pid")
		if !ok || claimed[claimedPIDOf(pid)] > 1 {
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
	if g.level.IsHardened() || facts.hasAge {
		return !facts.hasAge || facts.age.Cmp(g.minAge) < 0
	}
	age, _ := row.Get("age_s")
	n, ok := age.(Number)
	return ok && n.Below(g.minAge)
}

func rowSubject(row Object) string {
	if pid, ok := integerAt(row, "pid"); ok {
		return pid.String()
	}
	return "row"
}

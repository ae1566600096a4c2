package ident

// verdict gives the first row of section 2's table that holds for a record.
func (l *look) verdict(r *Record) (Verdict, Reason) {
	if v, reason, settled := l.records.withoutLook(r); settled {
		return v, reason
	}
	s := l.observations[*r.PID]
	switch o := s.one(); {
	case s.count == 0:
		return Unverifiable, NotObserved
	case o == nil:
		return Unverifiable, Ambiguous
	case o.State == stateUnreadable:
		return Unverifiable, Unreadable
	case o.State == stateAbsent && !isProbe(o.Probe, probeESRCH):
		return Unverifiable, AbsenceUnproven
	case o.State == stateAbsent:
		return Gone, Absent
	case isProbe(o.Probe, probeESRCH):
		return Unverifiable, ProbeContradicts
	case o.StartToken == nil:
		return Unverifiable, TokenUnread
	case mechanismOf(*o.StartToken) != mechanismOf(*r.StartToken):
		return Unverifiable, TokenIncomparable
	case *o.StartToken != *r.StartToken:
		return Foreign, TokenDiffers
	case o.State == stateZombie:
		return Owned, Zombie
	default:
		return Owned, TokenEqual
	}
}

// withoutLook gives the rows 1 to 8, which need no look. Where it settles nothing, the
// record has a pid and a token.
func (x *recordIndex) withoutLook(r *Record) (v Verdict, reason Reason, settled bool) {
	switch {
	case r.Scope == nil || *r.Scope != x.host.Scope:
		return Unverifiable, OtherScope, true
	case r.BootID != nil && x.host.BootID != nil && *r.BootID != *x.host.BootID:
		return Gone, OtherBoot, true
	case r.PID == nil:
		return Unverifiable, NoPID, true
	case r.StartToken == nil:
		return Unverifiable, NoToken, true
	case r.TokenFrom == nil:
		return Unverifiable, TokenSourceUnknown, true
	case *r.TokenFrom == fromLater:
		return Unverifiable, TokenLater, true
	case *r.TokenFrom == fromCommandMatch:
		return Unverifiable, CommandMatch, true
	case (r.BootID == nil || x.host.BootID == nil) && tokensRecur(x.host.Platform):
		return Unverifiable, BootUnknown, true
	}
	return "", "", false
}

// tokensRecur tells the platforms where tokens count from boot.
func tokensRecur(platform string) bool { return platform == linux || platform == other }

package tspi

// verdict is what section 5 says of one helper.
type verdict struct {
	decision Decision
	reason   Reason
}

// decide takes the first row of section 5's table that holds.
func (c *classifier) decide(row *Row, kind *Kind, way chain) verdict {
	hardened := c.level.IsHardened()
	switch {
	case kind.Keep:
		return verdict{DecisionKeep, ReasonKeep}
	case hardened && c.table.byPID.find(row.PID).several():
		return verdict{DecisionOwnerCheck, ReasonPIDReuse}
	case hardened && row.Unreadable:
		return verdict{DecisionOwnerCheck, ReasonUnreadable}
	case hardened && c.isRegistered(row):
		return verdict{DecisionOwnerCheck, ReasonRegistered}
	case way.detached() && kind.Allowlisted && row.HasAge && NewInteger(row.Age).Cmp(c.policy.MinAgeSeconds) >= 0:
		return verdict{DecisionSafeClose, ReasonOrphan}
	case way.detached():
		return verdict{DecisionOwnerCheck, ReasonDetached}
	case c.isActive(way.status):
		return verdict{DecisionOwnerCheck, ReasonActiveOwner}
	}
	return verdict{DecisionOwnerCheck, ReasonOwnerUnsolved}
}

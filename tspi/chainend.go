package tspi

// endCode is a [ChainEnd] in one byte: a table keeps one for each of its rows.
type endCode uint8

const (
	walkOn endCode = iota // the walk has not ended
	endKeepKind
	endDetached
	endUnrecognisedInit
	endStartedByInit
	endHopLimit
	endCycle
	endMissingParent
	endAmbiguousPID
	endStaleLink
	endOwnerHint
	endDetachedAncestor
)

var chainEnds = [...]ChainEnd{
	endKeepKind:         EndKeepKind,
	endDetached:         EndDetached,
	endUnrecognisedInit: EndUnrecognisedInit,
	endStartedByInit:    EndStartedByInit,
	endHopLimit:         EndHopLimit,
	endCycle:            EndCycle,
	endMissingParent:    EndMissingParent,
	endAmbiguousPID:     EndAmbiguousPID,
	endStaleLink:        EndStaleLink,
	endOwnerHint:        EndOwnerHint,
	endDetachedAncestor: EndDetachedAncestor,
}

func (e endCode) chainEnd() ChainEnd { return chainEnds[e] }

package tspi

import (
	"cmp"
	"slices"
)

// PressureGroup is a set of helpers of one kind under one active owner status
// that is larger than the kind's budget (contract, section 6).
type PressureGroup struct {
	ProcessKind         string         `json:"process_kind"`
	OwnerStatus         string         `json:"owner_status"`
	Budget              Integer        `json:"budget"`
	Count               int            `json:"count"`
	ExcessCount         int            `json:"excess_count"` // Count - Budget, at least 1
	OldestAgeS          *int64         `json:"oldest_age_s"` // of the known ages, else null
	NewestAgeS          *int64         `json:"newest_age_s"`
	RecommendedAction   string         `json:"recommended_action"`
	Safety              GroupSafety    `json:"safety"`
	OwnerReleaseRequest ReleaseRequest `json:"owner_release_request"`

	*GroupChains // nil in an inventory by the core law
}

// GroupSafety is what a pressure group promises.
type GroupSafety struct {
	NoProcessSignalSent       bool `json:"no_process_signal_sent"`
	OwnerMustReleaseOwnHelper bool `json:"owner_must_release_own_helper"`
}

// GroupChains is what the hardened law tells of the members' chains.
type GroupChains struct {
	// DetachedAncestorCount is how many members hang from a process under init: no
	// live owner may be there to ask.
	DetachedAncestorCount int `json:"detached_ancestor_count"`
}

// ReleaseRequest is a helper_owner_release_request_v1: it asks an owner to let
// go, and can do nothing else.
type ReleaseRequest struct {
	Schema            string        `json:"schema"`
	ProcessKind       string        `json:"process_kind"`
	OwnerStatus       string        `json:"owner_status"`
	TargetOwner       *string       `json:"target_owner"` // from owner_release_targets, else null
	PressureMode      string        `json:"pressure_mode"`
	ProcessCount      int           `json:"process_count"`
	ExcessCount       int           `json:"excess_count"`
	PermittedAction   string        `json:"permitted_action"`
	RequestedAction   string        `json:"requested_action"`
	Result            string        `json:"result"`
	OwnerReleaseRoute string        `json:"owner_release_route"`
	Safety            RequestSafety `json:"safety"`
}

// RequestSafety is the four promises of a release request.
type RequestSafety struct {
	NoProcessSignalSent       bool `json:"no_process_signal_sent"`
	NoUnknownOwnerKilled      bool `json:"no_unknown_owner_killed"`
	NoActiveSessionTerminated bool `json:"no_active_session_terminated"`
	OwnerMustReleaseOwnHelper bool `json:"owner_must_release_own_helper"`
}

// The fixed values of groups and requests, as the audit knows them too.
const (
	actionRequestRelease = "request_owner_release"
	actionAskOwner       = "ask_owner_to_release"
	actionReleaseLease   = "release_tool_lease"
	resultRequested      = "requested"
	pressureModeDegraded = "degraded"
)

type groupKey struct{ kind, status name }

type groupMembers struct {
	kind              *Kind
	count             int
	oldest, newest    *int64
	detachedAncestors int
}

// pressureGroups gathers helpers of live owners by kind and owner status.
type pressureGroups map[groupKey]*groupMembers

func (g pressureGroups) add(key groupKey, h helper, kind *Kind) {
	m := g[key]
	if m == nil {
		m = &groupMembers{kind: kind}
		g[key] = m
	}
	m.count++
	if h.row.HasAge {
		m.addAges(&h.row.Age, &h.row.Age)
	}
	if h.way.end == endDetachedAncestor {
		m.detachedAncestors++
	}
}

// addAges takes the ages of the oldest and the newest of some helpers, nil where none
// is known.
func (m *groupMembers) addAges(oldest, newest *int64) {
	if m.oldest == nil || oldest != nil && *m.oldest < *oldest {
		m.oldest = oldest
	}
	if m.newest == nil || newest != nil && *m.newest > *newest {
		m.newest = newest
	}
}

// join adds the helpers of other rows.
func (g pressureGroups) join(others pressureGroups) {
	for key, o := range others {
		m := g[key]
		if m == nil {
			g[key] = o
			continue
		}
		m.count += o.count
		m.detachedAncestors += o.detachedAncestors
		m.addAges(o.oldest, o.newest)
	}
}

// overBudget returns the groups to emit, in the contract's order: largest
// excess, largest count, kind, status.
func (g pressureGroups) overBudget(c *classifier) []PressureGroup {
	groups := []PressureGroup{}
	for key, m := range g {
		if m.kind.Budget == nil || NewInteger(int64(m.count)).Cmp(*m.kind.Budget) <= 0 {
			continue
		}
		groups = append(groups, c.pressureGroup(key, m))
	}
	slices.SortFunc(groups, func(a, b PressureGroup) int {
		return cmp.Or(
			cmp.Compare(b.ExcessCount, a.ExcessCount),
			cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.ProcessKind, b.ProcessKind),
			cmp.Compare(a.OwnerStatus, b.OwnerStatus),
		)
	})
	return groups
}

func (c *classifier) pressureGroup(key groupKey, m *groupMembers) PressureGroup {
	budget, _ := m.kind.Budget.Int64() // below the count, so it fits
	excess := m.count - int(budget)
	kind, status := c.names.text(key.kind), c.names.text(key.status)
	group := PressureGroup{
		ProcessKind:       kind,
		OwnerStatus:       status,
		Budget:            *m.kind.Budget,
		Count:             m.count,
		ExcessCount:       excess,
		OldestAgeS:        m.oldest,
		NewestAgeS:        m.newest,
		RecommendedAction: actionRequestRelease,
		Safety:            GroupSafety{true, true},
		OwnerReleaseRequest: ReleaseRequest{
			Schema:            SchemaReleaseRequest,
			ProcessKind:       kind,
			OwnerStatus:       status,
			TargetOwner:       c.owners.releaseTarget(status),
			PressureMode:      pressureModeDegraded,
			ProcessCount:      m.count,
			ExcessCount:       excess,
			PermittedAction:   actionAskOwner,
			RequestedAction:   actionReleaseLease,
			Result:            resultRequested,
			OwnerReleaseRoute: OwnerReleaseRoute,
			Safety:            RequestSafety{true, true, true, true},
		},
	}
	if c.level.IsHardened() {
		group.GroupChains = &GroupChains{m.detachedAncestors}
	}
	return group
}

package tspi

// Owner statuses that the law itself gives; all others come from the owner
// taxonomy or from keep_owner_status (contract, section 4).
const (
	StatusDetached      = "launchd_detached"
	StatusActiveParent  = "active_parent_process"
	StatusUnknownParent = "unknown_parent_process"

	// Two more are active unless the taxonomy says otherwise.
	statusActiveSession = "active_session_chain"
	statusActiveOwner   = "active_owner_chain"
)

// Decision is what may be done with a helper (section 5).
type Decision string

const (
	DecisionSafeClose  Decision = "candidate_safe_close"
	DecisionOwnerCheck Decision = "requires_owner_check"
	DecisionKeep       Decision = "keep"
)

// Reason is why a decision was taken (section 5), one for each row of its table.
type Reason string

const (
	ReasonKeep          Reason = "runtime_not_helper_cleanup"
	ReasonPIDReuse      Reason = "pid_reuse_requires_owner_check"
	ReasonUnreadable    Reason = "row_unreadable_requires_owner_check"
	ReasonRegistered    Reason = "registered_helper_requires_owner_check"
	ReasonOrphan        Reason = "strict_orphan_allowlist_age_threshold_met"
	ReasonDetached      Reason = "detached_process_not_in_safe_close_predicate"
	ReasonActiveOwner   Reason = "active_parent_chain_requires_owner_check"
	ReasonOwnerUnsolved Reason = "parent_owner_not_resolved"
)

// ChainEnd is why the walk to the owner stopped (section 4).
type ChainEnd string

const (
	EndKeepKind         ChainEnd = "keep_kind"
	EndDetached         ChainEnd = "detached"
	EndUnrecognisedInit ChainEnd = "unrecognised_init"
	EndHopLimit         ChainEnd = "hop_limit"
	EndCycle            ChainEnd = "cycle"
	EndMissingParent    ChainEnd = "missing_parent"
	EndAmbiguousPID     ChainEnd = "ambiguous_pid"
	EndStaleLink        ChainEnd = "stale_link"
	EndOwnerHint        ChainEnd = "owner_hint"
	EndDetachedAncestor ChainEnd = "detached_ancestor"
)

// InitState is what the table says of pid 1 (section 4.2).
type InitState string

const (
	InitRecognised   InitState = "recognised"
	InitUnrecognised InitState = "unrecognised"
	InitNotInTable   InitState = "not_in_table"
)

// Schemas of the records of section 6.
const (
	SchemaInventory      = "tool_server_pressure_inventory_v1"
	SchemaReleaseRequest = "helper_owner_release_request_v1"
	SchemaReliefReceipt  = "pressure_hygiene_relief_receipt_v1"
)

const (
	// DefaultMinAgeSeconds holds where a policy gives no min_age_seconds.
	DefaultMinAgeSeconds = 300
	// SafeClosePredicate is the text of the predicate that every inventory quotes.
	SafeClosePredicate = "ppid==1 and allowlisted kind and age>=min_age_seconds"
	// OwnerReleaseRoute is what a release request tells its reader.
	OwnerReleaseRoute = "The owning session must release its tool lease or reuse it; nobody else may end a helper of a live owner."

	defaultKeepStatus = "runtime"
	maxPID            = 2147483647
	maxAgeSeconds     = 2147483647
	maxHops           = 8
	// clockSlack is how many seconds two ages of one table may disagree before
	// they contradict each other: ps rounds, and reads one process after another.
	clockSlack = 2
)

func defaultActiveStatuses() []string {
	return []string{statusActiveSession, StatusActiveParent, statusActiveOwner}
}

func defaultInitNames() []string {
	return []string{"launchd", "systemd", "init", "tini", "docker-init", "dumb-init",
		"catatonit", "s6-svscan", "runit", "openrc-init"}
}

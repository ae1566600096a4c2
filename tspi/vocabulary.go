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
	EndStartedByInit    ChainEnd = "started_by_init"
	EndHopLimit         ChainEnd = "hop_limit"
	EndCycle            ChainEnd = "cycle"
	EndMissingParent    ChainEnd = "missing_parent"
	EndAmbiguousPID     ChainEnd = "ambiguous_pid"
	EndStaleLink        ChainEnd = "stale_link"
	EndOwnerHint        ChainEnd = "owner_hint"
	EndDetachedAncestor ChainEnd = "detached_ancestor"
)

// MatchAt is where the match substrings of a kind are looked for (section 3).
type MatchAt string

const (
	MatchAtCommand MatchAt = "command" // in the whole command; the default
	MatchAtProgram MatchAt = "program" // in its program
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

// defaultLaunchers run the program that stands behind them.
func defaultLaunchers() []string {
	return []string{
		"env", "nice", "nohup", "setsid", "stdbuf", "timeout", "ionice", "sh", "bash", "dash", "zsh",
		"ksh", "fish", "node", "nodejs", "deno", "bun", "bunx", "npm", "npx", "npm-cli.js",
		"npx-cli.js", "pnpm", "pnpx", "pnpm.cjs", "pnpm.js", "yarn", "yarn.js", "corepack", "tsx",
		"ts-node", "python", "Python", "pythonw", "pypy", "uv", "uvx", "pipx", "poetry", "pdm",
		"hatch", "rye", "java", "ruby", "perl", "php", "dotnet", "exec", "run", "x", "dlx", "tool",
		"watch",
	}
}

// defaultValueOptions take the next word as their value.
func defaultValueOptions() []string {
	return []string{
		"--add-exports", "--add-modules", "--add-opens", "--add-reads", "--cache", "--cache-dir",
		"--chdir", "--class-path", "--conditions", "--config", "--cwd", "--default-index", "--dir",
		"--directory", "--env-file", "--experimental-config-file", "--experimental-loader", "--extra",
		"--extra-index-url", "--filter", "--find-links", "--from", "--group", "--icu-data-dir",
		"--import", "--import-map", "--index", "--index-url", "--init-file", "--loader",
		"--module-path", "--node-options", "--openssl-config", "--package", "--prefix", "--preload",
		"--project", "--python", "--rcfile", "--registry", "--require", "--spec", "--title",
		"--tsconfig", "--tsconfig-override", "--unset", "--userconfig", "--watch-path", "--with",
		"--with-editable", "--with-requirements", "--workspace", "-C", "-F", "-W", "-X", "-cp",
		"-classpath", "-o", "-p", "-r",
	}
}

// defaultGenericNames say nothing of a program without the folder that they lie in.
func defaultGenericNames() []string {
	return []string{
		"__init__", "__main__", "app", "bin", "build", "cjs", "cli", "cmd", "dist", "entry", "esm",
		"index", "lib", "main", "mod", "out", "run", "server", "src", "start",
	}
}

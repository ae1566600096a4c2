package record

// The names of the records in the out folder (contract, section 11). The
// sign-off is called what the caller says.
const (
	ResultName       = "tool_server_pressure_inventory_result.json"
	BoardName        = "tool_server_pressure_inventory_board.json"
	ValidationName   = "tool_server_pressure_inventory_validation_receipt.json"
	BundleResultName = "exported_tool_server_pressure_inventory_bundle_validation_result.json"

	// signOffSubject is what findings call the sign-off.
	signOffSubject = "sign_off"
)

// SchemaBundleResult is the schema_version of the record of a bundle.
const SchemaBundleResult = "exported_tool_server_pressure_inventory_bundle_validation_result_v1"

// ComponentID is the component_id of every record.
const ComponentID = "tool_server_pressure_inventory"

// AntiClaim is what every record says that it does not say.
const AntiClaim = "This record authorizes nothing: it is no list of processes to end, and no process was signalled, released or read live for it. " +
	"A verdict is about the captured moment and expires with it. " +
	"A parent pid of 1 proves detachment only where orphans go to pid 1, which is not so under a subreaper such as systemd --user: nothing is closable there. " +
	"What somebody detached on purpose (nohup, setsid, disown, a server that daemonises itself or that serves several sessions over a port) " +
	"and a service that init restarted look like orphans and belong in registered_helpers or off the allowlist. " +
	"Digests prove integrity and not origin, a clean secret scan proves no absence of secrets, and nothing is said of the system as a whole."

// Status is the outcome of a run, and of each check.
type Status string

// A run ends in pass or blocked; a check may also have had nothing to do.
const (
	Pass       Status = "pass"
	Blocked    Status = "blocked"
	NotRun     Status = "not_run"     // a check that could not be made, or was not due
	NotPresent Status = "not_present" // there is no source module manifest
)

// InputMode says what was judged.
type InputMode string

// The two kinds of folders.
const (
	ModeFixture InputMode = "fixture"
	ModeBundle  InputMode = "bundle"
)

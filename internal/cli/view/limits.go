package view

import "github.com/tspi-dev/harness/internal/record"

// knownLimits are the contract's (section 5, end), to be said wherever people
// read results.
const knownLimits = "Known limits: a verdict expires with the captured moment; ppid 1 proves detachment only where orphans go to pid 1 " +
	"(not under systemd --user: nothing is closable there); what somebody detached on purpose (nohup, setsid, disown, a server that " +
	"daemonises itself or serves several sessions over a port) and a service that init restarted look like orphans: " +
	"name them in registered_helpers (--register PID)."

// limits are the known limits of a profile of facts, or of tspi where it is nil.
func limits(p *record.FactsProfile, s Style) string {
	words := knownLimits
	if p != nil {
		words = "Known limits: " + p.Limits
	}
	return s.dimLines(wrap(words, "", "", s.prose()))
}

package view

// knownLimits are the contract's (section 5, end), to be said wherever people
// read results.
const knownLimits = "Known limits: a verdict expires with the captured moment; ppid 1 proves detachment only where orphans go to pid 1 " +
	"(not under systemd --user: nothing is closable there); what somebody detached on purpose (nohup, setsid, disown, a server that " +
	"daemonises itself or serves several sessions over a port) and a service that init restarted look like orphans: " +
	"name them in registered_helpers (--register PID)."

func limits(s Style) string { return s.dimLines(wrap(knownLimits, "", "", s.prose())) }

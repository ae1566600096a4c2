package view

// knownLimits are the contract's (section 5, end), to be said wherever people
// read results.
const knownLimits = "Known limits: a verdict expires with the captured moment; ppid 1 proves detachment only where orphans go to pid 1 " +
	"(not under systemd --user); a service that init itself runs looks like an orphan (name it in registered_helpers)."

func limits(s Style) string { return s.dimLines(wrap(knownLimits, "", "", s.prose())) }

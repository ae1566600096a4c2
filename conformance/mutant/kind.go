package mutant

import "strings"

// kindOf returns the entry of kinds that a row is of, nil for no helper.
func (w *world) kindOf(r *row) *kind {
	if w.hardened() && (w.title(r.command) || (r.pid == 0 || r.pid == 1) && !w.on("init-as-helper")) {
		return nil
	}
	command := r.command
	if w.on("kinds-in-any-case") {
		command = lower(command)
	}
	var found *kind
	for i := range w.policy.kinds {
		k := &w.policy.kinds[i]
		substrings := k.match
		if w.on("kinds-in-any-case") {
			substrings = lowered(substrings)
		}
		if len(substrings) > 0 && w.on("first-substring-only") {
			substrings = substrings[:1]
		}
		if !holdsAny(command, substrings) {
			continue
		}
		excluded := holdsAny(r.command, k.exclude)
		if w.on("two-excludes") {
			excluded = holdsAny(r.command, k.exclude[:min(2, len(k.exclude))])
		}
		switch {
		case excluded && w.on("excludes-end-the-search"):
			return nil
		case excluded && !w.on("excludes-ignored"):
		case w.on("last-kind"):
			found = k
		default:
			return k
		}
	}
	return found
}

func lowered(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = lower(text)
	}
	return out
}

const defunct = "<defunct>"

// title reports whether a process title stands in place of a command line.
func (w *world) title(command string) bool {
	between := func(open, end string) bool {
		return strings.HasPrefix(command, open) && (strings.HasSuffix(command, end) || w.on("one-bracket"))
	}
	switch {
	case between("[", "]"), between("(", ")") && !w.on("brackets-only"):
		return true
	case w.on("zombies-are-helpers"):
		return false
	case w.on("defunct-anywhere"):
		return strings.Contains(command, defunct)
	}
	before, ends := strings.CutSuffix(command, defunct)
	return ends && (before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\t") && !w.on("defunct-behind-a-space"))
}

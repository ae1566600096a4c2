package second

import (
	"slices"
	"strings"
)

// kindOf returns the entry of kinds that a row is of, nil for no helper.
func (w *world) kindOf(r *row) *kind {
	if w.hardened() && (w.title(r.command) || (r.pid == 0 || r.pid == 1) && !w.on("init-as-helper")) {
		return nil
	}
	program, known := "", false
	var found *kind
	for i := range w.policy.kinds {
		k := &w.policy.kinds[i]
		text := r.command
		if k.byProgram && !w.on("match-at-ignored") {
			if !known {
				program, known = w.program(r.command), true
			}
			text = program
		}
		substrings := k.match
		if w.on("kinds-in-any-case") {
			text, substrings = lower(text), lowered(substrings)
		}
		if w.on("substrings-stripped") {
			substrings = stripped(substrings)
		}
		if len(substrings) > 0 && w.on("first-substring-only") {
			substrings = substrings[:1]
		}
		if !holdsAny(text, substrings) {
			continue
		}
		if !w.required(r.command, text, k) {
			if w.on("requires-end-the-search") {
				return nil
			}
			continue
		}
		excluded := holdsAny(r.command, k.exclude)
		if w.on("two-excludes") {
			excluded = holdsAny(r.command, k.exclude[:min(2, len(k.exclude))])
		}
		if w.on("excludes-where-matched") {
			excluded = holdsAny(text, k.exclude)
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

// required reports whether a command holds what an entry requires beside a match; text
// is where the match was found.
func (w *world) required(command, text string, k *kind) bool {
	require := k.require
	switch {
	case len(require) == 0, w.on("requires-ignored"):
		return true
	case w.on("requires-where-matched"):
		command = text
	case w.on("first-require-only"):
		require = require[:1]
	case w.on("requires-in-any-case"):
		command, require = lower(command), lowered(require)
	case w.on("requires-all"):
		return !slices.ContainsFunc(require, func(s string) bool { return !strings.Contains(command, s) })
	}
	return holdsAny(command, require)
}

func lowered(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = lower(text)
	}
	return out
}

func stripped(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strings.TrimSpace(text)
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
	return ends && (before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\t") &&
		!w.on("defunct-behind-a-space"))
}

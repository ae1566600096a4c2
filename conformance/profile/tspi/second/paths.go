package second

import (
	"slices"
	"strings"
)

// corePrefixes begin a path of core's rule.
var corePrefixes = []string{"/Users/", "/home/", "/Applications/", "/private/var/", "/var/folders/"}

// recordRoots are the roots of the hardened rule, bodyRoots those for bodies of
// source modules, where folders of the system are ordinary.
var (
	bodyRoots   = []string{"Users", "home", "root", "Applications", "Volumes", "workspace", "workspaces"}
	recordRoots = slices.Concat(bodyRoots, []string{"Library", "System", "private", "var", "tmp", "opt", "usr", "etc",
		"srv", "mnt",
		"media", "run", "nix", "snap", "proc", "bin", "sbin", "lib", "dev"})
)

// holdsPath reports whether a string holds an absolute path; ofObject is true for
// a member's value, which is all that core looks at.
func (l *contract) holdsPath(s string, ofObject bool) bool {
	if l.on("paths-at-start-only") && ofObject {
		return slices.ContainsFunc(corePrefixes, func(p string) bool { return strings.HasPrefix(s, p) })
	}
	if !ofObject && (!l.hardened() || l.on("elements-unguarded")) {
		return false
	}
	if l.corePath(s) {
		return true
	}
	if !l.hardened() || l.on("texts-with-addresses-pass") && strings.Contains(s, "://") {
		return false
	}
	without := l.withoutAddresses(s)
	roots := recordRoots
	if l.on("home-folders-only") {
		roots = bodyRoots
	}
	if l.on("linux-roots-only") {
		roots = slices.DeleteFunc(slices.Clone(roots), func(root string) bool {
			return 'A' <= root[0] && root[0] <= 'Z'
		})
	}
	return l.rootedPath(without, roots, !l.on("mounted-drives-ignored")) || !l.on("drives-ignored") &&
		drivePath(without) || !l.on("shares-ignored") && sharePath(without)
}

func isOpening(c byte) bool { return isBlank(c) || c == '"' || c == '\'' || c == '=' }

// corePath is core's rule.
func (l *contract) corePath(s string) bool {
	if l.on("every-slash-a-path") && strings.Contains(s, "/") {
		return true
	}
	for i := range len(s) {
		if s[i] != '/' || i > 0 && !isOpening(s[i-1]) {
			continue
		}
		for _, prefix := range corePrefixes {
			if strings.HasPrefix(s[i:], prefix) {
				return true
			}
		}
	}
	return !l.on("slashes-only") && windowsHome(s, `\\`)
}

// windowsHome looks for a letter, a colon and \Users\ with such backslashes.
func windowsHome(s, slash string) bool {
	mark := ":" + slash + "Users" + slash
	for i := 0; i < len(s); i++ {
		at := strings.Index(s[i:], mark)
		if at < 0 {
			return false
		}
		if i += at; i > 0 && isLetter(s[i-1]) {
			return true
		}
	}
	return false
}

func isSchemeSign(c byte) bool { return isWord(c) || c == '+' || c == '-' || c == '.' }

// withoutAddresses replaces web addresses by blanks. What begins with file:// is a
// path.
func (l *contract) withoutAddresses(s string) string {
	var b strings.Builder
	for {
		at := strings.Index(s, "://")
		if at < 0 {
			break
		}
		start := at
		for start > 0 && isSchemeSign(s[start-1]) {
			start--
		}
		for start < at && !isLetter(s[start]) {
			start++
		}
		if scheme := s[start:at]; scheme == "" && !l.on("no-scheme-needed") || lower(scheme) == "file" &&
			!l.on("file-is-web") {
			b.WriteString(s[:at+3])
			s = s[at+3:]
			continue
		}
		b.WriteString(s[:start] + " ")
		rest := s[at+3:]
		ends := blanks + "\"'<>"
		if l.on("addresses-end-at-blanks") {
			ends = blanks
		}
		end := strings.IndexAny(rest, ends)
		if end < 0 {
			end = len(rest)
		}
		s = rest[end:]
	}
	return b.String() + s
}

// rootedPath looks for slashes, a root, slashes and a character.
func (l *contract) rootedPath(s string, roots []string, mounted bool) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '/' {
			continue
		}
		start := i
		for i+1 < len(s) && s[i+1] == '/' {
			i++
		}
		if l.opens(s, start) && namesRoot(s[i+1:], roots, mounted) {
			return true
		}
	}
	return false
}

// opens reports whether slashes that stand there can begin a path.
func (l *contract) opens(s string, at int) bool {
	if at == 0 {
		return true
	}
	before := s[at-1]
	if before >= 0x80 && l.on("letters-beyond-ascii") || !isOpening(before) && l.on("blanks-and-quotes-open") {
		return false
	}
	if !isWord(before) && strings.IndexByte("._~-/", before) < 0 {
		return true
	}
	if at >= 2 && s[at-2] == '-' && isLetter(before) && (at == 2 || isOpening(s[at-3])) && !l.on("options-hide-paths") {
		return true
	}
	host := at
	for host > 0 && (isWord(s[host-1]) || s[host-1] == '.' || s[host-1] == '-') {
		host--
	}
	return strings.HasSuffix(lower(s[:host]), "file://")
}

func namesRoot(s string, roots []string, mounted bool) bool {
	root, rest, ok := strings.Cut(s, "/")
	if ok && mounted && len(root) == 1 && isLetter(root[0]) && strings.HasPrefix(rest, "Users/") {
		root, rest = "Users", strings.TrimPrefix(rest, "Users/")
	}
	rest = strings.TrimLeft(rest, "/")
	return ok && slices.Contains(roots, root) && rest != "" && !isBlank(rest[0])
}

// drivePath looks for a drive letter with a path.
func drivePath(s string) bool {
	for i := range len(s) {
		if s[i] != ':' || i == 0 || !isLetter(s[i-1]) || i > 1 && isWord(s[i-2]) {
			continue
		}
		for _, slash := range []string{`\\`, `\`, `/`} {
			if rest, ok := strings.CutPrefix(s[i+1:], slash); ok && rest != "" &&
				(isWord(rest[0]) || rest[0] == '_' || rest[0] == '.') {
				return true
			}
		}
	}
	return false
}

// sharePath looks for a folder that a host shares.
func sharePath(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		rest := strings.TrimLeft(s[i:], `\`)
		slashes := len(s) - i - len(rest)
		i += slashes - 1
		if slashes != 2 && slashes != 4 {
			continue
		}
		behind := strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-")
		name := strings.TrimLeft(behind, `\`)
		between := len(behind) - len(name)
		if len(rest)-len(behind) >= 2 && (between == 1 || between == 2) && name != "" &&
			(isWord(name[0]) || name[0] == '$') {
			return true
		}
	}
	return false
}

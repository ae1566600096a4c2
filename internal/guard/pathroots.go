package guard

import "github.com/tspi-dev/harness/internal/strict"

// guardRoot is the length of the root of a host's file system that stands at the
// beginning of text and is followed by a slash, or 0 (contract, section 7: "in
// exactly this case").
func guardRoot(text []byte) int {
	switch word := rootWord(text); string(word) {
	case "Users", "home", "root", "Applications", "Library", "System", "Volumes",
		"private", "var", "tmp", "opt", "usr", "etc", "srv", "mnt", "media", "run",
		"nix", "snap", "proc", "bin", "sbin", "lib", "dev", "workspace", "workspaces":
		return len(word)
	}
	// A drive as Git for Windows and Cygwin mount it: /c/Users/.
	const users = "/Users"
	if len(text) > 1+len(users) && strict.IsLetter(text[0]) && hasPrefix(text[1:], users) && text[1+len(users)] == '/' {
		return 1 + len(users)
	}
	return 0
}

// bodyRoot is guardRoot for the roots that section 10 forbids in source bodies,
// where "#!/usr/bin/env", /tmp and /dev/null are ordinary.
func bodyRoot(text []byte) int {
	switch word := rootWord(text); string(word) {
	case "Users", "home", "root", "Applications", "Volumes", "workspace", "workspaces":
		return len(word)
	}
	return 0
}

// longestRoot is the length of "Applications".
const longestRoot = 12

// rootWord is what stands at the beginning of text before a slash, or nil if it
// is too long for a root.
func rootWord(text []byte) []byte {
	for i := 0; i < len(text) && i <= longestRoot; i++ {
		if text[i] == '/' {
			return text[:i]
		}
	}
	return nil
}

// holdsRootedPath finds, outside web addresses, one slash or more, a root, one
// slash or more and a character that is neither a blank nor a slash, where the
// first slashes stand at a place that opensPath. more says that text may go on:
// then a character that may turn out to begin a web address does not count yet.
func holdsRootedPath(text []byte, root func([]byte) int, more bool) bool {
	for i := nextByte(text, 0, '/'); i >= 0; {
		begin, end := i, skipSlashes(text, i)
		i = nextByte(text, end, '/')
		length := root(text[end:])
		if length == 0 {
			continue
		}
		last := skipSlashes(text, end+length)
		if last == len(text) || strict.IsBlank(text[last]) || !opensPath(text, begin) {
			continue
		}
		past, covered := pastAddress(text, begin, last)
		if !covered && !(more && mayBeginAddress(text[last:])) {
			return true
		}
		i = nextByte(text, past, '/')
	}
	return false
}

// skipSlashes is the index of the first byte at or behind i that is no slash.
func skipSlashes(text []byte, i int) int {
	for i < len(text) && text[i] == '/' {
		i++
	}
	return i
}

// opensPath reports whether the slashes that begin at i can begin a path: they
// stand at the start, behind a character that cannot end a relative path, behind
// file:// and a host, or behind a one-letter option (-I/home/me).
func opensPath(text []byte, i int) bool {
	if i == 0 {
		return true
	}
	switch c := text[i-1]; {
	case !strict.IsAlnum(c) && c != '.' && c != '_' && c != '~' && c != '-':
		return true
	case strict.IsLetter(c) && i >= 2 && text[i-2] == '-' && (i == 2 || opensValue(text[i-3])):
		return true
	}
	return endsFileHost(text[:i])
}

// endsFileHost reports whether text ends with file:// in any letter case and a
// host. That it is not the end of another scheme (xfile://), so that all of it
// is a web address, is pastAddress's business.
func endsFileHost(text []byte) bool {
	h := len(text)
	for h > 0 && (strict.IsAlnum(text[h-1]) || text[h-1] == '.' || text[h-1] == '-') {
		h--
	}
	const file = "file://"
	return h >= len(file) && strict.EqualFold(string(text[h-len(file):h]), file)
}

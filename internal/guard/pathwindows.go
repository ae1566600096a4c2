package guard

import "github.com/tspi-dev/harness/internal/strict"

// holdsDoubledUsers finds core's form of a Windows path, anywhere: a letter, a
// colon and \Users\ with each backslash doubled, as it stands in JSON or source
// that was quoted once more.
func holdsDoubledUsers(text []byte) bool {
	for i := nextByte(text, 0, '\\'); i >= 0; i = nextByte(text, i+1, '\\') {
		if behindDrive(text, i) && hasPrefix(text[i:], `\\Users\\`) {
			return true
		}
	}
	return false
}

// holdsUsersFolder finds section 10's [H] form, anywhere: a letter, a colon and
// \Users\ with single or doubled backslashes. A doubled last backslash begins
// with a single one.
func holdsUsersFolder(text []byte) bool {
	for i := nextByte(text, 0, '\\'); i >= 0; i = nextByte(text, i+1, '\\') {
		if behindDrive(text, i) && (hasPrefix(text[i:], `\Users\`) || hasPrefix(text[i:], `\\Users\`)) {
			return true
		}
	}
	return false
}

// behindDrive reports whether a letter and a colon stand before index i.
func behindDrive(text []byte, i int) bool {
	return i >= 2 && text[i-1] == ':' && strict.IsLetter(text[i-2])
}

// holdsDrivePath finds, outside web addresses, a letter that follows no letter or
// digit, then :\ or :\\ or :/, then a letter, a digit, an underscore or a dot.
func holdsDrivePath(text []byte) bool {
	for i := nextByte(text, 0, ':'); i >= 0; {
		letter, last := i-1, driveNameAt(text, i+1)
		i = nextByte(text, i+1, ':')
		if last < 0 || letter < 0 || !strict.IsLetter(text[letter]) || letter > 0 && strict.IsAlnum(text[letter-1]) {
			continue
		}
		past, covered := pastAddress(text, letter, last)
		if !covered {
			return true
		}
		i = nextByte(text, past, ':')
	}
	return false
}

// driveNameAt is the index of the first character of the name that stands behind
// the slash or backslashes at i, or -1.
func driveNameAt(text []byte, i int) int {
	switch {
	case hasPrefix(text[i:], `\\`):
		i += 2
	case hasPrefix(text[i:], `\`), hasPrefix(text[i:], `/`):
		i++
	default:
		return -1
	}
	if i < len(text) && (strict.IsAlnum(text[i]) || text[i] == '_' || text[i] == '.') {
		return i
	}
	return -1
}

// holdsSharePath finds, outside web addresses, a share of a network: two or four
// backslashes with none before them, a host of at least two letters, digits, dots
// or hyphens, one or two backslashes, and a letter, a digit or a dollar sign.
func holdsSharePath(text []byte) bool {
	for i := nextByte(text, 0, '\\'); i >= 0; {
		begin, host := i, skipBackslashes(text, i)
		end := host
		for end < len(text) && (strict.IsAlnum(text[end]) || text[end] == '.' || text[end] == '-') {
			end++
		}
		last := skipBackslashes(text, end)
		i = nextByte(text, end, '\\')
		switch {
		case host-begin != 2 && host-begin != 4, end-host < 2, last-end != 1 && last-end != 2,
			last == len(text), !strict.IsAlnum(text[last]) && text[last] != '$':
			continue
		}
		past, covered := pastAddress(text, begin, last)
		if !covered {
			return true
		}
		i = nextByte(text, past, '\\')
	}
	return false
}

// skipBackslashes is the index of the first byte at or behind i that is none.
func skipBackslashes(text []byte, i int) int {
	for i < len(text) && text[i] == '\\' {
		i++
	}
	return i
}

package cli

import (
	"slices"
	"strings"
)

// behindPrefix tells rows that stand behind something: a log's time stamp, the
// marks of a quotation, a line number, or colours.
func (s sample) behindPrefix() (dialect, bool) {
	var prefixes []string
	atStart := 0
	for _, line := range s.lines {
		switch at := rowAt(line); {
		case at == 0:
			atStart++
		case at > 0:
			prefixes = append(prefixes, strings.Trim(line[:at], " \t"))
		}
	}
	switch rows := atStart + len(prefixes); {
	case rows == 0 || 2*rows < len(s.lines)-1: // but for a header
		return dialect{}, false
	case atStart > len(prefixes):
		return coloured(), s.colour
	}
	if columns := columnsInFront(s.lines[0]); columns != "" {
		return dialect{"the output of ps with more columns in front (" + columns + ")", captureAgain}, true
	}
	return dialect{"rows with " + prefixName(prefixes) + " in front of each", "take it off, or " + captureAgain}, true
}

// columnsInFront are the names of columns that a header has in front of PID, "" where it has
// none: a few capital letters each, so that nothing else of a table is ever repeated.
func columnsInFront(header string) string {
	names := strings.Fields(header)
	at := slices.Index(names, "PID")
	isColumn := func(name string) bool {
		return len(name) <= 8 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ%") == ""
	}
	if at < 1 || at > 4 || slices.ContainsFunc(names[:at], func(name string) bool { return !isColumn(name) }) {
		return ""
	}
	return strings.Join(names[:at], " ")
}

func coloured() dialect {
	return dialect{"a table with the colours of a terminal in it", "leave the colours away (--color=never), or " +
		captureAgain}
}

// prefixName says what stands in front of rows.
func prefixName(prefixes []string) string {
	every := func(holds func(string) bool) bool {
		return !slices.ContainsFunc(prefixes, func(p string) bool { return !holds(p) })
	}
	switch {
	case every(func(p string) bool { return strings.Trim(p, "> |") == "" && strings.Contains(p, ">") }):
		return "a quotation mark (>)"
	case every(hasTime):
		return "a time stamp"
	case every(func(p string) bool { return allDigits(strings.Trim(p, ":|")) }):
		return "a line number"
	}
	return "the prefix of a log"
}

// hasTime finds a time of the day, a date, or seconds since 1970.
func hasTime(prefix string) bool {
	for word := range strings.FieldsFuncSeq(prefix, func(r rune) bool {
		return strings.ContainsRune(" \t[]()|TZ,", r)
	}) {
		digits, _, _ := strings.Cut(word, ".")
		shape := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '0'
			}
			return r
		}, digits)
		switch {
		case shape == "0000000000", shape == "0000-00-00", shape == "0000/00/00",
			strings.HasPrefix(shape, "00:00"), strings.HasPrefix(shape, "0:00"):
			return true
		}
	}
	return false
}

// rowAt is where a row in the six columns begins in a line, -1 where none does.
// Its age must have a colon, so that columns of mere numbers are taken for none.
func rowAt(line string) int {
	for at := 0; at < len(line); at++ {
		begins := at == 0 || strings.IndexByte(" \t:|>]", line[at-1]) >= 0
		if !begins || line[at] < '0' || line[at] > '9' {
			continue
		}
		if words := strings.Fields(line[at:]); isRow(words) && strings.Contains(words[2], ":") {
			return at
		}
	}
	return -1
}

// isRow reports whether words look like a row that can be read.
func isRow(words []string) bool {
	return len(words) >= 6 && allDigits(words[0]) && allDigits(words[1]) &&
		(isAge(words[2]) || allDigits(words[2])) && isShare(words[3]) && allDigits(words[4])
}

// shape tells columns by what stands in them, where no header does.
func (s sample) shape() (dialect, bool) {
	column := func(i int, holds func(string) bool) func(string) bool {
		return func(line string) bool {
			words := strings.Fields(line)
			return len(words) > i && holds(words[i])
		}
	}
	other := func(text string) bool { return !allDigits(text) }
	and := func(tests ...func(string) bool) func(string) bool {
		return func(line string) bool {
			return !slices.ContainsFunc(tests, func(holds func(string) bool) bool { return !holds(line) })
		}
	}
	switch {
	case s.most(and(column(0, other), column(1, allDigits), column(2, allDigits))):
		return dialect{"the output of ps -ef", captureAgain}, true
	case s.most(and(column(0, other), column(1, allDigits), column(2, isShare))):
		return dialect{"the output of ps aux", captureAgain}, true
	case s.most(and(column(0, allDigits), column(1, other))):
		return dialect{"the output of BusyBox's ps or of top", "install procps, and " + captureAgain}, true
	case s.most(and(column(0, allDigits), column(1, allDigits), anyOf(2, 6, isShortened))):
		return dialect{"the output of BusyBox's ps, which shortens ages and sizes",
			"install procps, and " + captureAgain}, true
	case s.most(and(column(5, func(string) bool { return true }), anyOf(0, 6, isAge))):
		return dialect{"the columns of ps in another order", captureAgain}, true
	}
	return dialect{}, false
}

// anyOf asks whether one of the words from one place to another is such a word.
func anyOf(from, to int, holds func(string) bool) func(string) bool {
	return func(line string) bool {
		words := strings.Fields(line)
		return len(words) > from && slices.ContainsFunc(words[from:min(to, len(words))], holds)
	}
}

func allDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// isAge reports whether a word looks like [[dd-]hh:]mm:ss.
func isAge(text string) bool {
	return strings.Trim(text, "0123456789:-") == "" && strings.Contains(text, ":") && !strings.HasPrefix(text, ":")
}

// isShare reports whether a word looks like a percentage.
func isShare(text string) bool {
	whole, fraction, found := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	return allDigits(whole) && (!found || allDigits(fraction))
}

// isShortened reports whether a word looks like an age or a size of BusyBox: 3d12,
// 2h05, 62m, 1.2g.
func isShortened(text string) bool {
	at := strings.IndexAny(text, "dhmgk")
	return at > 0 && isShare(text[:at]) && strings.Trim(text[at+1:], "0123456789") == ""
}

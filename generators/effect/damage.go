package effect

import (
	"strings"
	"unicode/utf8"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// lines are the lines of a log without their LF, and the tail behind the last one.
func lines(text string) (ended []string, tail string) {
	ended = strings.Split(text, "\n")
	return ended[:len(ended)-1], ended[len(ended)-1]
}

// joined is the text of lines and a tail.
func joined(ended []string, tail string) string {
	return strings.Join(append(ended, tail), "\n")
}

// damages are ways to break a log of good lines so that one of them is bad (section 2), each at
// line i of n. A way returns nil where it needs another line beside this one.
var damages = []func(ended []string, i int) []string{
	// doubled: the same seq twice
	func(ended []string, i int) []string { return inserted(ended, i, ended[i]) },
	// swapped: the seq falls
	func(ended []string, i int) []string {
		if i == 0 {
			return nil
		}
		out := inserted(ended[:i-1], i-1, ended[i])
		return append(append(out, ended[i-1]), ended[i+1:]...)
	},
	// two lines in one, and what ends a line for some readers alone
	func(ended []string, i int) []string { return merged(ended, i, "") },
	func(ended []string, i int) []string { return merged(ended, i, "\r") },
	func(ended []string, i int) []string { return merged(ended, i, "\u2028") },
	func(ended []string, i int) []string { return merged(ended, i, "\u0085") },
	// cut: a write that returned half, and was ended by another
	func(ended []string, i int) []string { return replaced(ended, i, half(ended[i])) },
	// other members and values that the type has not
	func(ended []string, i int) []string { return replaced(ended, i, with(ended[i], `"x_note":null`)) },
	func(ended []string, i int) []string { return replaced(ended, i, with(ended[i], `"\u0073eq":1`)) },
	func(ended []string, i int) []string { return replaced(ended, i, with(ended[i], `"e\u200dffect":1`)) },
	// empty lines, blanks and marks
	func(ended []string, i int) []string { return inserted(ended, i, "") },
	func(ended []string, i int) []string { return inserted(ended, i, " \t\r") },
	func(ended []string, i int) []string { return inserted(ended, i, "[]") },
	func(ended []string, i int) []string { return replaced(ended, i, "\ufeff"+ended[i]) },
	func(ended []string, i int) []string { return replaced(ended, i, "\u00a0"+ended[i]) },
	func(ended []string, i int) []string { return replaced(ended, i, ended[i]+"\x00") },
	func(ended []string, i int) []string { return replaced(ended, i, ended[i]+"\ufffd") },
	// a replacement character inside a string, and a word of letters that look alike
	func(ended []string, i int) []string { return reworded(ended, i, "\"type\":\"", "\"type\":\"\ufffd") },
	func(ended []string, i int) []string {
		return reworded(ended, i, "\"claim\"", "\"\u0441laim\"", "\"outcome\"", "\"\u043eutcome\"", "\"observation\"",
			"\"\u043ebservation\"")
	},
}

func inserted(ended []string, i int, line string) []string {
	out := append([]string{}, ended[:i]...)
	return append(append(out, line), ended[i:]...)
}

func replaced(ended []string, i int, line string) []string {
	out := append([]string{}, ended...)
	out[i] = line
	return out
}

func merged(ended []string, i int, by string) []string {
	if i == 0 {
		return nil
	}
	out := append([]string{}, ended[:i-1]...)
	return append(append(out, ended[i-1]+by+ended[i]), ended[i+1:]...)
}

// reworded replaces words of a line; nil where it has none of them.
func reworded(ended []string, i int, oldnew ...string) []string {
	line := strings.NewReplacer(oldnew...).Replace(ended[i])
	if line == ended[i] {
		return nil
	}
	return replaced(ended, i, line)
}

// half is the first half of a line, cut between two characters. It holds less than an object.
func half(line string) string { return cut(line, len(line)/2) }

// cut is a text up to a byte, or to the character that it is in.
func cut(text string, at int) string {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at]
}

// with is a line with another member in its object.
func with(line, member string) string {
	end := strings.LastIndexByte(line, '}')
	if end < 0 {
		return line + member
	}
	return line[:end] + "," + member + line[end:]
}

// spoilt is a log that is damaged in one place: torn anywhere, or one line in a way of damages.
func spoilt(d generators.Draw, text string) string {
	ended, tail := lines(text)
	if len(ended) == 0 || d.Chance(30) {
		return cut(text, d.IntN(len(text)+1))
	}
	if broken := damages[d.IntN(len(damages))](ended, d.IntN(len(ended))); broken != nil {
		return joined(broken, tail)
	}
	return text
}

// textOf is the text of the log of some facts; ok is false where it has none.
func textOf(facts strict.Object) (text string, ok bool) {
	text, ok = facts.Object("log").At("text").(string)
	return text, ok
}

// withText are facts with another text of their log.
func withText(facts strict.Object, text string) strict.Object {
	return facts.With("log", facts.Object("log").With("text", text))
}

package profile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Comparison gathers the differences between an answer and what it must be.
type Comparison struct {
	Level  law.Level
	Clause string // of the case
	Found  []Difference
}

// TooLong notes an answer that is far longer than a right one, by the size of its request:
// the time that a hostile one takes is bounded.
func (c *Comparison) TooLong(request int, response adapter.Response) bool {
	most := MaxAnswer(request)
	if len(response.Raw) <= most {
		return false
	}
	c.Differ(KindSize, "", fmt.Sprintf("an answer of at most %d bytes", most),
		fmt.Sprintf("%d bytes", len(response.Raw)))
	return true
}

// MaxAnswer bounds the answers that are looked at, by the size of a request.
func MaxAnswer(request int) int { return 1<<20 + 64*request }

// Differ notes a difference, unless there are many already.
func (c *Comparison) Differ(kind Kind, path, want, got string) {
	c.Found = Note(c.Found, Difference{Clause: c.Clause, Kind: kind, Path: path, Want: want, Got: got})
}

// OtherType notes a value that has not the JSON type that is wanted there.
func (c *Comparison) OtherType(path, want string, got strict.Value, there bool) {
	kind := KindType
	if !there {
		kind = KindAbsent
	}
	c.Differ(kind, path, want, Show(got, there))
}

// OtherValue notes a value that is not the wanted one. Where the two would look
// alike, or are of different types, the types are told.
func (c *Comparison) OtherValue(path string, want, got strict.Value, there bool) {
	switch w, g := typeOf(want), typeOf(got); {
	case !there:
		c.Differ(KindAbsent, path, Show(want, true), Show(got, false))
	case w == g || want == nil || got == nil:
		c.Differ(KindValue, path, Show(want, true), Show(got, true))
	default:
		c.Differ(KindType, path, showTyped(w, want), showTyped(g, got))
	}
}

// typeOf is the JSON type of a value in words; an integer is told from other numbers,
// as the contract does.
func typeOf(v strict.Value) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case strict.Number:
		if _, ok := strict.AsInteger(v); ok {
			return "integer"
		}
		return "number"
	case string:
		return "string"
	case strict.Array:
		return "array"
	}
	return "object"
}

// showTyped is [Show] with the type before a value whose text does not tell it.
func showTyped(kind string, v strict.Value) string {
	text := Show(v, true)
	switch {
	case kind == "string" && text == v:
		return "the string " + strconv.Quote(text)
	case kind == "boolean", kind == "integer", kind == "number":
		return "the " + kind + " " + text
	}
	return text
}

// Equal compares a member of an object of the answer with a wanted value.
func (c *Comparison) Equal(o strict.Object, path, name string, want strict.Value) {
	got, there := o.Get(name)
	if !there || !strict.Equal(want, got) {
		c.OtherValue(Join(path, name), want, got, there)
	}
}

// Join is the path of a member of what stands at a path.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// At is the path of the element with that key.
func At(path string, key any) string { return fmt.Sprintf("%s[%v]", path, key) }

// Show puts a value into words for a report. An answer may hold anything, so
// only what is a plain name or a short number is repeated.
func Show(v strict.Value, there bool) string {
	if !there {
		return "nothing"
	}
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case strict.Number:
		if len(v) <= 24 {
			return string(v)
		}
		return fmt.Sprintf("a number of %d bytes", len(v))
	case string:
		if IsPlainWord(v) && (v == strings.ToLower(v) || strings.HasPrefix(v, "TSPI_") || isCode.MatchString(v)) {
			return v // the contracts' words and codes look so; most keys and tokens do not
		}
		return fmt.Sprintf("a string of %d bytes", len(v))
	case strict.Array:
		return showArray(v)
	default:
		return fmt.Sprintf("an object of %d members", len(v.(strict.Object)))
	}
}

// maxShownArray is how many elements an array may have to be shown.
const maxShownArray = 4

// showArray shows a short array of plain words and numbers as it stands, so that two are told
// apart, and of any other its length.
func showArray(v strict.Array) string {
	length := fmt.Sprintf("an array of %d", len(v))
	if len(v) == 0 || len(v) > maxShownArray {
		return length
	}
	texts := make([]string, len(v))
	for i, element := range v {
		text, isText := element.(string)
		_, isNumber := element.(strict.Number)
		texts[i] = Show(element, true)
		if isText && texts[i] != text || !isText && !isNumber {
			return length
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// isCode tells the codes of the contracts, as IDENT_BOOT_IGNORED.
var isCode = regexp.MustCompile(`^[A-Z]+(_[A-Z]+)+$`)

// IsPlainWord tells words such as the contract's own, which may stand in a
// report.
func IsPlainWord(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		plain := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' ||
			c == '.' || c == ':'
		if !plain {
			return false
		}
	}
	return true
}

// ShowPointer makes a JSON Pointer fit for a report.
func ShowPointer(v strict.Value, there bool) string {
	s, ok := v.(string)
	if !ok || s != "" && !strings.HasPrefix(s, "/") {
		return Show(v, there)
	}
	if s == "" {
		return `"" (the whole document)`
	}
	return law.SafePointer(s)
}

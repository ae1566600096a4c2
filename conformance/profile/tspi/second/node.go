package second

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

const (
	codeInput   = "TSPI_INPUT_INVALID"
	codeTable   = "TSPI_MISSING_PROCESS_TABLE"
	codeSignal  = "TSPI_PROCESS_SIGNAL_FORBIDDEN"
	codePreview = "TSPI_COMMAND_PREVIEW_FORBIDDEN"
	codePath    = "TSPI_ABSOLUTE_PATH_FORBIDDEN"
)

// reader reads one input and keeps its first fault.
type reader struct {
	*contract
	input string
	fault *profile.ErrorAnswer
}

func (r *reader) refuse(code, at, want string) {
	if r.fault == nil {
		r.fault = &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: code, Input: r.input, Pointer: at,
			Message: r.input + ": want " + want}
	}
}

// err is the fault as an error: nil where there is none.
func (r *reader) err() error {
	if r.fault == nil {
		return nil
	}
	return r.fault
}

// node is a value of an input, or the place where one is missing. What is missing
// reads as the zero value; what is of the wrong type is a fault.
type node struct {
	r     *reader
	value strict.Value
	there bool
	at    string // the JSON Pointer
}

func (n node) refuse(want string) { n.r.refuse(codeInput, n.at, want) }

func (n node) get(name string) node {
	return node{n.r, get(n.value, name), has(n.value, name), n.at + "/" + escaped(name)}
}

// needed refuses what is missing.
func (n node) needed() node {
	if !n.there && !n.r.on("nothing-required") {
		n.refuse("this value, which is required")
	}
	return n
}

// object refuses what is no object and, by the hardened law, members that are not
// listed.
func (n node) object(listed ...string) node {
	o, ok := n.needed().value.(strict.Object)
	if !ok {
		n.refuse("an object")
	}
	for _, m := range o {
		if n.r.hardened() && !slices.Contains(listed, m.Name) && !n.r.remark(m.Name) &&
			!n.r.on("unlisted-fields-ignored") {
			n.get(m.Name).refuse("no such field")
		}
	}
	return n
}

// remark reports whether a field is allowed everywhere and ignored.
func (l *contract) remark(name string) bool {
	return name == "$schema" || name == "schema" || name == "description" ||
		strings.HasPrefix(name, "x_") && !l.on("remarks-refused")
}

func (n node) elements() []node {
	if !n.there {
		return nil
	}
	array, ok := n.value.(strict.Array)
	if text, isText := n.value.(string); isText && n.r.on("string-for-array") {
		array, ok = strict.Array{text}, true
	}
	if !ok {
		n.refuse("an array")
	}
	nodes := make([]node, len(array))
	for i := range array {
		nodes[i] = node{n.r, array[i], true, fmt.Sprintf("%s/%d", n.at, i)}
	}
	return nodes
}

// text reads a string that is not empty.
func (n node) text() string {
	s, ok := n.value.(string)
	if n.there && (!ok || s == "" && !n.mayBeEmpty()) {
		n.refuse("a string that is not empty")
	}
	return s
}

// mayBeEmpty is where some implementations take an empty string.
func (n node) mayBeEmpty() bool {
	return n.r.on("empty-strings") || strings.Contains(n.at, "/exclude_substrings/") && n.r.on("empty-excludes") ||
		strings.HasPrefix(n.at, "/init_names/") && n.r.on("empty-init-names") ||
		strings.Contains(n.at, "/require_substrings/") && n.r.on("empty-requires") ||
		strings.HasPrefix(n.at, "/launchers/") && n.r.on("empty-launchers")
}

func (n node) texts() []string {
	var all []string
	for _, element := range n.elements() {
		all = append(all, element.text())
	}
	return all
}

// name reads a name that is no status of an owner.
func (n node) name() string {
	s := n.text()
	if n.there && n.r.hardened() && !n.r.plain(s) {
		n.refuse("a short plain name")
	}
	return s
}

// status is a name that must not be the reserved one.
func (n node) status() string {
	s := n.name()
	if n.r.hardened() && s == detached && !n.r.on("reserved-status-allowed") {
		n.refuse("a status that is not reserved")
	}
	return s
}

func (n node) statuses() []string {
	var all []string
	for _, element := range n.elements() {
		all = append(all, element.status())
	}
	return all
}

func (n node) flag() bool {
	b, ok := n.value.(bool)
	if s, isText := n.value.(string); isText && n.r.on("quoted-true") {
		return s == "true"
	}
	if n.there && !ok {
		n.refuse("true or false")
	}
	return b
}

// integer reads an integer of at least that; nil where it is missing.
func (n node) integer(least int64) *big.Int {
	i := integer(n.value)
	if number, ok := n.value.(strict.Number); ok && n.r.on("whole-fractions") {
		i, _ = new(big.Int).SetString(strings.TrimSuffix(string(number), ".0"), 10)
	}
	if n.value == nil && n.r.on("null-is-absent") {
		return nil
	}
	i = n.misread(i)
	if n.r.on("negative-integers") {
		least = math.MinInt64
	}
	if n.there && (i == nil || i.Cmp(big.NewInt(least)) < 0) {
		n.refuse(fmt.Sprintf("an integer >= %d", least))
	}
	return i
}

// misread is what some languages make of a value in an integer's place.
func (n node) misread(right *big.Int) *big.Int {
	switch v := n.value.(type) {
	case strict.Number:
		if right != nil && n.r.on("integers-of-32-bits") {
			return big.NewInt(int64(int32(right.Int64())))
		}
		if f, err := strconv.ParseFloat(string(v), 64); err == nil && n.r.on("exponents") {
			return big.NewInt(int64(f))
		}
	case string:
		if n.r.on("quoted-integers") {
			i, _ := new(big.Int).SetString(v, 10)
			return i
		}
	case bool:
		if v && n.r.on("true-is-1") {
			return big.NewInt(1)
		}
	}
	return right
}

package shape

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

// Member is a member of an object's type.
type Member struct {
	name     string
	of       Type
	optional bool
}

// Required is a member that must be there.
func Required(name string, t Type) Member { return Member{name, t, false} }

// Optional is a member that may be left out.
func Optional(name string, t Type) Member { return Member{name, t, true} }

// Object takes objects of these members. Others are refused, but for annotations.
func Object(members ...Member) Type { return object{members, false} }

// Open takes objects of these members and any others, which are ignored.
func Open(members ...Member) Type { return object{members, true} }

type object struct {
	members []Member
	open    bool
}

// Annotation reports whether a member of that name is allowed anywhere, and ignored.
func Annotation(name string) bool {
	return name == "$schema" || name == "schema" || name == "description" || strings.HasPrefix(name, "x_")
}

func (o object) fault(v strict.Value, at string, on switches.On) (string, bool) {
	given, ok := v.(strict.Object)
	if !ok {
		return at, true
	}
	for _, m := range o.members {
		value, there := given.Get(m.name)
		switch {
		case !there && (m.optional || on.Is("missing-read-as-null")):
			continue
		case !there:
			return at + At(m.name), true
		case value == nil && on.Is("null-taken-anywhere"):
			continue
		}
		if pointer, bad := m.of.fault(value, at+At(m.name), on); bad {
			return pointer, true
		}
	}
	if o.open || on.Is("unlisted-accepted") {
		return "", false
	}
	for _, m := range given {
		if o.has(m.Name) {
			continue
		}
		if !Annotation(m.Name) || on.Is("annotations-refused") || on.Is("annotations-at-root-only") && at != "" {
			return at + At(m.Name), true
		}
	}
	return "", false
}

func (o object) has(name string) bool {
	for _, m := range o.members {
		if m.name == name {
			return true
		}
	}
	return false
}

// Choice takes objects whose member of that name is one of the words; each word has its own
// type of the whole object.
func Choice(member string, of map[string]Type) Type { return choice{member, of} }

type choice struct {
	member string
	of     map[string]Type
}

func (c choice) fault(v strict.Value, at string, on switches.On) (string, bool) {
	given, ok := v.(strict.Object)
	if !ok {
		return at, true
	}
	word, _ := given.At(c.member).(string)
	t, known := c.of[word]
	if !known {
		return at + At(c.member), true
	}
	return t.fault(v, at, on)
}

// Either takes what with takes where the member of that name is there, else what without takes.
func Either(member string, with, without Type) Type { return either{member, with, without} }

type either struct {
	member        string
	with, without Type
}

func (e either) fault(v strict.Value, at string, on switches.On) (string, bool) {
	given, _ := v.(strict.Object)
	if _, there := given.Get(e.member); there {
		return e.with.fault(v, at, on)
	}
	return e.without.fault(v, at, on)
}

// Exact takes objects of these members and no others, not even annotations.
func Exact(members ...Member) Type { return exact{object{members, false}} }

type exact struct{ object }

func (e exact) fault(v strict.Value, at string, on switches.On) (string, bool) {
	given, _ := v.(strict.Object)
	for _, m := range given {
		if !e.has(m.Name) {
			return at + At(m.Name), true
		}
	}
	return e.object.fault(v, at, on)
}

// Fits reports whether a value is of type t.
func Fits(t Type, v strict.Value, on switches.On) bool {
	_, bad := t.fault(v, "", on)
	return !bad
}

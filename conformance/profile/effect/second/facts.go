package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

type (
	text  = shape.Maybe[string]
	whole = shape.Maybe[int64]
)

type facts struct {
	text, fileKind text
	links          whole
	lineage        string
	writer         text
	required       []artefact
}

type artefact struct {
	id       string
	resource resource
}

// resource is section 1.1's resource.
type resource struct {
	kind       string
	place      []string
	generation text
}

var kinds = []string{"file", "record", "external", "job"}

var executions = []string{"not_invoked", "running", "completed", "failed", "timed_out", "interrupted"}

func placeType() shape.Type { return shape.Array(shape.ID()).Sized(1, 16) }

func factsType(on On) shape.Type {
	log := shape.Also(shape.Object(
		shape.Required("text", shape.OrNull(shape.Text())),
		shape.Required("file_kind", shape.OrNull(shape.Word("regular", "symlink", "other", "absent"))),
		shape.Required("link_count", shape.OrNull(shape.Integer())),
		shape.Required("lineage", shape.ID()),
	), func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		return "/text", o.At("file_kind") == "absent" && o.At("text") != "" && !on.Is("absent-with-text")
	})
	return shape.Object(
		shape.Required("log", log),
		shape.Required("writer", shape.OrNull(shape.Word("live", "gone"))),
		shape.Required("required", shape.Array(shape.Object(
			shape.Required("id", shape.ID()),
			shape.Required("kind", shape.Word(kinds...)),
			shape.Required("place", placeType()),
		)).Keyed("id")),
	)
}

func readFacts(v strict.Value) facts {
	o, _ := v.(strict.Object)
	l := o.Object("log")
	f := facts{
		text: shape.TextAt(l, "text"), fileKind: shape.TextAt(l, "file_kind"), links: shape.WholeAt(l, "link_count"),
		lineage: l.Text("lineage"), writer: shape.TextAt(o, "writer"),
	}
	for _, r := range shape.ObjectsAt(o, "required") {
		f.required = append(f.required, artefact{r.Text("id"), readResource(r)})
	}
	return f
}

func readResource(o strict.Object) resource {
	return resource{o.Text("kind"), shape.TextsAt(o, "place"), shape.TextAt(o, "generation")}
}

// samePlace and overlaps are section 1.1's two relations.
func (r resource) samePlace(o resource, on On) bool {
	return (r.kind == o.kind || on.Is("place-without-kind")) && slices.Equal(r.place, o.place)
}

func (r resource) overlaps(o resource, on On) bool {
	short := min(len(r.place), len(o.place))
	if on.Is("overlap-of-same-place-only") && len(r.place) != len(o.place) {
		return false
	}
	if on.Is("overlap-downwards-only") && len(r.place) > len(o.place) {
		return false
	}
	if on.Is("overlap-of-same-generation") && r.generation != o.generation {
		return false
	}
	return (r.kind == o.kind || on.Is("place-without-kind")) && slices.Equal(r.place[:short], o.place[:short])
}

// among reports whether a resource is an element of a scope, equal in all three members.
func (r resource) among(scope []resource, on On) bool {
	if on.Is("expectations-out-of-scope") {
		return true
	}
	return slices.ContainsFunc(scope, func(s resource) bool {
		return r.kind == s.kind && slices.Equal(r.place, s.place) &&
			(r.generation == s.generation || on.Is("expectation-of-any-generation"))
	})
}

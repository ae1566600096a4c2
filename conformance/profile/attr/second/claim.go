package second

import (
	"maps"
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// isRowID reports whether s has the form of a row's id.
func isRowID(s string) bool {
	_, name := kindOf(s)
	return s == unattributed || shape.IsID(name)
}

// claimType is section 5's table. Every object of a claim takes further members.
func claimType(on On) shape.Type {
	object := shape.Open
	if on.Is("claim-further-members-refused") {
		object = shape.Object
	}
	rowID := shape.Matching(isRowID)
	pid := shape.Between(1, maxPid)
	figure := shape.OrNull(shape.Integer())
	var findings []string
	for _, f := range findingCodes {
		findings = append(findings, f.word)
	}
	row := object(
		shape.Required("id", rowID),
		shape.Required("kind", shape.Word("session", "shared_runtime", "backend", "orphan", unattributed)),
		shape.Required("pids", shape.Array(pid).Distinct(pidKey)),
		shape.Required("rss_kib", figure),
		shape.Required("pss_kib", figure),
		shape.Required("cpu_permille", figure),
		shape.Optional("ref_count", figure),
		shape.Required("findings", shape.Array(shape.Word(findings...)).Distinct(shape.Encoded)),
		shape.Required("reclaim", object(
			shape.Required("verdict", shape.Word(protected, ineligible, eligible)),
			shape.Required("reason", shape.Word(slices.Sorted(maps.Keys(reasonCodes))...)),
		)),
	)
	row = shape.Also(row, func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		kind, _ := kindOf(o.Text("id"))
		if kind != o.Text("kind") && !on.Is("claim-kind-unchecked") {
			return "/kind", true
		}
		_, counted := o.Get("ref_count")
		return "/ref_count", counted != (o.Text("kind") == "shared_runtime") && !on.Is("claim-ref-count-anywhere")
	})
	return object(
		shape.Required("rows", shape.Array(row).Keyed("id")),
		shape.Optional("summary", shape.Open()),
		shape.Optional("acts", shape.Array(shape.Choice("act", map[string]shape.Type{
			"stop":   object(shape.Required("act", shape.Word("stop")), shape.Required("id", rowID)),
			"signal": object(shape.Required("act", shape.Word("signal")), shape.Required("pid", pid)),
		}))),
	)
}

func pidKey(v strict.Value) string {
	n, _ := strict.AsInteger(v)
	return n.String()
}

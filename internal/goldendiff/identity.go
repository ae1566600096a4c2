package goldendiff

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// identities are the members by which the elements of our records tell what
// they are about. The first line of which an element has all members holds.
var identities = [][]string{
	{"error_code", "subject_kind", "subject_id", "negative_case_id"}, // a finding
	{"error_code", "subject_id"},                                     // a finding of the protocol
	{"negative_case_id"},
	{"pid"},                          // a row
	{"process_kind", "owner_status"}, // a group, a release request
	{"check"},
	{"path"}, // a digest
}

// identify gives each element of an array a name by which it is matched. Equal
// ones are counted, and elements that say nothing of themselves are matched by
// their places.
func identify(array strict.Array) []string {
	ids := make([]string, len(array))
	seen := map[string]int{}
	for i, element := range array {
		id := identity(element)
		seen[id]++
		ids[i] = fmt.Sprintf("%s#%d", id, seen[id])
	}
	return ids
}

func identity(element strict.Value) string {
	switch v := element.(type) {
	case string:
		return "string " + v
	case strict.Object:
		for _, names := range identities {
			if id, ok := memberValues(v, names); ok {
				return id
			}
		}
	}
	return ""
}

func memberValues(o strict.Object, names []string) (string, bool) {
	var b strings.Builder
	for _, name := range names {
		v, ok := o.Get(name)
		if !ok || !isScalar(v) {
			return "", false
		}
		fmt.Fprintf(&b, "%s=%T %v ", name, v, v)
	}
	return b.String(), true
}

package bundle

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// ids gives modules their ids: those that they have, and to new ones a name made
// from the path. Ids that were given stay; one that is given twice is left for
// the check to find.
type ids struct {
	given map[string]string // by path
	taken map[string]bool
}

func newIDs(rows map[string]tspi.Object, said map[string]ModuleOptions) *ids {
	n := &ids{given: map[string]string{}, taken: map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		v, _ := rows[name].Get(fieldID)
		if id, _ := v.(string); id != "" {
			n.given[name] = id
		}
	}
	for name, options := range said {
		if options.ID != "" {
			n.given[name] = options.ID
		}
	}
	for _, id := range n.given {
		n.taken[id] = true
	}
	return n
}

// of is the id of the module at a path. Modules must be asked for in a fixed
// order: an id that is taken gets a number.
func (n *ids) of(name string) string {
	if id, ok := n.given[name]; ok {
		return id
	}
	made := idFromPath(name)
	id := made
	for i := 2; n.taken[id]; i++ {
		number := "-" + strconv.Itoa(i)
		id = made[:min(len(made), maxIDLength-len(number))] + number
	}
	n.given[name], n.taken[id] = id, true
	return id
}

// idFromPath makes a name of the contract (section 1) from the path of a body:
// what stands behind source_modules/, folders parted by dots, other characters
// replaced by an underscore, of a long one the end.
func idFromPath(name string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case r == '/':
			return '.'
		case r < 0x80 && (isAlnum(byte(r)) || strings.ContainsRune("_.:-", r)):
			return r
		}
		return '_'
	}, strings.TrimPrefix(name, BodiesDir+"/"))
	id = id[max(0, len(id)-maxIDLength):]
	id = strings.TrimLeft(id, "_.:-")
	if id == "" {
		return "module"
	}
	return id
}

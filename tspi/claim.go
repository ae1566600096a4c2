package tspi

// claim is a claimed inventory taken apart, whatever its shape: parts that are
// missing or mistyped are absent here, and recorded as faults of its shape.
type claim struct {
	isObject bool
	rows     section
	summary  Object
	groups   section // those of the summary
	stray    section // groups beside the summary, where no inventory has them
	badShape bool    // something that is there is not what it must be
}

// section is an array of objects of a claim.
type section struct {
	there    bool
	elements int // objects or not
	objects  []Object
}

func readClaim(raw Value) claim {
	object, ok := raw.(Object)
	c := claim{isObject: ok}
	c.rows = c.section(object, "rows")
	if summary, there := object.Get("summary"); there {
		c.summary, ok = summary.(Object)
		c.badShape = c.badShape || !ok
	}
	c.groups = c.section(c.summary, "active_owner_pressure_groups")
	c.stray = c.section(object, "active_owner_pressure_groups")
	return c
}

func (c *claim) section(of Object, name string) section {
	value, there := of.Get(name)
	if !there {
		return section{}
	}
	array, ok := value.(Array)
	s := section{there: true, elements: len(array)}
	for _, element := range array {
		if object, isObject := element.(Object); isObject {
			s.objects = append(s.objects, object)
		}
	}
	if !ok || len(s.objects) < s.elements {
		c.badShape = true
	}
	return s
}

// wellFormed is section 8's hardened sense of the word.
func (c *claim) wellFormed() bool {
	if !c.isObject || c.badShape || !c.rows.there {
		return false
	}
	for _, row := range c.rows.objects {
		if !wellFormedRow(row) {
			return false
		}
	}
	return true
}

func wellFormedRow(row Object) bool {
	for _, name := range []string{"pid", "ppid"} {
		if _, ok := integerAt(row, name); !ok {
			return false
		}
	}
	for _, name := range []string{"process_kind", "owner_status", "decision"} {
		if _, ok := stringAt(row, name); !ok {
			return false
		}
	}
	return true
}

// allGroups are the groups to be judged, wherever they stand: a group that asks
// for a kill is no better for standing in the wrong place.
func (c *claim) allGroups() []Object {
	return append(append([]Object{}, c.groups.objects...), c.stray.objects...)
}

func integerAt(o Object, name string) (Integer, bool) {
	v, _ := o.Get(name)
	return AsInteger(v)
}

func stringAt(o Object, name string) (string, bool) {
	v, _ := o.Get(name)
	s, ok := v.(string)
	return s, ok
}

// isTrue reports whether a member is there and true.
func isTrue(o Object, name string) bool {
	v, _ := o.Get(name)
	return v == true
}

// isOneOf reports whether a member is one of some strings.
func isOneOf(o Object, name string, texts ...string) bool {
	s, ok := stringAt(o, name)
	for _, text := range texts {
		if ok && s == text {
			return true
		}
	}
	return false
}

package tspi

// Inputs are the three positive inputs of a fixture, read.
type Inputs struct {
	Level  Level
	Table  *Table
	Policy *Policy
	Owners *Owners
}

// ReadInputs reads the three documents by the law of the level. The error is an
// *[InputError] for the first document at fault.
func ReadInputs(processTable, pressurePolicy, ownerClasses Value, level Level) (Inputs, error) {
	in := Inputs{Level: level}
	var err error
	if in.Table, err = ReadTable(processTable, level); err != nil {
		return Inputs{}, err
	}
	if in.Policy, err = ReadPolicy(pressurePolicy, level); err != nil {
		return Inputs{}, err
	}
	if in.Owners, err = ReadOwners(ownerClasses, level); err != nil {
		return Inputs{}, err
	}
	return in, nil
}

// Classify returns the inventory of the helpers in the table (contract, sections
// 3 to 6). It holds a row for each; [NewSurvey] makes them one at a time.
func Classify(in Inputs) *Inventory { return NewSurvey(in).inventory() }

// classifier holds what the rows of one table share.
type classifier struct {
	level      Level
	table      *Table
	policy     *Policy
	owners     *Owners
	kinds      *kindFinder
	walker     *walker
	names      *nameTable
	kindNames  []name             // by kind
	keepStatus []name             // by kind
	active     []bool             // by owner status
	registered map[int64][]string // command hashes by pid; "" stands for any command
}

func newClassifier(in Inputs) *classifier {
	c := &classifier{
		level: in.Level, table: in.Table, policy: in.Policy, owners: in.Owners,
		kinds: newKindFinder(in), names: newNameTable(), registered: map[int64][]string{},
	}
	c.walker = newWalker(in, c.names)
	for i := range in.Policy.Kinds {
		c.kindNames = append(c.kindNames, c.names.of(in.Policy.Kinds[i].Name))
		c.keepStatus = append(c.keepStatus, c.names.of(in.Policy.Kinds[i].KeepOwnerStatus))
	}
	var active []name
	for _, status := range in.Owners.ActiveStatuses {
		active = append(active, c.names.of(status))
	}
	c.active = make([]bool, len(c.names.texts))
	for _, status := range active {
		c.active[status] = true
	}
	for _, helper := range in.Owners.Registered {
		if pid, ok := helper.PID.Int64(); ok {
			c.registered[pid] = append(c.registered[pid], helper.CommandHash)
		}
	}
	return c
}

// fork is the same classifier for another goroutine, which judges other rows.
func (c *classifier) fork() *classifier {
	fork := *c
	fork.kinds, fork.walker = c.kinds.fork(), c.walker.fork()
	return &fork
}

// join takes over what a fork has counted.
func (c *classifier) join(fork *classifier) {
	c.kinds.join(fork.kinds)
	c.walker.join(fork.walker)
}

// helper is one row of the table that has a kind, judged.
type helper struct {
	row  *Row
	kind int32 // its index in the policy
	way  chain
	verdict
}

// judge judges a row; ok is false where it has no kind.
func (c *classifier) judge(row int32) (h helper, ok bool) {
	h.kind = c.kinds.of(row)
	if h.kind == noKind {
		return h, false
	}
	h.row = &c.table.Rows[row]
	kind := &c.policy.Kinds[h.kind]
	if kind.Keep {
		h.way = chain{status: c.keepStatus[h.kind], end: endKeepKind}
	} else {
		h.way = c.walker.chainOf(h.row)
	}
	h.verdict = c.decide(h.row, kind, h.way)
	return h, true
}

func (c *classifier) isActive(status name) bool { return c.active[status] }

func (c *classifier) isRegistered(row *Row) bool {
	if len(c.registered) == 0 {
		return false
	}
	for _, hash := range c.registered[int64(row.PID)] {
		if hash == "" || hash == CommandHash(row.Command) {
			return true
		}
	}
	return false
}

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
// 3 to 6).
func Classify(in Inputs) *Inventory {
	c := newClassifier(in)
	inventory := &Inventory{
		Schema: SchemaInventory,
		Policy: InventoryPolicy{
			NoUnknownOwnerKilled:   true,
			NoProcessSignalSent:    true,
			InventoryIsNotKillList: true,
			SafeClosePredicate:     SafeClosePredicate,
			MinAgeSeconds:          in.Policy.MinAgeSeconds,
		},
		Rows: []InventoryRow{},
	}
	groups := pressureGroups{}
	for i := range in.Table.Rows {
		row := &in.Table.Rows[i]
		kind := in.Policy.kindOf(row, in.Level)
		if kind == nil {
			continue
		}
		way := c.walker.chainOf(row, kind)
		verdict := c.decide(row, kind, way)
		inventory.Rows = append(inventory.Rows, c.inventoryRow(row, kind, way, verdict))
		if !kind.Keep && c.isActive(way.status) {
			groups.add(row, kind, way)
		}
	}
	inventory.Summary = c.summary(inventory.Rows, groups.overBudget(c))
	return inventory
}

// classifier holds what the rows of one table share.
type classifier struct {
	level      Level
	table      *Table
	policy     *Policy
	owners     *Owners
	walker     *walker
	active     map[string]bool
	registered map[int64][]string // command hashes by pid; "" stands for any command
}

func newClassifier(in Inputs) *classifier {
	c := &classifier{
		level: in.Level, table: in.Table, policy: in.Policy, owners: in.Owners,
		walker:     newWalker(in.Table, in.Owners),
		active:     map[string]bool{},
		registered: map[int64][]string{},
	}
	for _, status := range in.Owners.ActiveStatuses {
		c.active[status] = true
	}
	for _, helper := range in.Owners.Registered {
		if pid, ok := helper.PID.Int64(); ok {
			c.registered[pid] = append(c.registered[pid], helper.CommandHash)
		}
	}
	return c
}

func (c *classifier) isActive(status string) bool { return c.active[status] }

func (c *classifier) isRegistered(row *Row) bool {
	for _, hash := range c.registered[int64(row.PID)] {
		if hash == "" || hash == CommandHash(row.Command) {
			return true
		}
	}
	return false
}

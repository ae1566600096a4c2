package drill

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/stage"
	"github.com/tspi-dev/harness/tspi"
)

// Scenario is one file of testdata/drills (docs/drill.md, section 2).
type Scenario struct {
	ID    string // GROUP/NAME
	Title string
	Why   string
	// MayEnd are the pids that may be ended, in ascending order.
	MayEnd []int
	Events []stage.Event // their commands hold roles
	// Table is the ps text; its commands hold roles.
	Table string
	Text  []byte // the file

	actors []stage.Actor // their commands hold roles
}

// Group is the first part of the id.
func (s *Scenario) Group() string { return path.Dir(s.ID) }

// groupOrphan holds the plain cases that every reaper should close.
const groupOrphan = "orphan"

// Groups are those of the scenarios, in the order of a report.
func Groups() []string {
	return []string{groupOrphan, "owned", "young", "lookalike", "shared", "init", "crowd", "second-look", "group"}
}

// Scenarios are all that this program carries, in the order of [Groups] and by name.
func Scenarios() ([]*Scenario, error) {
	var all []*Scenario
	files := harness.Drills()
	for _, group := range Groups() {
		entries, err := fs.ReadDir(files, group)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			text, err := fs.ReadFile(files, group+"/"+e.Name())
			if err != nil {
				return nil, err
			}
			s, err := ParseScenario(group+"/"+strings.TrimSuffix(e.Name(), ".txtar"), text)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		}
	}
	return all, nil
}

const tableFile = "table.ps"

// ParseScenario reads a file. Its error names the scenario and the key at fault.
func ParseScenario(id string, text []byte) (*Scenario, error) {
	s := &Scenario{ID: id, Text: text}
	if err := s.parse(text); err != nil {
		return nil, fmt.Errorf("scenario %s: %w", id, err)
	}
	return s, nil
}

func (s *Scenario) parse(text []byte) error {
	archive := txtar.Parse(text)
	if len(archive.Files) != 1 || archive.Files[0].Name != tableFile {
		return errors.New("want exactly one file, " + tableFile)
	}
	s.Table = string(archive.Files[0].Data)
	if err := s.readTable(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		key, value, ok := strings.Cut(line, ": ")
		if !ok || strings.TrimSpace(value) == "" {
			return fmt.Errorf("%q: want KEY: VALUE", line)
		}
		if seen[key] && !slices.Contains(repeatable, key) {
			return fmt.Errorf("%s: stands twice", key)
		}
		seen[key] = true
		if err := s.set(key, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	for _, key := range []string{"title", "why", "may_end"} {
		if !seen[key] {
			return fmt.Errorf("%s: is missing", key)
		}
	}
	return nil
}

// repeatable are the keys that may stand several times.
var repeatable = []string{"event", "left_by", "group", "listen", "connect"}

func (s *Scenario) set(key, value string) error {
	switch key {
	case "title":
		s.Title = value
	case "why":
		s.Why = value
	case "may_end":
		if value == "none" {
			return nil
		}
		return s.eachActor(value, func(a *stage.Actor) { s.MayEnd = append(s.MayEnd, a.PID) })
	case "stubborn":
		return s.eachActor(value, func(a *stage.Actor) { a.Stubborn = true })
	case "zombie":
		return s.eachActor(value, func(a *stage.Actor) { a.Zombie = true })
	case "subreaper":
		return s.eachActor(value, func(a *stage.Actor) { a.Subreaper = true })
	case "session":
		return s.eachActor(value, func(a *stage.Actor) { a.Session = true })
	case "left_by":
		return s.number(value, func(a *stage.Actor, n int) { a.LeftBy = n })
	case "group":
		return s.number(value, func(a *stage.Actor, n int) { a.Group = n })
	case "listen":
		return s.number(value, func(a *stage.Actor, n int) { a.Listen = n })
	case "connect":
		return s.number(value, func(a *stage.Actor, n int) { a.Connect = n })
	case "event":
		event, err := parseEvent(value)
		s.Events = append(s.Events, event)
		return err
	default:
		return errors.New("no such key")
	}
	return nil
}

func (s *Scenario) actor(pid string) (*stage.Actor, error) {
	n, err := strconv.Atoi(pid)
	for i := range s.actors {
		if err == nil && s.actors[i].PID == n {
			return &s.actors[i], nil
		}
	}
	return nil, errors.New("want pids of the table")
}

func (s *Scenario) eachActor(pids string, f func(*stage.Actor)) error {
	for _, pid := range strings.Fields(pids) {
		a, err := s.actor(pid)
		if err != nil {
			return err
		}
		f(a)
	}
	return nil
}

// number reads PID=N.
func (s *Scenario) number(value string, f func(*stage.Actor, int)) error {
	pid, number, _ := strings.Cut(value, "=")
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 {
		return errors.New("want PID=N")
	}
	a, err := s.actor(pid)
	if err == nil {
		f(a, n)
	}
	return err
}

// parseEvent reads on-look PID: recycle COMMAND and its like.
func parseEvent(value string) (stage.Event, error) {
	on, what, ok := strings.Cut(value, ": ")
	words := strings.Fields(on)
	do, command, commanded := strings.Cut(what, " ")
	if !ok || !commanded || len(words) != 2 || !strings.HasPrefix(words[0], "on-") {
		return stage.Event{}, errors.New(
			"want on-look PID: recycle COMMAND, on-end PID: recycle COMMAND or on-look PID: adopt COMMAND",
		)
	}
	pid, err := strconv.Atoi(words[1])
	return stage.Event{On: strings.TrimPrefix(words[0], "on-"), PID: pid, Do: do, Command: command}, err
}

// readTable reads the table as actors.
func (s *Scenario) readTable() error {
	table, err := tspi.ParseTable(s.Table, tspi.Hardened)
	if err != nil {
		return err
	}
	if table.Skipped.Malformed > 0 {
		return errors.New("the table has a malformed line")
	}
	for i := range table.Rows {
		row := &table.Rows[i]
		if row.Unreadable {
			return fmt.Errorf("pid %d: the row is unreadable", row.PID)
		}
		s.actors = append(s.actors, stage.Actor{
			PID: int(row.PID), PPID: int(row.PPID), Age: row.Age, Command: row.Command,
			// What is as old as init was started by it.
			Service: row.PPID == 1 && row.Age >= table.Rows[0].Age-2,
		})
	}
	return nil
}

// Spec is the scenario with its roles filled, without the reaper.
func (s *Scenario) Spec(roles Roles) (stage.Spec, error) {
	spec := stage.Spec{Actors: slices.Clone(s.actors), Events: slices.Clone(s.Events)}
	var err error
	for i := range spec.Actors {
		a := &spec.Actors[i]
		if a.Zombie { // [NAME] <defunct>
			a.Command = strings.Trim(strings.Fields(a.Command)[0], "[]")
			continue
		}
		if a.Command, err = roles.Fill(a.Command); err != nil {
			return spec, err
		}
	}
	for i := range spec.Events {
		if spec.Events[i].Command, err = roles.Fill(spec.Events[i].Command); err != nil {
			return spec, err
		}
	}
	return spec, nil
}

// Filled is the table with its roles filled.
func (s *Scenario) Filled(roles Roles) (string, error) { return roles.Fill(s.Table) }

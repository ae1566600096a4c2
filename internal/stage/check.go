package stage

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Bounds of a performance.
const (
	maxActors  = 2000
	maxCommand = 8 << 10
	maxPID     = ShellPID - 1
)

// check refuses what cannot be staged.
func (s Spec) check() error {
	if len(s.Command) == 0 || !path.IsAbs(s.Command[0]) {
		return errors.New("the reaper's program: want an absolute path")
	}
	if len(s.Actors) > maxActors {
		return fmt.Errorf("%d processes: at most %d can be staged", len(s.Actors), maxActors)
	}
	seen := map[int]Actor{}
	for i, a := range s.Actors {
		if problem := a.problem(i, seen); problem != "" {
			return fmt.Errorf("pid %d: %s", a.PID, problem)
		}
		seen[a.PID] = a
	}
	eventful := map[int]bool{}
	for _, e := range s.Events {
		problem := e.problem(seen)
		if problem == "" && eventful[e.PID] {
			problem = "the process has another event"
		}
		if problem != "" {
			return fmt.Errorf("event on %s %d: %s", e.On, e.PID, problem)
		}
		eventful[e.PID] = true
	}
	return nil
}

// problem says why an actor cannot be staged after those that were seen.
func (a Actor) problem(i int, seen map[int]Actor) string {
	parent, there := seen[a.PPID]
	_, again := seen[a.PID]
	switch {
	case i == 0 && (a.PID != 1 || a.PPID != 0):
		return "the first process of a stage is pid 1, whose ppid is 0"
	case a.PID < 1 || a.PID > maxPID:
		return fmt.Sprintf("pids of a stage lie between 1 and %d", maxPID)
	case again:
		return "another live process has it"
	case i > 0 && !there:
		return fmt.Sprintf("its parent %d does not stand before it", a.PPID)
	case i > 0 && parent.Zombie:
		return "its parent has ended"
	case a.LeftBy != 0 && (a.PPID != 1 || seen[a.LeftBy].PID == 0):
		return "it was left by no process before it, or is no child of pid 1"
	case a.Age < 0 || a.Age > 1<<31:
		return "its age cannot be staged"
	case len(strings.Fields(a.Command)) == 0 || len(strings.Fields(a.Command)) > 1000 || len(a.Command) > maxCommand:
		return "its command cannot be staged"
	}
	return ""
}

func (e Event) problem(actors map[int]Actor) string {
	a, there := actors[e.PID]
	switch {
	case !there || e.PID == 1 || a.Zombie || a.Listen != 0:
		return "no such process that can leave"
	case e.Do != Recycle && e.Do != Adopt, e.On != OnLook && e.On != OnEnd, e.Do == Adopt && e.On != OnLook:
		return "no such event"
	case strings.TrimSpace(e.Command) == "":
		return "it needs a command"
	}
	return ""
}

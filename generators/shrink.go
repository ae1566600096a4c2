package generators

// Shrink looks for the smallest table for which a predicate still holds, starting
// from one for which it does. It is greedy and deterministic: the same table and
// the same predicate give the same result.
//
// It asks at most maxTries times and returns how often it did. An error of the
// predicate ends it; the smallest table so far is returned with it.
func Shrink(t *Table, fails func(*Table) (bool, error), maxTries int) (smallest *Table, tries int, err error) {
	s := &shrinker{best: t, fails: fails, left: maxTries}
	for s.more() && s.dropLines() {
	}
	return s.best, maxTries - s.left, s.err
}

type shrinker struct {
	best  *Table
	fails func(*Table) (bool, error)
	left  int
	err   error
}

func (s *shrinker) more() bool { return s.left > 0 && s.err == nil }

// try takes a changed table for the best where it still fails.
func (s *shrinker) try(t *Table) bool {
	if !s.more() {
		return false
	}
	s.left--
	failed, err := s.fails(t)
	if err != nil {
		s.err = err
		return false
	}
	if failed {
		s.best = t
	}
	return failed
}

// dropLines drops chunks of lines, halving them down to single lines.
func (s *shrinker) dropLines() bool {
	before := len(s.best.Lines)
	for size := (before + 1) / 2; size > 0 && s.more(); size /= 2 {
		for i := 0; i < len(s.best.Lines) && s.more(); {
			c := s.best.changed()
			c.Lines = append(c.Lines[:i:i], c.Lines[min(i+size, len(c.Lines)):]...)
			if len(c.Rows()) == 0 || !s.try(c) {
				i += size
			}
		}
	}
	return len(s.best.Lines) < before
}

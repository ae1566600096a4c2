package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// answer is what one call printed and how it ended.
type answer struct {
	status         int
	stdout, stderr string
}

// call runs one call with a small world: no terminal, no environment, a clock
// that stands.
func call(t *testing.T, stdin string, args ...string) answer {
	t.Helper()
	return callIn(t, Call{Stdin: strings.NewReader(stdin), Args: args})
}

// callIn fills in what the call leaves open.
func callIn(t *testing.T, c Call) answer {
	t.Helper()
	a := answer{}
	var stdout, stderr bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &stdout
	}
	if c.Stdin == nil {
		c.Stdin = strings.NewReader("")
	}
	if c.LookupEnv == nil {
		c.LookupEnv = environment(nil)
	}
	c.Stderr = &stderr
	c.Now = func() time.Time { return time.Unix(1_700_000_000, 0) }
	a.status = Run(c)
	a.stdout, a.stderr = stdout.String(), stderr.String()
	return a
}

func environment(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

// refused checks that a call ends with status 2, prints nothing on standard
// output and one "tspi: " line, perhaps with a hint, on standard error.
func refused(t *testing.T, a answer) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(a.stderr, "\n"), "\n")
	wellFormed := strings.HasPrefix(lines[0], "tspi: ") &&
		(len(lines) == 1 || len(lines) == 2 && strings.HasPrefix(lines[1], "hint: "))
	if a.status != statusUnusable || a.stdout != "" || !wellFormed {
		t.Errorf("status %d, stdout %q, stderr %q; want 2, nothing, and one line with at most a hint", a.status,
			a.stdout, a.stderr)
	}
}

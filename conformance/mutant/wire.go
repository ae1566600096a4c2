package mutant

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// wire is what a mutant makes of a response line: what is written in its place. With
// end the process ends before the answer.
type wire func(line []byte) (written []byte, end bool)

const opening = `{"id":`

func refusal(line []byte) bool { return bytes.Contains(line, []byte(`,"error":{`)) }

// wireMutants break the protocol of a profile.
func wireMutants(p *profile.Profile) []profile.Mutant {
	var mutants []profile.Mutant
	for _, w := range wires {
		mutants = append(mutants, profile.Mutant{Name: w.name, Says: w.says, Clause: profile.ClauseProtocol,
			Level: p.Levels[0], OnTheWire: true})
	}
	return mutants
}

// wires are the ways in which a mutant breaks the protocol.
var wires = []struct {
	name, says string
	wire       wire
}{
	{"crash-on-refusal", "ends where it should refuse", func(line []byte) ([]byte, bool) {
		return line, refusal(line)
	}},
	{"silence-on-refusal", "says nothing where it should refuse", func(line []byte) ([]byte, bool) {
		if refusal(line) {
			return nil, false
		}
		return line, false
	}},
	{"banner", "logs on standard output", func(line []byte) ([]byte, bool) {
		return append([]byte("reading the table\n"), line...), false
	}},
	{"trailing-words", "writes something behind its answer", func(line []byte) ([]byte, bool) {
		return append(bytes.TrimSuffix(line, []byte("\n")), " done\n"...), false
	}},
	{"answers-twice", "answers each request twice", func(line []byte) ([]byte, bool) {
		return append(bytes.Clone(line), line...), false
	}},
	{"id-as-text", "writes the id as a string", func(line []byte) ([]byte, bool) {
		id, rest, _ := bytes.Cut(line[len(opening):], []byte(","))
		return bytes.Join([][]byte{[]byte(opening + `"`), id, []byte(`",`), rest}, nil), false
	}},
	{"no-id", "leaves the id out", func(line []byte) ([]byte, bool) {
		_, rest, _ := bytes.Cut(line, []byte(","))
		return append([]byte("{"), rest...), false
	}},
	{"ok-and-error", "has a null error beside every ok", func(line []byte) ([]byte, bool) {
		if refusal(line) {
			return line, false
		}
		return append(bytes.TrimSuffix(line, []byte("}\n")), `,"error":null}`+"\n"...), false
	}},
	{"id-twice", "repeats a member of the response", func(line []byte) ([]byte, bool) {
		id, rest, _ := bytes.Cut(line[len(opening):], []byte(","))
		return bytes.Join([][]byte{[]byte(opening), id, []byte(`,"id":`), id, []byte(","), rest}, nil), false
	}},
}

// Serve serves a mutant over the adapter protocol (docs/protocol.md), until the
// input ends.
func Serve(ctx context.Context, p *profile.Profile, m profile.Mutant, level law.Level, in io.Reader,
	out io.Writer) error {
	for _, w := range wires {
		if w.name == m.Name {
			out = &spoiler{out: out, wire: w.wire}
		}
	}
	if err := conformance.Serve(ctx, Judge(p, m, level), in, out); !errors.Is(err, errEnd) {
		return err
	}
	return nil
}

var errEnd = errors.New("this mutant ends here")

// spoiler passes lines on as the wire makes them. The first, which describes the
// implementation, stays as it is: what does not start proves nothing.
type spoiler struct {
	out   io.Writer
	wire  wire
	begun bool
	line  []byte // as far as it was written
}

func (s *spoiler) Write(p []byte) (int, error) {
	s.line = append(s.line, p...)
	for {
		end := bytes.IndexByte(s.line, '\n') + 1
		if end == 0 {
			return len(p), nil
		}
		line := bytes.Clone(s.line[:end])
		s.line = s.line[end:]
		ends := false
		if s.begun {
			line, ends = s.wire(line)
		}
		s.begun = true
		if ends {
			return 0, errEnd
		}
		if _, err := s.out.Write(line); err != nil {
			return 0, err
		}
	}
}

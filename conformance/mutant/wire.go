package mutant

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/tspi"
)

// wire is what a mutant makes of a response line: what is written in its place. With
// end the process ends before the answer.
type wire func(line []byte) (written []byte, end bool)

const opening = `{"id":`

func refusal(line []byte) bool { return bytes.Contains(line, []byte(`,"error":{`)) }

// wireMutants break the protocol.
func wireMutants() []Mutant {
	mutants := []Mutant{
		{Name: "crash-on-refusal", Says: "ends where it should refuse", wire: func(line []byte) ([]byte, bool) {
			return line, refusal(line)
		}},
		{Name: "silence-on-refusal", Says: "says nothing where it should refuse", wire: func(line []byte) ([]byte, bool) {
			if refusal(line) {
				return nil, false
			}
			return line, false
		}},
		{Name: "banner", Says: "logs on standard output", wire: func(line []byte) ([]byte, bool) {
			return append([]byte("reading the table\n"), line...), false
		}},
		{Name: "trailing-words", Says: "writes something behind its answer", wire: func(line []byte) ([]byte, bool) {
			return append(bytes.TrimSuffix(line, []byte("\n")), " done\n"...), false
		}},
		{Name: "answers-twice", Says: "answers each request twice", wire: func(line []byte) ([]byte, bool) {
			return append(bytes.Clone(line), line...), false
		}},
		{Name: "id-as-text", Says: "writes the id as a string", wire: func(line []byte) ([]byte, bool) {
			id, rest, _ := bytes.Cut(line[len(opening):], []byte(","))
			return bytes.Join([][]byte{[]byte(opening + `"`), id, []byte(`",`), rest}, nil), false
		}},
		{Name: "no-id", Says: "leaves the id out", wire: func(line []byte) ([]byte, bool) {
			_, rest, _ := bytes.Cut(line, []byte(","))
			return append([]byte("{"), rest...), false
		}},
		{Name: "ok-and-error", Says: "has a null error beside every ok", wire: func(line []byte) ([]byte, bool) {
			if refusal(line) {
				return line, false
			}
			return append(bytes.TrimSuffix(line, []byte("}\n")), `,"error":null}`+"\n"...), false
		}},
		{Name: "id-twice", Says: "repeats a member of the response", wire: func(line []byte) ([]byte, bool) {
			id, rest, _ := bytes.Cut(line[len(opening):], []byte(","))
			return bytes.Join([][]byte{[]byte(opening), id, []byte(`,"id":`), id, []byte(","), rest}, nil), false
		}},
	}
	for i := range mutants {
		mutants[i].Clause, mutants[i].Level = protocol, core
	}
	return mutants
}

// protocol is the clause of the mutants that only a process can show.
const protocol = "protocol"

// Serve serves the mutant over the adapter protocol (docs/protocol.md), until the
// input ends.
func (m Mutant) Serve(ctx context.Context, level tspi.Level, in io.Reader, out io.Writer) error {
	if m.wire != nil {
		out = &spoiler{out: out, wire: m.wire}
	}
	if err := conformance.Serve(ctx, m.Answerer(level), in, out); !errors.Is(err, errEnd) {
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

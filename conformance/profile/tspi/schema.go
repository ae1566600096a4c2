package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/schema"
	"github.com/tspi-dev/harness/tspi"
)

// answerSchema names the schema of each operation's ok, by level.
func answerSchema(op string, level tspi.Level) string {
	name := strings.TrimPrefix(op, Profile+".")
	switch op {
	case OpClassify, OpRelief:
		if level == tspi.Core {
			return name + ".core.schema.json"
		}
	}
	return name + ".schema.json"
}

// compiledSchemas compiles the embedded schemas once, when the first answer
// needs one.
var compiledSchemas = sync.OnceValues(func() (map[string]*schema.Schema, error) {
	names, err := fs.Glob(harness.AnswerSchemas(), "*.schema.json")
	if err != nil || len(names) == 0 {
		return nil, errors.Join(errors.New("the binary carries no schemas"), err)
	}
	documents := map[string]tspi.Value{}
	for _, name := range names {
		text, err := fs.ReadFile(harness.AnswerSchemas(), name)
		if err != nil {
			return nil, err
		}
		if documents[name], err = tspi.Decode(text); err != nil {
			return nil, err
		}
	}
	return schema.Compile(documents)
})

// fitsSchema returns what keeps an answer from fitting its schema, "" where it
// fits. It repeats nothing of the answer but places in it.
func fitsSchema(op string, level tspi.Level, answer tspi.Value) string {
	schemas, err := compiledSchemas()
	if err != nil {
		return "the harness's schemas are unusable: " + err.Error()
	}
	s, ok := schemas[answerSchema(op, level)]
	if !ok {
		return "the harness has no schema for this operation"
	}
	if fault := s.Check(answer); fault != nil {
		return fmt.Sprintf("%s breaks %s", tspi.SafePointer(fault.Pointer), fault.Keyword)
	}
	return ""
}

package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/schema"
	"github.com/tspi-dev/harness/internal/strict"
)

// Schemas are the JSON Schemas of a profile's answers. They are compiled once, when the
// first answer needs one.
type Schemas struct {
	compiled func() (map[string]*schema.Schema, error)
}

// NewSchemas are the files *.schema.json of a folder.
func NewSchemas(files fs.FS) *Schemas {
	return &Schemas{sync.OnceValues(func() (map[string]*schema.Schema, error) { return compileSchemas(files) })}
}

func compileSchemas(files fs.FS) (map[string]*schema.Schema, error) {
	names, err := fs.Glob(files, "*.schema.json")
	if err != nil || len(names) == 0 {
		return nil, errors.Join(errors.New("the binary carries no schemas"), err)
	}
	documents := map[string]strict.Value{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if documents[name], err = strict.Decode(text); err != nil {
			return nil, err
		}
	}
	return schema.Compile(documents)
}

// Misfit returns what keeps an answer from fitting the schema NAME.schema.json, "" where it
// fits. It repeats nothing of the answer but places in it.
func (s *Schemas) Misfit(name string, answer strict.Value) string {
	schemas, err := s.compiled()
	if err != nil {
		return "the harness's schemas are unusable: " + err.Error()
	}
	compiled, ok := schemas[name+".schema.json"]
	if !ok {
		return "the harness has no schema for this operation"
	}
	if fault := compiled.Check(answer); fault != nil {
		return fmt.Sprintf("%s breaks %s", law.SafePointer(fault.Pointer), fault.Keyword)
	}
	return ""
}

package harness

import (
	"embed"
	"io/fs"
)

//go:embed testdata/cases
var cases embed.FS

//go:embed testdata/schemas/answers
var schemas embed.FS

//go:embed testdata/schemas/case.schema.json
var caseSchema []byte

// CaseSchema is the JSON Schema of an exported case.
func CaseSchema() []byte { return caseSchema }

// Cases is the suite's tree of cases: PROFILE/LEVEL/CLAUSE/NAME.txtar and
// PROFILE/suite-N.txt (docs/suite.md).
func Cases() fs.FS { return below(cases, "testdata/cases") }

// AnswerSchemas are the JSON Schemas of the answers of each operation.
func AnswerSchemas() fs.FS { return below(schemas, "testdata/schemas/answers") }

// below is a folder of an embedded tree. It cannot fail for a folder that was
// embedded.
func below(files embed.FS, folder string) fs.FS {
	sub, err := fs.Sub(files, folder)
	if err != nil {
		panic(err)
	}
	return sub
}

//go:embed testdata/drills
var drills embed.FS

// Drills is the tree of the drill's scenarios: GROUP/NAME.txtar (docs/drill.md).
func Drills() fs.FS { return below(drills, "testdata/drills") }

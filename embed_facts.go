package harness

import "io/fs"

// FactsSchemas are the JSON Schemas of the answers of a profile of facts.
func FactsSchemas(profile string) fs.FS { return below(schemas, "testdata/schemas/answers/"+profile) }

// Package harness embeds what an installed tspi carries with it, so that one
// binary classifies and certifies without a checkout of the project.
package harness

import (
	"embed"
	"io/fs"
)

//go:embed testdata/policies/*.json testdata/fixture/*.json golden/*.json golden/*/*.json
var carried embed.FS

// Policies holds the built-in policy and owner taxonomy for the helpers that
// people run today: pressure_policy.json and owner_classes.json.
func Policies() fs.FS { return sub("testdata/policies") }

// Fixture holds the fixture that the golden receipts are about.
func Fixture() fs.FS { return sub("testdata/fixture") }

// Golden holds the golden receipts: NAME.json of tspi, and PROFILE/NAME.json of the
// profiles of facts.
func Golden() fs.FS { return sub("golden") }

// sub is a folder of what is carried. fs.Sub refuses only names that lead
// outside, and these are ours.
func sub(dir string) fs.FS {
	folder, err := fs.Sub(carried, dir)
	if err != nil {
		panic(err)
	}
	return folder
}

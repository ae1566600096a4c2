// Package harness embeds what an installed tspi carries with it, so that one
// binary classifies and certifies without a checkout of the project.
package harness

import (
	"embed"
	"io/fs"
)

//go:embed testdata/policies/*.json
var policies embed.FS

// Policies holds the built-in policy and owner taxonomy for the helpers that
// people run today: pressure_policy.json and owner_classes.json.
func Policies() fs.FS { return sub(policies, "testdata/policies") }

// sub is a folder of an embedded tree. The name is ours, and fs.Sub refuses only
// names that lead outside.
func sub(tree embed.FS, dir string) fs.FS {
	folder, err := fs.Sub(tree, dir)
	if err != nil {
		panic(err)
	}
	return folder
}

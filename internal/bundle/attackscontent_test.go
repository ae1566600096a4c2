//go:build unix

package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// contentAttacks lie inside: in the manifest, in bodies, in what nobody declares.
var contentAttacks = []attack{
	{"manifest is a link", func(m *made, outside string) {
		m.manifest()
		must(m.t, os.Rename(m.path(ManifestName), filepath.Join(outside, "m.json")))
		m.link(filepath.Join(outside, "m.json"), ManifestName)
	}, list("source_module_manifest MANIFEST_INVALID"), func(m *made, _ string) { m.manifest() }},
	{"manifest is a link inside", func(m *made, _ string) {
		m.manifest()
		must(m.t, os.Rename(m.path(ManifestName), m.path("m.json")))
		m.link("m.json", ManifestName)
	}, list("source_module_manifest MANIFEST_INVALID"), nil},
	{"manifest is a FIFO", func(m *made, _ string) { must(m.t, syscall.Mkfifo(m.path(ManifestName), 0o644)) },
		list("source_module_manifest MANIFEST_INVALID"), nil},
	{"manifest is a folder", func(m *made, _ string) { must(m.t, os.Mkdir(m.path(ManifestName), 0o755)) },
		list("source_module_manifest MANIFEST_INVALID"), nil},

	{"the same id twice", func(m *made, _ string) { m.rows[1]["module_id"] = "first" }, list("first DUPLICATE"),
		func(m *made, _ string) { m.rows[1]["module_id"] = "First" }},
	{"no id", func(m *made, _ string) { delete(m.rows[0], "module_id") }, list("source_module DUPLICATE"), nil},
	{"an empty id", func(m *made, _ string) { m.rows[0]["module_id"] = "" }, list("source_module DUPLICATE"), nil},
	{"an id that is no text", func(m *made, _ string) { m.rows[0]["module_id"] = 7 }, list("source_module DUPLICATE"),
		func(m *made, _ string) { m.rows[0]["module_id"] = "7" }},
	{"the same target twice", func(m *made, _ string) {
		m.rows = append(m.rows, rightRow("third", firstRef, firstBody, "package"))
	}, list("third DUPLICATE"), func(m *made, _ string) {
		m.write("source_modules/third.go", firstBody)
		m.rows = append(m.rows, rightRow("third", "source_modules/third.go", firstBody, "package"))
	}},
	{"the same target in another spelling", func(m *made, _ string) {
		m.rows = append(m.rows, rightRow("third", "./source_modules/x/../first.go", firstBody, "package"))
	}, list("third DUPLICATE"), nil},
	{"a target ten thousand times", func(m *made, _ string) {
		m.body(firstBody + strings.Repeat("x", 1<<20))
		for range 10_000 {
			m.rows = append(m.rows, map[string]any{"module_id": "first", "target_ref": firstRef})
		}
	}, list("first DUPLICATE", "first RELATION_UNVERIFIED", "first CLASS_REQUIRED", "first BODY_BOUNDARY_REQUIRED",
		"first DIGEST_MISMATCH", "first ANCHOR_MISSING"), nil},

	{"undeclared file", func(m *made, _ string) {
		m.write("source_modules/third.go", "")
	}, list("source_modules UNDECLARED"),
		func(m *made, _ string) { m.write("third.go", "") }},
	{"undeclared file deep down", func(m *made, _ string) {
		m.write("source_modules/a/b/c/third.go", "")
	}, list("source_modules UNDECLARED"),
		func(m *made, _ string) { must(m.t, os.MkdirAll(m.path("source_modules/a/b/c"), 0o755)) }},
	{"almost a file of a desktop", func(m *made, _ string) {
		m.write("source_modules/.DS_store", "")
	}, list("source_modules UNDECLARED"),
		func(m *made, _ string) {
			m.write("source_modules/tools/.DS_Store", "")
			m.write("source_modules/Thumbs.db", "")
		}},
	{"a folder with the name of a desktop's file", func(m *made, _ string) {
		m.write("source_modules/.DS_Store/x", "")
	},
		list("source_modules UNDECLARED"), nil},
	{"a link with the name of a desktop's file", func(m *made, outside string) {
		m.link(outside, "source_modules/Thumbs.db")
	},
		list("source_modules UNDECLARED"), nil},
	{"undeclared link to a folder", func(m *made, outside string) {
		m.link(outside, "source_modules/x")
	}, list("source_modules UNDECLARED"), nil},
	{"undeclared link in a circle", func(m *made, _ string) {
		m.link(".", "source_modules/x")
	}, list("source_modules UNDECLARED"), nil},
	{"folders too deep", func(m *made, _ string) {
		must(m.t, os.MkdirAll(m.path("source_modules"+strings.Repeat("/d", maxDepth)), 0o755))
	}, list("source_modules UNDECLARED"), func(m *made, _ string) {
		must(m.t, os.MkdirAll(m.path("source_modules"+strings.Repeat("/d", maxDepth-1)), 0o755))
	}},
	{"a body of 64 GiB that takes no room", func(m *made, _ string) {
		must(m.t, os.Truncate(m.path(firstRef), 64<<30))
	},
		list("first BODY_UNREADABLE"), nil},
	{"a hundred thousand anchors", func(m *made, _ string) {
		m.body(firstBody + strings.Repeat("a", 1<<20))
		anchors := make([]string, 100_000)
		for i := range anchors {
			anchors[i] = "a" + fmt.Sprint(i)
		}
		m.rows[0]["required_anchors"] = anchors
	}, list("first ANCHOR_MISSING"), func(m *made, _ string) {
		m.body(firstBody + strings.Repeat("a", 1<<20))
		anchors := make([]string, 500)
		for i := range anchors {
			anchors[i] = strings.Repeat("a", i+1)
		}
		m.rows[0]["required_anchors"] = anchors
	}},
	{"a body of slashes", func(m *made, _ string) {
		m.body("package (/root" + strings.Repeat("/", 1<<20) + "x")
		m.rows[0]["required_anchors"] = []string{"package"}
	}, list("first ABSOLUTE_PATH_FORBIDDEN"), func(m *made, _ string) {
		m.body("package (/root" + strings.Repeat("/", 1<<20))
		m.rows[0]["required_anchors"] = []string{"package"}
	}},
	{"twenty thousand rows of nothing", func(m *made, _ string) {
		for range 20_000 {
			m.rows = append(m.rows, map[string]any{})
		}
	}, list("source_module DUPLICATE", "source_module TARGET_MISSING", "source_module RELATION_UNVERIFIED",
		"source_module CLASS_REQUIRED",
		"source_module BODY_BOUNDARY_REQUIRED"), nil},
	{"text of the sender's own everywhere", func(m *made, _ string) {
		m.write("source_modules/"+canary, firstBody)
		m.rows[0]["module_id"], m.rows[0]["source_ref"], m.rows[0][canary] = canary, canary, canary
		m.rows[0]["required_anchors"] = []string{canary}
		target("source_modules/"+canary)(m, "")
		m.remove(firstRef)
	}, list("source_module ANCHOR_MISSING"), nil},
}

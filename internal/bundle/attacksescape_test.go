//go:build unix

package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// escapeAttacks lead the verifier outside, or to what is no file.
var escapeAttacks = []attack{
	{"absolute target", func(m *made, outside string) {
		m.remove(firstRef)
		target(filepath.Join(outside, "first.go"))(m, "")
	}, list("first TARGET_ESCAPE"), nil},
	{"absolute target inside", func(m *made, _ string) { target(m.path(firstRef))(m, "") },
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"absolute target with two slashes", target("//" + firstRef),
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), target("source_modules//first.go")},
	{"target climbs out", func(m *made, outside string) {
		m.remove(firstRef)
		target("source_modules/../../"+filepath.Base(outside)+"/first.go")(m, "")
	}, list("first TARGET_ESCAPE"), target("source_modules/tools/../first.go")},
	{"target climbs out and comes back", func(m *made, _ string) {
		target("../"+filepath.Base(m.dir)+"/"+firstRef)(m, "")
	}, list("first TARGET_ESCAPE", "source_modules UNDECLARED"), target("./" + firstRef)},
	{"target beside source_modules", func(m *made, _ string) {
		m.write("first.go", firstBody)
		m.remove(firstRef)
		target("first.go")(m, "")
	}, list("first TARGET_ESCAPE"), nil},
	{"target in a folder of almost that name", func(m *made, _ string) {
		m.write("source_modules2/first.go", firstBody)
		m.remove(firstRef)
		target("source_modules2/first.go")(m, "")
	}, list("first TARGET_ESCAPE"), nil},
	{"target leaves source_modules", func(m *made, _ string) {
		m.write("first.go", firstBody)
		m.remove(firstRef)
		target("source_modules/../first.go")(m, "")
	}, list("first TARGET_ESCAPE"), target("source_modules/../source_modules/first.go")},
	{"target is source_modules", target("source_modules"), list("first TARGET_ESCAPE", "source_modules UNDECLARED"),
		target("source_modules/first.go")},
	{"target is the bundle", target("."), list("first TARGET_ESCAPE", "source_modules UNDECLARED"),
		target("./source_modules/first.go")},
	{"target is empty", target(""), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target is a folder", target("source_modules/tools"), list("first TARGET_ESCAPE", "source_modules UNDECLARED"),
		target("source_modules/tools/../first.go")},
	{"target is the manifest", target("source_modules/../source_module_manifest.json"),
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target of another system", target(`C:\source_modules\first.go`),
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target of a share", target(`\\host\source_modules\first.go`),
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target is a web address", target("file:///source_modules/first.go"),
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"a thousand steps", target("source_modules/" + strings.Repeat("x/", 1000) + "y"),
		list("first TARGET_MISSING", "source_modules UNDECLARED"),
		target("source_modules/" + strings.Repeat("x/../", 1000) + "first.go")},

	{"link out", func(m *made, outside string) {
		m.remove(firstRef)
		m.link(filepath.Join(outside, "first.go"), firstRef)
	}, list("first TARGET_ESCAPE"), func(m *made, _ string) { m.write(firstRef, firstBody) }},
	{"relative link out", func(m *made, outside string) {
		m.remove(firstRef)
		m.link("../../"+filepath.Base(outside)+"/first.go", firstRef)
	}, list("first TARGET_ESCAPE"), nil},
	{"link that stays inside", func(m *made, _ string) {
		m.write("first.go", firstBody)
		m.remove(firstRef)
		m.link("../first.go", firstRef)
	}, list("first TARGET_ESCAPE"), nil},
	{"link to another body", func(m *made, _ string) {
		m.write("source_modules/tools/second.sh", firstBody)
		m.remove(firstRef)
		m.link("tools/second.sh", firstRef)
		m.rows[1]["sha256"], m.rows[1]["target_sha256"], m.rows[1]["required_anchors"] = hexSHA256(firstBody),
			hexSHA256(firstBody), []string{"package"}
	}, list("first TARGET_ESCAPE"), nil},
	{"dangling link", func(m *made, _ string) {
		m.remove(firstRef)
		m.link("nowhere", firstRef)
	}, list("first TARGET_ESCAPE"), nil},
	{"link to itself", func(m *made, _ string) {
		m.remove(firstRef)
		m.link("first.go", firstRef)
	}, list("first TARGET_ESCAPE"), nil},
	{"link to a folder on the way", func(m *made, outside string) {
		target("source_modules/way/first.go")(m, "")
		m.remove(firstRef)
		m.link(outside, "source_modules/way")
	}, list("first TARGET_ESCAPE"), func(m *made, _ string) {
		target("source_modules/way/first.go")(m, "")
		m.remove(firstRef)
		m.write("source_modules/way/first.go", firstBody)
	}},
	{"link to a folder inside on the way", func(m *made, _ string) {
		target("source_modules/way/first.go")(m, "")
		m.remove(firstRef)
		m.write("elsewhere/first.go", firstBody)
		m.link("../elsewhere", "source_modules/way")
	}, list("first TARGET_ESCAPE"), nil},
	{"source_modules is a link", func(m *made, _ string) {
		must(m.t, os.Rename(m.path("source_modules"), m.path("modules")))
		m.link("modules", "source_modules")
	}, list("first TARGET_ESCAPE", "tools:second TARGET_ESCAPE"), nil},
	{"source_modules is a link out", func(m *made, outside string) {
		must(m.t, os.Rename(m.path("source_modules"), filepath.Join(outside, "modules")))
		m.link(filepath.Join(outside, "modules"), "source_modules")
	}, list("first TARGET_ESCAPE", "tools:second TARGET_ESCAPE"), nil},
	{"source_modules is a file", func(m *made, _ string) {
		m.remove("source_modules")
		m.write("source_modules", firstBody)
	}, list("first TARGET_MISSING", "tools:second TARGET_MISSING"), nil},
	{"the bundle's folder is a link", func(m *made, outside string) {
		moved := filepath.Join(outside, "bundle")
		must(m.t, os.Rename(m.dir, moved))
		must(m.t, os.Symlink(moved, m.dir))
	}, list("first TARGET_ESCAPE", "tools:second TARGET_ESCAPE"), func(m *made, outside string) {
		moved := filepath.Join(outside, "bundle")
		must(m.t, os.Rename(m.dir, moved))
		m.dir = moved
	}},
	{"hard link out", func(m *made, outside string) {
		m.remove(firstRef)
		must(m.t, os.Link(filepath.Join(outside, "first.go"), m.path(firstRef)))
	}, list("first TARGET_ESCAPE"), func(m *made, outside string) {
		m.remove(firstRef)
		must(m.t, os.Rename(filepath.Join(outside, "first.go"), m.path(firstRef)))
	}},
	{"hard link inside", func(m *made, _ string) {
		must(m.t, os.Link(m.path(firstRef), m.path("copy.go")))
	}, list("first TARGET_ESCAPE"), func(m *made, _ string) { m.write("copy.go", firstBody) }},
	{"FIFO", func(m *made, _ string) {
		m.remove(firstRef)
		must(m.t, syscall.Mkfifo(m.path(firstRef), 0o644))
	}, list("first TARGET_ESCAPE"), nil},
	{"FIFO that nobody declares", func(m *made, _ string) {
		must(m.t, syscall.Mkfifo(m.path("source_modules/.DS_Store"), 0o644))
	}, list("source_modules UNDECLARED"), func(m *made, _ string) { m.write("source_modules/.DS_Store", "") }},
	{"socket", func(m *made, _ string) {
		m.remove(firstRef)
		fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		must(m.t, err)
		m.t.Cleanup(func() { syscall.Close(fd) })
		here, err := os.Getwd()
		must(m.t, err)
		rel, err := filepath.Rel(here, m.path(firstRef)) // a socket's path must be short
		must(m.t, err)
		must(m.t, syscall.Bind(fd, &syscall.SockaddrUnix{Name: rel}))
	}, list("first TARGET_ESCAPE"), nil},
}

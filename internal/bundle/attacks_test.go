//go:build unix

package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// attack makes a bundle hostile. Wherever it leads outside, or to something that
// is no body, it leads to bytes with the right digest and the right anchors: were
// they read, the module would pass.
type attack struct {
	name  string
	twist func(m *made, outside string)
	want  []string
	// safe is the neighbour that differs in one fact and passes; nil for the
	// right bundle itself.
	safe func(m *made, outside string)
}

// target names a file in both refs of the first row.
func target(ref string) func(*made, string) {
	return func(m *made, _ string) { m.rows[0]["path"], m.rows[0]["target_ref"] = ref, ref }
}

func (m *made) link(target, ref string) {
	m.t.Helper()
	must(m.t, os.Symlink(target, m.path(ref)))
}

var attacks = []attack{
	{"absolute target", func(m *made, outside string) {
		m.remove(firstRef)
		target(filepath.Join(outside, "first.go"))(m, "")
	}, list("first TARGET_ESCAPE"), nil},
	{"absolute target inside", func(m *made, _ string) { target(m.path(firstRef))(m, "") },
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"absolute target with two slashes", target("//" + firstRef), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), target("source_modules//first.go")},
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
	{"target is source_modules", target("source_modules"), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), target("source_modules/first.go")},
	{"target is the bundle", target("."), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), target("./source_modules/first.go")},
	{"target is empty", target(""), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target is a folder", target("source_modules/tools"), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), target("source_modules/tools/../first.go")},
	{"target is the manifest", target("source_modules/../source_module_manifest.json"),
		list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target of another system", target(`C:\source_modules\first.go`), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target of a share", target(`\\host\source_modules\first.go`), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"target is a web address", target("file:///source_modules/first.go"), list("first TARGET_ESCAPE", "source_modules UNDECLARED"), nil},
	{"a thousand steps", target("source_modules/" + strings.Repeat("x/", 1000) + "y"), list("first TARGET_MISSING", "source_modules UNDECLARED"),
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
		m.rows[1]["sha256"], m.rows[1]["target_sha256"], m.rows[1]["required_anchors"] = hexSHA256(firstBody), hexSHA256(firstBody), []string{"package"}
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
		m.body(firstBody + strings.Repeat("x", 8<<20))
		for range 10_000 {
			m.rows = append(m.rows, map[string]any{"module_id": "first", "target_ref": firstRef})
		}
	}, list("first DUPLICATE", "first RELATION_UNVERIFIED", "first CLASS_REQUIRED", "first BODY_BOUNDARY_REQUIRED",
		"first DIGEST_MISMATCH", "first ANCHOR_MISSING"), nil},

	{"undeclared file", func(m *made, _ string) { m.write("source_modules/third.go", "") }, list("source_modules UNDECLARED"),
		func(m *made, _ string) { m.write("third.go", "") }},
	{"undeclared file deep down", func(m *made, _ string) { m.write("source_modules/a/b/c/third.go", "") }, list("source_modules UNDECLARED"),
		func(m *made, _ string) { must(m.t, os.MkdirAll(m.path("source_modules/a/b/c"), 0o755)) }},
	{"almost a file of a desktop", func(m *made, _ string) { m.write("source_modules/.DS_store", "") }, list("source_modules UNDECLARED"),
		func(m *made, _ string) {
			m.write("source_modules/tools/.DS_Store", "")
			m.write("source_modules/Thumbs.db", "")
		}},
	{"a folder with the name of a desktop's file", func(m *made, _ string) { m.write("source_modules/.DS_Store/x", "") },
		list("source_modules UNDECLARED"), nil},
	{"a link with the name of a desktop's file", func(m *made, outside string) { m.link(outside, "source_modules/Thumbs.db") },
		list("source_modules UNDECLARED"), nil},
	{"undeclared link to a folder", func(m *made, outside string) { m.link(outside, "source_modules/x") }, list("source_modules UNDECLARED"), nil},
	{"undeclared link in a circle", func(m *made, _ string) { m.link(".", "source_modules/x") }, list("source_modules UNDECLARED"), nil},
	{"folders too deep", func(m *made, _ string) {
		must(m.t, os.MkdirAll(m.path("source_modules"+strings.Repeat("/d", maxDepth)), 0o755))
	}, list("source_modules UNDECLARED"), func(m *made, _ string) {
		must(m.t, os.MkdirAll(m.path("source_modules"+strings.Repeat("/d", maxDepth-1)), 0o755))
	}},
	{"a body of 64 GiB that takes no room", func(m *made, _ string) { must(m.t, os.Truncate(m.path(firstRef), 64<<30)) },
		list("first BODY_UNREADABLE"), nil},
	{"a hundred thousand anchors", func(m *made, _ string) {
		m.body(firstBody + strings.Repeat("a", 8<<20))
		anchors := make([]string, 100_000)
		for i := range anchors {
			anchors[i] = "a" + fmt.Sprint(i)
		}
		m.rows[0]["required_anchors"] = anchors
	}, list("first ANCHOR_MISSING"), func(m *made, _ string) {
		m.body(firstBody + strings.Repeat("a", 8<<20))
		anchors := make([]string, 500)
		for i := range anchors {
			anchors[i] = strings.Repeat("a", i+1)
		}
		m.rows[0]["required_anchors"] = anchors
	}},
	{"a body of slashes", func(m *made, _ string) {
		m.body("package (/root" + strings.Repeat("/", 8<<20) + "x")
		m.rows[0]["required_anchors"] = []string{"package"}
	}, list("first ABSOLUTE_PATH_FORBIDDEN"), func(m *made, _ string) {
		m.body("package (/root" + strings.Repeat("/", 8<<20))
		m.rows[0]["required_anchors"] = []string{"package"}
	}},
	{"a hundred thousand rows of nothing", func(m *made, _ string) {
		for range 100_000 {
			m.rows = append(m.rows, map[string]any{})
		}
	}, list("source_module DUPLICATE", "source_module TARGET_MISSING", "source_module RELATION_UNVERIFIED", "source_module CLASS_REQUIRED",
		"source_module BODY_BOUNDARY_REQUIRED"), nil},
	{"text of the sender's own everywhere", func(m *made, _ string) {
		m.write("source_modules/"+canary, firstBody)
		m.rows[0]["module_id"], m.rows[0]["source_ref"], m.rows[0][canary] = canary, canary, canary
		m.rows[0]["required_anchors"] = []string{canary}
		target("source_modules/"+canary)(m, "")
		m.remove(firstRef)
	}, list("source_module ANCHOR_MISSING"), nil},
}

// Section 10 and issue 3: every hostile bundle ends in a code, never in a read
// outside, a hang or a panic; beside each stands a bundle that passes.
func TestAttacks(t *testing.T) {
	if len(attacks) < 25 {
		t.Fatalf("only %d attacks", len(attacks))
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			expect(t, judgeAttack(t, a.twist), a.want...)
			if a.safe == nil {
				a.safe = func(*made, string) {}
			}
			expect(t, judgeAttack(t, a.safe))
		})
	}
}

// judgeAttack makes a bundle beside a folder that is none of it, and judges it. It
// gives up on a verifier that waits for something.
func judgeAttack(t *testing.T, twist func(*made, string)) Result {
	t.Helper()
	m := makeBundle(t)
	outside := filepath.Join(filepath.Dir(m.dir), "outside"+filepath.Base(m.dir))
	must(t, os.Mkdir(outside, 0o755))
	must(t, os.WriteFile(filepath.Join(outside, "first.go"), []byte(firstBody), 0o644))
	twist(m, outside)
	if _, err := os.Lstat(m.path(ManifestName)); err != nil {
		m.manifest()
	}
	type answer struct {
		r   Result
		err error
	}
	done := make(chan answer, 1)
	go func() {
		r, err := m.judge(Options{})
		done <- answer{r, err}
	}()
	select {
	case a := <-done:
		must(t, a.err)
		return a.r
	case <-time.After(2 * time.Minute):
		t.Fatal("the verifier hangs")
		return Result{}
	}
}

// A device is opened by nobody: there is none in a bundle that a test could make,
// so the rule is tested where there is one (section 10, TARGET_ESCAPE).
func TestDeviceIsNotOpened(t *testing.T) {
	root, err := os.OpenRoot("/dev")
	must(t, err)
	defer root.Close()
	f, state, err := openTarget(root, []string{"null"})
	if f != nil || state != targetEscapes || err != nil {
		t.Errorf("openTarget of a device = %v, %v, %v", f, state, err)
	}
	f, state, err = openTarget(root, []string{"no such device"}) // the neighbour
	if f != nil || state != targetMissing || err != nil {
		t.Errorf("openTarget of nothing = %v, %v, %v", f, state, err)
	}
}

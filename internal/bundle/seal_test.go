package bundle

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// defaults are what a seal of the two bodies of makeBundle needs to be told.
func defaults() SealOptions {
	return SealOptions{
		Relation: "exact_copy", Class: "public_macro_tool_body",
		Modules: map[string]ModuleOptions{
			firstRef:  {Anchors: []string{"func First()"}},
			secondRef: {Anchors: []string{"echo second", "écrit"}},
		},
	}
}

func (m *made) seal(opt SealOptions) (Sealed, error) {
	m.t.Helper()
	root, err := os.OpenRoot(m.dir)
	must(m.t, err)
	defer root.Close()
	return Seal(root, opt)
}

func (m *made) read(ref string) string {
	m.t.Helper()
	text, err := os.ReadFile(m.path(ref))
	must(m.t, err)
	return string(text)
}

// Section 10: sealing a folder is one call, what it writes passes,
// and it says what the manifest must say, to the byte.
func TestSealNew(t *testing.T) {
	m := makeBundle(t)
	m.write("source_modules/.DS_Store", "clutter")
	sealed, err := m.seal(defaults())
	must(t, err)
	want := `{
  "schema": "source_module_manifest_v1",
  "modules": [
    {
      "module_id": "first.go",
      "path": "source_modules/first.go",
      "target_ref": "source_modules/first.go",
      "source_ref": "first.go",
      "source_to_target_relation": "exact_copy",
      "material_class": "public_macro_tool_body",
      "body_copied": true,
      "body_in_receipt": false,
      "body_text_in_receipt": false,
      "sha256": "` + hexSHA256(firstBody) + `",
      "target_sha256": "` + hexSHA256(firstBody) + `",
      "required_anchors": [
        "func First()"
      ]
    },
    {
      "module_id": "tools.second.sh",
      "path": "source_modules/tools/second.sh",
      "target_ref": "source_modules/tools/second.sh",
      "source_ref": "tools/second.sh",
      "source_to_target_relation": "exact_copy",
      "material_class": "public_macro_tool_body",
      "body_copied": true,
      "body_in_receipt": false,
      "body_text_in_receipt": false,
      "sha256": "` + hexSHA256(secondBody) + `",
      "target_sha256": "` + hexSHA256(secondBody) + `",
      "required_anchors": [
        "echo second",
        "écrit"
      ]
    }
  ]
}
`
	got := m.read(ManifestName)
	if got != want {
		t.Errorf("the manifest is\n%s\nwant\n%s", got, want)
	}
	if !sealed.Changed || sealed.ModuleCount != 2 || sealed.ManifestSHA256 != hexSHA256(got) {
		t.Errorf("sealed %+v", sealed)
	}
	expect(t, m.verify(Options{ManifestSHA256: sealed.ManifestSHA256}))
}

// Contract, section 10: re-sealing an unchanged bundle changes nothing, byte for byte: neither
// one of ours nor one that somebody else's tool wrote, in its own way.
func TestSealUnchanged(t *testing.T) {
	m := makeBundle(t)
	_, err := m.seal(defaults())
	must(t, err)
	foreign := makeBundle(t)
	foreign.rows[0]["x_note"] = []any{1.5, nil, map[string]any{}}
	delete(foreign.rows[1], "path")
	foreign.rows[1]["target_ref"] = "./source_modules//tools/second.sh"
	foreign.manifest()
	for name, m := range map[string]*made{"ours": m, "foreign": foreign} {
		before := m.read(ManifestName)
		seen, err := os.Stat(m.path(ManifestName))
		must(t, err)
		sealed, err := m.seal(SealOptions{})
		must(t, err)
		now, err := os.Stat(m.path(ManifestName))
		must(t, err)
		if m.read(ManifestName) != before || !os.SameFile(seen, now) || sealed.Changed ||
			sealed.ManifestSHA256 != hexSHA256(before) {
			t.Errorf("%s: %+v, and the manifest is now\n%s", name, sealed, m.read(ManifestName))
		}
	}
}

// A changed bundle is sealed from its earlier manifest: what that says stays, the
// digests follow the bodies, rows without a body go, new bodies come last.
func TestSealChanged(t *testing.T) {
	m := makeBundle(t)
	m.rows[0], m.rows[1] = m.rows[1], m.rows[0] // their order is kept
	m.rows = append(m.rows, rightRow("gone", "source_modules/gone.go", "", "x"))
	m.rows[1]["x_note"] = "kept"
	m.rows[1]["body_copied"] = "yes"
	m.manifest()
	m.write(firstRef, firstBody+"// more\n")
	m.write("source_modules/a new.go", "package anew\n")
	sealed, err := m.seal(SealOptions{
		Relation: "source_faithful_public_refactor", Class: "public_macro_proof_body",
		Modules: map[string]ModuleOptions{
			"source_modules/a new.go": {Anchors: []string{"anew"}},
			secondRef:                 {ID: "renamed", Class: "public_macro_standard_body", SourceRef: "elsewhere"},
		},
	})
	must(t, err)
	r := m.verify(Options{})
	expect(t, r)
	if !sealed.Changed || sealed.ModuleCount != 3 || r.ModuleCount != 3 {
		t.Errorf("sealed %+v, and %d modules", sealed, r.ModuleCount)
	}
	v, err := tspi.Decode([]byte(m.read(ManifestName)))
	must(t, err)
	list, _ := v.(tspi.Object).Get("modules")
	for i, want := range []map[string]tspi.Value{
		{"module_id": "renamed", "source_to_target_relation": "source_faithful_public_refactor",
			"material_class": "public_macro_standard_body",
			"source_ref":     "elsewhere", "sha256": hexSHA256(secondBody),
			"target_sha256": "sha256:" + hexSHA256(secondBody), "x_note": nil},
		{"module_id": "first", "source_to_target_relation": "exact_copy", "material_class": "public_macro_pattern_body",
			"x_note":     "kept",
			"source_ref": "src/first", "sha256": hexSHA256(firstBody + "// more\n"),
			"target_sha256": hexSHA256(firstBody + "// more\n"), "body_copied": true},
		{"module_id": "a_new.go", "source_to_target_relation": "source_faithful_public_refactor",
			"material_class": "public_macro_proof_body",
			"path":           "source_modules/a new.go", "target_ref": "source_modules/a new.go",
			"source_ref": "a new.go"},
	} {
		row := list.(tspi.Array)[i].(tspi.Object)
		for field, value := range want {
			if got, _ := row.Get(field); got != value {
				t.Errorf("row %d: %s is %v, want %v", i, field, got, value)
			}
		}
	}
}

// Only what passes is sealed: each refusal says what and where, and leaves the
// folder as it was. The neighbour of all is TestSealNew.
func TestSealRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		twist func(m *made, opt *SealOptions)
		want  string
	}{
		{"no relation", func(_ *made, opt *SealOptions) {
			opt.Relation = ""
		}, "source_modules/first.go: source_to_target_relation"},
		{"a relation that is none", func(_ *made, opt *SealOptions) {
			opt.Relation = "copy"
		}, "source_modules/first.go: source_to_target_relation"},
		{"no class", func(_ *made, opt *SealOptions) { opt.Class = "" }, "source_modules/first.go: material_class"},
		{"no anchor", func(_ *made, opt *SealOptions) {
			delete(opt.Modules, secondRef)
		}, "source_modules/tools/second.sh: a required anchor"},
		{"a wrong anchor", func(_ *made, opt *SealOptions) {
			opt.Modules[secondRef] = ModuleOptions{Anchors: []string{"third"}}
		},
			"source_modules/tools/second.sh: a required anchor"},
		{"one id for two", func(_ *made, opt *SealOptions) {
			opt.Modules[secondRef] = ModuleOptions{ID: "x", Anchors: []string{"echo"}}
			opt.Modules[firstRef] = ModuleOptions{ID: "x", Anchors: []string{"func"}}
		}, "its module_id"},
		{"a path in a body", func(m *made, _ *SealOptions) { m.write(firstRef, firstBody+"// /home/me\n") },
			"source_modules/first.go: the body holds an absolute path"},
		{"a preview word", func(m *made, _ *SealOptions) {
			m.write(firstRef, firstBody+"// cmdline\n")
		}, "source_modules/first.go: the body holds one of the names"},
		{"a body that is no text", func(m *made, _ *SealOptions) {
			m.write(firstRef, firstBody+"\xff")
		}, "source_modules/first.go: the body is not UTF-8"},
		{"a body over the limit", func(_ *made, opt *SealOptions) {
			opt.MaxBodyBytes = int64(len(firstBody) - 1)
		}, "source_modules/first.go: the body is not UTF-8 or over"},
		{"something said of no body", func(_ *made, opt *SealOptions) {
			opt.Modules["source_modules/x"] = ModuleOptions{}
		}, "source_modules/x: there is no such body"},
		{"a link", func(m *made, _ *SealOptions) {
			m.link("first.go", "source_modules/link.go")
		}, "source_modules/link.go: it is a link"},
		{"a name that is not shown", func(m *made, _ *SealOptions) {
			m.link("first.go", "source_modules/two words")
		}, "not shown: it is a link"},
		{"a hard link", func(m *made, _ *SealOptions) {
			must(m.t, os.Link(m.path(firstRef), m.path("copy.go")))
		}, "source_modules/first.go: the target is no regular file of its own"},
		{"no bodies", func(m *made, _ *SealOptions) { m.remove("source_modules") }, "no folder source_modules"},
		{"no body", func(m *made, opt *SealOptions) {
			m.remove(firstRef)
			m.remove(secondRef)
			opt.Modules = nil
		}, "no body under source_modules/"},
		{"too deep", func(m *made, _ *SealOptions) {
			must(m.t, os.MkdirAll(m.path("source_modules"+strings.Repeat("/d", maxDepth)), 0o755))
		}, "too deep"},
		{"an earlier manifest that is none", func(m *made, _ *SealOptions) {
			m.write(ManifestName, "{}")
		}, "cannot be built upon"},
		{"an earlier manifest that is a link", func(m *made, _ *SealOptions) {
			m.write("m.json", `{"modules":[]}`)
			m.link("m.json", ManifestName)
		}, "cannot be built upon"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := makeBundle(t)
			opt := defaults()
			c.twist(m, &opt)
			before := namesIn(t, m.dir)
			_, err := m.seal(opt)
			var refused *SealError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a refusal with %q", err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), m.dir) || strings.Contains(err.Error(), "two words")) {
				t.Errorf("the refusal repeats what it must not: %v", err)
			}
			if after := namesIn(t, m.dir); after != before {
				t.Errorf("the folder held %s and now holds %s", before, after)
			}
		})
	}
}

// A row whose refs name two files, or whose only one is no text, is mended; refs
// that mean the body in another spelling stand.
func TestSealMendsRefs(t *testing.T) {
	const spelt = "./source_modules//first.go"
	for name, c := range map[string]struct {
		twist        func(*made)
		path, target tspi.Value
	}{
		"another file beside it": {set("path", secondRef), firstRef, firstRef},
		"no text beside it":      {set("path", 7), firstRef, firstRef},
		"another spelling":       {set("path", spelt), spelt, firstRef},
		"the path alone":         {all(set("path", spelt), unset("target_ref")), spelt, nil},
	} {
		m := makeBundle(t)
		c.twist(m)
		m.manifest()
		_, err := m.seal(defaults())
		must(t, err)
		v, err := tspi.Decode([]byte(m.read(ManifestName)))
		must(t, err)
		list, _ := v.(tspi.Object).Get("modules")
		row := list.(tspi.Array)[0].(tspi.Object)
		path, _ := row.Get("path")
		target, _ := row.Get("target_ref")
		if path != c.path || target != c.target {
			t.Errorf("%s: path %v and target_ref %v, want %v and %v", name, path, target, c.path, c.target)
		}
	}
}

// A refusal says each thing once, and of which body.
func TestSealRefusesOnce(t *testing.T) {
	m := makeBundle(t)
	m.write(firstRef, firstBody+"// /home/me\n")
	_, err := m.seal(defaults())
	var refused *SealError
	if !errors.As(err, &refused) || len(refused.Problems) != 1 || refused.Problems[0].Ref != firstRef {
		t.Errorf("got %v, want one problem, with %s", err, firstRef)
	}
}

func namesIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

package bundle

import (
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 10: a bundle without a manifest raises MANIFEST_REQUIRED.
func TestManifestRequired(t *testing.T) {
	m := makeBundle(t)
	r := m.verify(Options{})
	expect(t, r, "source_module_manifest MANIFEST_REQUIRED")
	if r.Status != NotPresent {
		t.Errorf("status %q", r.Status)
	}
	m.manifest() // the neighbour
	if r = m.verify(Options{}); !r.Passed() {
		t.Errorf("with its manifest: %+v", r)
	}
}

// Section 10, [H]: the manifest is a strict JSON object with a non-empty array of
// objects; else nothing else is judged. Core has no such code: to it the manifest
// is missing.
func TestManifestInvalid(t *testing.T) {
	const rightEnd = `,"x":1}`
	for _, c := range []struct {
		name        string
		text        func(right string) string
		emptyAtCore bool // core refuses without a finding: there is no module
	}{
		{"empty", func(string) string { return "" }, false},
		{"no JSON", func(string) string { return "modules: []" }, false},
		{"an array", func(s string) string { return "[" + s + "]" }, false},
		{"no modules", func(string) string { return `{"module":[{}]}` }, false},
		{"modules is an object", func(string) string { return `{"modules":{}}` }, false},
		{"no module", func(string) string { return `{"modules":[]}` }, true},
		{"a module that is no object", func(s string) string {
			return strings.Replace(s, `{"modules":[`, `{"modules":["x",`, 1)
		}, false},
		{"a key twice", func(s string) string { return strings.TrimSuffix(s, "}") + `,"modules":[]}` }, false},
		{"a key twice in a row", func(s string) string {
			return strings.Replace(s, `"body_copied":true`, `"body_copied":true,"body_copied":true`, 1)
		}, false},
		{"trailing data", func(s string) string { return s + "{}" }, false},
		{"byte order mark", func(s string) string { return "\xef\xbb\xbf" + s }, false},
		{"a lone surrogate", func(s string) string { return strings.TrimSuffix(s, "}") + `,"x":"\ud800"}` }, false},
		{"bad UTF-8", func(s string) string { return strings.TrimSuffix(s, "}") + ",\"x\":\"\xff\"}" }, false},
		{"nested too deep", func(s string) string {
			return strings.TrimSuffix(s, "}") + `,"x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}"
		}, false},
		{"over 4 MiB", func(s string) string { return s + strings.Repeat(" ", 4<<20+1-len(s)) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := makeBundle(t)
			m.rows[0]["material_class"] = "another fault, of which nothing is said"
			m.manifest()
			right, err := os.ReadFile(m.path(ManifestName))
			must(t, err)
			m.write(ManifestName, c.text(string(right)))
			expect(t, m.verify(Options{}), "source_module_manifest MANIFEST_INVALID")
			core := m.verify(Options{Level: tspi.Core})
			switch {
			case core.Status != Blocked:
				t.Errorf("core: status %q", core.Status)
			case c.emptyAtCore != (len(core.Findings) == 0):
				t.Errorf("core: findings %q", told(core.Findings))
			}
		})
	}
	// The neighbour of all: further fields, blanks, exactly 4 MiB.
	m := makeBundle(t)
	m.manifest()
	right, err := os.ReadFile(m.path(ManifestName))
	must(t, err)
	text := " \n" + strings.TrimSuffix(string(right), "}") + rightEnd
	m.write(ManifestName, text+strings.Repeat(" ", 4<<20-len(text)))
	expect(t, m.verify(Options{}))
}

// Section 10, --manifest-sha256: a manifest that is not the pinned one is invalid,
// and nothing else is judged by it.
func TestManifestPinned(t *testing.T) {
	m := makeBundle(t)
	m.manifest()
	right := m.verify(Options{}).ManifestSHA256
	for _, pin := range []string{right, "sha256:" + right} {
		expect(t, m.verify(Options{ManifestSHA256: pin}))
	}
	other := "0" + right[1:]
	if right[0] == '0' {
		other = "1" + right[1:]
	}
	expect(t, m.verify(Options{ManifestSHA256: other}), "source_module_manifest MANIFEST_INVALID")
	m.remove(firstRef)
	expect(t, m.verify(Options{ManifestSHA256: other}), "source_module_manifest MANIFEST_INVALID")
	expect(t, m.verify(Options{ManifestSHA256: right}), "first TARGET_MISSING")
	root, err := os.OpenRoot(m.dir)
	must(t, err)
	defer root.Close()
	for _, pin := range []string{"x", right[1:], right + "0", "SHA256:" + right, strings.Repeat("A", 64)} {
		if _, err := Verify(root, Options{ManifestSHA256: pin}); err == nil {
			t.Errorf("%q was taken for a digest", pin)
		}
	}
}

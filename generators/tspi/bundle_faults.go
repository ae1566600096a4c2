package tspi

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// bundleFault is one offence of a bundle. Those of a module give their codes to it;
// those of the whole bundle raise their own.
type bundleFault struct {
	name string
	// core is whether both laws see the fault, and say the same of it.
	core bool
	// plain faults leave all others what they are, so that two can be planted.
	plain  bool
	commit func(d *bundleDraw, m *module)
}

// BundleFaults returns the names of all faults of bundles, in a fixed order.
func BundleFaults() []string {
	var names []string
	for _, f := range bundleFaults() {
		names = append(names, f.name)
	}
	return names
}

// plant commits no fault in one bundle of four, one in most others, and in some a
// second one in another module.
func (d *bundleDraw) plant() {
	all := bundleFaults()
	if d.rng.Intn(4) == 0 {
		return
	}
	first := all[d.rng.Intn(len(all))]
	at := d.rng.Intn(len(d.modules))
	d.commit(first, d.modules[at])
	if !first.plain || len(d.modules) == 1 || d.rng.Intn(3) > 0 {
		return
	}
	if second := all[d.rng.Intn(len(all))]; second.plain && second.name != first.name {
		d.commit(second, d.modules[(at+1)%len(d.modules)])
	}
}

func (d *bundleDraw) commit(f bundleFault, m *module) {
	d.Faults = append(d.Faults, f.name)
	d.silent = d.silent || !f.core
	f.commit(d, m)
}

// bundleFaults are all of them.
func bundleFaults() []bundleFault {
	says := func(code law.Code, name string, values ...any) func(*bundleDraw, *module) {
		return func(d *bundleDraw, m *module) {
			m.codes = append(m.codes, code)
			if v := values[d.rng.Intn(len(values))]; v == (absent{}) {
				delete(m.row, name)
			} else {
				m.row[name] = v
			}
		}
	}
	body := func(code law.Code, lines ...string) func(*bundleDraw, *module) {
		return func(d *bundleDraw, m *module) {
			m.codes = append(m.codes, code)
			m.body += "\n" + lines[d.rng.Intn(len(lines))] + "\n"
		}
	}
	manifest := func(texts ...string) func(*bundleDraw, *module) {
		return func(d *bundleDraw, _ *module) {
			d.manifest, d.findings = texts[d.rng.Intn(len(texts))], nil
			d.modules = nil
			d.raise(tspi.CodeModuleManifestInvalid, "source_module_manifest")
		}
	}
	return []bundleFault{
		{"another relation", true, true, says(tspi.CodeModuleRelation, "source_to_target_relation", "copied",
			"Exact_Copy", nil, absent{}, true)},
		{"another class", true, true, says(tspi.CodeModuleClass, "material_class", "tool_body", "public_macro_body",
			"public_macro_other_body", absent{}, nil)},
		{"a body that is not copied", true, true, says(tspi.CodeModuleBodyBoundary, "body_copied", false, "true", nil,
			absent{}, 1)},
		{"a body in the receipt", true, true, says(tspi.CodeModuleBodyBoundary, "body_in_receipt", true, "false", nil,
			absent{}, 0)},
		{"a text in the receipt", true, true, says(tspi.CodeModuleBodyBoundary, "body_text_in_receipt", true, "no", nil,
			absent{})},
		{"two refs", true, true, func(_ *bundleDraw, m *module) {
			m.codes = append(m.codes, tspi.CodeModuleTargetRefMismatch)
			m.row["path"], m.row["target_ref"] = "source_modules/another.txt", m.ref
		}},
		{"no body", true, true, func(_ *bundleDraw, m *module) {
			m.codes, m.noFile = append(m.codes, tspi.CodeModuleTargetMissing), true
		}},
		{"another body", true, true, func(d *bundleDraw, m *module) {
			m.codes = append(m.codes, tspi.CodeModuleDigestMismatch)
			m.row["sha256"], m.row["target_sha256"] = d.digest(m.body), d.digest(m.body)
			m.body, m.sealed = m.body+" ", true
		}},
		{"one digest", false, true, func(d *bundleDraw, m *module) {
			m.codes, m.sealed = append(m.codes, tspi.CodeModuleDigestMismatch), true
			right := strings.TrimPrefix(d.digest(m.body), "sha256:")
			bad := []any{"", "sha256:", strings.ToUpper("a" + right[1:]), right[1:], "sha1:" + right, nil, right + "0",
				strings.Repeat("0", 64)}
			names := []string{"sha256", "target_sha256"}
			i := d.rng.Intn(2)
			m.row[names[i]], m.row[names[1-i]] = right, bad[d.rng.Intn(len(bad))]
		}},
		{"a lost anchor", true, true, func(d *bundleDraw, m *module) {
			m.codes = append(m.codes, tspi.CodeModuleAnchorMissing)
			m.row["required_anchors"] = append(m.row["required_anchors"].([]any),
				[]any{"no such anchor", "ANCHOR"}[d.rng.Intn(2)])
		}},
		{"no anchor", false, true, says(tspi.CodeModuleAnchorMissing, "required_anchors", absent{}, nil, "anchor",
			[]any{}, []any{""}, []any{7})},
		{"a target outside", false, true, func(d *bundleDraw, m *module) {
			m.codes, m.noFile = append(m.codes, tspi.CodeModuleTargetEscape), true
			refs := []string{"../x.txt", "/etc/hosts", "pressure_policy.json", "source_modules/../../x",
				"source_modules"}
			m.row["path"] = refs[d.rng.Intn(len(refs))]
			m.row["target_ref"] = m.row["path"]
		}},
		{"a symbolic link", false, true, func(d *bundleDraw, m *module) {
			m.codes, m.noFile = append(m.codes, tspi.CodeModuleTargetEscape), true
			up := strings.Repeat("../", strings.Count(m.ref, "/"))
			d.Links = append(d.Links, BundleLink{Name: m.ref, Target: up + "pressure_policy.json"})
		}},
		{"a second hard link", false, true, func(d *bundleDraw, m *module) {
			m.codes = append(m.codes, tspi.CodeModuleTargetEscape)
			d.Links = append(d.Links, BundleLink{Name: "second-" + fmt.Sprint(len(d.Links)), Target: m.ref, Hard: true})
		}},
		{"no id", false, true, func(_ *bundleDraw, m *module) {
			delete(m.row, "module_id")
			m.id, m.codes = "source_module", append(m.codes, tspi.CodeModuleDuplicate)
		}},
		{"an id twice", false, false, func(d *bundleDraw, m *module) {
			second := d.module(len(d.modules))
			second.id, second.codes = m.id, []law.Code{tspi.CodeModuleDuplicate}
			second.row["module_id"] = m.id
			d.modules = append(d.modules, second)
		}},
		{"a target twice", false, false, func(d *bundleDraw, m *module) {
			second := d.module(len(d.modules))
			second.ref, second.body, second.noFile = m.ref, m.body, true
			second.row["path"], second.row["target_ref"] = m.ref, "x/.././"+m.ref
			second.row["required_anchors"] = m.row["required_anchors"]
			second.codes = []law.Code{tspi.CodeModuleDuplicate}
			d.modules = append(d.modules, second)
		}},
		{"an undeclared file", false, false, func(d *bundleDraw, _ *module) {
			names := []string{"extra.txt", "tool/.hidden", "DS_Store", "pattern/Thumbs.DB"}
			d.Files = append(d.Files, BundleFile{"source_modules/" + names[d.rng.Intn(len(names))], []byte("x")})
			d.raise(tspi.CodeModuleUndeclared, "source_modules")
		}},
		{"a body that is no text", false, true, body(tspi.CodeModuleBodyUnreadable, "\xff", "a\xc3", "\xed\xa0\x80")},
		{"a home folder in a body", true, true, body(tspi.CodeAbsolutePath, "cd /home/somebody/src",
			"x='/Users/somebody'", "at=/Applications/X", `"C:\\Users\\somebody"`)},
		{"another folder in a body", false, true, body(tspi.CodeAbsolutePath, "cd (/home/somebody", "/root/.ssh",
			"//workspace//x", `C:\Users\somebody`, "-I/home/me/include")},
		{"a preview word in a body", true, true, body(tspi.CodeCommandPreview, "command_preview", "xraw_commandx",
			`{"cmdline":1}`)},
		{"no manifest", true, false, func(d *bundleDraw, _ *module) {
			d.modules, d.noManifest = nil, true
			d.raise(tspi.CodeModuleManifestRequired, "")
		}},
		{"a manifest that is none", false, false, manifest(`[]`, `{}`, `{"modules":{}}`, `{"modules":[7]}`, "null",
			`{"modules":`, "\ufeff{}", `{"a":1,"a":2}`, `{} x`)},
	}
}

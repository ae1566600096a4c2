package tspi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
)

// Bundle is one generated bundle folder (contract, section 10), in memory, with
// what a verifier must find in it. What is right about it is known from how it was
// made: nothing here reads a bundle.
type Bundle struct {
	// Key draws this bundle again ([BundleFromKey]).
	Key   uint64
	Files []BundleFile
	Links []BundleLink
	// Faults are the names of those that were planted, none in a right bundle.
	Faults []string
	// Modules is how many the manifest has, Verified how many of them raise nothing
	// at hardened.
	Modules, Verified int

	findings []BundleFinding
	// silent is set where a fault is none to core, or no core case asks for it.
	silent bool
}

// BundleFile is a file by its path in the bundle, with slashes.
type BundleFile struct {
	Name string
	Data []byte
}

// BundleLink is a link in the bundle: a symbolic one to a relative path, or a second
// name of a file by its path in the bundle.
type BundleLink struct {
	Name, Target string
	Hard         bool
}

// BundleFinding is what of a finding is compared. Subject is empty where the
// contract gives none.
type BundleFinding struct {
	Code    law.Code
	Subject string
}

// Expect returns the findings on the bundle, sorted. asked is false at core where a
// fault is the hardened law's: no core case asks for it.
func (b *Bundle) Expect(level law.Level) (findings []BundleFinding, asked bool) {
	return slices.Clone(b.findings), level == law.Hardened || !b.silent
}

// String names the bundle, for reports.
func (b *Bundle) String() string {
	return fmt.Sprintf("bundle %#x of %d modules with %q", b.Key, b.Modules, b.Faults)
}

// BundleCase is bundle i of a seed, the same byte for byte.
func BundleCase(seed, i uint64) *Bundle {
	return BundleFromKey(generators.Mix(seed ^ generators.Mix(^i)))
}

// BundleFromKey draws the bundle of a key.
func BundleFromKey(key uint64) *Bundle {
	d := &bundleDraw{Bundle: &Bundle{Key: key}, rng: rand.New(generators.NewSource(key))}
	for i := range 1 + d.rng.Intn(5) {
		d.modules = append(d.modules, d.module(i))
	}
	d.plant()
	d.finish()
	return d.Bundle
}

// bundleDraw makes one bundle.
type bundleDraw struct {
	*Bundle
	rng     *rand.Rand
	modules []*module
	// manifest is the text in place of the one that the modules make; noManifest
	// leaves it away.
	manifest   string
	noManifest bool
}

// module is a module and its row of the manifest.
type module struct {
	id, ref string
	body    string
	row     map[string]any
	noFile  bool
	// sealed is set where the digests are what they are, whatever the body.
	sealed bool
	codes  []law.Code
}

var (
	bodyFolders = [...]string{"", "tool/", "pattern/deep/er/", "päth/"}
	bodyLines   = [...]string{"#!/usr/bin/env bash", "echo ok >/dev/null 2>&1", "cat /tmp/x | sort", "package x",
		"see docs/home/page.md and POST /mcp",
		"# écrit pour tous, 索引", "\tindented\r", "https://example.org/home/x", "{\"a\": [1, 2]}", "command and preview",
		""}
	relations = [...]string{"exact_copy", "verified_public_safe_private_path_rewrite",
		"source_faithful_public_refactor"}
	classes = [...]string{"pattern", "tool", "receipt", "proof", "standard"}
)

// module is a right one.
func (d *bundleDraw) module(i int) *module {
	m := &module{id: fmt.Sprintf("%s.module-%d", classes[d.rng.Intn(len(classes))], i)}
	m.ref = fmt.Sprintf("source_modules/%sbody-%d.txt", bodyFolders[d.rng.Intn(len(bodyFolders))], i)
	anchor := fmt.Sprintf("anchor %d", i)
	for range d.rng.Intn(8) {
		m.body += bodyLines[d.rng.Intn(len(bodyLines))] + "\n"
	}
	m.body += anchor
	if d.rng.Intn(2) == 0 {
		m.body += "\n"
	}
	m.row = map[string]any{
		"module_id": m.id, "path": d.spelt(m.ref), "target_ref": d.spelt(m.ref), "source_ref": fmt.Sprintf("src/%d", i),
		"source_to_target_relation": relations[d.rng.Intn(len(relations))],
		"material_class":            "public_macro_" + classes[d.rng.Intn(len(classes))] + "_body",
		"body_copied":               true, "body_in_receipt": false, "body_text_in_receipt": false,
		"required_anchors": []any{anchor},
	}
	if d.rng.Intn(4) == 0 {
		delete(m.row, [...]string{"path", "target_ref"}[d.rng.Intn(2)])
	}
	if d.rng.Intn(4) == 0 {
		m.row["x_note"] = "ok"
	}
	return m
}

// spelt is a ref to the same file, spelt in one of its ways.
func (d *bundleDraw) spelt(ref string) string {
	return [...]string{"", "", "./", "x/../", ".//"}[d.rng.Intn(5)] + ref
}

// digest declares the SHA-256 of a text, with or without its name.
func (d *bundleDraw) digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return [...]string{"", "sha256:"}[d.rng.Intn(2)] + hex.EncodeToString(sum[:])
}

// finish writes the files.
func (d *bundleDraw) finish() {
	file := func(name, text string) { d.Files = append(d.Files, BundleFile{name, []byte(text)}) }
	file("process_table.json", `{"ps_text":"7 1 05:00 0.0 1 helper"}`)
	file("pressure_policy.json", `{"kinds":[{"kind":"helper","match_substrings":["helper"]}]}`)
	file("owner_classes.json", `{}`)
	rows := []map[string]any{}
	for _, m := range d.modules {
		if !m.sealed {
			m.row["sha256"], m.row["target_sha256"] = d.digest(m.body), d.digest(m.body)
		}
		rows = append(rows, m.row)
		if !m.noFile {
			file(m.ref, m.body)
		}
		if len(m.codes) == 0 {
			d.Verified++
		}
		for _, code := range m.codes {
			d.raise(code, m.id)
		}
	}
	d.Modules = len(rows)
	if d.rng.Intn(4) == 0 {
		file("source_modules/.DS_Store", "\x00")
	}
	if d.noManifest || d.manifest != "" {
		d.Modules, d.Verified = 0, 0
	}
	switch {
	case d.manifest != "":
		file("source_module_manifest.json", d.manifest)
	case !d.noManifest:
		text, err := json.Marshal(map[string]any{"modules": rows}, json.Deterministic(true),
			jsontext.Multiline(d.rng.Intn(2) == 0))
		if err != nil {
			panic(err) // the values above are always JSON
		}
		file("source_module_manifest.json", string(text))
	}
	slices.SortFunc(d.findings, compareFindings)
	d.findings = slices.Compact(d.findings)
}

func compareFindings(a, b BundleFinding) int {
	return slices.Compare([]string{string(a.Code), a.Subject}, []string{string(b.Code), b.Subject})
}

func (d *bundleDraw) raise(code law.Code, subject string) {
	d.findings = append(d.findings, BundleFinding{code, subject})
}

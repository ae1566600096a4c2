package second

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tspi-dev/harness/internal/strict"
)

// negativeCases are the eight, with the code that each must raise.
var negativeCases = []struct{ id, code string }{
	{"active_owner_kill_candidate", codeActive},
	{"owner_chain_cycle_safe_close", codeActive},
	{"unknown_owner_kill", codeUnknown},
	{"premature_safe_close", codePremature},
	{"process_signal_sent", codeSignal},
	{"command_preview_leak", codePreview},
	{"absolute_path_leak", codePath},
	{"owner_release_overclaim", codeOverclaim},
}

// secret tells the tokens that people leave in command lines. It stands for a
// scanner, which the contract leaves open.
var secret = regexp.MustCompile(
	`gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[abp]-[0-9A-Za-z-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|glpat-[0-9A-Za-z_-]{20}`)

// maxInput bounds a file of a fixture.
const maxInput = 64 << 20

// trial is one run over a fixture.
type trial struct {
	*contract
	dir      string // for the mutant that names it
	root     *os.Root
	inputs   []object // for the freshness basis
	texts    map[string][]byte
	found    findings
	observed []object
	missing  []string
	caseHits findings
	secrets  int
}

// runFixture judges a fixture folder and returns the result record.
func (l *contract) runFixture(root *os.Root, dir string) (object, error) {
	t := &trial{contract: l, dir: dir, root: root, texts: map[string][]byte{}, missing: []string{},
		observed: []object{}}
	var request strict.Object
	for _, name := range []string{inputTable, inputPolicy, inputOwners} {
		document, err := t.file(name, name == inputOwners && l.on("owners-optional-in-runs"))
		if err != nil {
			return nil, err
		}
		request = append(request, strict.Member{Name: name, Value: document})
	}
	w, err := l.read(request, true)
	if err != nil && l.on("unusable-runs-recorded") {
		return object{"status": "blocked"}, nil
	}
	if err != nil {
		return nil, err
	}
	t.positive(request, w)
	for _, c := range negativeCases {
		if err := t.negative(c.id, c.code); err != nil {
			return nil, err
		}
	}
	manifest := l.judgeBundle(root)
	return t.record(w, manifest), nil
}

// file reads one document of the fixture.
func (t *trial) file(name string, optional bool) (strict.Value, error) {
	r := &reader{contract: t.contract, input: name}
	text, whole, err := readFile(t.root, name+".json", maxInput)
	if err != nil && optional {
		return strict.Object{}, nil
	}
	if err != nil || !whole {
		r.refuse(codeInput, "", "a file of at most 64 MiB")
		return nil, r.err()
	}
	document, err := t.decode(text)
	if err != nil {
		r.refuse(codeInput, "", "strict JSON")
	}
	sum := sha256.Sum256(text)
	t.texts[name] = text
	t.inputs = append(t.inputs, object{"path": name + ".json", "sha256": hex.EncodeToString(sum[:]), "size": len(text)})
	return document, r.err()
}

// positive guards and scans the positive inputs.
func (t *trial) positive(request strict.Object, w *world) {
	for _, m := range request {
		if m.Name == inputTable && t.on("tables-unguarded") {
			continue
		}
		value := m.Value
		if t.on("remarks-unguarded") {
			value = withoutRemarks(value)
		}
		for _, code := range t.guard(value) {
			t.found.raise(code, m.Name, "input")
		}
		if secret.Match(t.texts[m.Name]) && !t.on("secrets-unscanned") {
			t.secrets++
			t.found.raise("TSPI_SECRET_FORBIDDEN", m.Name, "input")
		}
	}
	if w.policy.signals && !t.on("signals-authorized") {
		t.found.raise(codeSignal, inputPolicy, "input")
	}
}

func withoutRemarks(v strict.Value) strict.Value {
	o, _ := v.(strict.Object)
	return slices.DeleteFunc(slices.Clone(o), func(m strict.Member) bool {
		return m.Name == "description" || len(m.Name) > 2 && m.Name[:2] == "x_"
	})
}

// negative judges one negative case.
func (t *trial) negative(id, code string) error {
	document, err := t.file(id, t.on("missing-cases-pass"))
	if err != nil {
		return err
	}
	if document, ok := document.(strict.Object); ok && len(document) == 0 && t.on("missing-cases-pass") {
		return nil
	}
	r := &reader{contract: t.contract, input: id}
	n := node{r, document, true, ""}
	const own = "expected_negative_case_id"
	a := t.readAudit(n, true, own)
	if get(document, own) != id && !t.on("cases-by-their-id") {
		n.get(own).refuse("the id that the file's name says")
	}
	if err := r.err(); err != nil {
		return err
	}
	found := a.judge()
	for _, f := range found {
		t.caseHits.raise(f.code, id, "claim")
	}
	codes := found.codes()
	observed := slices.Contains(codes, code) && (len(codes) == 1 || !t.hardened() || t.on("second-offences-pass"))
	if t.on("any-finding-counts") {
		observed = len(codes) > 0
	}
	if t.on("cases-observed-unseen") {
		observed = true
	}
	if observed {
		t.observed = append(t.observed, object{"negative_case_id": id, "error_codes": codes})
	} else {
		t.missing = append(t.missing, id)
	}
	return nil
}

// record is the result record (contract, section 11).
func (t *trial) record(w *world, manifest *lane) object {
	manifestStatus := manifest.status()
	if manifest.absent {
		manifestStatus = "not_present"
	}
	if t.on("manifests-unread-in-runs") {
		manifestStatus = "not_present"
	}
	status := "pass"
	if len(t.found) > 0 || len(t.missing) > 0 && !t.on("missing-cases-pass") || manifestStatus == "blocked" {
		status = "blocked"
	}
	all := slices.Clone(t.found)
	if !manifest.absent {
		all = append(all, manifest.found...)
	}
	expected := []object{}
	for _, c := range negativeCases {
		expected = append(expected, object{"negative_case_id": c.id, "error_codes": []string{c.code}})
	}
	digest := sha256.New()
	for _, input := range t.inputs {
		digest.Write([]byte(input["sha256"].(string)))
	}
	projection := w.summary(w.helpers())
	delete(projection, groupsField)
	projection["no_process_signal_sent"], projection["no_unknown_owner_killed"] = true, true
	record := object{
		"schema_version": "tool_server_pressure_inventory_result_v1", "status": status,
		"created_at":   time.Unix(0, 0).UTC().Format(time.RFC3339),
		"component_id": "tool_server_pressure_inventory", "input_mode": "fixture",
		"expected_negative_cases": expected, "observed_negative_cases": t.observed, "missing_negative_cases": t.missing,
		"negative_case_count": len(negativeCases), "error_codes": append(all, t.caseHits...).codes(),
		"findings":                      all.records(),
		"secret_scan":                   object{"status": status, "hit_count": t.secrets},
		"inventory_projection":          projection,
		"source_module_manifest_status": manifestStatus,
		"source_module_summary": object{"module_count": manifest.modules,
			"verified_module_count": manifest.verified},
		"authority_ceiling": object{"process_signal_authority": false, "live_process_table_read_authorized": false,
			"host_mutation_authorized": false, "release_authorized": false, "whole_system_correctness_claim": false},
		"anti_claim":      "This run closes nothing and authorizes nobody to.",
		"freshness_basis": object{"inputs": t.inputs, "sha256": hex.EncodeToString(digest.Sum(nil))},
		"body_in_receipt": false, "receipt_paths": []string{"tool_server_pressure_inventory_result.json"},
	}
	t.spoilRecord(record, w)
	return record
}

// spoilRecord is where a record says what it must not.
func (t *trial) spoilRecord(record object, w *world) {
	if t.on("records-quote-commands") {
		record["x_seen"] = w.table.rows[0].command
	}
	if _, note, there := strings.Cut(w.table.rows[0].command, "--private-note "); there &&
		t.on("records-repeat-notes") {
		record["x_note"] = note
	}
	if t.on("records-name-their-folder") {
		record["x_fixture_dir"] = t.dir
	}
	if t.on("records-name-their-command") {
		record["command_line"] = "reaper run"
	}
}

// openFolder opens the folder that a request names.
func openFolder(l *contract, request strict.Value, field string) (*os.Root, string, error) {
	dir, _ := get(request, field).(string)
	root, err := os.OpenRoot(dir)
	if err != nil || dir == "" {
		r := &reader{contract: l, input: field}
		r.refuse(codeInput, "/"+field, "the path of a folder")
		return nil, "", r.err()
	}
	return root, dir, nil
}

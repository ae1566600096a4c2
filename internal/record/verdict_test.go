package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/fixture"
)

// TestVerdictOfPass guards the fields of section 11, over a fixture whose right
// answer is worked out by hand.
func TestVerdictOfPass(t *testing.T) {
	v := judged(t, passing().request(t)).Result
	text, err := Canonical(v.InventoryProjection)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "process_count": 2,
  "candidate_safe_close_count": 1,
  "requires_owner_check_count": 1,
  "keep_count": 0,
  "active_owner_pressure_group_count": 0,
  "active_owner_release_request_count": 0,
  "kind_counts": {
    "mcp": 2
  },
  "decision_counts": {
    "candidate_safe_close": 1,
    "requires_owner_check": 1
  },
  "owner_status_counts": {
    "active_session_chain": 1,
    "launchd_detached": 1
  },
  "skipped_line_counts": {
    "comment": 0,
    "header": 0,
    "malformed": 0
  },
  "init": "recognised",
  "no_process_signal_sent": true,
  "no_unknown_owner_killed": true
}
`
	if string(text) != want {
		t.Errorf("projection: got %s", text)
	}
	if v.CreatedAt != "1970-01-01T00:00:00Z" || v.NegativeCaseCount != 8 || v.SourceModuleManifestStatus != NotPresent {
		t.Errorf("got %s, %d cases, manifest %s", v.CreatedAt, v.NegativeCaseCount, v.SourceModuleManifestStatus)
	}
	if v.SecretScan.Status != Pass || len(v.SecretScan.Inputs) != 3 || !v.SecretScan.RecordsScanned {
		t.Errorf("secret scan: %+v", v.SecretScan)
	}
	if (v.AuthorityCeiling != Authority{}) || v.BodyInReceipt || v.ContentWithheld {
		t.Error("a record claims an authority, a body or to withhold something")
	}
	// The codes are those of the negative cases; each finding names its case.
	if len(v.ErrorCodes) != 7 || !slices.IsSorted(v.ErrorCodes) || v.FindingCount != 8 {
		t.Errorf("%d findings, codes %q", v.FindingCount, v.ErrorCodes)
	}
}

// TestBlockedPolicyHasNoProjection guards section 1: nothing is classified by a
// policy that authorizes signals, yet the negative cases are judged.
func TestBlockedPolicyHasNoProjection(t *testing.T) {
	policy := strings.Replace(passing()["pressure_policy.json"], "{", `{"process_signal_authorized":true,`, 1)
	v := judged(t, passing().with(files{"pressure_policy.json": policy}).request(t)).Result
	if v.InventoryProjection != nil || len(v.ObservedNegativeCases) != 8 || v.ContentWithheld {
		t.Errorf("projection %v, %d cases, withheld %v", v.InventoryProjection, len(v.ObservedNegativeCases),
			v.ContentWithheld)
	}
}

// TestValidationTellsEachCheck guards the validation receipt: what was checked,
// by which section of the contract, over which files.
func TestValidationTellsEachCheck(t *testing.T) {
	var got []string
	for _, c := range recordOf[Validation](t, judged(t, passing().request(t)), ValidationName).Checks {
		got = append(got, fmt.Sprintf("%s by %d over %d: %s, %d", c.Check, c.ContractSection, len(c.Inputs), c.Status,
			c.FindingCount))
	}
	want := []string{
		"policy_authority by 1 over 1: pass, 0",
		"positive_inputs by 7 over 3: pass, 0",
		"own_inventory by 8 over 3: pass, 0",
		"negative_cases by 9 over 8: pass, 8",
		"secret_scan by 11 over 3: pass, 0",
		"source_modules by 10 over 0: not_present, 0",
		"record_redaction by 7 over 0: pass, 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFreshnessBasis guards the digest over all inputs: it is what sha256sum
// prints of the sorted files, and changes with any byte of any of them.
func TestFreshnessBasis(t *testing.T) {
	// $ printf abc >b; printf '' >a; sha256sum a b | sha256sum
	basis := basisOf([]fixture.Digest{fixture.DigestOf("b", []byte("abc")), fixture.DigestOf("a", nil)})
	const want = "bf6e2103d6cbead28abb7d3fec372bc25d03a35b1647e83e090248eb08d0adae"
	if basis.SHA256 != want || basis.Inputs[0].Path != "a" || basis.Inputs[1].Size != 3 {
		t.Errorf("got %+v", basis)
	}
	first := judged(t, passing().request(t)).Result.FreshnessBasis
	if len(first.Inputs) != 11 {
		t.Errorf("%d inputs, want 11", len(first.Inputs))
	}
	for name, text := range passing() {
		changed := judged(t, passing().with(files{name: text + " "}).request(t)).Result.FreshnessBasis
		if changed.SHA256 == first.SHA256 {
			t.Errorf("a blank behind %s leaves the digest as it was", name)
		}
	}
}

// TestManyFindings guards that a hostile claim cannot swell the records: all
// findings are counted, and the first are listed.
func TestManyFindings(t *testing.T) {
	var rows []string
	for i := range MaxFindings + 5 {
		rows = append(rows, fmt.Sprintf(`{"pid":%d,"ppid":1,"process_kind":"m","owner_status":"launchd_detached",`+
			`"decision":"candidate_safe_close","age_s":1,"allowlist_matched":true}`, i+10))
	}
	text := `{"expected_negative_case_id":"premature_safe_close","claimed_inventory":{"rows":[` +
		strings.Join(rows, ",") + `]}}`
	v := judged(t, passing().with(files{"premature_safe_close.json": text}).request(t)).Result
	if v.FindingCount != 7+MaxFindings+5 || len(v.Findings) != 7+MaxFindings {
		t.Errorf("counted %d, listed %d", v.FindingCount, len(v.Findings))
	}
	if len(v.MissingNegativeCases) != 0 {
		t.Errorf("missing %q", v.MissingNegativeCases)
	}
}

package tspi

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// refusing is a response with that error.
func refusing(t testing.TB, text string) adapter.Response {
	t.Helper()
	object, _ := decoded(t, text).(strict.Object)
	code, _ := object.At("code").(string)
	raw := strict.Encode(object)
	return adapter.Response{Raw: raw, Error: &adapter.Error{Code: code, Raw: raw}}
}

const rightRefusal = `{"code": "invalid_input", "error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy", "pointer": "/kinds/0/budget", "message": "want an integer"}`

// Only the right refusal is one: a wrong code, an internal error and an ok are
// never taken for having rejected an input (harness, section 2). The pointer is
// compared at hardened, the message never.
func TestRefusals(t *testing.T) {
	c := made(t, OpClassify, "ps.txt", "410 1 9 0.0 1 x", "expect.json",
		`{"error": {"error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy", "pointer": "/kinds/0/budget"}}`)
	for name, test := range map[string]struct {
		old, fresh     string
		core, hardened bool // right there
		says           string
	}{
		"as it is":        {"", "", true, true, ""},
		"another message": {"want an integer", "no", true, true, ""},
		"a further field": {`{`, `{"x": 1, `, true, true, ""},
		"another pointer": {"/kinds/0/budget", "/kinds/0", true, false,
			"TSPI_INPUT_INVALID of pressure_policy at /kinds/0"},
		"no pointer": {`"pointer": "/kinds/0/budget", `, "", true, false,
			"TSPI_INPUT_INVALID of pressure_policy at nothing"},
		"a pointer of null": {`"/kinds/0/budget"`, "null", true, false,
			"TSPI_INPUT_INVALID of pressure_policy at null"},
		"another input": {"pressure_policy", "owner_classes", false, false,
			"TSPI_INPUT_INVALID of owner_classes at /kinds/0/budget"},
		"another error code": {"TSPI_INPUT_INVALID", "TSPI_MISSING_PROCESS_TABLE", false, false,
			"TSPI_MISSING_PROCESS_TABLE of pressure_policy at /kinds/0/budget"},
		"an internal error": {"invalid_input", "internal", false, false, "internal"},
		"unsupported":       {"invalid_input", "unsupported", false, false, "unsupported"},
		"a code of no name": {"invalid_input", "node server", false, false, "a string of 11 bytes"},
		"a hostile pointer": {"/kinds/0/budget", "/Users of mine", true, false,
			"TSPI_INPUT_INVALID of pressure_policy at /…"},
	} {
		t.Run(name, func(t *testing.T) {
			response := refusing(t, strings.Replace(rightRefusal, test.old, test.fresh, 1))
			for level, right := range map[law.Level]bool{law.Core: test.core, law.Hardened: test.hardened} {
				found := differences(c, level, response)
				if right != (found == nil) || !right && found[0].Got != test.says {
					t.Errorf("%s: %v", level, found)
				}
			}
		})
	}
	found := differences(c, law.Hardened, answering(strict.Object{}))
	if len(found) != 1 ||
		found[0] != (profile.Difference{Clause: "6.rows", Path: "",
			Want: "TSPI_INPUT_INVALID of pressure_policy at /kinds/0/budget", Got: "ok"}) {
		t.Errorf("an ok: %v", found)
	}
}

// Where an input has several faults, each of them is a right answer, and only they.
func TestSeveralRightRefusals(t *testing.T) {
	c := made(t, OpClassify, "ps.txt", "410 1 9 0.0 1 x", "expect.json", `{"error": [
		{"error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy", "pointer": ""},
		{"error_code": "TSPI_INPUT_INVALID", "input": "owner_classes"}]}`)
	for text, right := range map[string]bool{
		`{"code": "invalid_input", "error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy", "pointer": ""}`:   true,
		`{"code": "invalid_input", "error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy", "pointer": "/x"}`: false,
		`{"code": "invalid_input", "error_code": "TSPI_INPUT_INVALID", "input": "owner_classes", "pointer": "/any"}`: true,
		`{"code": "invalid_input", "error_code": "TSPI_INPUT_INVALID", "input": "process_table", "pointer": "/any"}`: false,
	} {
		found := differences(c, law.Hardened, refusing(t, text))
		if right != (found == nil) {
			t.Errorf("%s: %v", text, found)
		}
		if !right &&
			found[0].Want != `TSPI_INPUT_INVALID of pressure_policy at "" (the whole document), or TSPI_INPUT_INVALID of owner_classes` {
			t.Errorf("wanted is said as %q", found[0].Want)
		}
	}
}

// An implementation that refuses what it must judge fails, whatever it says.
func TestARefusalOfAGoodInput(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	for text, got := range map[string]string{
		rightRefusal:                          "error invalid_input: TSPI_INPUT_INVALID of pressure_policy at /kinds/0/budget",
		`{"code": "internal"}`:                "error internal",
		`{"code": "unsupported"}`:             "error unsupported",
		`{"code": "", "message": "all well"}`: "error a string of 0 bytes",
	} {
		found := differences(c, law.Hardened, refusing(t, text))
		if len(found) != 1 || found[0] != (profile.Difference{Clause: "6.rows", Path: "", Want: "ok", Got: got}) {
			t.Errorf("%s: %v", text, found)
		}
	}
}

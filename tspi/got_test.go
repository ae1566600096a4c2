package tspi_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// An error says what came in place of what was wanted, and repeats a string only
// where it is short and a name: anything else could be a command or a secret.
// Numbers are repeated up to 20 bytes.
func TestErrorsRepeatNoLongStrings(t *testing.T) {
	for _, test := range []struct{ value, want string }{
		{`"4"`, `"4"`},
		{`"abcd_fgh"`, `"abcd_fgh"`},
		{`"abcd_fghi"`, "a string of 9 bytes"},
		{`"ab/d fgh"`, "a string of 8 bytes"},
		{`"npx a-mcp-server"`, "a string of 16 bytes"},
		{`""`, "an empty string"},
		{`-1234567890123456789`, "-1234567890123456789"}, // 20 bytes
		{`-12345678901234567890`, "a number of 21 bytes"},
		{`true`, "true"},
		{`null`, "null"},
		{`[]`, "an array"},
	} {
		policy,
			err := tspi.Decode([]byte(`{"kinds":[{"kind":"a","match_substrings":["a"]}],"min_age_seconds":` +
			test.value + `}`))
		if err != nil {
			t.Fatal(err)
		}
		_, err = tspi.ReadPolicy(policy, tspi.Hardened)
		var at *tspi.InputError
		if !errors.As(err, &at) || !strings.HasSuffix(at.Problem, "got "+test.want) {
			t.Errorf("%s: %v; want an end of %q", test.value, err, "got "+test.want)
		}
	}
}

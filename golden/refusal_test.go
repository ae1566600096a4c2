package golden

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// refusal says why receipts must not become golden; nil if they may. One that
// offends refuses them all, so that a refresh never leaves a mixture.
func refusal(receipts map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(receipts)) {
		document, err := tspi.Decode(receipts[name])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, leak := range tspi.Guard(document, tspi.Hardened) {
			return fmt.Errorf("%s: %s", name, leak.Code)
		}
		hits, err := secretscan.Gitleaks().Scan(receipts[name], document)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, hit := range hits {
			return fmt.Errorf("%s: %s by rule %s", name, tspi.CodeSecret, hit.Rule)
		}
	}
	return nil
}

// TestRefusal guards that the refresh can refuse: each planted receipt differs
// from an accepted one in one fact.
func TestRefusal(t *testing.T) {
	// Put together here so that no scan of this repository finds it.
	token := "gh" + "p_" + "x7Kq2mVb9Ts4Lw1Zr8Nc5Jd3Hf6Gy0PaEuQo"
	for _, test := range []struct{ name, text, want string }{
		{"clean", `{"note":"see docs/contract.md","command_hash":"0123456789abcdef"}`, ""},
		{"a path", `{"note":"see ` + "/home" + `/contract.md","command_hash":"0123456789abcdef"}`,
			"TSPI_ABSOLUTE_PATH_FORBIDDEN"},
		{"a command", `{"cmd":"see docs/contract.md","command_hash":"0123456789abcdef"}`,
			"TSPI_COMMAND_PREVIEW_FORBIDDEN"},
		{"no hash", `{"note":"see docs/contract.md","command_hash":"0123456789abcde"}`,
			"TSPI_COMMAND_PREVIEW_FORBIDDEN"},
		{"a signal", `{"killed_pid":7}`, "TSPI_PROCESS_SIGNAL_FORBIDDEN"},
		{"neighbour: no signal", `{"killed_pid":0}`, ""},
		{"a secret", `{"note":"` + token + `"}`, "TSPI_SECRET_FORBIDDEN"},
		{"neighbour: not quite a secret", `{"note":"` + token[:39] + `"}`, ""},
		{"no JSON", `{`, "ends"},
	} {
		err := refusal(map[string][]byte{"a_first": []byte("{}"), "planted": []byte(test.text), "z_last": []byte("{}")})
		switch {
		case test.want == "":
			if err != nil {
				t.Errorf("%s: got %v", test.name, err)
			}
		case err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "planted: "):
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

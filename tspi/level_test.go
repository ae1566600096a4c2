package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// The preamble: two levels, hardened the default, so that a forgotten level is
// the safe one.
func TestLevel(t *testing.T) {
	var forgotten tspi.Level
	if forgotten != tspi.Hardened {
		t.Error("the zero level is not hardened")
	}
	for name, want := range map[string]tspi.Level{"core": tspi.Core, "hardened": tspi.Hardened} {
		got, err := tspi.ParseLevel(name)
		if err != nil || got != want || got.String() != name {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "Core", "hard"} {
		if got, err := tspi.ParseLevel(name); err == nil || got != tspi.Hardened {
			t.Errorf("%q: got %v, %v; want a refusal and the safe level", name, got, err)
		}
	}
}

// Section 8: a finding's message never repeats the offending text: it is a
// constant of its code. Each code has one, and no two have the same.
func TestMessages(t *testing.T) {
	codes := []tspi.Code{
		tspi.CodeInputInvalid, tspi.CodeMissingProcessTable, tspi.CodeCommandPreview, tspi.CodeProcessSignal,
		tspi.CodeAbsolutePath, tspi.CodeSecret, tspi.CodeActiveOwnerKill, tspi.CodeUnknownOwnerKill,
		tspi.CodePrematureClose,
		tspi.CodeReleaseOverclaim, tspi.CodeClaimMalformed, tspi.CodeDecisionVocabulary, tspi.CodeRowContradicts,
		tspi.CodeSummaryMismatch, tspi.CodeModuleManifestRequired, tspi.CodeModuleManifestInvalid,
		tspi.CodeModuleRelation,
		tspi.CodeModuleClass, tspi.CodeModuleBodyBoundary, tspi.CodeModuleTargetRefMismatch,
		tspi.CodeModuleTargetMissing,
		tspi.CodeModuleDigestMismatch, tspi.CodeModuleAnchorMissing, tspi.CodeModuleTargetEscape,
		tspi.CodeModuleDuplicate,
		tspi.CodeModuleUndeclared, tspi.CodeModuleBodyUnreadable, "TSPI_NO_SUCH_CODE",
	}
	seen := map[string]tspi.Code{}
	for _, code := range codes {
		message := tspi.MessageOf(code)
		if earlier, ok := seen[message]; ok || !strings.HasSuffix(message, ".") {
			t.Errorf("%s: the message %q is %s's too, or no sentence", code, message, earlier)
		}
		seen[message] = code
	}
}

package tspi

import (
	"strings"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

var answerSchemas = profile.NewSchemas(harness.AnswerSchemas())

// answerSchema names the schema of each operation's ok, by level.
func answerSchema(op string, level law.Level) string {
	name := strings.TrimPrefix(op, Name+".")
	if (op == OpClassify || op == OpRelief) && level == law.Core {
		name += ".core"
	}
	return name
}

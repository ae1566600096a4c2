package strict

import "strings"

// EscapeToken writes a member's name as a token of a JSON Pointer.
func EscapeToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name // nearly always, and a replacer costs more than reading the document
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

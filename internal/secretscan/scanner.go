package secretscan

import "github.com/tspi-dev/harness/internal/strict"

// Hit is one place that looks like a credential.
type Hit struct {
	Rule string // the engine's name of the rule, such as github-pat
	// Line of the text, from 1; 0 where the secret stands only in a decoded
	// string, whose lines are not those of the text.
	Line int
}

// Scanner searches texts for credentials. It is safe for concurrent use.
type Scanner interface {
	// Engine names the engine and its version, for records.
	Engine() string
	// Scan returns the hits in a text, sorted by line and rule, each once; none
	// means clean. document is what the text was decoded to, so that what its
	// strings hold is searched as well as how they are spelt; nil for a text that
	// is no JSON. An error means that the text was not searched; it never repeats
	// any of it.
	Scan(text []byte, document strict.Value) ([]Hit, error)
}

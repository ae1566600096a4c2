package secretscan

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"sync"
	"unicode/utf8"

	"github.com/rs/zerolog"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
	"github.com/zricethezav/gitleaks/v8/logging"
	"github.com/zricethezav/gitleaks/v8/report"
)

// engine is what records name; a test holds it to the version in go.mod.
const engine = "gitleaks v8.30.1"

// genericRule is the engine's catch-all, which takes any value of enough entropy
// behind a word like key or token for a credential.
const genericRule = "generic-api-key"

// Gitleaks returns the scanner that stands on gitleaks. All of them share one
// detector: making it writes to variables of the libraries below, and a
// detector is not safe for concurrent use.
func Gitleaks() Scanner { return gitleaks{} }

type gitleaks struct{}

var (
	shared   = sync.OnceValues(newRules)
	scanning sync.Mutex
)

// Engine implements [Scanner].
func (gitleaks) Engine() string { return engine }

// Scan implements [Scanner].
func (gitleaks) Scan(text []byte, document strict.Value) ([]Hit, error) {
	rules, err := shared()
	if err != nil {
		return nil, err
	}
	scanning.Lock()
	defer scanning.Unlock()
	s := &search{rules, map[Hit]struct{}{}}
	err = orError(func() {
		s.text(text)
		if bytes.IndexByte(text, '\\') >= 0 { // else each string stands in the text as it is
			s.document(document)
		}
	})
	if err != nil {
		return nil, err
	}
	return s.sorted(), nil
}

// rules are the engine, and which of its rules are asked.
type rules struct {
	detector *detect.Detector
	all      map[string]config.Rule
	// Of a text in ASCII: narrow where the generic rule may find something, else
	// narrower, which lacks that one.
	narrow, narrower map[string]config.Rule
	generic          *genericSearch
}

func newRules() (r *rules, err error) {
	// The engine logs to standard error by itself, and panics on a bad rule.
	logging.Logger = zerolog.Nop()
	defer func() {
		if recover() != nil {
			err = errors.New("the secret scanner could not be made: its rules do not compile")
		}
	}()
	detector, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return nil, fmt.Errorf("the secret scanner could not be made: %w", err)
	}
	cfg := detector.Config
	generic, err := newGenericSearch(cfg.Rules[genericRule])
	if err := errors.Join(err, allowDigests(&cfg)); err != nil {
		return nil, fmt.Errorf("the secret scanner could not be made: %w", err)
	}
	narrow := maps.Clone(cfg.Rules)
	for id, word := range narrowed() {
		rule := narrow[id]
		rule.Keywords = []string{word}
		narrow[id] = rule
		cfg.Keywords[word] = struct{}{}
	}
	narrower := maps.Clone(narrow)
	delete(narrower, genericRule)
	detector = detect.NewDetector(cfg)  // which looks for the words of cfg
	detector.IgnoreGitleaksAllow = true // a text must not excuse itself
	detector.Redact = 100
	return &rules{detector, cfg.Rules, narrow, narrower, generic}, nil
}

// narrowed names, of rules whose patterns would otherwise be run over all of our
// records, the one word that stands in whatever they find. The engine's own words
// for them, such as live_, stand in every inventory.
func narrowed() map[string]string {
	return map[string]string{"lob-api-key": "lob", "gocardless-api-token": "gocardless"}
}

// find asks the rules that may find something. It is for one caller at a time.
func (r *rules) find(text []byte) []report.Finding {
	asked := r.narrower
	switch {
	case !isASCII(text): // there are letters of which the patterns know another case
		asked = r.all
	case r.generic.mayFind(text):
		asked = r.narrow
	}
	r.detector.Config.Rules = asked
	return r.detector.DetectBytes(text)
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// allowDigests lets the generic rule, and no other, pass over 16 and 64
// lowercase hex digits: command hashes and SHA-256 are what records are made of.
func allowDigests(cfg *config.Config) error {
	rule, ok := cfg.Rules[genericRule]
	if !ok {
		return errors.New("it has no rule " + genericRule)
	}
	digests := &config.Allowlist{
		Description: "command hashes and SHA-256 digests",
		Regexes:     []*regexp.Regexp{regexp.MustCompile(`^(?:[0-9a-f]{16}|[0-9a-f]{64})$`)},
	}
	if err := digests.Validate(); err != nil {
		return err
	}
	rule.Allowlists = append(rule.Allowlists, digests)
	cfg.Rules[genericRule] = rule
	return nil
}

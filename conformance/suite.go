package conformance

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
)

// Suite is the cases of one profile and which of them are required.
type Suite struct {
	Version int
	// Digest is over the frozen list: "sha256:" and 64 hex digits.
	Digest string
	Cases  []*Case // by id
}

// embedded are the embedded suites that were read: reading one costs as
// much as asking it, and nothing writes into a case.
var embedded struct {
	mu     sync.Mutex
	suites map[suiteKey]*Suite
}

type suiteKey struct {
	profile string
	version int
}

// EmbeddedSuite is [LoadSuite] of the embedded tree, read once. The cases are shared
// by all callers, who only read them; the list of them is the caller's own.
func EmbeddedSuite(p *profile.Profile, version int) (*Suite, error) {
	embedded.mu.Lock()
	defer embedded.mu.Unlock()
	key := suiteKey{p.Name, version}
	s, there := embedded.suites[key]
	if !there {
		var err error
		if s, err = LoadSuite(p, harness.Cases(), version); err != nil {
			return nil, err
		}
		if embedded.suites == nil {
			embedded.suites = map[suiteKey]*Suite{}
		}
		embedded.suites[key] = s
	}
	own := *s
	own.Cases = slices.Clone(s.Cases)
	return &own, nil
}

// LoadSuite reads suite version n from a tree of cases, whose root holds
// PROFILE/LEVEL/CLAUSE/NAME.txtar and PROFILE/suite-N.txt. Cases that are not in
// the frozen list are loaded as provisional when they say so or joined later,
// and are an error otherwise, as is a listed case whose bytes have changed.
func LoadSuite(p *profile.Profile, files fs.FS, version int) (*Suite, error) {
	list, err := readFrozenList(p, files, version)
	if err != nil {
		return nil, err
	}
	s := &Suite{Version: version, Digest: list.digest}
	texts, err := caseTexts(p, files)
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(texts)) {
		text := texts[id]
		c, err := p.ParseCase(id, text)
		if err != nil {
			return nil, err
		}
		sum, frozen := list.sums[id]
		switch {
		case frozen && sum != profile.Digest(text):
			return nil,
				fmt.Errorf(
					"case %s: differs from the frozen list of suite %d; a case is never changed, a new one joins a later suite", id, version)
		case frozen:
		case c.Since > version:
			continue
		case !c.Provisional:
			return nil,
				fmt.Errorf("case %s: is not in the frozen list of suite %d and not provisional; run make freeze", id,
					version)
		}
		delete(list.sums, id)
		s.Cases = append(s.Cases, c)
	}
	for _, id := range slices.Sorted(maps.Keys(list.sums)) {
		return nil, fmt.Errorf("case %s: stands in the frozen list of suite %d and is not there", id, version)
	}
	return s, nil
}

// Case returns the case with that id.
func (s *Suite) Case(id string) (*Case, bool) {
	i, ok := slices.BinarySearchFunc(s.Cases, id, func(c *Case, id string) int { return cmp.Compare(c.ID, id) })
	if !ok {
		return nil, false
	}
	return s.Cases[i], true
}

const caseEnding = ".txtar"

func caseTexts(p *profile.Profile, files fs.FS) (map[string][]byte, error) {
	texts := map[string][]byte{}
	err := fs.WalkDir(files, p.Name, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, caseEnding) {
			return err
		}
		text, err := fs.ReadFile(files, name)
		texts[strings.TrimSuffix(name, caseEnding)] = text
		return err
	})
	return texts, err
}

// frozenList is the required set of one suite version.
type frozenList struct {
	digest string
	sums   map[string]string // case id to sha256 in hex
}

func frozenListName(p *profile.Profile, version int) string {
	return path.Join(p.Name, "suite-"+strconv.Itoa(version)+".txt")
}

func readFrozenList(p *profile.Profile, files fs.FS, version int) (frozenList, error) {
	text, err := fs.ReadFile(files, frozenListName(p, version))
	if err != nil {
		return frozenList{}, fmt.Errorf("suite: there is no version %d", version)
	}
	list := frozenList{digest: "sha256:" + profile.Digest(text), sums: map[string]string{}}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		sum, id, ok := strings.Cut(line, "  ")
		if !ok || len(sum) != sha256.Size*2 || list.sums[id] != "" {
			return frozenList{}, fmt.Errorf("suite %d: want lines of a SHA-256, two spaces and a case id, each once",
				version)
		}
		list.sums[id] = sum
	}
	return list, nil
}

// FreezeList returns the text of the frozen list for all cases of the tree that
// joined by that version and are not provisional.
func FreezeList(p *profile.Profile, files fs.FS, version int) (string, error) {
	texts, err := caseTexts(p, files)
	if err != nil {
		return "", err
	}
	var lines []string
	for id, text := range texts {
		c, err := p.ParseCase(id, text)
		if err != nil {
			return "", err
		}
		if c.Since <= version && !c.Provisional {
			lines = append(lines, profile.Digest(text)+"  "+id+"\n")
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Compare(a[sha256.Size*2:], b[sha256.Size*2:]) })
	return fmt.Sprintf("# The required cases of suite %d: SHA-256 of the file, id. Never edited by hand.\n", version) +
		strings.Join(lines, ""), nil
}

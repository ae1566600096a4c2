package effect

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Facts are a log of acts and what is to be there in the end (section 1). A nil pointer is
// unknown.
type Facts struct {
	Log      Log
	Writer   *string // live, gone
	Required []Artefact
}

// Log is the file, looked at by its own name.
type Log struct {
	Text      *string // the whole file as UTF-8; nil: it could not be read
	FileKind  *string // regular, symlink, other, absent
	LinkCount *int64
	Lineage   string // the root run whose acts it holds
}

// Artefact is something without which the work is not done.
type Artefact struct {
	ID    string
	Kind  string   // file, record, external, job
	Place []string // 1 to 16 ids, outermost first
}

const (
	fileRegular = "regular"
	fileAbsent  = "absent"
	writerGone  = "gone"
)

// DeepestPlace is the most ids of a place.
const DeepestPlace = 16

// Kinds are the kinds of resources (section 1.1).
func Kinds() []string { return slices.Clone(kinds) }

// ReadFacts reads the facts. The error is a *[law.InputError] with the pointer of the
// offending value; what is wrong with the log itself is its verdict.
func ReadFacts(document strict.Value) (*Facts, error) {
	r := reader{law.Reader{Input: "facts", Code: CodeInputInvalid}}
	f := r.Fields(r.Document(law.Root(document)), "log", "writer", "required")
	facts := &Facts{
		Log:      r.log(f.Take("log")),
		Writer:   law.OrNull(f.Take("writer"), func(at law.Place) string { return r.Word(at, "live", writerGone) }),
		Required: r.required(f.Take("required")),
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return facts, nil
}

// reader reads what section 1 lists, and the members of a claim.
type reader struct{ law.Reader }

func (r *reader) whole(at law.Place) int64 { return r.Whole(at, 0, law.MaxInteger) }

func (r *reader) log(at law.Place) Log {
	f := r.Fields(at, "text", "file_kind", "link_count", "lineage")
	text := f.Take("text")
	l := Log{
		Text: law.OrNull(text, r.String),
		FileKind: law.OrNull(f.Take("file_kind"), func(at law.Place) string {
			return r.Word(at, fileRegular, "symlink", "other", fileAbsent)
		}),
		LinkCount: law.OrNull(f.Take("link_count"), r.whole),
		Lineage:   r.ID(f.Take("lineage")),
	}
	if isWord(l.FileKind, fileAbsent) && (l.Text == nil || *l.Text != "") {
		r.FailWith(text, "a file that is not there has the text \"\"")
	}
	return l
}

func isWord(s *string, word string) bool { return s != nil && *s == word }

func (r *reader) required(at law.Place) []Artefact {
	var artefacts []Artefact
	seen := map[string]bool{}
	for _, at := range r.List(at) {
		f := r.Fields(at, "id", "kind", "place")
		id := f.Take("id")
		a := Artefact{ID: r.ID(id), Kind: r.Word(f.Take("kind"), kinds...), Place: r.place(f.Take("place"))}
		if seen[a.ID] {
			r.FailWith(id, "an earlier artefact has this id; ids are unique")
		}
		seen[a.ID] = true
		artefacts = append(artefacts, a)
	}
	return artefacts
}

func (r *reader) place(at law.Place) []string {
	elements := r.List(at)
	if len(elements) < 1 || len(elements) > DeepestPlace {
		r.Fail(at, "an array of 1 to 16 ids")
		return nil
	}
	var ids []string
	for _, at := range elements {
		ids = append(ids, r.ID(at))
	}
	return ids
}

// key is the artefact's place as the places of a log are kept.
func (a *Artefact) key() string {
	key := []byte{byte(slices.Index(kinds, a.Kind))}
	for _, id := range a.Place {
		key = append(append(key, id...), endOfID)
	}
	return string(key)
}

// isAliased reports whether the text may be that of another file (section 2).
func (l *Log) isAliased() bool {
	if isWord(l.FileKind, fileAbsent) {
		return false
	}
	return !isWord(l.FileKind, fileRegular) || l.LinkCount == nil || *l.LinkCount != 1
}

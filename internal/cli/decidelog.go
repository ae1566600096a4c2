package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

// logFlags are what a log of acts does not say of itself (docs/contracts/effect.md, section 1).
type logFlags struct {
	required artefacts
	writer   string
	lineage  string
}

const logSuffix = ".jsonl"

func (f *logFlags) add(flags *pflag.FlagSet) {
	flags.Var(&f.required, "required",
		"effect: an artefact that is to be there in the end, `ID:KIND:PLACE/...`; may be repeated")
	flags.StringVar(&f.writer, "writer", "",
		"effect: whether the log's writer may still append, `live` or gone (default unknown)")
	flags.StringVar(&f.lineage, "lineage", "", "effect: `ID` of the root run whose acts the log holds")
}

// isLog reports whether a call is about a log as it is: one of the flags is there, or the
// file's name says so.
func (f *logFlags) isLog(profile, file string) (bool, error) {
	flagged := len(f.required) > 0 || f.writer != "" || f.lineage != ""
	switch {
	case profile != "effect" && flagged:
		return false, unusable("decide %s: --required, --writer and --lineage belong to effect", profile)
	case profile != "effect" || !flagged && !strings.HasSuffix(file, logSuffix):
		return false, nil
	case file == "-":
		return false, unusable("decide effect: a log is looked at by its name, and standard input has none").
			hinting("give the log's file, or facts without --required, --writer and --lineage")
	case f.lineage == "":
		return false, unusable("decide effect: --lineage is missing").
			hinting("it is the id of the root run whose acts the log holds")
	case !law.IsName(f.lineage):
		return false, unusable("decide effect: --lineage: want an id")
	case f.writer != "" && f.writer != "live" && f.writer != "gone":
		return false, unusable("decide effect: --writer: want live or gone")
	}
	return true, nil
}

// garbageOfLogs is how much garbage may pile up, in percent of what is alive, where a log is
// decided over: what a log of millions of acts leaves alive is large, and the usual 100 would
// double it. The time stays linear.
const garbageOfLogs = 25

// decideLog decides over a log file as it is.
func (a *app) decideLog(file string, flags *logFlags) (*decided, error) {
	facts := &effect.Facts{Required: flags.required, Log: effect.Log{Lineage: flags.lineage}}
	if flags.writer != "" {
		facts.Writer = &flags.writer
	}
	answer, err := a.decideFile(file, facts)
	if err != nil {
		return nil, err
	}
	rows := func(yield func(strict.Object) bool) {
		for i := range answer.Rows {
			if !yield(objectOf(answer.Rows[i])) {
				return
			}
		}
	}
	return &decided{answer, rows, objectOf(answer.Summary)}, nil
}

// objectOf is a part of an answer as its JSON object. It cannot fail: an answer is made of
// ids, words and numbers.
func objectOf(part any) strict.Object {
	v, err := strict.ValueOf(part)
	if err != nil {
		panic(err)
	}
	return v.(strict.Object)
}

// decideFile looks at a log by its own name, links not followed, and reads it where the law
// does. What is opened must be what was looked at. A file that may not be read is a log
// without text, and one that is not there an empty log.
func (a *app) decideFile(file string, facts *effect.Facts) (*effect.Answer, error) {
	seen, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return describedLog(facts, "absent", nil).DecideLog(strings.NewReader(""))
	case err != nil:
		return nil, unusable("%s: %s", shown(file), cause(err))
	case seen.Mode()&fs.ModeSymlink != 0:
		return describedLog(facts, "symlink", nil).Decide(), nil
	case !seen.Mode().IsRegular():
		return describedLog(facts, "other", nil).Decide(), nil
	}
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrPermission) {
		return describedLog(facts, "regular", seen).Decide(), nil
	}
	if err != nil {
		return nil, unusable("%s: %s", shown(file), cause(err))
	}
	defer f.Close() // only read from
	opened, err := f.Stat()
	switch {
	case err != nil:
		return nil, unusable("%s: %s", shown(file), cause(err))
	case !os.SameFile(seen, opened):
		return nil, unusable("%s: the file was replaced while it was opened; try again", shown(file))
	}
	text := &boundedReader{r: f, left: a.limits.claim}
	answer, err := describedLog(facts, "regular", opened).DecideLog(text)
	switch {
	case text.over:
		return nil, tooLarge(file, a.limits.claim)
	case err != nil:
		return nil, unusable("%s: %s", shown(file), cause(err))
	}
	return answer, nil
}

// describedLog says of the facts' log what was seen of its file.
func describedLog(facts *effect.Facts, kind string, info fs.FileInfo) *effect.Facts {
	facts.Log.FileKind = &kind
	if info != nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			links := int64(stat.Nlink)
			facts.Log.LinkCount = &links
		}
	}
	return facts
}

// boundedReader reads up to a limit, and fails where there is more: a log that is cut short
// would be another log.
type boundedReader struct {
	r    io.Reader
	left int64
	over bool
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p[:min(int64(len(p)), b.left+1)])
	if int64(n) > b.left {
		b.over = true
		return 0, errors.New("the log is larger than the limit")
	}
	b.left -= int64(n)
	return n, err
}

// artefacts is the flag of the artefacts that are required.
type artefacts []effect.Artefact

func (l *artefacts) Type() string   { return "ARTEFACT" }
func (l *artefacts) String() string { return "" }

// Set takes ID:KIND:PLACE. An id may hold colons, so the kind is the first part behind it that is
// one.
func (l *artefacts) Set(text string) error {
	parts := strings.Split(text, ":")
	i := 1 + slices.IndexFunc(parts[1:], func(part string) bool { return slices.Contains(effect.Kinds(), part) })
	if i < 1 || i == len(parts)-1 {
		return unusable("want ID:KIND:PLACE/..., where KIND is %s", strings.Join(effect.Kinds(), ", "))
	}
	wanted := effect.Artefact{ID: strings.Join(parts[:i], ":"), Kind: parts[i],
		Place: strings.Split(strings.Join(parts[i+1:], ":"), "/")}
	switch {
	case !law.IsName(wanted.ID):
		return unusable("want an id before the kind")
	case len(wanted.Place) > effect.DeepestPlace || slices.ContainsFunc(wanted.Place, func(id string) bool {
		return !law.IsName(id)
	}):
		return unusable("want a place of 1 to %d ids, separated by slashes", effect.DeepestPlace)
	case slices.ContainsFunc(*l, func(other effect.Artefact) bool { return other.ID == wanted.ID }):
		return unusable("an earlier artefact has this id; ids are unique")
	}
	*l = append(*l, wanted)
	return nil
}

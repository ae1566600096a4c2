package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/google/renameio/v2"

	"github.com/tspi-dev/harness/conformance"
	reporting "github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/record"
)

// reportTarget is one --report FORMAT=PATH.
type reportTarget struct {
	format reporting.Format
	path   string
}

// parseReports reads them; certificate is a file, or "", that is none of theirs.
func parseReports(texts []string, certificate string) ([]reportTarget, error) {
	var targets []reportTarget
	paths := []string{certificate}
	for _, text := range texts {
		name, path, ok := strings.Cut(text, "=")
		format, err := reporting.ParseFormat(name)
		if !ok || path == "" || err != nil {
			return nil, unusable("--report: want FORMAT=PATH with one of the formats %v", reporting.Formats())
		}
		if err := checkTarget(path); err != nil {
			return nil, err
		}
		targets = append(targets, reportTarget{format, path})
		paths = append(paths, path)
	}
	return targets, distinctTargets(paths...)
}

// writeReports prints the report for people and writes the others into their
// files.
func (a *app) writeReports(report *conformance.Report, targets []reportTarget, o reporting.TextOptions) error {
	for _, target := range targets {
		var text bytes.Buffer
		err := reporting.Write(&text, target.format, report)
		if target.format == reporting.Text {
			text.Reset()
			err = reporting.WriteText(&text, reporting.TextOptions{Verbose: true}, report)
		}
		if err != nil {
			return unusable("%s", err.Error())
		}
		if err := writeFile(target.path, text.Bytes()); err != nil {
			return err
		}
	}
	return reporting.WriteText(a.out, o, report)
}

// checkTarget refuses a place where no file can be written, before a long run and
// not behind it. Whatever is no regular file is left alone: a rename would
// replace a device or the target of a link.
func checkTarget(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return unusable("%s: is there already and is no regular file; name another", shown(path))
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil || !folder.IsDir() {
		return unusable("%s: the folder for it is not there", shown(path))
	}
	return nil
}

// distinctTargets refuses two files of one name: the one that is written last
// would be all that is left.
func distinctTargets(paths ...string) error {
	seen := map[string]bool{}
	for _, path := range paths {
		if path == "" {
			continue
		}
		place := filepath.Clean(path)
		if folder, err := filepath.EvalSymlinks(filepath.Dir(place)); err == nil {
			if folder, err = filepath.Abs(folder); err == nil {
				place = filepath.Join(folder, filepath.Base(place))
			}
		}
		if seen[place] {
			return unusable("%s: two outputs have this file; name another for one of them", shown(path))
		}
		seen[place] = true
	}
	return nil
}

// writeFile writes a whole file or nothing.
func writeFile(path string, text []byte) error {
	if err := checkTarget(path); err != nil {
		return err
	}
	if err := renameio.WriteFile(path, text, 0o644); err != nil {
		return unusable("%s: cannot be written: %s", shown(path), cause(err))
	}
	return nil
}

func writeFileJSON(path string, v any) error {
	text, err := record.Canonical(v)
	if err != nil {
		return err
	}
	return writeFile(path, text)
}

// maxSubjects bounds the files of an implementation, in bytes: those of a program are
// smaller, and a sparse file may claim any size.
const maxSubjects = 4 << 30

// digestSubjects hashes the files of an implementation.
func (a *app) digestSubjects(files []string) ([]reporting.Subject, error) {
	total := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		switch {
		case err != nil || !info.Mode().IsRegular():
			return nil, unusable("subject %s: want a file of the implementation", shown(name))
		case info.Size() > maxSubjects-total:
			return nil, unusable("subject %s: with it the implementation's files are larger than %s", shown(name),
				binarySize(maxSubjects)).
				hinting("name the files of the program itself with --subject, not an image or a disk")
		}
		total += info.Size()
	}
	defer a.hashing(total)()
	var subjects []reporting.Subject
	for _, name := range files {
		sum, err := a.digestFile(name)
		if a.call.Context.Err() != nil {
			return nil, unusable("interrupted; there is no certificate")
		}
		if err != nil {
			return nil, unusable("subject %s: %s", shown(name), cause(err))
		}
		subjects = append(subjects, reporting.Subject{Name: view.Neutral(filepath.Base(name)), SHA256: sum})
	}
	return subjects, nil
}

// longHashing is from how many bytes on it takes long enough to be told.
const longHashing = 256 << 20

// hashing says on a terminal that large files are read. The returned function takes the
// line away again.
func (a *app) hashing(total int64) func() {
	if !a.call.StderrIsTerminal || total < longHashing {
		return func() {}
	}
	fmt.Fprintf(a.call.Stderr, "hashing %d MiB of the implementation's files …", total>>20)
	return func() { fmt.Fprint(a.call.Stderr, "\r\x1b[K") }
}

// digestFile hashes a file up to the bound, which one may outgrow since its size was
// asked, or to the end of the call.
func (a *app) digestFile(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close() // only read from
	hash := sha256.New()
	for left := int64(maxSubjects); ; {
		if err := a.call.Context.Err(); err != nil {
			return "", err
		}
		n, err := io.CopyN(hash, file, hashedAtOnce)
		if left -= n; left < 0 {
			return "", syscall.EFBIG
		}
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(hash.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}

const hashedAtOnce = 16 << 20

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// ownExecutable is the file of this program, as a list.
func ownExecutable() []string {
	name, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{name}
}

// oneLine is an error's text in one line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", ": ") }

// neutralLines makes the text of an adapter fit for a terminal, line by line.
func neutralLines(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ToValidUTF8(string(text), "?")) {
		b.WriteString("  | " + view.Neutral(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return b.String()
}

package imports

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is where a line ends at the latest, in columns; a tab is four of them.
const widest = 120

// Guards CONTRIBUTING.md: lines end at 120 columns, in Go and in the prose of documents. What
// cannot be broken may stand beyond: a string, a word, a row of a table, a block of code.
func TestLinesEndAt120Columns(t *testing.T) {
	read := 0
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == ".git" || name == "out" || entry.Name() == "node_modules"):
			return fs.SkipDir
		}
		long := map[string]func(string) []string{".go": longInGo, ".md": longInProse}[filepath.Ext(name)]
		if entry.IsDir() || long == nil || strings.HasPrefix(name, "docs/power") || name == "docs/command-line.md" {
			return nil
		}
		read++
		text, err := os.ReadFile(filepath.Join("../..", name))
		for _, line := range long(string(text)) {
			t.Errorf("%s: %d columns: %.60s…", name, columns(line), strings.TrimSpace(line))
		}
		return err
	})
	if err != nil || read < 500 {
		t.Errorf("%d files read: %v", read, err)
	}
}

func columns(line string) int {
	return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
}

// longInGo are the lines that are too long without their strings.
func longInGo(text string) []string {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	bare := []byte(text)
	for {
		at, what, literal := s.Scan()
		if what == token.EOF {
			break
		}
		if what == token.STRING {
			from := file.Offset(at)
			for i := range literal {
				if bare[from+i] != '\n' {
					bare[from+i] = 0
				}
			}
		}
	}
	var long []string
	for line := range strings.Lines(string(bare)) {
		line = strings.TrimRight(strings.ReplaceAll(line, "\x00", ""), "\n")
		if columns(line) > widest && strings.Contains(strings.TrimSpace(line)[:widest/2], " ") {
			long = append(long, line)
		}
	}
	return long
}

// longInProse are the lines of paragraphs that are too long, and could be broken.
func longInProse(text string) []string {
	var long []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") {
			fenced = !fenced
		}
		if fenced || strings.HasPrefix(trimmed, "|") || strings.HasPrefix(line, "    ") || columns(line) <= widest {
			continue
		}
		if strings.LastIndex(string([]rune(line)[:widest]), " ") > widest/2 {
			long = append(long, line)
		}
	}
	return long
}

package profile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"golang.org/x/tools/txtar"
)

// Case is one case of the suite (docs/suite.md).
type Case struct {
	ID     string
	Title  string
	Op     string
	Clause string
	Why    string
	// Pair is the id of the sibling that differs in exactly one fact, or "".
	Pair        string
	Since       int
	Provisional bool
	// NoChallenge is true where no perturbed variants can be made of the case.
	NoChallenge bool
	Problem     Problem
	Expect      Expectation
	// Text is the file as it stands in the suite.
	Text []byte

	// ExpectText is the expect.json.
	ExpectText []byte
}

// Level returns the lowest level at which the case is run, from its id.
func (c *Case) Level() law.Level {
	if parts := strings.Split(c.ID, "/"); len(parts) > 1 && parts[1] == law.Core.String() {
		return law.Core
	}
	return law.Hardened
}

// ParseCase reads a case file. The id is that of its path; the error names the
// case and the key or file at fault.
func (p *Profile) ParseCase(id string, text []byte) (*Case, error) {
	c := &Case{ID: id, Text: text}
	archive := txtar.Parse(text)
	if err := p.readHeader(c, string(archive.Comment)); err != nil {
		return nil, fmt.Errorf("case %s: %w", id, err)
	}
	if err := p.readFiles(c, archive.Files); err != nil {
		return nil, fmt.Errorf("case %s: %w", id, err)
	}
	return c, nil
}

func (p *Profile) readHeader(c *Case, comment string) error {
	seen := map[string]bool{}
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !ok || value == "" {
			return fmt.Errorf("want key: value lines before the first file")
		}
		if seen[key] {
			return fmt.Errorf("%s: stands twice", key)
		}
		seen[key] = true
		if err := p.setKey(c, key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	for _, key := range []string{"id", "title", "op", "clause", "why", "since"} {
		if !seen[key] {
			return fmt.Errorf("%s: is missing", key)
		}
	}
	return nil
}

func (p *Profile) setKey(c *Case, key, value string) (err error) {
	switch key {
	case "id":
		if value != c.ID {
			err = fmt.Errorf("want the file's path, %s", c.ID)
		}
	case "title":
		c.Title = value
	case "op":
		c.Op = value
		if all := p.OpNames(); !slices.Contains(all, value) {
			err = fmt.Errorf("want one of %s", strings.Join(all, ", "))
		}
	case "clause":
		c.Clause = value
		if _, ok := p.Clause(value); !ok {
			err = fmt.Errorf("no clause has this id")
		}
	case "why":
		c.Why = value
	case "pair":
		c.Pair = value
	case "since":
		if c.Since, err = strconv.Atoi(value); err != nil || c.Since < 1 {
			err = fmt.Errorf("want a suite version, 1 or more")
		}
	case "provisional":
		if c.Provisional = value == "true"; !c.Provisional {
			err = fmt.Errorf("want true, or no such line")
		}
	case "challenge":
		if c.NoChallenge = value == "off"; !c.NoChallenge {
			err = fmt.Errorf("want off, or no such line")
		}
	default:
		err = fmt.Errorf("there is no such key")
	}
	return err
}

func (p *Profile) readFiles(c *Case, files []txtar.File) error {
	seen := map[string]bool{}
	var problem []txtar.File
	for _, file := range files {
		if seen[file.Name] {
			return fmt.Errorf("%s: stands twice", file.Name)
		}
		seen[file.Name] = true
		if file.Name == expectFile {
			c.ExpectText = file.Data
		} else {
			problem = append(problem, file)
		}
	}
	if !seen[expectFile] {
		return fmt.Errorf("%s: is missing", expectFile)
	}
	var err error
	if c.Expect, err = p.Format.Expectation(c.Op, c.ExpectText); err != nil {
		return fmt.Errorf("%s: %w", expectFile, err)
	}
	c.Problem, err = p.Format.Problem(c.Op, problem)
	return err
}

const expectFile = "expect.json"

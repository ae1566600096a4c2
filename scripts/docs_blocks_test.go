package scripts_test

import (
	"fmt"
	"regexp"
	"strings"
)

// A page of the documentation is read as its reader does: docs/README.md says
// which blocks are run and how. These types are what that comes to.

// docBlock is one fenced block of a page.
type docBlock struct {
	line     int    // of its first fence
	language string // console, sh, python, text ...
	text     string
	saveAs   string // the file that the page says to save it as
	notRun   string // why the page says that it is not run
}

var (
	saveAsLine = regexp.MustCompile("[Ss]ave (?:it|this) as `([^`]+)`[^`]*:$")
	notRunLine = regexp.MustCompile(`^\*Not run by the tests: (.+)\.\*$`)
)

// docBlocks are the fenced blocks of a page, with what the last line of text
// before each says of it.
func docBlocks(page string) ([]docBlock, error) {
	var blocks []docBlock
	var open *docBlock
	said := "" // the last line that is not blank
	for i, line := range strings.Split(page, "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case open != nil && isFence:
			blocks, open, said = append(blocks, *open), nil, ""
		case open != nil:
			open.text += line + "\n"
		case isFence:
			open = &docBlock{line: i + 1, language: fence}
			if match := saveAsLine.FindStringSubmatch(said); match != nil {
				open.saveAs = match[1]
			}
			if match := notRunLine.FindStringSubmatch(said); match != nil {
				open.notRun = match[1]
			}
		case line != "":
			said = line
		}
	}
	if open != nil {
		return nil, fmt.Errorf("line %d: this block never ends", open.line)
	}
	return blocks, nil
}

// docCommand is one command of a console block with the output that it shows.
type docCommand struct {
	line   int
	script string
	output []string
}

// docCommands reads a console block: "$ " begins a command, "> " or a backslash
// before it goes on with it, and everything else is output.
func docCommands(b docBlock) []docCommand {
	var commands []docCommand
	goesOn := false
	for i, line := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		command, begins := strings.CutPrefix(line, "$ ")
		more, continues := strings.CutPrefix(line, "> ")
		switch {
		case begins:
			commands = append(commands, docCommand{line: b.line + 1 + i, script: command})
		case len(commands) > 0 && (goesOn || continues):
			last := &commands[len(commands)-1]
			if continues {
				line = more
			}
			last.script += "\n" + line
		case len(commands) > 0:
			last := &commands[len(commands)-1]
			last.output = append(last.output, line)
			continue
		default:
			commands = append(commands, docCommand{line: b.line + 1 + i, script: line}) // not a command: it will fail
		}
		goesOn = strings.HasSuffix(line, `\`)
	}
	return commands
}

// strayCommand finds commands that are in no block that is run: indented ones, and
// prompts in blocks of another language.
var strayCommand = regexp.MustCompile(
	`(?m)^(?:(?:    |\t)(?:\$ )?(?:tspi|go|make|git|ps|python3|node|sh|cat) .*|\$ .*)$`)

// strayCommands are the lines of a page that are commands outside of the blocks
// that are run.
func strayCommands(page string, blocks []docBlock) []string {
	rest := page
	for _, b := range blocks {
		if b.language == "console" || b.language == "sh" || b.saveAs != "" {
			rest = strings.Replace(rest, b.text, "", 1)
		}
	}
	return strayCommand.FindAllString(rest, -1)
}

// showsAs reports whether an output is what a page shows: "…" on a line of its own
// stands for any lines, and in a line for any characters.
func showsAs(shown, got []string) bool {
	if len(shown) == 0 {
		return len(got) == 0
	}
	if shown[0] == "…" {
		for skip := range len(got) + 1 {
			if showsAs(shown[1:], got[skip:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && lineShowsAs(shown[0], got[0]) && showsAs(shown[1:], got[1:])
}

func lineShowsAs(shown, got string) bool {
	pieces := strings.Split(shown, "…")
	for i, piece := range pieces {
		pieces[i] = regexp.QuoteMeta(piece)
	}
	matched, err := regexp.MatchString("^"+strings.Join(pieces, ".*")+"$", got)
	return err == nil && matched
}

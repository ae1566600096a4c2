package report

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// sentQuestion is what was asked, taken apart for drawing.
type sentQuestion struct {
	documents strict.Object
	// text is what is not drawn, as people read it.
	text string
	// cut is true where the report holds only the beginning.
	cut bool
}

// publishedQuestion is a case as it stands in the suite. Its text is what its
// author wrote, the right answer included.
func publishedQuestion(c *conformance.Case) sentQuestion {
	var q sentQuestion
	if problem, ok := c.Problem.(*tspiprofile.Problem); ok {
		q.documents = problem.Documents
	}
	if folder := c.Problem.Folder(); folder != nil {
		for _, file := range folder.Files {
			q.addDocument(file.Name, file.Data)
		}
	}
	var b strings.Builder
	for _, file := range txtar.Parse(c.Text).Files {
		if file.Name != "ps.txt" {
			b.WriteString("-- " + file.Name + " --\n" + string(file.Data))
		}
	}
	q.text = b.String()
	return q
}

func (q *sentQuestion) addDocument(name string, text []byte) {
	document, isJSON := strings.CutSuffix(name, ".json")
	if !isJSON || !slices.Contains(positiveInputs, law.Input(document)) {
		return
	}
	if value, err := strict.Decode(text); err == nil {
		q.documents = append(q.documents, strict.Member{Name: document, Value: value})
	}
}

var positiveInputs = []law.Input{tspi.InputProcessTable, tspi.InputPressurePolicy, tspi.InputOwnerClasses}

const (
	tableHeading = "ps_text of process_table:"
	cutMark      = "…" // the last character of a text that a report shortened
)

// savedQuestion reads the text that a report keeps of a question that went wrong:
// the lines of a table, indented, behind a heading; each other document in a line
// behind its name; the files of a folder behind lines of their names.
func savedQuestion(sent string) sentQuestion {
	q := sentQuestion{cut: strings.HasSuffix(sent, cutMark)}
	if q.cut {
		q.text = sent
		return q
	}
	var rest, table strings.Builder
	inTable, hasTable, file := false, false, ""
	for line := range strings.Lines(sent) {
		bare := strings.TrimSuffix(line, "\n")
		switch row, indented := strings.CutPrefix(bare, "  "); {
		case bare == tableHeading:
			inTable, hasTable = true, true
			continue
		case inTable && indented:
			table.WriteString(unquoted(row) + "\n")
			continue
		}
		inTable = false
		rest.WriteString(line)
		if name, ok := strings.CutPrefix(bare, "-- "); ok && strings.HasSuffix(name, " --") {
			file = strings.TrimSuffix(name, " --")
		} else if file != "" {
			q.addDocument(file, []byte(bare))
			file = ""
		} else if name, text, ok := strings.Cut(bare, ": "); ok {
			q.addDocument(name+".json", []byte(text))
		}
	}
	if hasTable {
		q.documents = append(q.documents, strict.Member{Name: string(tspi.InputProcessTable),
			Value: strict.Object{{Name: "ps_text", Value: table.String()}}})
	}
	q.text = rest.String()
	return q
}

// unquoted takes back what a report did to a line with control characters. A line
// that holds a quote of its own was quoted too.
func unquoted(line string) string {
	if strings.HasPrefix(line, `"`) {
		if plain, err := strconv.Unquote(line); err == nil {
			return plain
		}
	}
	return line
}

package tspi

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Problem is what a case sends, taken apart so that it can be perturbed.
type Problem struct {
	// Documents are the members of the request's input that are sent as JSON:
	// process_table, pressure_policy, owner_classes, claimed_inventory and the
	// members of audit.json. What is absent is not sent.
	Documents strict.Object
	// PSText is where the table came as plain text; it is then the ps_text of
	// the process_table document.
	PSText string
	// Dir is what bundle and run cases lay out; nil for the other operations.
	Dir *profile.Folder
}

const (
	docTable  = string(tspi.InputProcessTable)
	docPolicy = string(tspi.InputPressurePolicy)
	docOwners = string(tspi.InputOwnerClasses)
	docClaim  = string(tspi.InputClaimedInventory)
)

// addFile takes one file of a case.
func (p *Problem) addFile(op, name string, data []byte) error {
	if op == OpBundle || op == OpRun {
		return p.addToFolder(op, name, data)
	}
	if name == "ps.txt" {
		p.PSText = string(data)
		p.set(docTable, strict.Object{{Name: "ps_text", Value: p.PSText}})
		return nil
	}
	document, err := strict.Decode(data)
	if err != nil {
		return err
	}
	switch name {
	case "process_table.json", "pressure_policy.json", "owner_classes.json":
		p.set(strings.TrimSuffix(name, ".json"), document)
		if name == "process_table.json" {
			p.PSText = psText(document)
		}
	case "claim.json":
		if op != OpAudit {
			return fmt.Errorf("only an audit has a claim")
		}
		p.set(docClaim, document)
	case "audit.json":
		members, ok := document.(strict.Object)
		if !ok || op != OpAudit {
			return fmt.Errorf("want an object, in a case of %s", OpAudit)
		}
		for _, m := range members {
			p.set(m.Name, m.Value)
		}
	default:
		return fmt.Errorf("a case of %s has no such file", op)
	}
	return nil
}

func (p *Problem) check(op string) error {
	if (op == OpBundle || op == OpRun) && p.Dir == nil {
		return fmt.Errorf("a case of %s needs a folder", op)
	}
	return nil
}

// psText is the text of a process_table document, "" where it has none.
func psText(document strict.Value) string {
	object, _ := document.(strict.Object)
	value, _ := object.Get("ps_text")
	text, _ := value.(string)
	return text
}

func (p *Problem) set(name string, document strict.Value) {
	for i := range p.Documents {
		if p.Documents[i].Name == name {
			p.Documents[i].Value = document
			return
		}
	}
	p.Documents = append(p.Documents, strict.Member{Name: name, Value: document})
}

// hasFixture reports whether a part of a fixture is sent. Thresholds beside it
// would be a fault of their own (contract, section 8).
func (p *Problem) hasFixture() bool {
	return slices.ContainsFunc(p.Documents, func(m strict.Member) bool {
		return m.Name == docTable || m.Name == docPolicy || m.Name == docOwners
	})
}

// document returns a member of the input, nil where it is not sent.
func (p *Problem) document(name string) strict.Value {
	v, _ := p.Documents.Get(name)
	return v
}

// Input is the request's input. folder is where the problem's folder was laid
// out, "" for operations without one.
func (p *Problem) Input(op, folder string) jsontext.Value {
	switch op {
	case OpBundle:
		return strict.Encode(strict.Object{{Name: "bundle_dir", Value: folder}})
	case OpRun:
		return strict.Encode(strict.Object{{Name: "fixture_dir", Value: folder}})
	}
	documents := p.Documents
	if p.document(docClaim) != nil {
		documents = append(strict.Object{}, documents...)
		for i := range documents {
			if documents[i].Name == docClaim {
				documents[i].Value = fillHashes(documents[i].Value, p.PSText)
			}
		}
	}
	return strict.Encode(documents)
}

// table shows what is sent to people: the lines of a table as they stand, and
// each other document in a line of its own.
func (p *Problem) table() string {
	var b strings.Builder
	for _, document := range p.Documents {
		value := document.Value
		switch {
		case document.Name == docTable && p.PSText != "" && isOnlyText(value):
			b.WriteString("ps_text of process_table:\n")
			for line := range strings.Lines(p.PSText) {
				b.WriteString("  " + visible(strings.TrimSuffix(line, "\n")) + "\n")
			}
			continue
		case document.Name == docClaim:
			value = fillHashes(value, p.PSText)
		}
		b.WriteString(document.Name + ": " + string(strict.Encode(value)) + "\n")
	}
	return b.String()
}

// isOnlyText reports whether a process_table document holds its text and nothing
// else.
func isOnlyText(document strict.Value) bool {
	object, _ := document.(strict.Object)
	return len(object) == 1
}

// visible is a line with its control characters written out.
func visible(line string) string {
	quoted := strconv.Quote(line)
	if quoted[1:len(quoted)-1] == line {
		return line
	}
	return quoted
}

// fillHashes puts the right command hash for each "$hash:PID" of a claim.
func fillHashes(v strict.Value, psText string) strict.Value {
	lines := plainLines(psText)
	return strict.MapStrings(v, func(s string) string {
		if pid, ok := strings.CutPrefix(s, "$hash:"); ok {
			for i := range lines {
				if lines[i].pid == pid {
					return tspi.CommandHash(lines[i].command)
				}
			}
		}
		return s
	})
}

// Text shows to people what is sent.
func (p *Problem) Text() string {
	if p.Dir != nil {
		return p.Dir.Text()
	}
	return profile.Shortened(p.table())
}

// Folder is the bundle or fixture that a case lays out, nil for the other operations.
func (p *Problem) Folder() *profile.Folder { return p.Dir }

const layoutFile = "layout.txt"

// addToFolder takes one file of a case that lays out a folder.
func (p *Problem) addToFolder(op, name string, data []byte) error {
	prefix := strings.TrimPrefix(op, Name+".") + "/" // bundle/ or run/
	if op == OpRun {
		prefix = "fixture/"
	}
	if p.Dir == nil {
		p.Dir = &profile.Folder{}
	}
	if name == layoutFile {
		return p.Dir.AddLayout(string(data))
	}
	inner, ok := strings.CutPrefix(name, prefix)
	if !ok || !profile.IsInside(inner) {
		return fmt.Errorf("want a file under %s, or %s", prefix, layoutFile)
	}
	var err error
	if base, encoded := strings.CutSuffix(inner, ".base64"); encoded {
		inner = base
		data, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), ""))
	} else if base, chomped := strings.CutSuffix(inner, ".chomp"); chomped {
		inner, data = base, []byte(strings.TrimSuffix(string(data), "\n"))
	}
	p.Dir.Files = append(p.Dir.Files, profile.FolderFile{Name: inner, Data: data})
	return err
}

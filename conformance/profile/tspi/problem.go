package conformance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/tspi"
)

// Problem is what a case sends, taken apart so that it can be perturbed.
type Problem struct {
	// Documents are the members of the request's input that are sent as JSON:
	// process_table, pressure_policy, owner_classes, claimed_inventory and the
	// members of audit.json. What is absent is not sent.
	Documents tspi.Object
	// PSText is where the table came as plain text; it is then the ps_text of
	// the process_table document.
	PSText string
	// Folder is what bundle and run cases lay out; nil for the other operations.
	Folder *Folder
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
		p.set(docTable, tspi.Object{{Name: "ps_text", Value: p.PSText}})
		return nil
	}
	document, err := tspi.Decode(data)
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
		members, ok := document.(tspi.Object)
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
	if (op == OpBundle || op == OpRun) && p.Folder == nil {
		return fmt.Errorf("a case of %s needs a folder", op)
	}
	return nil
}

// psText is the text of a process_table document, "" where it has none.
func psText(document tspi.Value) string {
	object, _ := document.(tspi.Object)
	value, _ := object.Get("ps_text")
	text, _ := value.(string)
	return text
}

func (p *Problem) set(name string, document tspi.Value) {
	for i := range p.Documents {
		if p.Documents[i].Name == name {
			p.Documents[i].Value = document
			return
		}
	}
	p.Documents = append(p.Documents, tspi.Member{Name: name, Value: document})
}

// hasFixture reports whether a part of a fixture is sent. Thresholds beside it
// would be a fault of their own (contract, section 8).
func (p *Problem) hasFixture() bool {
	return slices.ContainsFunc(p.Documents, func(m tspi.Member) bool {
		return m.Name == docTable || m.Name == docPolicy || m.Name == docOwners
	})
}

// document returns a member of the input, nil where it is not sent.
func (p *Problem) document(name string) tspi.Value {
	v, _ := p.Documents.Get(name)
	return v
}

// input is the request's input. folder is where the problem's folder was laid
// out, "" for operations without one.
func (p *Problem) input(op, folder string) jsontext.Value {
	switch op {
	case OpBundle:
		return encode(tspi.Object{{Name: "bundle_dir", Value: folder}})
	case OpRun:
		return encode(tspi.Object{{Name: "fixture_dir", Value: folder}})
	}
	documents := p.Documents
	if p.document(docClaim) != nil {
		documents = append(tspi.Object{}, documents...)
		for i := range documents {
			if documents[i].Name == docClaim {
				documents[i].Value = fillHashes(documents[i].Value, p.PSText)
			}
		}
	}
	return encode(documents)
}

// text shows what is sent to people: the lines of a table as they stand, and
// each other document in a line of its own.
func (p *Problem) text() string {
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
		b.WriteString(document.Name + ": " + string(encode(value)) + "\n")
	}
	return b.String()
}

// isOnlyText reports whether a process_table document holds its text and nothing
// else.
func isOnlyText(document tspi.Value) bool {
	object, _ := document.(tspi.Object)
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
func fillHashes(v tspi.Value, psText string) tspi.Value {
	lines := plainLines(psText)
	return mapStrings(v, func(s string) string {
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

// mapStrings returns v with every string value (not key) replaced.
func mapStrings(v tspi.Value, f func(string) string) tspi.Value {
	switch v := v.(type) {
	case string:
		return f(v)
	case tspi.Array:
		out := make(tspi.Array, len(v))
		for i := range v {
			out[i] = mapStrings(v[i], f)
		}
		return out
	case tspi.Object:
		out := make(tspi.Object, len(v))
		for i := range v {
			out[i] = tspi.Member{Name: v[i].Name, Value: mapStrings(v[i].Value, f)}
		}
		return out
	}
	return v
}

// encode writes a value as it was spelt: numbers keep their text.
func encode(v tspi.Value) jsontext.Value { return appendValue(nil, v) }

func appendValue(b []byte, v tspi.Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return fmt.Appendf(b, "%t", v)
	case tspi.Number:
		return append(b, v...)
	case string:
		return appendString(b, v)
	case tspi.Array:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, v[i])
		}
		return append(b, ']')
	default:
		b = append(b, '{')
		for i, m := range v.(tspi.Object) {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(append(appendString(b, m.Name), ':'), m.Value)
		}
		return append(b, '}')
	}
}

// appendString writes a JSON string. Values come from strict documents, so their
// strings are UTF-8 and cannot fail; what does is written with replacements.
func appendString(b []byte, s string) []byte {
	b, err := jsontext.AppendQuote(b, s)
	if err != nil {
		b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(s, "\ufffd"))
	}
	return b
}

package mutant

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
)

// Schema is the schema of a matrix that is written as JSON.
const Schema = "tspi_mutants_v1"

type matrixJSON struct {
	Schema   string               `json:"schema"`
	Profile  string               `json:"profile"`
	Suite    conformance.SuiteRef `json:"suite"`
	Holds    bool                 `json:"holds"`
	Score    Score                `json:"score"`
	Mutants  []fateJSON           `json:"mutants"`
	Controls []controlJSON        `json:"controls"`
	Cases    []roleJSON           `json:"cases"`
	NotRun   []string             `json:"not_run"`
}

type fateJSON struct {
	Name     string              `json:"name"`
	Clause   string              `json:"clause"`
	Level    string              `json:"level"`
	Says     string              `json:"says"`
	Killed   bool                `json:"killed"`
	Cases    []string            `json:"cases"`
	Standing []string            `json:"standing"`
	Wire     conformance.Verdict `json:"wire,omitzero"`
	Campaign *huntJSON           `json:"campaign,omitzero"`
}

type huntJSON struct {
	Found  bool   `json:"found"`
	Rule   string `json:"rule,omitzero"`
	Clause string `json:"clause,omitzero"`
	Tables uint64 `json:"tables"`
	Rows   int    `json:"rows"`
	Bundle bool   `json:"bundle"`
}

type controlJSON struct {
	Name      string   `json:"name"`
	Level     string   `json:"level"`
	Says      string   `json:"says"`
	Certified bool     `json:"certified"`
	Rejected  []string `json:"rejected"`
}

type roleJSON struct {
	ID    string   `json:"id"`
	Kills []string `json:"kills"`
	Alone []string `json:"only_killer_of"`
	Kept  string   `json:"kept,omitzero"`
}

// WriteJSON writes the matrix for programs.
func (m *Matrix) WriteJSON(w io.Writer) error {
	out := matrixJSON{Schema: Schema, Suite: m.Suite, Holds: m.Holds(), Score: m.Score(), NotRun: some(m.NotRun)}
	for i := range m.Fates {
		f := &m.Fates[i]
		fate := fateJSON{Name: f.Name, Clause: f.Clause, Level: f.Level.String(), Says: f.Says, Killed: f.Killed(),
			Cases: some(f.Cases), Standing: some(f.Standing), Wire: f.Wire}
		if h := f.Hunt; h != nil {
			fate.Campaign = &huntJSON{h.Found(), h.Rule, h.Clause, h.Tables, h.Rows, h.Bundle}
		}
		out.Mutants = append(out.Mutants, fate)
	}
	for i := range m.Controls {
		v := &m.Controls[i]
		out.Controls = append(out.Controls, controlJSON{v.Name, v.Level.String(), v.Says, len(v.Rejected) == 0,
			some(v.Rejected)})
	}
	for i := range m.Cases {
		r := &m.Cases[i]
		out.Cases = append(out.Cases, roleJSON{r.Case, some(r.Kills), some(r.Alone), r.Kept})
	}
	text, err := json.Marshal(out, jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// some is a list that is written as [] where it is empty.
func some(list []string) []string { return append([]string{}, list...) }

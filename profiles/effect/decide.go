package effect

import (
	"io"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Answer is what effect.decide answers (section 5).
type Answer struct {
	Rows    []Row   `json:"rows"` // one an effect, in the order of the claims
	Summary Summary `json:"summary"`
}

// Summary is the log's verdict and the decision.
type Summary struct {
	Log               string   `json:"log"`       // aliased, unreadable, corrupt, torn_tail, ok
	BadLine           *int64   `json:"bad_line"`  // of a corrupt log, from 1
	AppendAt          *int64   `json:"append_at"` // bytes; nil: the log is not trusted
	UnsettledRequired []string `json:"unsettled_required"`
	Decision          string   `json:"decision"` // blocked, failed, incomplete, unverified, done
}

// Decide answers effect.decide. The error is a *[law.InputError]; nothing was decided then.
func Decide(facts strict.Value) (*Answer, error) {
	f, err := ReadFacts(facts)
	if err != nil {
		return nil, err
	}
	return f.Decide(), nil
}

// Decide gives a row for each effect of the log's text, and the decision.
func (f *Facts) Decide() *Answer {
	if f.Log.isAliased() || f.Log.Text == nil {
		return f.blocked()
	}
	a, _ := f.DecideLog(strings.NewReader(*f.Log.Text)) // a string is read without error
	return a
}

// DecideLog is [Facts.Decide] over a log that is read from a stream, in place of Log.Text:
// the file's bytes as they are. Of an aliased log nothing is read, and of a corrupt one
// nothing behind its first bad line. The error is the stream's; nothing was decided then.
func (f *Facts) DecideLog(text io.Reader) (*Answer, error) {
	if f.Log.isAliased() {
		return f.blocked(), nil
	}
	h, err := readHistory(f.Log.Lineage, text)
	if err != nil {
		return nil, err
	}
	return f.conclude(h), nil
}

// blocked is the answer where the text is not looked at.
func (f *Facts) blocked() *Answer {
	verdict := logUnreadable
	if f.Log.isAliased() {
		verdict = logAliased
	}
	return f.conclude(&history{register: newRegister(), verdict: verdict})
}

func (f *Facts) conclude(h *history) *Answer {
	a := &Answer{Rows: []Row{}, Summary: Summary{Log: h.verdict, UnsettledRequired: []string{}, Decision: blocked}}
	s := &a.Summary
	if !h.isTrusted() {
		if h.verdict == logCorrupt {
			s.BadLine = &h.badLine
		}
		for i := range f.Required {
			s.UnsettledRequired = append(s.UnsettledRequired, f.Required[i].ID)
		}
		return a
	}
	s.AppendAt = &h.end
	j := &judgement{history: h, writerGone: isWord(f.Writer, writerGone), touches: h.touches()}
	a.Rows = make([]Row, len(h.effects))
	for i := range h.effects {
		a.Rows[i] = j.row(&h.effects[i])
	}
	h.noteExpecting()
	for i := range f.Required {
		if !h.isSettled(&f.Required[i], a.Rows) {
			s.UnsettledRequired = append(s.UnsettledRequired, f.Required[i].ID)
		}
	}
	s.Decision = h.decision(a)
	return a
}

// noteExpecting notes, for each place, the last effect that expects something there.
func (h *history) noteExpecting() {
	for i := range h.effects {
		e := &h.effects[i]
		if e.isNoop() {
			continue
		}
		for _, expected := range h.expectsOf(e) {
			h.places[expected.place].expecting = int32(i) + 1
		}
	}
}

// isSettled reports whether a required artefact stands (section 4).
func (h *history) isSettled(a *Artefact, rows []Row) bool {
	place := h.find(a.key())
	if place == nil || place.expecting == 0 {
		return false
	}
	last := place.expecting - 1
	wantsAbsent := func(e expectation) bool { return e.predicate == wantAbsent && &h.places[e.place] == place }
	if slices.ContainsFunc(h.expectsOf(&h.effects[last]), wantsAbsent) {
		return false
	}
	return rows[last].Verification == verified || rows[last].Verification == withoutCausation
}

// decision gives the first row of section 4's table that holds, of a trusted log.
func (h *history) decision(a *Answer) string {
	var hasFailed, open, doubtful bool
	for i := range a.Rows {
		row := &a.Rows[i]
		open = open || row.Reason == notSettled
		if row.Verification == contradicted || row.Verification == unverified {
			if superseded := h.isSuperseded(int32(i)); !superseded {
				hasFailed = hasFailed || row.Verification == contradicted
				doubtful = doubtful || row.Verification == unverified
			}
		}
	}
	switch {
	case hasFailed:
		return decisionFailed
	case open || len(a.Summary.UnsettledRequired) > 0:
		return incomplete
	case doubtful:
		return decisionUnverified
	}
	return done
}

// isSuperseded reports whether a later effect expects something of each thing that an effect
// may have touched.
func (h *history) isSuperseded(n int32) bool {
	e := &h.effects[n]
	if e.scopeIsNull {
		return false
	}
	return !slices.ContainsFunc(h.scopeOf(e), func(r resource) bool { return h.places[r.place].expecting <= n+1 })
}

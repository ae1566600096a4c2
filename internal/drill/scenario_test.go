package drill

import (
	"slices"
	"strings"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

// docs/drill.md, section 2: may_end are exactly the candidates of the hardened law,
// whichever of today's helpers and owners play.
func TestMayEndIsTheLaw(t *testing.T) {
	scenarios, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	if len(scenarios) < 40 {
		t.Errorf("%d scenarios, want at least 40", len(scenarios))
	}
	for _, s := range scenarios {
		for i := range helpers {
			c := Casting{Helpers: []string{helpers[i], helpers[(i+1)%len(helpers)]},
				Owners: []string{
					owners[i%len(owners)],
					owners[(i+1)%len(owners)],
				}, Reaper: "/usr/bin/python3 reaper.py"}
			for _, roles := range []Roles{c.Roles(s.ID), Casting{Reaper: c.Reaper}.Roles(s.ID)} {
				got, err := s.candidates(roles)
				if err != nil {
					t.Fatalf("%s: %v", s.ID, err)
				}
				if !slices.Equal(got, s.MayEnd) {
					t.Errorf(
						"%s, helper %d: the law calls %s closable, the file says %s",
						s.ID,
						i,
						pidList(got),
						pidList(s.MayEnd),
					)
				}
			}
		}
	}
}

// Section 2: a generated table keeps its tree; what cannot be staged is told.
func TestGeneratedTablesAreStageable(t *testing.T) {
	staged, young := 0, 0
	for i := range uint64(2000) {
		s, err := stageable("generated/x", tspigen.Case(11, i))
		if err != nil {
			continue
		}
		staged++
		for _, a := range s.actors {
			if a.Age < threshold {
				young++
				if a.Age > threshold-youth {
					t.Errorf("table %d: an age of %d grows over the threshold on the stage", i, a.Age)
				}
			}
		}
		if got, err := s.candidates(Casting{}.Roles(s.ID)); err != nil || !slices.Equal(got, s.MayEnd) {
			t.Errorf("table %d: %v, %v, want %v", i, got, err, s.MayEnd)
		}
	}
	if staged < 2000/drawsPerTable*2 || young == 0 {
		t.Errorf("%d of 2000 tables can be staged, %d young", staged, young)
	}
}

// Each key of a scenario's file is read, and what it may not hold is refused.
func TestParseScenario(t *testing.T) {
	const table = "-- table.ps --\n1 0 10:00 0.0 1 init\n410 1 05:00 0.0 1 {helper}\n420 410 04:00 0.0 1 bash\n"
	const head = "title: a\nwhy: b\nmay_end: 410\n"
	s, err := ParseScenario(
		"x/y",
		[]byte(head+"stubborn: 410\ngroup: 410=410\ngroup: 420=410\nlisten: 410=80\nconnect: 420=80\n"+
			"session: 410\nsubreaper: 410\nevent: on-look 410: adopt {owner}\n"+table),
	)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.actors[1]; !a.Stubborn || a.Group != 410 || a.Listen != 80 || !a.Session || !a.Subreaper ||
		a.Age != 300 ||
		a.Service {
		t.Errorf("got %+v", a)
	}
	for name, text := range map[string]string{
		"no table":          head,
		"no title":          "why: b\nmay_end: none\n" + table,
		"twice":             head + "why: c\n" + table,
		"unknown key":       head + "level: core\n" + table,
		"no pid":            head + "stubborn: 77\n" + table,
		"no number":         head + "listen: 410=x\n" + table,
		"no event":          head + "event: on-look 410\n" + table,
		"malformed line":    head + table + "x y\n",
		"an unreadable row": head + table + "430 1 5:5:5:5 0.0 1 x\n",
	} {
		if _, err := ParseScenario("x/y", []byte(text)); err == nil ||
			!strings.HasPrefix(err.Error(), "scenario x/y: ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

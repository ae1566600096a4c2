package generators

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// FactWorld is a world of a profile of JSON facts: facts, and a claim about them.
type FactWorld struct {
	Facts, Claim strict.Value
	// Canaries are tokens that occur in untrusted texts and must occur in no answer.
	Canaries []string
	// Planted is what the claim raises, and all that it raises, known from how it was made;
	// nil where nobody knows.
	Planted *Raised

	key    uint64 // 0 of a world that was changed
	shapes []int
}

// Raised is the one finding on a claim; none where Code is "".
type Raised struct{ Code, Subject string }

// Said are facts and a claim about them.
type Said struct{ Facts, Claim strict.Value }

// Plant is one fault, and a sibling that differs from it in one fact.
type Plant struct {
	Code string // of the profile
	// Draw makes a world that raises the code for the subject and nothing else, and one
	// that raises nothing.
	Draw func(d Draw) (fault, sibling Said, subject string)
}

// FactWorlds are the worlds of a profile of JSON facts: half of them drawn freely around
// every edge of the contract, with claims that are nearly right; a quarter with a planted
// fault, or with its sibling; a quarter damaged in one place.
type FactWorlds struct {
	Name  string // of the profile: "ident"
	Facts *Facts
	// Draw makes facts.
	Draw func(d Draw) strict.Object
	// Claims makes a claim about facts, nearly what the law says of them.
	Claims func(d Draw, facts strict.Object, law Decider) strict.Value
	Plants []Plant
	// Own are the properties of this profile alone.
	Own []Property
	// Clauses are the rules that the common properties are about.
	Clauses FactClauses
	// Permits are the places of an answer that permit something, and the values that do:
	// "rows[].signal_permitted": "true".
	Permits map[string][]string
	// Untrusted are the names of members that hold free text of somebody's.
	Untrusted []string
	// Decide is the law.
	Decide Decider
}

// Decider decides on facts; ok is false for those that it refuses.
type Decider func(facts strict.Value) (decision strict.Value, ok bool)

// FactClauses are the clauses of a contract that a common property breaks.
type FactClauses struct{ Input, Decision, Audit, Order, Untrusted string }

// OpDecide and OpAudit are the operations of the profile.
func (f *FactWorlds) OpDecide() string { return f.Name + ".decide" }
func (f *FactWorlds) OpAudit() string  { return f.Name + ".audit" }

// Op is the operation of the question about a world itself.
func (f *FactWorlds) Op() string { return f.OpDecide() }

// The shapes that every profile has; those of its plants stand behind them.
const (
	shapeDrawn = iota
	shapeDamagedFacts
	shapeDamagedClaim
	shapeRefused
	firstPlant
)

// Shapes are how a world was made: a fault and its sibling are two.
func (f *FactWorlds) Shapes() []string {
	names := []string{"drawn", "damaged_facts", "damaged_claim", "refused"}
	for _, p := range f.Plants {
		code := strings.ToLower(p.Code)
		names = append(names, code, "not_"+code)
	}
	if len(f.Untrusted) > 0 {
		names = append(names, "canary")
	}
	return names
}

// Case is case i of a seed.
func (f *FactWorlds) Case(seed, i uint64) World {
	key := Mix(seed ^ Mix(i))
	d := Draw{rand.New(NewSource(key))}
	w := &FactWorld{key: key}
	if len(f.Plants) > 0 && d.Chance(25) {
		f.plant(d, w)
	} else {
		f.draw(d, w)
	}
	if d.Chance(50) {
		f.retell(d, w)
	}
	return w
}

func (f *FactWorlds) plant(d Draw, w *FactWorld) {
	i := d.IntN(len(f.Plants))
	fault, sibling, subject := f.Plants[i].Draw(d)
	said, shape := fault, firstPlant+2*i
	w.Planted = &Raised{f.Plants[i].Code, subject}
	if d.Chance(50) {
		said, shape, w.Planted = sibling, shape+1, &Raised{}
	}
	w.Facts, w.Claim, w.shapes = said.Facts, said.Claim, []int{shape}
}

func (f *FactWorlds) draw(d Draw, w *FactWorld) {
	facts := f.Draw(d)
	w.Facts, w.shapes = facts, []int{shapeDrawn}
	damaged := d.Chance(25)
	if damaged {
		w.Facts, w.shapes = Damage(d, facts), []int{shapeDamagedFacts}
	}
	if d.Chance(4) {
		facts = facts.With("x_deep", Deep(60+d.IntN(8)))
		w.Facts = facts
	}
	if _, ok := f.Decide(w.Facts); damaged && !ok {
		w.shapes = append(w.shapes, shapeRefused)
	}
	w.Claim = f.Claims(d, facts, f.Decide)
	if !damaged && d.Chance(12) {
		w.Claim = Damage(d, w.Claim)
		w.shapes = append(w.shapes, shapeDamagedClaim)
	}
}

// retell puts tokens into untrusted texts: equal ones stay equal.
func (f *FactWorlds) retell(d Draw, w *FactWorld) {
	told := map[string]string{}
	tell := func(name string, v strict.Value) strict.Value {
		text, ok := v.(string)
		if !ok || text == "" || !slices.Contains(f.Untrusted, name) {
			return v
		}
		if told[text] == "" {
			token := Token(d.Rand)
			w.Canaries = append(w.Canaries, token)
			told[text] = token + " --" + token + "=/home/" + token
		}
		return told[text]
	}
	w.Facts = visit("", w.Facts, tell)
	w.Claim = visit("", w.Claim, tell)
	if len(w.Canaries) > 0 {
		w.shapes = append(w.shapes, firstPlant+2*len(f.Plants))
	}
}

// Draws is the seed from which properties draw their own choices.
func (w *FactWorld) Draws() uint64 { return Mix(w.key) }

// Question is the facts.
func (w *FactWorld) Question() strict.Value { return w.Facts }

// Audit is the input of an audit.
func (w *FactWorld) Audit() strict.Object { return AuditOf(w.Facts, w.Claim) }

// AuditOf is the input of an audit.
func AuditOf(facts, claim strict.Value) strict.Object {
	return strict.Object{{Name: "facts", Value: facts}, {Name: "claim", Value: claim}}
}

// Size is how many objects stand in arrays of the facts.
func (w *FactWorld) Size() int { return entities(w.Facts) }

func entities(v strict.Value) int {
	n := 0
	switch v := v.(type) {
	case strict.Array:
		for _, element := range v {
			if _, ok := element.(strict.Object); ok {
				n++
			}
			n += entities(element)
		}
	case strict.Object:
		for _, m := range v {
			n += entities(m.Value)
		}
	}
	return n
}

// HasShape reports whether it was made so.
func (w *FactWorld) HasShape(i int) bool { return slices.Contains(w.shapes, i) }

// Saved is the world as a replay file holds it.
func (w *FactWorld) Saved() strict.Object {
	saved := AuditOf(w.Facts, w.Claim)
	if len(w.Canaries) > 0 {
		canaries := strict.Array{}
		for _, c := range w.Canaries {
			canaries = append(canaries, c)
		}
		saved = append(saved, strict.Member{Name: "canaries", Value: canaries})
	}
	if p := w.Planted; p != nil {
		saved = append(saved, strict.Member{Name: "planted", Value: strict.Object{
			{Name: "error_code", Value: p.Code}, {Name: "subject_id", Value: p.Subject}}})
	}
	return saved
}

// Bounds of the canaries of a world that is read back.
const (
	maxCanaries    = 1000
	leastCanary    = 8 // bytes: a shorter one could stand in an answer by chance
	longestOfNames = 256
)

// LoadFactWorld reads a saved world back. A planted finding is believed only where the model
// raises it too.
func LoadFactWorld(v strict.Value) (*FactWorld, error) {
	saved, ok := v.(strict.Object)
	facts, hasFacts := saved.Get("facts")
	claim, hasClaim := saved.Get("claim")
	if !ok || !hasFacts || !hasClaim {
		return nil, errors.New("want an object with facts and claim")
	}
	w := &FactWorld{Facts: facts, Claim: claim}
	for _, m := range saved {
		switch m.Name {
		case "facts", "claim":
		case "canaries":
			list, _ := m.Value.(strict.Array)
			for _, element := range list {
				text, _ := element.(string)
				if len(text) < leastCanary || len(text) > longestOfNames || len(list) > maxCanaries {
					return nil, errors.New("/canaries: want a few words of 8 letters or more")
				}
				w.Canaries = append(w.Canaries, text)
			}
		case "planted":
			o, _ := m.Value.(strict.Object)
			w.Planted = &Raised{o.Text("error_code"), o.Text("subject_id")}
			if max(len(w.Planted.Code), len(w.Planted.Subject)) > longestOfNames || w.Planted.Code != "" &&
				!law.IsName(w.Planted.Code) {
				return nil, errors.New("/planted: want an error_code and a subject_id")
			}
		default:
			return nil, errors.New("want facts, claim, canaries and planted alone")
		}
	}
	return w, nil
}

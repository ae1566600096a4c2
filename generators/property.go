package generators

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Property is a rule that every world must satisfy before an implementation.
type Property struct {
	// Name says the rule in lower-case words joined by dashes, as
	// "an-unverifiable-record-permits-nothing". It is unique in its profile and stable:
	// counterexamples that were saved name it.
	Name   string
	Family Family // how the right answer is known
	// Clause is the rule of the contract that is broken where a difference names none
	// itself, as "2.scope".
	Clause string
	Op     string // the operation that is needed, as "ident.audit"
	// OneIn is n for a property that is held against one world in n, drawn from the
	// world's key: 1 for every world. It bounds what a world costs.
	OneIn int
	// Check returns the differences, none where the rule holds or says nothing about this
	// world. It asks the trial's implementation, and returns the error of one that gave no
	// answer.
	Check func(*Trial) ([]Difference, error)
}

// Family is a way of knowing the right answer.
type Family string

// The families of properties (docs/campaigns.md).
const (
	Safety   Family = "safety"   // the answer against the data of the world itself
	Relation Family = "relation" // two answers against each other
	Model    Family = "model"    // the answer against another implementation's
	Injected Family = "fault"    // one fault put into a right claim or input
)

// Difference is one way in which an answer is wrong. Nothing in it repeats an untrusted
// text.
type Difference struct {
	Clause string // of the contract, as "5.orphan"; "" for the property's own
	Kind   Kind   // in what way the answer differs; "" where nobody told
	Path   string // in the answer, as "rows[412].decision"; "" for the whole
	Want   string
	Got    string
}

// Kind is in what way an answer differs from what it must be.
type Kind string

// The kinds that properties tell.
const (
	KindCount    Kind = "count"    // other rows than there must be
	KindValue    Kind = "value"    // another value
	KindMissed   Kind = "missed"   // a finding that is not raised
	KindRaised   Kind = "raised"   // a finding that must not be raised
	KindAccepted Kind = "accepted" // an answer to an input that must be refused
	KindRefused  Kind = "refused"  // a refusal of a valid input
	KindRefusal  Kind = "refusal"  // a refusal for another reason
	KindPermits  Kind = "permits"  // a permission where the law refuses
	KindForbids  Kind = "forbids"  // a refusal where the law permits
)

// Implementation is what properties are held against.
type Implementation interface {
	// Ask returns the value of ok. An error that is a *[Refusal] is an answer: the input
	// was refused. Any other error ends the check of a property and is returned as it is:
	// the caller knows what a crash or a missing answer of its implementation is worth.
	Ask(op string, input strict.Value) (strict.Value, error)
}

// Refusal is the answer that an input cannot be used.
type Refusal struct {
	Code    law.Code
	Input   law.Input // the document at fault
	Pointer string    // the JSON Pointer of the offending value in it
}

// Error returns the code, the input and the pointer.
func (r *Refusal) Error() string {
	return string(r.Code) + ": " + string(r.Input) + ": " + law.SafePointer(r.Pointer)
}

// Trial is one world before one implementation.
type Trial struct {
	World World
	Level law.Level
	// Implementation is the one that is judged, Model the one that it is compared with.
	Implementation, Model Implementation
	// Seed is what a property draws its own choices from. It stays the same while a world
	// is shrunk, so that the choices do.
	Seed uint64
	// Own is what the properties of one profile keep of this trial, made on first use.
	Own any
}

// NewTrial is the trial of a world as it was drawn.
func NewTrial(w World, level law.Level, implementation, model Implementation) *Trial {
	return &Trial{World: w, Level: level, Implementation: implementation, Model: model, Seed: w.Draws()}
}

// On is the trial of another world with the same seed, for a world that is being shrunk.
func (t *Trial) On(w World) *Trial {
	return &Trial{World: w, Level: t.Level, Implementation: t.Implementation, Model: t.Model, Seed: t.Seed}
}

// Applies reports whether a property that is held against one world in oneIn is held
// against the world that has this seed.
func Applies(name string, oneIn int, seed uint64) bool {
	return oneIn <= 1 || Mix(Mix(seed)+Hash(name))%uint64(oneIn) == 0
}

// World is what one case of a campaign asks about.
type World interface {
	// Draws is the seed from which properties draw their own choices about it.
	Draws() uint64
	// Question is the input of the question about the world itself.
	Question() strict.Value
	// Size is how many rows, records or other entities it has.
	Size() int
	// HasShape reports whether it has the shape of that number.
	HasShape(i int) bool
}

// Worlds are all that a campaign can draw for one profile.
type Worlds interface {
	// Op is the operation of the question about a world itself.
	Op() string
	// Case is case i of a seed.
	Case(seed, i uint64) World
	// Shapes are the names of the traits that worlds may have.
	Shapes() []string
	// Properties are those of all worlds, in a fixed order: what is said of one answer
	// first, because a later one that fails is often explained by it.
	Properties() []Property
	// Ask asks the trial's implementation about the world itself, once in a trial.
	Ask(t *Trial) (strict.Value, error)
	// Shrink looks for the smallest world for which a predicate still holds, starting from
	// one for which it does. It is greedy and deterministic, asks at most so many times and
	// returns how often it did. An error of the predicate ends it; the smallest world so far
	// is returned with it.
	Shrink(w World, fails func(World) (bool, error), maxTries int) (smallest World, tries int, err error)
}

package conformance

import (
	"iter"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// Questions yields what a run with a challenge seed asks of cases, each question made: first the cases as they
// are published, then their variants. The order is fixed; a run draws its own.
func Questions(p *profile.Profile, cases []*Case, seed string) iter.Seq[Question] {
	return func(yield func(Question) bool) {
		for _, c := range cases {
			if !yield(profile.Published(c)) {
				return
			}
		}
		for _, c := range cases {
			for variant := 1; variant <= Variants && !c.NoChallenge; variant++ {
				if !yield(withVariant(p, Question{Case: c, Variant: variant, Seed: seed})) {
					return
				}
			}
		}
	}
}

// JudgeAnswer turns what became of a question into a verdict, as a run does. asked says how it was sent.
func JudgeAnswer(p *profile.Profile, q *Question, level law.Level, asked profile.Asked, answer adapter.Result) Result {
	return judge(p, q, level, asked, answer)
}

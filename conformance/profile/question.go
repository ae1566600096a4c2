package conformance

import "math/rand/v2"

// question is one request of a run: a case as it is published, or a perturbed
// variant of it.
type question struct {
	c       *Case
	variant int // 0: as published
	repeat  int // 1: asked before
	problem *Problem
	expect  *Expectation
	// canaries are the tokens in its commands.
	canaries []string
	// seed is that of a variant which is not made yet: problem, expect and canaries
	// are then empty.
	seed string
}

// made is the question with its variant made. A run makes a variant when its turn
// comes, and keeps none: all of them at once are a hundred megabytes, and a run that
// is given up needs few.
func (q question) made() question {
	if q.problem != nil {
		return q
	}
	made := perturb(q.c, q.seed, q.variant)
	made.repeat = q.repeat
	return made
}

// questions returns what a run asks, in an order drawn from the seed, with its
// variants still to be made. What a
// variant of a case is depends on the seed and the case alone, so that one case
// can be asked again by itself.
func questions(cases []*Case, challenge Challenge) []question {
	var all []question
	for _, c := range cases {
		all = append(all, question{c: c, problem: &c.Problem, expect: &c.Expect})
	}
	if challenge.Mode == ChallengeOff {
		return all
	}
	for _, c := range cases {
		if c.NoChallenge {
			continue
		}
		for variant := 1; variant <= Variants; variant++ {
			all = append(all, question{c: c, variant: variant, seed: challenge.Seed})
		}
	}
	order := randomFrom(challenge.Seed, "order")
	for i := range len(all) {
		if order.IntN(repeatEvery) == 0 {
			all = append(all, all[i])
		}
	}
	order.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	markRepeats(all)
	return all
}

// markRepeats numbers equal questions in the order in which they are asked.
func markRepeats(all []question) {
	type key struct {
		id      string
		variant int
	}
	asked := map[key]int{}
	for i := range all {
		k := key{all[i].c.ID, all[i].variant}
		all[i].repeat = asked[k]
		asked[k]++
	}
}

// randomFrom is a source of random numbers for one purpose under one seed.
func randomFrom(seed string, purpose ...string) *rand.Rand {
	return rand.New(rand.NewChaCha8(seedBytes(seed, purpose...)))
}

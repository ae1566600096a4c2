package conformance

import "github.com/tspi-dev/harness/conformance/profile"

// withVariant is the question with its variant made. A run makes a variant when its turn comes,
// and keeps none: all of them at once are a hundred megabytes, and a run that is given up
// needs few.
func withVariant(p *profile.Profile, q Question) Question {
	if q.Problem != nil {
		return q
	}
	variant := p.Format.Perturb(q.Case, q.Seed, q.Variant)
	variant.Repeat = q.Repeat
	return variant
}

// questions returns what a run asks, in an order drawn from the seed, with its
// variants still to be made. What a variant of a case is depends on the seed and the case
// alone, so that one case can be asked again by itself.
func questions(cases []*Case, challenge Challenge) []Question {
	var all []Question
	for _, c := range cases {
		all = append(all, profile.Published(c))
	}
	if challenge.Mode == ChallengeOff {
		return all
	}
	for _, c := range cases {
		if c.NoChallenge {
			continue
		}
		for variant := 1; variant <= Variants; variant++ {
			all = append(all, Question{Case: c, Variant: variant, Seed: challenge.Seed})
		}
	}
	order := profile.Random(challenge.Seed, "order")
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
func markRepeats(all []Question) {
	type key struct {
		id      string
		variant int
	}
	asked := map[key]int{}
	for i := range all {
		k := key{all[i].Case.ID, all[i].Variant}
		all[i].Repeat = asked[k]
		asked[k]++
	}
}

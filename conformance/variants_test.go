package conformance

import (
	"bytes"
	"context"
	"flag"
	"slices"
	"strconv"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/profiletest"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

var seeds = flag.Int("seeds", 1, "hold the variants of so many challenge seeds against the built-in implementation")

// sampled are the cases of the suite, in a usual run every fourth of them.
func sampled(t *testing.T) []*Case {
	t.Helper()
	all := loadCurrent(t).Cases
	if long.Tests() {
		return all
	}
	var some []*Case
	for i := 0; i < len(all); i += 4 {
		some = append(some, all[i])
	}
	return some
}

// variantsOf are the perturbed questions of one seed about a case.
func variantsOf(c *Case, seed int) []Question {
	var all []Question
	for variant := 1; variant <= Variants; variant++ {
		all = append(all, tspiProfile.Format.Perturb(c, strconv.Itoa(seed), variant))
	}
	return all
}

// Every variant of every case of classify, relief and audit has the answer of the
// built-in implementation, by every law that the case is asked by: a disagreement
// is a fault of a perturbation or of an implementation (docs/suite.md, challenges). The
// cases with folders are held by TestConformance. -seeds holds more.
//
// No variant is the published request, and the two of one seed differ: what was
// learnt by heart answers neither.
func TestVariants(t *testing.T) {
	sessions := map[law.Level]Session{}
	for _, level := range []law.Level{law.Core, law.Hardened} {
		sessions[level], _ = InProcess(tspiprofile.BuiltIn(level, "1", tspiprofile.Folders{})).Open()
	}
	for _, c := range sampled(t) {
		if c.NoChallenge {
			continue
		}
		for seed := range *seeds {
			variants := variantsOf(c, seed)
			otherRequests(t, c, seed, variants)
			if c.Problem.Folder() != nil {
				continue
			}
			for level, session := range sessions {
				if level == law.Core && c.Level() != law.Core {
					continue
				}
				for _, q := range variants {
					if r := asked(t, session, &q, level); !r.Green() {
						t.Errorf("%s, seed %d, variant %d, %s: %s %v\n%s", c.ID, seed, q.Variant, level, r.Verdict,
							r.Differences, r.Sent)
					}
				}
			}
		}
	}
}

// otherRequests holds the variants of a case against the case and one another.
func otherRequests(t *testing.T, c *Case, seed int, variants []Question) {
	t.Helper()
	published := sentBytes(c.Problem, c.Op)
	var sent [][]byte
	for _, q := range variants {
		sent = append(sent, sentBytes(q.Problem, c.Op))
	}
	if slices.ContainsFunc(sent, func(b []byte) bool { return bytes.Equal(b, published) }) {
		t.Errorf("%s, seed %d: a variant is the published request", c.ID, seed)
	}
	if bytes.Equal(sent[0], sent[1]) {
		t.Errorf("%s, seed %d: two variants are the same", c.ID, seed)
	}
}

// asked asks a question without a folder, and judges the answer.
func asked(t *testing.T, session Session, q *Question, level law.Level) Result {
	t.Helper()
	input := q.Problem.Input(q.Case.Op, "")
	answer, err := session.Call(context.Background(), q.Case.Op, input, Options{}.withDefaults().Timeout)
	if err != nil {
		t.Fatal(err)
	}
	return judge(tspiProfile, q, level, profile.Asked{Bytes: len(input)}, answer)
}

// sentBytes are the bytes that an implementation gets to see.
func sentBytes(p profile.Problem, op string) []byte {
	folder := p.Folder()
	if folder == nil {
		return p.Input(op, "")
	}
	var b []byte
	for _, file := range folder.Files {
		b = append(append(append(b, file.Name...), 0), file.Data...)
	}
	return b
}

// The same seed asks the same questions in the same order, byte for byte, so that
// --challenge SEED repeats a run; another seed asks others. A variant depends on the
// seed and its case alone: asked again by itself (--only, --challenge SEED) it is the
// same question.
func TestTheSeedIsTheChallenge(t *testing.T) {
	cases := sampled(t)
	whole := map[string][]byte{}
	asked := func(seed string, cases []*Case) []byte {
		var b []byte
		for _, q := range questions(cases, Challenge{Mode: ChallengeSeed, Seed: seed}) {
			q = withVariant(tspiProfile, q)
			sent := sentBytes(q.Problem, q.Case.Op)
			whole[q.Case.ID+strconv.Itoa(q.Variant)] = sent
			b = append(append(b, q.Case.ID+" "+strconv.Itoa(q.Variant)+" "+strconv.Itoa(q.Repeat)+"\n"...), sent...)
		}
		return b
	}
	few := cases[:len(cases)/5]
	other := asked("a sedd", few)
	if bytes.Equal(asked("a seed", few), other) {
		t.Error("another seed asks the same questions")
	}
	if !bytes.Equal(asked("a seed", cases), asked("a seed", cases)) {
		t.Error("the same seed asks other questions")
	}
	for i := 0; i < len(cases); i += 50 {
		for _, q := range questions(cases[i:i+1], Challenge{Mode: ChallengeSeed, Seed: "a seed"}) {
			q = withVariant(tspiProfile, q)
			if !bytes.Equal(whole[q.Case.ID+strconv.Itoa(q.Variant)], sentBytes(q.Problem, q.Case.Op)) {
				t.Errorf("%s, variant %d: is another question when it is asked alone", q.Case.ID, q.Variant)
			}
		}
	}
}

// A run makes a variant when its turn comes and keeps none: its memory does not grow
// with the number of challenges.
func TestVariantsAreMadeWhenAsked(t *testing.T) {
	for _, q := range questions(sampled(t)[:20], Challenge{Mode: ChallengeSeed, Seed: "s"}) {
		made := withVariant(tspiProfile, q)
		if (q.Problem != nil) != (q.Variant == 0) || made.Problem == nil || made.Expect == nil ||
			made.Variant != q.Variant || made.Repeat != q.Repeat {
			t.Errorf("%s, variant %d, repeat %d: made from the start %v", q.Case.ID, q.Variant, q.Repeat,
				q.Problem != nil)
		}
	}
}

// A perturbation changes a copy: the suite's own cases stay as they are published.
func TestPerturbingLeavesTheCaseAlone(t *testing.T) {
	for _, c := range sampled(t) {
		again, err := tspiProfile.ParseCase(c.ID, c.Text)
		if err != nil {
			t.Fatal(err)
		}
		variantsOf(c, 1)
		if !bytes.Equal(sentBytes(c.Problem, c.Op), sentBytes(again.Problem, c.Op)) {
			t.Errorf("%s: its request changed", c.ID)
		}
		if a, b := profiletest.JSON(t, c.Expect), profiletest.JSON(t, again.Expect); a != b {
			t.Errorf("%s: its expectation changed\n%s\n%s", c.ID, a, b)
		}
	}
}

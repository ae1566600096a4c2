package effect_test

import (
	"fmt"
	"math/rand"
	"strings"

	"github.com/tspi-dev/harness/profiles/effect"
)

// drawn are facts with a log in which few places, digests and effects meet each other.
func drawn(rng *rand.Rand) *effect.Facts {
	one, gone, live, kind := int64(1), "gone", "live", "regular"
	f := &effect.Facts{Log: effect.Log{FileKind: &kind, LinkCount: &one, Lineage: "run1"}}
	f.Writer = []*string{nil, &gone, &live}[rng.Intn(3)]
	for i := range rng.Intn(3) {
		f.Required = append(f.Required, effect.Artefact{ID: fmt.Sprintf("art%d", i),
			Kind: pick(rng, "file", "file", "job"), Place: drawnPlace(rng)})
	}
	text := drawnLog(rng)
	if rng.Intn(3) == 0 {
		text = damage(rng, text)
	}
	f.Log.Text = &text
	return f
}

func pick[T any](rng *rand.Rand, from ...T) T { return from[rng.Intn(len(from))] }

func drawnPlace(rng *rand.Rand) []string {
	return pick(rng, []string{"a"}, []string{"a"}, []string{"a", "b"}, []string{"ab"}, []string{"a", "b", "c"},
		[]string{"a", "d"})
}

func drawnResource(rng *rand.Rand) (kind, text string) {
	kind = pick(rng, "file", "file", "file", "job", "record")
	return kind, fmt.Sprintf(`{"kind":%q,"place":["%s"],"generation":%s}`, kind, strings.Join(drawnPlace(rng), `","`),
		pick(rng, `"g1"`, `"g1"`, `"g1"`, `"g1"`, `"g2"`, `null`))
}

func drawnDigest(rng *rand.Rand) string { return `"` + pick(rng, digestA, digestA, digestB) + `"` }

func drawnLog(rng *rand.Rand) string {
	var b strings.Builder
	seq, claimed := 0, 0
	open := map[int]string{}
	var named []string // resources that were expected
	next := func() int { seq += 1 + rng.Intn(2); return seq }
	for range 2 + rng.Intn(22) {
		switch rng.Intn(4) {
		case 0:
			claimed++
			open[claimed] = ""
			var scope, expect []string
			for range rng.Intn(2) + 1 {
				kind, r := drawnResource(rng)
				scope = append(scope, r)
				for range rng.Intn(2) {
					predicate, digest := "settled", "null"
					if kind != "job" {
						if predicate = pick(rng, "exists", "absent", "digest", "digest",
							"changed"); predicate == "digest" || predicate == "changed" {
							digest = drawnDigest(rng)
						}
					}
					named = append(named, r)
					expect = append(expect, fmt.Sprintf(`{"resource":%s,"predicate":%q,"digest":%s}`, r, predicate,
						digest))
				}
			}
			scopeText := "[" + strings.Join(scope, ",") + "]"
			if rng.Intn(12) == 0 {
				scopeText, expect = "null", nil
			}
			fmt.Fprintf(&b, `{"v":1,"type":"claim","seq":%d,"effect":"e%d","lineage":"run1","scope":%s,"expect":[%s]}`+
				"\n", next(), claimed, scopeText, strings.Join(expect, ","))
		case 1:
			for e, last := range open {
				if last != "" && last != "running" {
					continue
				}
				word := pick(rng, "not_invoked", "running", "completed", "completed", "completed", "failed",
					"timed_out", "interrupted")
				if last == "running" && word == "not_invoked" {
					word = "completed"
				}
				open[e] = word
				fmt.Fprintf(&b, "%s", outcome(next(), fmt.Sprintf("e%d", e), word))
				break
			}
		default:
			kind, r := drawnResource(rng)
			if len(named) > 0 && rng.Intn(2) == 0 {
				r = named[rng.Intn(len(named))]
				_, rest, _ := strings.Cut(r, `"kind":"`)
				kind, _, _ = strings.Cut(rest, `"`)
			}
			state, digest := pick(rng, "present", "present", "absent"), "null"
			if kind == "job" {
				state = pick(rng, "settled", "settled", "running")
			} else if state == "present" && rng.Intn(4) > 0 {
				digest = drawnDigest(rng)
			}
			state = `"` + state + `"`
			if rng.Intn(10) == 0 {
				state, digest = "null", "null"
			}
			fmt.Fprintf(&b,
				`{"v":1,"type":"observation","seq":%d,"resource":%s,"source":%q,"coverage":%q,"state":%s,"digest":%s}`+
					"\n", next(), r,
				pick(rng, "readback", "readback", "readback", "acknowledgement", "cache"),
				pick(rng, "complete", "complete", "complete", "partial"), state, digest)
		}
	}
	return b.String()
}

// hostileText are pieces that mean something else to a reader that is not strict.
var hostileText = []string{"\u2028", "\u2029", "\u0085", "\v", "\f", "\r", "\r\n", "\n", "\ufffd", "\ufeff", "\x00",
	`\ud800`, `\udfff`, `\u0000`, `\ufffd`, "e\u0301", "\u212a", "\u202e",
	`"v":1,`, `,"x_note":1`, `-0`, `1.0`, `1e0`, `null`, `{`, `}`, `[`, `]`, `"`, `\`, " ", "\t", "{}\n", "[]\n",
	"\n\n"}

// damage is what happens to files: a tail torn anywhere, lines doubled, swapped or cut, bytes
// lost, and text of others in between.
func damage(rng *rand.Rand, text string) string {
	for range 1 + rng.Intn(2) {
		lines := strings.SplitAfter(text, "\n")
		i, j := rng.Intn(len(lines)), rng.Intn(len(lines))
		at := rng.Intn(len(text) + 1)
		switch rng.Intn(7) {
		case 0:
			text = text[:at]
		case 1:
			text = strings.Join(append(append(append([]string{}, lines[:i]...), lines[i]), lines[i:]...), "")
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
			text = strings.Join(lines, "")
		case 3:
			cut := rng.Intn(len(lines[i]) + 1)
			lines[i] = lines[i][:cut] + pick(rng, "", "\n")
			text = strings.Join(lines, "")
		case 4:
			end := min(len(text), at+1+rng.Intn(4))
			text = text[:at] + text[end:]
		case 5:
			text = text[:at] + pick(rng, hostileText...) + text[at:]
		case 6:
			text = strings.Replace(text, pick(rng, `"v":1`, `"seq":`, `completed`, `readback`, `"a"`, digestA, "null",
				"e1"),
				pick(rng, `"v":2`, `"seq":-`, `done`, `"x_a":1,"readback`, `""`, digestB, "0", "e2"), 1)
		}
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

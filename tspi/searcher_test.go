package tspi

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// trial is the plain reading of section 3's "occurs": strings.Contains for one
// substring after the other.
func trial(groups [][]string, text string) []int32 {
	var found []int32
	for g, group := range groups {
		if slices.ContainsFunc(group, func(s string) bool { return strings.Contains(text, s) }) {
			found = append(found, int32(g))
		}
	}
	return found
}

func scanned(a *automaton, text string) []int32 {
	found := slices.Clone(a.scan(text))
	slices.Sort(found)
	return found
}

func everyByte() string {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return string(all)
}

// Contract, section 3: a substring occurs or it does not, however many are
// searched for at once, and whatever they share.
func TestAutomatonFindsWhatOccurs(t *testing.T) {
	tests := []struct {
		name   string
		groups [][]string
		texts  []string
	}{
		{"no substring", [][]string{{}, {}}, []string{"", "a"}},
		{"one byte", [][]string{{"a"}}, []string{"", "a", "b", "ba", "bab"}},
		{"one within another", [][]string{{"he"}, {"she"}, {"hers", "his"}},
			[]string{"ushers", "she", "he", "hi", "ishe", "hishe"}},
		{"a suffix of a path not taken", [][]string{{"abcd"}, {"bc"}, {"c"}},
			[]string{"abc", "abce", "abcd", "bc", "xc", "ab"}},
		{"the same in two groups", [][]string{{"npx"}, {"uvx"}, {"npx"}}, []string{"npx", "uvx npx", "np x"}},
		{"twice in one group", [][]string{{"a", "a"}}, []string{"a", "b"}},
		{"a substring that repeats itself", [][]string{{"aaa"}, {"aa"}, {"aaaa"}},
			[]string{"a", "aa", "aaa", "baaab", "aaaa"}},
		{"every byte there is", [][]string{{everyByte()}, {"\x00"}, {"\xff\xff"}},
			[]string{everyByte(), "\xff", "\xff\xff", "\x00", "a", everyByte()[1:] + "\x00"}},
		{"letters that are not ASCII", [][]string{{"é"}, {"\xc3"}}, []string{"é", "è", "e", "\xc3\xa9"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := newAutomaton(test.groups)
			for range 2 { // what was seen in an earlier text says nothing of the next
				for _, text := range test.texts {
					if got, want := scanned(a, text), trial(test.groups, text); !slices.Equal(got, want) {
						t.Errorf("%q holds %v, want %v", text, got, want)
					}
				}
			}
		})
	}
}

// The same of ten thousand texts over few letters, where almost everything
// overlaps.
func TestAutomatonBesideTrial(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func(most, letters int) string {
		b := make([]byte, rng.IntN(most)+1)
		for i := range b {
			b[i] = byte('a' + rng.IntN(letters))
		}
		return string(b)
	}
	for range 200 {
		letters := 1 + rng.IntN(4)
		groups := make([][]string, rng.IntN(6))
		for g := range groups {
			for range rng.IntN(5) {
				groups[g] = append(groups[g], word(6, letters))
			}
		}
		a := newAutomaton(groups)
		for range 50 {
			text := word(20, letters+1)
			if got, want := scanned(a, text), trial(groups, text); !slices.Equal(got, want) {
				t.Fatalf("%q in %q: got %v, want %v", text, groups, got, want)
			}
		}
	}
}

func FuzzAutomaton(f *testing.F) {
	f.Add("he she|hers his", "ushers")
	f.Add("a aa|aaa", "baaab")
	f.Add("\xff|\xff\xfe", "\xff\xfe\xff")
	f.Fuzz(func(t *testing.T, words, text string) {
		var groups [][]string
		for _, group := range strings.Split(words, "|") {
			groups = append(groups, strings.FieldsFunc(group, func(r rune) bool { return r == ' ' }))
		}
		if size := newSearcher(groups).size; size > 1<<16 {
			return
		}
		if got, want := scanned(newAutomaton(groups), text), trial(groups, text); !slices.Equal(got, want) {
			t.Errorf("%q in %q: got %v, want %v", text, groups, got, want)
		}
	})
}

// A searcher answers the same before it has an automaton and after, makes one
// only when the searches have paid for it, and never one that is too large. The
// empty substring, which occurs everywhere, has none.
func TestSearcherMakesAnAutomatonWhenItPays(t *testing.T) {
	few := newSearcher([][]string{{"mcp-server"}, {"npx"}})
	calls := 0
	for ; !few.quick(2) && calls < 1000; calls++ {
		if few.holds("npx mcp", 0) || !few.holds("npx mcp", 1) {
			t.Fatal("one after the other: wrong answer")
		}
	}
	if got := few.in("npx mcp"); calls == 0 || calls == 1000 || !slices.Equal(got, []int32{1}) {
		t.Errorf("after %d calls: got %v, want group 1", calls, got)
	}
	if size := len(few.machine.next); size > few.size {
		t.Errorf("the automaton has %d entries, more than the %d that were paid for", size, few.size)
	}
	for name, groups := range map[string][][]string{
		"too large":           {{strings.Repeat(everyByte(), 1+largestAutomaton/256/257)}},
		"the empty substring": {{"a", ""}},
	} {
		s := newSearcher(groups)
		if s.quick(1 << 40) {
			t.Errorf("%s: there is an automaton", name)
		}
	}
	if !newSearcher([][]string{{"a", ""}}).holds("b", 0) {
		t.Error("the empty substring does not occur")
	}
}

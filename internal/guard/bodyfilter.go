package guard

import (
	"encoding/binary"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// bodyWord is a text that no offence against section 10 can do without.
type bodyWord struct {
	text string
	// key is where in text its six telling bytes begin: rare ones, where there
	// is a choice, because each sight of a part of them costs time.
	key int
	// preview: the text is an offence by itself. Otherwise it makes whatever
	// stands between two blanks worth a look.
	preview bool
}

const keyLength = 6

var bodyWords = []bodyWord{
	{"command_preview", 5, true},
	{"command_line", 5, true},
	{"cmdline", 1, true},
	{"raw_command", 0, true},
	{"full_command", 1, true},
	{"/Users/", 0, false},
	{`\Users\`, 0, false},
	{"/home/", 0, false},
	{"/root/", 0, false},
	{"/Applications/", 0, false},
	{"/Volumes/", 0, false},
	{"/workspace", 3, false},
	{"/private/var/", 1, false},
	{"/var/folders/", 3, false},
}

// wordFilter finds words in a text at several times the speed of looking for
// one after the other. It looks at three bytes in every four: wherever the six
// bytes of a key lie, three of them are looked at together.
type wordFilter struct {
	words []bodyWord
	sight [1 << sightBits]uint8 // by hash of three bytes: 0, or an index of places
	// places lists what a sight may be: it is a list for each hash in use.
	places [][]wordPlace
}

// wordPlace says that the word begins back bytes before what was sighted.
type wordPlace struct{ word, back int }

const sightBits = 13

// sightHash looks at the lower three bytes of v.
func sightHash(v uint32) uint32 { return (v << 8) * 0x9E3779B1 >> (32 - sightBits) }

// bodyFilter is made once, and only read.
var bodyFilter = newWordFilter(bodyWords)

func newWordFilter(words []bodyWord) *wordFilter {
	f := &wordFilter{words: words, places: make([][]wordPlace, 1)}
	for w, word := range words {
		for i := word.key; i < word.key+keyLength-2; i++ {
			h := sightHash(uint32(word.text[i]) | uint32(word.text[i+1])<<8 | uint32(word.text[i+2])<<16)
			if f.sight[h] == 0 {
				f.sight[h] = uint8(len(f.places))
				f.places = append(f.places, nil)
			}
			f.places[f.sight[h]] = append(f.places[f.sight[h]], wordPlace{w, i})
		}
	}
	return f
}

// stride is how many bytes are looked at in one step.
const stride = 16

// each calls visit for every word in text, with the index at which it begins,
// until visit returns false. A word may be visited more than once.
func (f *wordFilter) each(text []byte, visit func(word bodyWord, at int) bool) {
	i := 0
	for rest := text; len(rest) >= stride; rest = rest[stride:] {
		v, w := binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint64(rest[8:stride])
		if f.sight[sightHash(uint32(v))]|f.sight[sightHash(uint32(v>>32))]|
			f.sight[sightHash(uint32(w))]|f.sight[sightHash(uint32(w>>32))] != 0 {
			if !f.step(text, i, v, w, visit) {
				return
			}
		}
		i += stride
	}
	var last [stride]byte
	copy(last[:], text[i:])
	f.step(text, i, binary.LittleEndian.Uint64(last[:]), binary.LittleEndian.Uint64(last[8:]), visit)
}

// step looks closer at the 16 bytes v and w that stand at index i of text.
func (f *wordFilter) step(text []byte, i int, v, w uint64, visit func(bodyWord, int) bool) bool {
	for n, four := range [...]uint32{uint32(v), uint32(v >> 32), uint32(w), uint32(w >> 32)} {
		for _, place := range f.places[f.sight[sightHash(four)]] {
			word := f.words[place.word]
			at := i + 4*n - place.back
			if at >= 0 && at < len(text) && hasPrefix(text[at:], word.text) && !visit(word, at) {
				return false
			}
		}
	}
	return true
}

// wordBounds are the bounds of what stands between two blanks around index i.
func wordBounds(text []byte, i int) (begin, end int) {
	begin, end = i, i
	for begin > 0 && !strict.IsBlank(text[begin-1]) {
		begin--
	}
	if n := slices.IndexFunc(text[i:], strict.IsBlank); n >= 0 {
		return begin, i + n
	}
	return begin, len(text)
}

package adapter

import (
	"math/rand/v2"
	"os"
	"testing"
)

// Config.MaxStderrBytes: of any sequence of writes the end is kept, and the rest
// is counted; a model that keeps everything says what that is.
func TestTail(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{1, 2, 7, 64} {
		tl := &tail{max: most}
		var all []byte
		var marks []int64
		for range 500 {
			marks = append(marks, tl.mark())
			chunk := make([]byte, rng.IntN(3*most))
			for i := range chunk {
				chunk[i] = byte(rng.IntN(256))
			}
			tl.keep(chunk)
			all = append(all, chunk...)
			for _, mark := range []int64{0, marks[rng.IntN(len(marks))], tl.mark()} {
				want := all[mark:]
				lost := max(0, len(want)-most)
				kept, dropped := tl.since(mark)
				if string(kept) != string(want[lost:]) || dropped != int64(lost) {
					t.Fatalf("a limit of %d, since %d of %d: kept %d bytes and dropped %d, want %d and %d",
						most, mark, len(all), len(kept), dropped, len(want)-lost, lost)
				}
			}
		}
		if len(tl.ring) > most {
			t.Errorf("a limit of %d: the ring has %d bytes", most, len(tl.ring))
		}
	}
}

// A pipe that somebody keeps open and goes on filling does not hold up stop, and
// what was in it is kept.
func TestTailStop(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	tl, err := newTail(r, 100)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("last words"); err != nil {
		t.Fatal(err)
	}
	go tl.drain()
	tl.stop()
	if kept, _ := tl.since(0); string(kept) != "last words" {
		t.Errorf("kept %q", kept)
	}
}

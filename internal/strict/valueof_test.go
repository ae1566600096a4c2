package strict

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type Inner struct {
	Hops int    `json:"hops"`
	End  *int32 `json:"end"`
}

type outer struct {
	Name  string         `json:"name"`
	Count int64          `json:"count"`
	CPU   *float64       `json:"cpu"`
	Flag  bool           `json:"flag"`
	List  []string       `json:"list"`
	Rows  []Inner        `json:"rows"`
	Map   map[string]int `json:"map"`
	Big   Integer        `json:"big"`
	Any   any            `json:"any"`
	Zero  string         `json:"zero,omitzero"`
	Ptr   *Inner         `json:"ptr,omitzero"`
	*Inner
	private int //lint:ignore U1000 that it is left out is what is tested
}

type odd struct {
	Text  string `json:",omitempty"`
	Bytes []byte `json:"bytes"`
	Uint  uint8  `json:"uint"`
}

// Guards docs/performance.md: the document of a record is the one that its text is, whether
// or not a text is written.
func TestValueOfIsWhatIsWritten(t *testing.T) {
	end := int32(7)
	huge, _ := AsInteger(Number("123456789012345678901234567890"))
	values := []any{nil, true, "a", "", 3, int32(-3), math.MaxInt64, 0.5, 0.1, 1e21, 1e20, 123456.75, 1e-7, 1e-6, 0.0,
		math.Copysign(0, -1),
		[]string(nil), []any{1, "x", nil}, map[string]any{"b": 1, "a": []int{2}, "ä": nil}, map[string]int(nil), huge,
		outer{}, &outer{Name: "é\n\"", Count: -5, Any: map[string]bool{"x": true}, Map: map[string]int{"z": 1, "a": 2},
			Big:  huge,
			Rows: []Inner{{1, nil}, {2, &end}}, Zero: "z", Ptr: &Inner{}, Inner: &Inner{3, &end}},
		odd{"t", []byte("raw"), 200}, jsontext.Value(`{"a": [1, 2]}`), []*outer{nil, {}}}
	for _, f := range []float64{12.5, 99.9, 1234567890.1, 5e-324, math.MaxFloat64} {
		values = append(values, outer{CPU: &f})
	}
	for i, v := range values {
		text, err := json.Marshal(v, json.Deterministic(true))
		if err != nil {
			t.Fatal(i, err)
		}
		want, err := Decode(text)
		if err != nil {
			t.Fatal(i, err)
		}
		if got, err := ValueOf(v); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d: got %#v, %v\nwant %#v", i, got, err, want)
		}
	}
	own := Object{{"k", Array{Number("1.0"), nil, "s", true}}}
	if got, err := ValueOf(map[string]any{"own": own}); err != nil || !reflect.DeepEqual(got, Object{{"own", own}}) {
		t.Errorf("a value that was read: got %#v, %v", got, err)
	}
	for name, v := range map[string]any{
		"not UTF-8": "\xff", "a name that is not UTF-8": map[string]int{"\xff": 1}, "in a field": outer{Name: "\xff"},
		"no number":    math.NaN(),
		"a name twice": Object{{"a", nil}, {"a", nil}}, "no JSON number": []Value{Number("01")},
		"no value": make(chan int),
	} {
		if got, err := ValueOf(v); err == nil {
			t.Errorf("%s: got %#v, want an error", name, got)
		}
	}
}

// Guards docs/campaigns.md: what is handed on as a value is what its text would be read as,
// and anything else goes by its text.
func TestReadable(t *testing.T) {
	deep := func(levels int) Value {
		v := Value("x")
		for range levels {
			v = Array{v}
		}
		return v
	}
	wide := Object{}
	for i := range 40 {
		wide = append(wide, Member{strings.Repeat("a", i), nil})
	}
	values := []Value{nil, "a", "\xff", "\xed\xa0\x80", "\u2028\x00", Number("1"), Number("-0"), Number("01"),
		Number("1e5"), Number("-"), Number(""), Number(" 1"),
		Number("1 "), Number(".5"), Number("1."), Number("+1"), Number("NaN"), Number("null"), Number("\"a\""),
		Number(strings.Repeat("1", MaxNumberLength)), Number(strings.Repeat("1", MaxNumberLength+1)),
		deep(5), deep(6), Object{{"a", nil}, {"b", deep(4)}}, Object{{"a", deep(5)}}, Object{{"a", true}, {"a", nil}},
		Object{{"\xff", nil}},
		wide, append(wide[:39:39], wide[3])}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		v := values[rng.IntN(len(values))]
		values = append(values, Array{v, values[rng.IntN(30)]},
			Object{{"x", v}, {string(rune('w' + rng.IntN(3))), nil}})
	}
	readable := 0
	for _, v := range values {
		again, err := DecodeWithin(Encode(v), 5)
		want := err == nil && reflect.DeepEqual(again, v)
		if want {
			readable++
		}
		if got := Readable(v, 5); got != want {
			t.Errorf("%#.200v: got %t, want %t (%v)", v, got, want, err)
		}
	}
	if readable < 100 {
		t.Errorf("%d of %d values are readable: this proves little", readable, len(values))
	}
}

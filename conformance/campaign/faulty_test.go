package campaign_test

import (
	"context"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/strict"
)

// faulty is the built-in implementation with a fault around it.
type faulty struct {
	conformance.Answerer
	answer answerFunc
}

// answerFunc answers a request; honest is the built-in implementation.
type answerFunc func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error)

func (f faulty) Answer(_ context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	request, err := strict.DecodeWithin(input, 10_000) // some inputs are too deep on purpose
	if err != nil {
		return nil, err
	}
	return f.answer(f.Answerer, op, request.(strict.Object))
}

func ask(a conformance.Answerer, op string, input strict.Value) (jsontext.Value, error) {
	return a.Answer(context.Background(), op, strict.Encode(input))
}

// editing changes the honest inventory; it may change it in place.
func editing(edit func(inventory strict.Object)) answerFunc {
	return func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		ok, err := ask(honest, op, input)
		if err != nil || op != tspiprofile.OpClassify {
			return ok, err
		}
		v, err := strict.Decode(ok)
		if err != nil {
			return nil, err
		}
		edit(v.(strict.Object))
		return strict.Encode(v), nil
	}
}

// asking changes what is classified; it may change it in place.
func asking(edit func(input strict.Object)) answerFunc {
	return func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		if op == tspiprofile.OpClassify {
			edit(input)
		}
		return ask(honest, op, input)
	}
}

func get(o strict.Object, path ...string) strict.Value {
	var v strict.Value = o
	for _, name := range path {
		object, _ := v.(strict.Object)
		v, _ = object.Get(name)
	}
	return v
}

func set(o strict.Object, name string, v strict.Value) {
	for i := range o {
		if o[i].Name == name {
			o[i].Value = v
		}
	}
}

func claimOf(input strict.Object) strict.Object {
	claim, _ := get(input, "claimed_inventory").(strict.Object)
	return claim
}

func eachRow(inventory strict.Object, f func(row strict.Object)) {
	rows, _ := get(inventory, "rows").(strict.Array)
	for _, row := range rows {
		if o, ok := row.(strict.Object); ok { // in a claim, anything may stand there
			f(o)
		}
	}
}

// wrong are implementations that break one clause, with the fewest rows that show
// it.
var wrong = map[string]struct {
	answer answerFunc
	rows   int
}{
	"stops a hop early": {editing(func(inventory strict.Object) {
		eachRow(inventory, func(row strict.Object) {
			if get(row, "chain_hops") == strict.Number("8") {
				set(row, "chain_hops", strict.Number("7"))
				set(row, "chain_end", "hop_limit")
			}
		})
	}), 9},
	"knows no registry": {asking(func(input strict.Object) {
		owners, _ := get(input, "owner_classes").(strict.Object)
		set(owners, "registered_helpers", strict.Array{})
	}), 1},
	"takes the last of several rows": {editing(func(inventory strict.Object) {
		eachRow(inventory, func(row strict.Object) {
			if get(row, "reason") == "pid_reuse_requires_owner_check" {
				set(row, "reason", "parent_owner_not_resolved")
			}
		})
	}), 2},
	"ages by a second": {editing(func(inventory strict.Object) {
		eachRow(inventory, func(row strict.Object) {
			if get(row, "age_s") == strict.Number("300") {
				set(row, "age_s", strict.Number("301"))
			}
		})
	}), 1},
	"allows one helper too many": {asking(func(input strict.Object) {
		kinds, _ := get(input, "pressure_policy", "kinds").(strict.Array)
		for _, kind := range kinds {
			if entry, _ := kind.(strict.Object); entry.At("budget") == strict.Number("1") {
				set(entry, "budget", strict.Number("2"))
			}
		}
	}), 3}, // the owner, and two helpers of it
	"audits nothing": {func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		if op == tspiprofile.OpAudit {
			return jsontext.Value(`{"findings":[]}`), nil
		}
		return ask(honest, op, input)
	}, 1},
	"takes a null age for old enough": {func(honest conformance.Answerer, op string,
		input strict.Object) (jsontext.Value, error) {
		if op == tspiprofile.OpAudit {
			eachRow(claimOf(input), func(row strict.Object) {
				if v, there := row.Get("age_s"); there && v == nil {
					set(row, "age_s", strict.Number("1000000"))
				}
			})
		}
		return ask(honest, op, input)
	}, 2},
	"echoes a command": {func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		ok, err := ask(honest, op, input)
		if text, _ := get(input, "process_table", "ps_text").(string); err == nil && strings.Contains(text, "canary") {
			note := text[strings.Index(text, "canary"):][:20]
			return jsontext.Value(strings.TrimSuffix(string(ok), "}") + `,"x_note":"` + note + `"}`), nil
		}
		return ok, err
	}, 1},
}

var asked atomic.Int64

// hostile are implementations that misbehave as a process.
var hostile = map[string]answerFunc{
	"honest": func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		return ask(honest, op, input)
	},
	"crashes on a defunct row": onText("<defunct>\n", func() { os.Exit(3) }),
	"hangs on a defunct row":   onText("<defunct>\n", hang),
	"babbles on a defunct row": onText("<defunct>\n", func() { _, _ = os.Stdout.WriteString("Traceback\n") }),
	"crashes on everything":    onText("", func() { os.Exit(3) }),
	"hangs on everything":      onText("", hang),
	"lies every third time": func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		if asked.Add(1)%3 == 0 {
			return jsontext.Value(`{}`), nil
		}
		return ask(honest, op, input)
	},
}

// hang waits with a timer: a program in which nothing can ever happen again is
// ended by Go.
func hang() { <-time.After(time.Hour) }

// onText misbehaves where the table's text holds something.
func onText(text string, f func()) answerFunc {
	return func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
		if table, _ := get(input, "process_table", "ps_text").(string); strings.Contains(table, text) {
			f()
		}
		return ask(honest, op, input)
	}
}

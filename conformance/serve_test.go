package conformance

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// answerer answers with functions.
type answerer struct {
	description Description
	answer      func(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error)
}

func (a answerer) Describe() Description { return a.description }
func (a answerer) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	return a.answer(ctx, op, input)
}

func echoing(err error) answerer {
	return answerer{Description{Name: "echo", Version: "1", Language: "go", Ops: []string{"x.a"},
		Levels: []string{"core"}, URL: "https://acme.example/\"quoted\""},
		func(_ context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
			return jsontext.Value(`{"op":"` + op + `","input":` + string(input) + `}`), err
		}}
}

// Serve answers each line with a line, in order, until the input ends
// (docs/protocol.md).
func TestServe(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		in   string
		want string
	}{
		"nothing": {nil, "", ""},
		"describe": {nil, `{"id":1,"op":"describe"}` + "\n",
			`{"id":1,"ok":{"protocol":1,"name":"echo","version":"1","language":"go","ops":["x.a"],"levels":["core"],"url":"https://acme.example/\"quoted\""}}` + "\n"},
		"two, and no final newline": {nil, `{"id":7,"op":"x.a","input":[1]}` + "\n" +
			` {"op":"x.b", "input":null,"id":8, "more":1} `,
			`{"id":7,"ok":{"op":"x.a","input":[1]}}` + "\n" + `{"id":8,"ok":{"op":"x.b","input":null}}` + "\n"},
		"a refusal": {&ErrorAnswer{Code: ErrorInvalidInput, ErrorCode: "TSPI_INPUT_INVALID", Input: "pressure_policy",
			Message: "no"}, `{"id":1,"op":"x.a","input":1}` + "\n",
			`{"id":1,"error":{"code":"invalid_input","error_code":"TSPI_INPUT_INVALID","input":"pressure_policy","pointer":"","message":"no"}}` + "\n"},
		"a foreign error is not repeated": {errors.New("open /home/me/x"), `{"id":1,"op":"x.a","input":1}` + "\n",
			`{"id":1,"error":{"code":"internal","pointer":"","message":"the implementation failed"}}` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Serve(t.Context(), echoing(test.err), strings.NewReader(test.in), &out); err != nil ||
				out.String() != test.want {
				t.Errorf("%v, got %s\nwant %s", err, out.String(), test.want)
			}
		})
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }

// What is no request, or cannot be answered, ends an adapter: with the stream out
// of step no answer could be trusted.
func TestServeEnds(t *testing.T) {
	for name, in := range map[string]string{
		"no JSON": "hello\n", "no id": `{"op":"describe"}` + "\n",
		"an id that is a text": `{"id":"1","op":"describe"}` + "\n", "a fraction": `{"id":1.5,"op":"describe"}` + "\n",
		"a key twice": `{"id":1,"id":2,"op":"describe"}` + "\n", "an empty line": "\n", "no object": "[]\n",
	} {
		var out bytes.Buffer
		err := Serve(t.Context(), echoing(nil), strings.NewReader(in+`{"id":9,"op":"describe"}`+"\n"), &out)
		if !errors.Is(err, errRequest) || out.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, out.String())
		}
	}
	const request = `{"id":1,"op":"x.a","input":1}` + "\n"
	if err := Serve(t.Context(), echoing(nil), strings.NewReader(request), brokenWriter{}); err == nil {
		t.Error("a broken output is no error")
	}
	bad := echoing(nil)
	bad.answer = func(context.Context, string, jsontext.Value) (jsontext.Value, error) {
		return jsontext.Value("{"), nil
	}
	if err := Serve(t.Context(), bad, strings.NewReader(request), &bytes.Buffer{}); err == nil {
		t.Error("an answer of no JSON is no error")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Serve(ended, echoing(nil), strings.NewReader(request), &bytes.Buffer{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// In process, a panic is a crash, silence a hang, an error answer what it says,
// and what cannot be written as JSON garbage (harness, section 2).
func TestInProcess(t *testing.T) {
	refusal := &ErrorAnswer{Code: ErrorInvalidInput, Message: "no"}
	for name, test := range map[string]struct {
		answer  func(ctx context.Context) (jsontext.Value, error)
		outcome adapter.Outcome
		says    string
	}{
		"an answer": {func(context.Context) (jsontext.Value, error) {
			return jsontext.Value(`1`), nil
		}, adapter.Answered, `1`},
		"a refusal": {func(context.Context) (jsontext.Value, error) {
			return nil, refusal
		}, adapter.Answered, `{"code":"invalid_input","pointer":"","message":"no"}`},
		"a wrapped one": {func(context.Context) (jsontext.Value, error) {
			return nil, errors.Join(errors.New("x"), refusal)
		}, adapter.Answered, `{"code":"invalid_input","pointer":"","message":"no"}`},
		"an error": {func(context.Context) (jsontext.Value, error) {
			return nil, errors.New("secret")
		}, adapter.Answered, `{"code":"internal","pointer":"","message":"the implementation failed"}`},
		"a panic": {func(context.Context) (jsontext.Value, error) { panic("secret") }, adapter.Crash, ""},
		"silence": {func(ctx context.Context) (jsontext.Value, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}, adapter.Hang, ""},
		"no UTF-8": {func(context.Context) (jsontext.Value, error) {
			return nil, &ErrorAnswer{Code: "\xff"}
		}, adapter.Garbage, ""},
	} {
		t.Run(name, func(t *testing.T) {
			timeout := time.Minute
			if test.outcome == adapter.Hang {
				timeout = time.Millisecond
			}
			session,
				err := InProcess(answerer{answer: func(ctx context.Context, _ string, _ jsontext.Value) (jsontext.Value,
				error) {
				return test.answer(ctx)
			}}).Open()
			if err != nil {
				t.Fatal(err)
			}
			for call := 1; call <= 2; call++ {
				r, err := session.Call(t.Context(), "x.a", nil, timeout)
				if err != nil || r.Outcome != test.outcome || r.Call != call || string(r.Response.Raw) != test.says ||
					strings.Contains(r.Detail, "secret") {
					t.Errorf("%v, %+v", err, r)
				}
				if r.Outcome != adapter.Answered && r.Detail == "" {
					t.Error("nothing is said of what went wrong")
				}
			}
			if session.Close() != nil {
				t.Error("an answer was revoked")
			}
		})
	}
	if got := refusal.Error(); got != "invalid_input: no" {
		t.Errorf("the error reads %q", got)
	}
}

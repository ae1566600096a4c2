package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// An implementation that gives no answers at all is given up in bounded time,
// each question that was never asked is no pass, and the report says why (exit
// status 3; harness, section 6).
func TestRunsThatAreGivenUp(t *testing.T) {
	files := part(t, 40)
	for name, test := range map[string]struct {
		answer  answerFunc
		verdict Verdict
		aborted string
	}{
		"crashes on everything": {func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error) {
			panic("no")
		}, Crash, "the adapter gave no answer to 40 questions in a row"},
		"hangs on everything": {func(ctx context.Context, _ ask, _ jsontext.Value, _ error) (jsontext.Value, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}, Hang, "the adapter hung on 20 questions"},
		"garbage to everything": {func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error) {
			return nil, &ErrorAnswer{Code: ErrorInternal, Message: "\xff"}
		}, Garbage, "the adapter gave no answer to 40 questions in a row"},
	} {
		t.Run(name, func(t *testing.T) {
			timeout := time.Minute // only what is meant to hang may be cut short: a busy machine is slow
			if test.verdict == Hang {
				timeout = 20 * time.Millisecond
			}
			r := runFaulty(t, faulty{answer: test.answer}, Options{Cases: files, Timeout: timeout, Jobs: 4})
			if r.Aborted != test.aborted || r.Passed() || r.Certifiable() == nil {
				t.Errorf("aborted %q, passed %v", r.Aborted, r.Passed())
			}
			asked, never := 0, 0
			for i := range r.Results {
				switch result := &r.Results[i]; {
				case result.Green():
					t.Errorf("%s passes", result.Case)
				case result.Detail == NeverAsked:
					never++
				case result.Verdict == test.verdict:
					asked++
				default:
					t.Errorf("%s is %s (%s)", result.Case, result.Verdict, result.Detail)
				}
			}
			if asked < 20 || asked > 50 || never == 0 {
				t.Errorf("%d were asked and %d were not", asked, never)
			}
		})
	}
}

// Answers in between keep a run going: what fails on some questions only is
// judged on all of them.
func TestRunsThatGoOn(t *testing.T) {
	var n atomic.Int64
	r := runFaulty(t,
		faulty{answer: func(_ context.Context, _ ask, ok jsontext.Value, err error) (jsontext.Value, error) {
			if n.Add(1)%30 != 0 {
				panic("no")
			}
			return ok, err
		}}, Options{Jobs: 1})
	if r.Aborted != "" || r.Counts.ByVerdict[Pass] == 0 || r.Counts.ByVerdict[Crash] < 50 {
		t.Errorf("aborted %q, %v", r.Aborted, r.Counts.ByVerdict)
	}
}

// What hung is asked once more, alone, before it counts: a slow machine is no fault
// of the implementation's. What hangs again has hung (harness, section 2).
func TestHangsAreAskedAgainAlone(t *testing.T) {
	files := part(t, 40)
	for name, again := range map[string]bool{"once": false, "twice": true} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			open, hung := 0, map[string]int{}
			f := &fake{session: session{call: func(call int, op string, input jsontext.Value) (adapter.Result, error) {
				mu.Lock()
				open++
				key := op + string(input)
				slow := len(hung) < 5 || hung[key] > 0
				first := hung[key] == 0
				if slow {
					hung[key]++
				}
				if !first && open > 1 {
					t.Errorf("%d questions at once while one is asked again", open)
				}
				mu.Unlock()
				defer func() { mu.Lock(); open--; mu.Unlock() }()
				if slow && (first || again) {
					return adapter.Result{Call: call, Outcome: adapter.Hang}, nil
				}
				return honestly(call, op, input)
			}}}
			r, err := Run(t.Context(), f, Options{Cases: files, Jobs: 4, ChallengeMode: ChallengeOff})
			if err != nil {
				t.Fatal(err)
			}
			hangs := 0
			if again {
				hangs = 5
			}
			if r.Counts.ByVerdict[Hang] != hangs || r.Counts.ByVerdict[Pass]+
				r.Counts.ByVerdict[Unsupported] != len(r.Results)-hangs || r.Passed() == again {
				t.Errorf("passed %v, %v", r.Passed(), r.Counts.ByVerdict)
			}
			for key, n := range hung {
				if n != 2 {
					t.Errorf("a question that hung was asked %d times: %s", n, key)
				}
			}
		})
	}
}

// fake is an implementation at the level of sessions.
type fake struct {
	session
	opened error
}

type session struct {
	start func() (Description, error)
	call  func(call int, op string, input jsontext.Value) (adapter.Result, error)
	close func(calls int) []adapter.Revocation
	calls int
}

func (f *fake) Open() (Session, error) {
	s := f.session
	return &s, f.opened
}

func (s *session) Start(context.Context) (Description, error) {
	if s.start != nil {
		return s.start()
	}
	return Description{Name: "fake", Version: "1", Language: "go", Ops: tspiProfile.OpNames(),
		Levels: []string{"core"}}, nil
}

func (s *session) Call(_ context.Context, op string, input jsontext.Value, _ time.Duration) (adapter.Result, error) {
	s.calls++
	if s.call != nil {
		return s.call(s.calls, op, input)
	}
	return honestly(s.calls, op, input)
}

// honestly is the built-in implementation's result of a call.
func honestly(call int, op string, input jsontext.Value) (adapter.Result, error) {
	session := goSession{answerer: tspiprofile.BuiltIn(0, "1", tspiprofile.Folders{})}
	result, err := session.Call(context.Background(), op, input, time.Minute)
	result.Call = call
	return result, err
}

func (s *session) Close() []adapter.Revocation {
	if s.close != nil && s.calls > 0 {
		return s.close(s.calls)
	}
	return nil
}

// A verdict that is taken back later, because something came behind the answer
// that nobody asked for, turns a pass into garbage: with the next answer or at the
// end (adapter, package documentation).
func TestRevokedAnswers(t *testing.T) {
	files := part(t, 40)
	for name, f := range map[string]*fake{
		"at the end": {session: session{close: func(calls int) []adapter.Revocation {
			return []adapter.Revocation{{Call: calls, Detail: "something came behind it"}}
		}}},
		"with the next answer": {session: session{call: func(call int, op string, input jsontext.Value) (adapter.Result,
			error) {
			r, err := honestly(call, op, input)
			if call == 2 {
				r.Revoked = []adapter.Revocation{{Call: 1, Detail: "something came behind it"}}
			}
			return r, err
		}}},
		"of a call that is not known": {session: session{close: func(calls int) []adapter.Revocation {
			return []adapter.Revocation{{Call: calls + 1, Detail: "nobody's"}}
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Run(t.Context(), f, Options{Cases: files, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			want := 1
			if strings.HasPrefix(name, "of a call") {
				want = 0
			}
			if r.Counts.ByVerdict[Garbage] != want || r.Counts.ByVerdict[Pass] != len(r.Results)-want {
				t.Fatalf("the verdicts are %v", r.Counts.ByVerdict)
			}
			if r.Passed() != (want == 0) {
				t.Errorf("passed: %v", r.Passed())
			}
			for i := range r.Results {
				if result := &r.Results[i]; !result.Green() &&
					(result.Detail != "something came behind it" || result.Why == "" || result.Sent == "") {
					t.Errorf("the result says %+v", result)
				}
			}
		})
	}
}

// Without a report there is an error, and never a report of less than was asked:
// a program that cannot be started, a session that cannot be opened or ends with
// an error, whatever it is, and a context that ends (contract of Run).
func TestRunsWithoutAReport(t *testing.T) {
	broken := errors.New("broken")
	cause := errors.New("enough")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	for name, test := range map[string]struct {
		ctx  context.Context
		impl Implementation
		want error
	}{
		"cannot be opened": {t.Context(), &fake{opened: broken}, broken},
		"cannot be started": {t.Context(), &fake{session: session{start: func() (Description, error) {
			return Description{}, broken
		}}}, broken},
		"a call that breaks": {t.Context(),
			&fake{session: session{call: func(int, string, jsontext.Value) (adapter.Result, error) {
				return adapter.Result{}, broken
			}}}, broken},
		"a call that cancels": {t.Context(),
			&fake{session: session{call: func(int, string, jsontext.Value) (adapter.Result, error) {
				return adapter.Result{}, context.Canceled
			}}}, context.Canceled},
		"an ended context": {ended, InProcess(tspiprofile.BuiltIn(0, "1", tspiprofile.Folders{})), cause},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Run(test.ctx, test.impl, Options{Cases: part(t, 80)})
			if r != nil || !errors.Is(err, test.want) {
				t.Errorf("got %v, %v, want %v", r, err, test.want)
			}
		})
	}
	_,
		err := Run(t.Context(),
		InProcess(faulty{Answerer: tspiprofile.BuiltIn(0, "1", tspiprofile.Folders{}), describe: func(*Description) {
			panic("no")
		}}), Options{})
	var start *adapter.StartError
	if !errors.As(err, &start) {
		t.Errorf("a panic in Describe: %v", err)
	}
	if _, err := Process(adapter.Config{}).Open(); err == nil {
		t.Error("an empty command can be opened")
	}
}

// A context that ends in the middle of a run ends it, with its cause.
func TestARunIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	f := faulty{Answerer: tspiprofile.BuiltIn(0, "1", tspiprofile.Folders{}),
		answer: func(ctx context.Context, _ ask, _ jsontext.Value, _ error) (jsontext.Value, error) {
			cancel(cause)
			<-ctx.Done()
			return nil, ctx.Err()
		}}
	if r, err := Run(ctx, InProcess(f), Options{Cases: part(t, 80)}); r != nil || !errors.Is(err, cause) {
		t.Errorf("got %v, %v", r, err)
	}
}

// Progress tells every question once, the last one at the end.
func TestProgress(t *testing.T) {
	var done []int
	red := 0
	r := runFaulty(t, faulty{answer: instead(`{}`)},
		Options{Jobs: 3, ChallengeMode: ChallengeOff, Progress: func(d, total, notGreen int) {
			done, red = append(done, d), notGreen
			if total < d {
				t.Errorf("%d of %d", d, total)
			}
		}})
	if len(done) != len(r.Results) || !slices.IsSorted(done) || red != len(r.Results) {
		t.Errorf("%d calls for %d results, %d not green", len(done), len(r.Results), red)
	}
}

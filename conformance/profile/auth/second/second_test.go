package second_test

import (
	"strings"
	"testing"

	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// Every mutant is a wrong implementation: it answers some request otherwise.
func TestMutants(t *testing.T) { implementation.CheckMutants(t, 8000) }

func TestControls(t *testing.T) { implementation.CheckControls(t, 2000) }

func TestTotality(t *testing.T) { implementation.CheckTotality(t, 30) }

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

// The identities of section 9, and facts whose stores bind one.
var (
	jobJ = Object("store", "bg", "job_id", "build", "generation", "g1", "owner", "o1", "thread", "t1", "origin", "q0",
		"receipt_id", "r1",
		"supervisor", Object("pid", Int(4321), "start_token", "s100", "boot_id", "b1"))
	jobJ2  = jobJ.With("generation", "g2")
	hashes = []string{strings.Repeat("ab", 32), strings.Repeat("0", 64)}
)

func bound(job strict.Object, status string, requests ...strict.Value) strict.Object {
	entry := func(key string, body strict.Value) strict.Array {
		return strict.Array{Object(key, job.At(key), "body", body)}
	}
	return Object("store", "bg", "requests", append(strict.Array{}, requests...),
		"records", entry("job_id", Object("identity", job, "status", status, "acknowledged", false)),
		"publications", entry("generation", Object("job", job, "authority", hashes[0])),
		"sidecars", entry("job_id", Object("job", job, "authority", hashes[0])),
		"receipts", entry("receipt_id", Object("generation", job.At("generation"), "owner", "o1", "thread", "t1",
			"supervisor", job.At("supervisor"), "external", false)),
		"processes", strict.Array{job.Object("supervisor").With("verdict", "owned")}, "approvals", strict.Array{},
		"roots", strict.Array{})
}

// asks is a request of section 9; granted has these jobs.
func asks(id, operation string, granted ...strict.Value) strict.Object {
	return Object("id", id, "operation", operation, "owner", "o1", "thread", "t1", "selector", nil, "expected", nil,
		"launch", nil,
		"approval", nil, "granted",
		Object("version", Int(4), "operations", strict.Array{"launch", "read_output", "stop", "ack", "continue"},
			"jobs", append(strict.Array{}, granted...), "launches", strict.Array{}), "parent", nil, "text", nil)
}

func acted(request, verdict string, resource strict.Value, signalled ...strict.Value) strict.Object {
	return Object("request", request, "verdict", verdict, "resource", resource, "launch", nil, "approval", nil,
		"signalled", append(strict.Array{}, signalled...), "updated", strict.Array{}, "ceiling", nil)
}

func logged(entries ...strict.Value) strict.Value {
	return Object("log", append(strict.Array{}, entries...))
}

// Section 9, examples 1 to 3.
func TestExamples(t *testing.T) {
	var rows []strict.Value
	for _, part := range strings.Split(lawtest.Contract(t, "auth"), "`") {
		if strings.HasPrefix(part, `{"id":"q1","operation"`) {
			rows = append(rows, lawtest.Read(t, part))
		}
	}
	if len(rows) != 2 {
		t.Fatalf("the contract spells %d rows, want 2", len(rows))
	}
	stop := asks("q1", "stop", jobJ)
	replaced := lawtest.Put(t, bound(jobJ, "running", stop.With("expected", jobJ)), "/records/0/body/identity", jobJ2)
	done := lawtest.Put(t, lawtest.Put(t, bound(jobJ, "done", stop.With("selector", "build")), "/receipts",
		strict.Array{}),
		"/processes/0/verdict", "foreign")
	for i, facts := range []strict.Value{replaced, done} {
		got := implementation.Ask("decide", facts.(strict.Object), nil).Object("ok").Array("rows")
		if len(got) != 1 || !strict.Equal(got[0], rows[i]) {
			t.Errorf("%d: got %s", i+1, strict.Encode(got))
		}
	}
	child := asks("q1", "read_output", jobJ2).With("selector", "build")
	child = child.With("parent", child.Object("granted").With("jobs", strict.Array{jobJ}))
	facts := bound(jobJ2, "running", child)
	row := implementation.Ask("decide", facts, nil).Object("ok").Array("rows")[0].(strict.Object)
	if row.Text("reason") != "not_admitted" || len(row.Array("ceiling_jobs")) != 0 {
		t.Errorf("3: got %s", strict.Encode(row))
	}
	ceiling := Object("operations", child.Object("granted").At("operations"), "jobs", strict.Array{jobJ2}, "launches",
		strict.Array{})
	claim := logged(acted("q1", "refuse", nil).With("ceiling", ceiling))
	renewed := lawtest.Put(t, facts, "/requests/0/parent/jobs/0", jobJ2)
	implementation.CheckNegatives(t, []Negative{
		Case("HISTORY_SIGNALLED", "q1", Of(done, logged(acted("q1", "noop_historical", jobJ, jobJ.At("supervisor")))),
			Of(done, logged(acted("q1", "noop_historical", jobJ)))),
		Case("PARENT_RENEWED", "q1", Of(facts, claim),
			Of(renewed, lawtest.Put(t, claim, "/log/0/verdict", "admit_read"))),
	})
}

// Section 9, example 4: what an approval has to bind.
func TestBinding(t *testing.T) {
	stop := asks("q1", "stop").With("expected", jobJ).With("approval", "ap")
	launch := asks("q2", "launch").With("approval", "ap").With("launch",
		Object("generation", "n1", "input_digest", strings.Repeat("ab", 32),
			"scope", Object("backend", "bash", "root", strict.Array{"vol", "ws"}, "required", strict.Array{"net", "fs"},
				"mounts", strict.Array{},
				"network", "none", "max_runtime_s", Int(600))))
	roots := strict.Array{Object("id", "vol", "live", true, "control", false),
		Object("id", "ws", "live", true, "control", false)}
	for _, test := range []struct {
		request strict.Object
		digest  string
	}{
		{stop, "f1357a69d4578fbfed0cbf163b64552c5543375d84c5b2ce1876a5e9ed00111f"},
		{launch, "3ebd28f48e50088ff2801e2da214c38230bda8a082192e3a06b595c37d5b26f1"},
	} {
		for digest, want := range map[string]string{test.digest: "approved", hashes[1]: "approval_mismatch"} {
			facts := bound(jobJ, "running", test.request).With("roots", roots).With("approvals",
				strict.Array{Object("id", "ap", "digest", digest, "used", false)})
			row := implementation.Ask("decide", facts, nil).Object("ok").Array("rows")[0].(strict.Object)
			if row.Text("reason") != want {
				t.Errorf("%s, %s: got %s, want %s", test.request.Text("id"), digest, row.Text("reason"), want)
			}
		}
	}
}

// Section 7, where a job is acted on; launches stand in the drawn worlds.
func TestNegativeCases(t *testing.T) {
	stop := asks("q1", "stop", jobJ).With("expected", jobJ)
	read := asks("q1", "read_output", jobJ).With("expected", jobJ)
	base, reads := bound(jobJ, "running", stop), bound(jobJ, "running", read)
	put := func(v strict.Value, pointer string, to strict.Value) strict.Value {
		return lawtest.Put(t, v, pointer, to)
	}
	super := jobJ.At("supervisor")
	stopped, readOut := logged(acted("q1", "admit_mutation", jobJ, super)), logged(acted("q1", "admit_read", jobJ))
	did, said := Of(base, stopped), Of(reads, readOut)
	others := jobJ.With("owner", "o2")
	spent := func(digest string) Said {
		r := stop.With("approval", "ap")
		facts := base.With("requests", strict.Array{r}).With("approvals",
			strict.Array{Object("id", "ap", "used", false, "digest", digest)})
		return Of(facts,
			logged(acted("q1", "admit_mutation", jobJ, super).With("approval", Object("id", "ap", "digest", digest))))
	}
	twice := spent("f1357a69d4578fbfed0cbf163b64552c5543375d84c5b2ce1876a5e9ed00111f") // of example 4
	entry := twice.Claim.(strict.Object).Array("log")[0]
	ceiling := func(jobs ...strict.Value) strict.Value {
		return put(stopped, "/log/0/ceiling", Object("operations", stop.Object("granted").At("operations"),
			"jobs", append(strict.Array{}, jobs...), "launches", strict.Array{}))
	}
	implementation.CheckNegatives(t, []Negative{
		Case("CLAIM_MALFORMED", "claim", Of(base, put(stopped, "/log/0/signalled/0", Int(4321))), did),
		Case("ALIAS_ACCEPTED", "q1", Of(reads, put(readOut, "/log/0/resource/job_id", "build-2")), said),
		Case("OWNER_SUBSTITUTED", "q1",
			Of(put(reads, "/requests/0/expected", others), put(readOut, "/log/0/resource", others)), said),
		Case("SCOPE_BROADENED", "q1", Of(put(base, "/requests/0/granted/operations", strict.Array{"read_output"}),
			stopped), did),
		Case("APPROVAL_UNBOUND", "q1", spent(hashes[1]), twice),
		Case("RESERVATION_REPLAYED", "q1", Of(twice.Facts, logged(entry, entry)), twice),
		Case("EXTERNAL_CONTAINED", "q1", Of(put(base, "/receipts/0/body/external", true), stopped), did),
		Case("GENERATION_REPLACED", "q1", Of(put(base, "/records/0/body/identity", jobJ2), stopped), did),
		Case("LINKAGE_BROKEN", "q1", Of(put(reads, "/sidecars", strict.Array{}), readOut), said),
		Case("STALE_MUTATION", "q1", Of(put(base, "/processes/0/verdict", "unverifiable"), stopped), did),
		Case("FIELD_OVERWRITTEN", "q1", Of(reads, put(readOut, "/log/0/updated", strict.Array{"owner"})),
			Of(reads, put(readOut, "/log/0/updated", strict.Array{"status"}))),
		Case("DECISION_CONTRADICTED", "q1", Of(base, ceiling()), Of(base, ceiling(jobJ))),
	})
}

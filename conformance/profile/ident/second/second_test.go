package second_test

import (
	"testing"

	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// Section 8.
func TestExamples(t *testing.T) { implementation.CheckExamples(t) }

// Every mutant is a wrong implementation: it answers some request otherwise.
func TestMutants(t *testing.T) { implementation.CheckMutants(t, 6000) }

func TestControls(t *testing.T) { implementation.CheckControls(t, 400) }

func TestTotality(t *testing.T) { implementation.CheckTotality(t, 30) }

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

// Section 6.
func TestNegativeCases(t *testing.T) {
	base := strict.Value(lawtest.Examples(t, "ident")[0].Input)
	put := func(v strict.Value, edits ...any) strict.Value {
		for i := 0; i < len(edits); i += 2 {
			v = lawtest.Put(t, v, edits[i].(string), edits[i+1])
		}
		return v
	}
	acts := func(actor, events string) strict.Value {
		return lawtest.Read(t, `{"actor":"`+actor+`","events":[`+events+`]}`)
	}
	const (
		pid     = `{"event":"signal","id":"g1","target":"pid"}`
		group   = `{"event":"signal","id":"g1","target":"group"}`
		look    = `{"event":"observe","observations":[{"pid":500,"state":"running","start_token":"procfs:7001","pgid":500,"probe":"ok","command":null}],"groups":[{"pgid":500,"probe":"ok"}]}`
		observe = "/observations/0/"
		record  = "/records/0/"
	)
	signal := acts("holder", pid)
	both := func(v strict.Value) Said { return Of(v, signal) }
	absent := put(base, observe+"state", "absent", observe+"start_token", nil, observe+"probe", "esrch")
	said := func(verdict string) strict.Value {
		return acts("holder", `{"event":"verdict","id":"g1","verdict":"`+verdict+`"}`)
	}
	implementation.CheckNegatives(t, []Negative{
		Case("CLAIM_MALFORMED", "claim", Of(base, lawtest.Drop(t, signal, "/actor")), both(base)),
		Case("BOOT_IGNORED", "g1", both(put(base, record+"boot_id", "b0")), both(base)),
		Case("TOKEN_BACKFILLED", "g1", Of(base, acts("holder", `{"event":"update","id":"g1","member":"start_token"}`)),
			Of(base, acts("holder", `{"event":"update","id":"g1","member":"verdict"}`))),
		Case("CMDLINE_OWNERSHIP", "g1", both(put(base, record+"token_from", "command_match")),
			both(put(base, record+"token_from", "snapshot"))),
		Case("EPERM_AS_DEAD", "g1", Of(put(absent, observe+"probe", "eperm"), said("gone")), Of(absent, said("gone"))),
		Case("UNVERIFIABLE_COLLAPSED", "g1", Of(put(base, observe+"start_token", nil), said("owned")),
			Of(base, said("owned"))),
		Case("FOREIGN_AS_OWNED", "g1", both(put(base, observe+"start_token", "procfs:7002")), both(base)),
		Case("SELF_SIGNALLED", "g1", Of(put(base, "/host/own_pgid", strict.Number("500")), acts("holder", group)),
			Of(base, acts("holder", group))),
		Case("GROUP_UNPROVEN", "g1", Of(put(base, observe+"pgid", strict.Number("77")), acts("holder", group)),
			Of(base, acts("holder", group))),
		Case("GONE_SIGNALLED", "g1", both(put(base, observe+"state", "zombie")), both(base)),
		Case("NO_REGATE", "g1", Of(base, acts("holder", pid+","+pid)), Of(base, acts("holder", pid+","+look+","+pid))),
		Case("DEATH_OVERCLAIMED", "g1",
			Of(absent, acts("holder", `{"event":"receipt","id":"g1","dead":true,"signals":0}`)),
			Of(put(absent, "/groups/0/probe", "esrch"),
				acts("holder", `{"event":"receipt","id":"g1","dead":true,"signals":0}`))),
		Case("DISPOSITION_EXCEEDED", "g1", Of(put(base, record+"kind", "job"), acts("reaper", pid)),
			Of(base, acts("reaper", pid))),
		Case("CONTRADICTS_FACTS", "g1",
			Of(base, acts("holder", pid+`,{"event":"receipt","id":"g1","dead":false,"signals":0}`)),
			Of(base, acts("holder", pid+`,{"event":"receipt","id":"g1","dead":false,"signals":1}`))),
	})
}

package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// groupFaults are offences of pressure groups and their release requests.
func groupFaults() []Fault {
	const signal, overclaim = tspi.CodeProcessSignal, tspi.CodeReleaseOverclaim
	request := func(c *claim, name string, v strict.Value) (string, bool) {
		return c.group(func(g strict.Object) {
			r := object(g, "owner_release_request")
			set(&r, name, v)
		})
	}
	promise := func(c *claim, names ...string) (string, bool) {
		return c.group(func(g strict.Object) {
			safety := object(object(g, "owner_release_request"), "safety")
			set(&safety, names[c.rng.Intn(len(names))], []strict.Value{false, nil, "true", integer(1)}[c.rng.Intn(4)])
		})
	}
	return []Fault{
		{"recommend a kill", signal, "8.groups", everyWay, func(c *claim) (string, bool) {
			words := []string{"kill", "sigterm", "sigkill", "force_close"}
			return c.group(func(g strict.Object) { set(&g, "recommended_action", words[c.rng.Intn(len(words))]) })
		}},
		{"recommend something else", signal, "8.groups", hardened, func(c *claim) (string, bool) {
			words := []strict.Value{"close", "Kill", nil, ""}
			return c.group(func(g strict.Object) { set(&g, "recommended_action", words[c.rng.Intn(len(words))]) })
		}},
		{"report a killed helper", overclaim, "8.overclaim", everyWay, func(c *claim) (string, bool) {
			words := []string{"kill", "killed", "terminate", "terminated", "sigterm", "sigkill", "force_close", "force_closed"}
			word := words[c.rng.Intn(len(words))]
			if c.rng.Intn(2) == 0 {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
			return request(c, "result", word)
		}},
		{"report another result", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return request(c, "result", "released")
		}},
		{"request another action", overclaim, "8.overclaim", everyWay, func(c *claim) (string, bool) {
			return request(c, "requested_action", "end_process")
		}},
		{"permit another action", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return request(c, "permitted_action", "force_release")
		}},
		{"promise no signal no more", overclaim, "8.overclaim", everyWay, func(c *claim) (string, bool) { return promise(c, "no_process_signal_sent") }},
		{"break a promise", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return promise(c, "no_unknown_owner_killed", "no_active_session_terminated", "owner_must_release_own_helper")
		}},
		{"ask nobody", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return c.group(func(g strict.Object) { set(&g, "owner_release_request", nil) })
		}},
	}
}

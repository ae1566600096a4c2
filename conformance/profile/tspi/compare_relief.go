package tspi

import (
	"strconv"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// relief compares a relief receipt. Its counts and requests follow from the
// wanted rows and groups.
func (c *comparison) relief(want *ExpectInventory, got strict.Value) {
	receipt, ok := got.(strict.Object)
	if !ok {
		c.OtherType("", "a relief receipt", got, true)
		return
	}
	c.Equal(receipt, "", "verdict", want.Relief.Verdict)
	c.Equal(receipt, "", "after", nil)
	if before, ok := member(receipt, "before"); ok {
		summary, _ := before.Get("inventory_summary")
		c.summary(want, "before.inventory_summary", summary)
	} else {
		c.Differ(profile.KindAbsent, "before", "an object", "none")
	}
	action, ok := member(receipt, "action")
	if !ok {
		c.Differ(profile.KindAbsent, "action", "an object", "none")
		return
	}
	counts := countRows(want.Rows)["decision_counts"]
	excess := int64(0)
	for i := range want.Groups {
		excess += want.Groups[i].ExcessCount
	}
	c.Equal(action, "action", "status", want.Relief.Status)
	c.Equal(action, "action", "safe_close_action_count", strict.Int(0))
	c.Equal(action, "action", "safe_close_candidate_count", strict.Int(counts["candidate_safe_close"]))
	c.Equal(action, "action", "requires_owner_check_count", strict.Int(counts["requires_owner_check"]))
	c.Equal(action, "action", "active_owner_release_request_count", strict.Int(excess))
	c.requests(want.Groups, "action.owner_release_requests", action)
}

func member(o strict.Object, name string) (strict.Object, bool) {
	v, _ := o.Get(name)
	object, ok := v.(strict.Object)
	return object, ok
}

func (c *comparison) requests(want []ExpectGroup, path string, action strict.Object) {
	value, there := action.Get("owner_release_requests")
	got, ok := value.(strict.Array)
	if !ok || len(got) != len(want) {
		c.Differ(profile.KindValue, path, strconv.Itoa(len(want))+" requests", profile.Show(value, there))
		return
	}
	for i := range want {
		request, ok := got[i].(strict.Object)
		if !ok {
			c.OtherType(profile.At(path, i), "an object", got[i], true)
			continue
		}
		c.request(want[i], profile.At(path, i), request)
	}
}

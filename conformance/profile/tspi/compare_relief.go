package conformance

import (
	"strconv"

	"github.com/tspi-dev/harness/tspi"
)

// relief compares a relief receipt. Its counts and requests follow from the
// wanted rows and groups.
func (c *comparison) relief(want *ExpectInventory, got tspi.Value) {
	receipt, ok := got.(tspi.Object)
	if !ok {
		c.otherType("", "a relief receipt", got, true)
		return
	}
	c.equal(receipt, "", "verdict", want.Relief.Verdict)
	c.equal(receipt, "", "after", nil)
	if before, ok := member(receipt, "before"); ok {
		summary, _ := before.Get("inventory_summary")
		c.summary(want, "before.inventory_summary", summary)
	} else {
		c.differ(KindAbsent, "before", "an object", "none")
	}
	action, ok := member(receipt, "action")
	if !ok {
		c.differ(KindAbsent, "action", "an object", "none")
		return
	}
	counts := countRows(want.Rows)["decision_counts"]
	excess := int64(0)
	for i := range want.Groups {
		excess += want.Groups[i].ExcessCount
	}
	c.equal(action, "action", "status", want.Relief.Status)
	c.equal(action, "action", "safe_close_action_count", integer(0))
	c.equal(action, "action", "safe_close_candidate_count", integer(counts["candidate_safe_close"]))
	c.equal(action, "action", "requires_owner_check_count", integer(counts["requires_owner_check"]))
	c.equal(action, "action", "active_owner_release_request_count", integer(excess))
	c.requests(want.Groups, "action.owner_release_requests", action)
}

func member(o tspi.Object, name string) (tspi.Object, bool) {
	v, _ := o.Get(name)
	object, ok := v.(tspi.Object)
	return object, ok
}

func (c *comparison) requests(want []ExpectGroup, path string, action tspi.Object) {
	value, there := action.Get("owner_release_requests")
	got, ok := value.(tspi.Array)
	if !ok || len(got) != len(want) {
		c.differ(KindValue, path, strconv.Itoa(len(want))+" requests", show(value, there))
		return
	}
	for i := range want {
		request, ok := got[i].(tspi.Object)
		if !ok {
			c.otherType(at(path, i), "an object", got[i], true)
			continue
		}
		c.request(want[i], at(path, i), request)
	}
}

package auth

import "github.com/tspi-dev/harness/internal/strict"

// logOf makes of a decision the log that says just that: an entry for each row with its
// verdict, its ceiling and no act (docs/contracts/auth.md, section 6).
func logOf(decision strict.Object) strict.Value {
	log := strict.Array{}
	for _, v := range decision.Array("rows") {
		row, _ := v.(strict.Object)
		log = append(log, strict.Object{
			{Name: "request", Value: row.At("id")},
			{Name: "verdict", Value: row.At("verdict")},
			{Name: "resource", Value: nil},
			{Name: "launch", Value: nil},
			{Name: "approval", Value: nil},
			{Name: "signalled", Value: strict.Array{}},
			{Name: "updated", Value: strict.Array{}},
			{Name: "ceiling", Value: strict.Object{
				{Name: "operations", Value: row.At("ceiling_operations")},
				{Name: "jobs", Value: row.At("ceiling_jobs")},
				{Name: "launches", Value: row.At("ceiling_launches")},
			}},
		})
	}
	return strict.Object{{Name: "log", Value: log}}
}

package auth

import (
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// bound are facts in which every store binds one job.
func bound(job strict.Object, status string, requests ...strict.Value) strict.Object {
	entry := func(key string, body strict.Value) strict.Array {
		return strict.Array{generators.Object(key, job.At(key), "body", body)}
	}
	return generators.Object("store", "bg", "requests", append(strict.Array{}, requests...),
		"records", entry("job_id", generators.Object("identity", job, "status", status, "acknowledged", false)),
		"publications", entry("generation", generators.Object("job", job, "authority", hashes[0])),
		"sidecars", entry("job_id", generators.Object("job", job, "authority", hashes[0])),
		"receipts",
		entry("receipt_id", generators.Object("generation", job.At("generation"), "owner", "o1", "thread", "t1",
			"supervisor", job.At("supervisor"), "external", false)),
		"processes", strict.Array{job.Object("supervisor").With("verdict", "owned")}, "approvals", strict.Array{},
		"roots", strict.Array{})
}

// asks is a request of section 9; granted has these jobs.
func asks(id, operation string, granted ...strict.Value) strict.Object {
	return generators.Object("id", id, "operation", operation, "owner", "o1", "thread", "t1", "selector", nil,
		"expected", nil, "launch", nil,
		"approval", nil, "granted", generators.Object("version", generators.Int(4),
			"operations", strict.Array{"launch", "read_output", "stop", "ack", "continue"},
			"jobs", append(strict.Array{}, granted...), "launches", strict.Array{}), "parent", nil, "text", nil)
}

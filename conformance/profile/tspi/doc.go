// Package tspi is the profile tspi as the harness judges it: what its cases send and
// demand, how a process table is perturbed so that the right answer stays known, how
// inventories, findings and records are compared, and what holds for every answer.
//
// It may import conformance/profile and what is below it, its own second implementation,
// and the law, package tspi: it and that implementation are the only packages under
// conformance that know one.
package tspi

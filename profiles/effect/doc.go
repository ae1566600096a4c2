// Package effect is the EFFECT contract as code (docs/contracts/effect.md): was an act
// executed, and what is known of the state that it was to bring about?
//
// [Decide] and [Audit] are pure functions over facts that somebody else collected;
// [Facts.DecideLog] is the same over a log that is read as a stream. Time is linear in the
// log and the claim, but for sorting the places of the log; of the log is kept what its
// claims and the last observation of each place say, and never its text. The package may
// import the standard library's data packages, internal/strict, internal/law and jsontext,
// and never os, os/exec, os/signal, syscall, net or time; a test holds its imports and calls
// to that.
package effect

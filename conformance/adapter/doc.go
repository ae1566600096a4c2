// Package adapter starts a program that somebody else wrote, asks it questions
// one at a time, and says of each whether it answered, crashed, hung or wrote
// garbage. It is the process half of a conformance harness, and knows nothing of
// what the questions are about: operations, levels and error codes are names
// to it.
//
// It imports the standard library, golang.org/x/sys/unix and a strict JSON
// reader, and no other package of this project. It is the only package of the
// project that may start or signal a process, and it signals no process but
// those that it started.
//
// # The protocol, version 1
//
// An adapter reads requests from its standard input and writes one response to
// each on its standard output, in order, until its input ends. Each is one JSON
// object on a line of its own:
//
//	{"id":1,"op":"describe"}
//	{"id":1,"ok":{"protocol":1,"name":"acme","version":"2.1.0","language":"python","ops":["x.classify"],"levels":["core"]}}
//	{"id":2,"op":"x.classify","input":{…}}
//	{"id":2,"ok":{…}}
//	{"id":3,"op":"x.classify","input":{…}}
//	{"id":3,"error":{"code":"invalid_input","message":"…"}}
//
// Ids count up from 1 in each process. The first request to every process is
// describe; it has a time-out of its own, so that the start of an interpreter is
// not charged to a case. Standard error is free text: it is drained, its end is
// kept for people, and it is never a verdict. docs/protocol.md is the same for
// those who write adapters.
//
// A response is read strictly: UTF-8 without byte order mark, no repeated key,
// no lone surrogate, nothing behind the object, at most [MaxLevels] levels, at
// most [Config.MaxMessageBytes] bytes. Members of the envelope that the protocol
// does not know are no fault; [Response.Beside] has them, for a profile that has to
// look at everything that an implementation says.
//
// # Verdicts
//
// [Answered] says only that a well-formed response came in time; whether it is
// the right one is the profile's business. [Crash] is an end of the process, or
// of its output, before the answer, whatever the exit status. [Hang] is no answer
// in time. [Garbage] is output that is no response: not one strict JSON object, a
// wrong or repeated id, neither or both of ok and error, over the size, anything
// that nobody asked for. [NotStarted] is a program that could not be run, or did
// not describe itself.
//
// After a crash, a hang or garbage the process is ended with its group, nothing
// more is read of it, and the next call gets a fresh one. So a late answer can
// never be taken for the next one.
//
// # Output that nobody asked for
//
// Whether a second answer has arrived when the first is read is luck, and no
// verdict may hang on that. So an answer is final only when a later
// response, or the end of the output, has shown that nothing followed it. Until
// then it can be revoked: each [Result], and [Client.Renew] and [Client.Close],
// carry the [Revocation] of earlier calls.
//
//   - Bytes behind an answer that are there when it is read make it garbage.
//   - Bytes that are there before the next request is sent revoke the last call.
//     The next request goes to a fresh process.
//   - A line with the id of an earlier call revokes that call. The open request
//     is asked again of a fresh process, whose answer is its verdict.
//   - Any other garbage on a process that has answered calls may belong to the
//     call before or to the open one. The open request is asked again of a fresh
//     process: if that answers, the garbage was the earlier call's, which is
//     revoked; if not, the second outcome is the open call's verdict.
//   - Bytes between the last answer and the end of the output revoke the last
//     call. Close waits for that end.
//
// Thus every irregular byte costs some call its answer, and an adapter that
// doubles one answer is told which, however the bytes fall.
//
// # Process rules
//
// Each adapter runs in a process group of its own, so that a Ctrl-C at the
// terminal reaches only the harness, which must end its contexts. A process is
// ended by closing its input, then SIGTERM to the group, then SIGKILL to the
// group, with [Config.Grace] between the steps (a hung or babbling one is spared
// the first). The group is signalled only while its leader is not yet reaped: as
// long as it is a zombie, the number of the group cannot be given to anyone else.
// When the leader ended by itself, what is left of its group is killed before it
// is reaped. A child that keeps the pipes open holds nothing up, because the end
// of the leader is watched apart from its output.
//
// A descendant that makes a session or group of its own (setsid) leaves the
// group and cannot be found again without reading the process table, which this
// project does not do; it is left alone, and cannot hold up the harness. If the
// harness itself is killed, its adapters see the end of their input.
//
// Linux, macOS and the BSDs are supported. Elsewhere [New] returns
// [ErrUnsupported].
package adapter

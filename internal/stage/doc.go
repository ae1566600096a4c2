// Package stage puts an unmodified program on a stage of real processes and tells
// what it did to them: the drill's namespaces and actors (docs/drill.md). It runs on
// Linux; elsewhere [Run] says so.
//
// A [Run] is one performance. This program starts itself again as the stage manager,
// in fresh user, mount, network, IPC and UTS namespaces, which builds a read-only
// root and starts pid 1 in a fresh pid namespace; who plays below pid 1 is in a time
// namespace too, the clock of the stage. Pid 1 and every process of the table are the actor, a program of a few
// kilobytes (actor/actor.c): it forks its
// children under exact pids (clone3 with set_tid, which nobody can race), takes its
// costume by exec and waits. Freestanding C, because the parts must be many and
// cheap, must be one thread with one name, and must fork; a copy of our own binary is
// none of that. The built program is embedded, and a test builds it from its source
// and puts that on the stage.
//
// The reaper runs without a capability, under a filter of system calls that refuses
// what could lead off the stage and lets the manager see each signal before it is sent,
// and where a scenario has events each file before it is opened: an event follows the
// first look at once, and comes neither late nor between the second look and the signal.
// What the actors got they note on the board, memory that they share with the manager;
// it also learns there how each ended.
//
// The manager signals nothing on the stage: it ends the namespace. It looks at the
// stage's own /proc alone, never at the host's process table.
//
// It imports golang.org/x/sys/unix, the JSON library and nothing of ours. A program that uses it calls
// [Enter] before anything else.
package stage

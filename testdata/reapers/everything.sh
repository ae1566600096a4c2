#!/bin/sh
# Ends everything that it can reach. It wants to know from where it was started
# (OUTSIDE_PID_NS, the target of /proc/self/ns/pid there) and does nothing in that place:
# a stage or sandbox that fails to hold it must not cost the machine.
: "${OUTSIDE_PID_NS:?set it to the target of /proc/self/ns/pid of the calling shell}"
here=$(readlink /proc/self/ns/pid) || exit 1
if [ -z "$here" ] || [ "$here" = "$OUTSIDE_PID_NS" ]; then
	echo "nothing holds me"
	exit 1
fi
kill -TERM -1
kill -KILL -1

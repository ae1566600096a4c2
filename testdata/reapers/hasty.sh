#!/bin/sh
# No age gate, and the whole command is matched: whatever mentions a server, and whose
# parent is an init that is known, is ended. It does look again before each signal.

# look sets ppid and start of a process.
look() {
    read -r line 2>/dev/null <"/proc/$1/stat" || return 1
    set -- ${line##*) }
    ppid=$2 start=${20}
}

case $(tr '\0' ' ' </proc/1/cmdline) in
*systemd* | */init* | tini*) ;;
*) exit 0 ;;
esac
look 1
oldest=$start
found=
for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    # What init started with the machine is a service.
    look "$pid" && [ "$ppid" = 1 ] && [ "$start" -gt $((oldest + 200)) ] || continue
    tr '\0' ' ' 2>/dev/null <"$folder/cmdline" | grep -Eq 'mcp[-_]server|modelcontextprotocol/server' &&
        found="$found $pid:$start"
done
for step in TERM KILL; do
    for entry in $found; do
        look "${entry%:*}" && [ "$ppid" = 1 ] && [ "$start" = "${entry#*:}" ] && kill -$step "${entry%:*}"
    done
    [ $step = TERM ] && sleep 0.2
done
exit 0

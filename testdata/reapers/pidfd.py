#!/usr/bin/env python3
"""Holds a pidfd from before the look: a signal cannot hit who has the pid later. It
does not tell that the owner came back, so the parent is looked at again."""
import os
import signal
import time

import table

held = []
for process in table.orphans():
    try:
        fd = os.pidfd_open(process.pid)
    except OSError:
        continue  # it has ended
    # Whom the descriptor holds is the one that was looked at, if it still is.
    if table.same(process):
        held.append((process, fd))


def send(process, fd, number):
    now = table.look(process.pid)
    if now is None or now.ppid != 1:
        return
    try:
        signal.pidfd_send_signal(fd, number)
    except ProcessLookupError:
        pass  # it has ended, whoever has its pid now


for process, fd in held:
    send(process, fd, signal.SIGTERM)
time.sleep(0.2)
for process, fd in held:
    send(process, fd, signal.SIGKILL)

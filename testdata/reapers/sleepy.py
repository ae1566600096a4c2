#!/usr/bin/env python3
"""Looks again before TERM, sleeps, and sends KILL to the pid without another look."""
import os
import signal
import time

import table

asked = []
for process in list(table.orphans()):
    if table.same(process):
        os.kill(process.pid, signal.SIGTERM)
        asked.append(process)
time.sleep(0.2)
for process in asked:
    try:
        os.kill(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass

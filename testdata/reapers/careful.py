#!/usr/bin/env python3
"""Careful: looks again before each signal. Its start tells a process from the next
one of its pid; its parent tells whether the owner came back."""
import os
import signal
import time

import table

found = list(table.orphans())
asked = []
for process in found:
    if table.same(process):
        os.kill(process.pid, signal.SIGTERM)
        asked.append(process)
time.sleep(0.2)
for process in asked:
    if table.same(process):
        os.kill(process.pid, signal.SIGKILL)

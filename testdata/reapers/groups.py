#!/usr/bin/env python3
"""Looks again, and asks the whole process group to end."""
import os
import signal

import table

for process in list(table.orphans()):
    if table.same(process):
        os.killpg(os.getpgid(process.pid), signal.SIGTERM)

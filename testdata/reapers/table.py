"""What the Python reapers of this folder share: the look at /proc, and the rule."""
import os
import re

HELPER = re.compile(r"(\.bin/|.*/)?mcp[-_]server|@modelcontextprotocol/server-")
LAUNCHERS = {"node", "npm", "exec", "uvx", "python3", "python", "sh", "env"}
INITS = {"systemd", "init", "launchd", "tini", "docker-init", "dumb-init"}
OLD_ENOUGH = 300


class Process:
    """One look at one process."""

    def __init__(self, pid):
        self.pid = pid
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        with open(f"/proc/{pid}/cmdline") as file:
            self.words = " ".join(file.read().split("\0")).split()
        self.ppid = int(fields[1])
        self.start = int(fields[19])

    def identity(self):
        return self.start, self.ppid, self.words

    def program(self):
        """The word that says what runs, less the folders that it lies in."""
        for word in self.words:
            if word.startswith("-") or os.path.basename(word) in LAUNCHERS:
                continue
            if "/node_modules/" in word:
                return word.rpartition("/node_modules/")[2]
            return word if word.startswith("@") else os.path.basename(word)
        return ""


def look(pid):
    try:
        return Process(pid)
    except (OSError, IndexError):
        return None  # it has ended


def age(process):
    with open("/proc/uptime") as file:
        return float(file.read().split()[0]) - process.start / os.sysconf("SC_CLK_TCK")


def orphans():
    """Helpers that nobody uses: an init that is known has got them, and they are old."""
    init = look(1)
    if not init or os.path.basename(init.words[0]) not in INITS:
        return
    for name in sorted(os.listdir("/proc")):
        process = look(int(name)) if name.isdigit() else None
        if (process and process.ppid == 1 and HELPER.match(process.program())
                and OLD_ENOUGH <= age(process) < age(init) - 2):
            yield process


def same(process):
    """The second look: is it the same process, with the same parent?"""
    now = look(process.pid)
    return now is not None and now.identity() == process.identity()

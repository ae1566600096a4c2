#!/usr/bin/env python3
"""Tries to leave the stage, or to take all of it. Each attempt prints its name and
what came of it. The first argument names the attempts: escape, fork, memory, flood, hang."""
import ctypes
import os
import signal
import socket
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
WHAT, REST = sys.argv[1], sys.argv[2:]


def attempt(name, call):
    try:
        result = call()
    except BaseException as error:
        print(f"{name}: refused ({type(error).__name__})")
    else:
        print(f"{name}: {'refused' if result is None else f'DONE {result!r}'}")


def system(name, *arguments):
    """A call of the C library, None where it failed."""
    ctypes.set_errno(0)
    return None if getattr(libc, name)(*arguments) < 0 else "ok"


def number(n, *arguments):
    return None if libc.syscall(n, *arguments) < 0 else "ok"


def write(path):
    with open(path, "a") as file:
        file.write("x")
    return path


def connect(address, family=socket.AF_INET):
    with socket.socket(family, socket.SOCK_STREAM) as s:
        s.settimeout(2)
        s.connect(address)
    return address


def send(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(b"x", address)
    return address


def escape():
    pids, port, canary, unix = REST
    for pid in pids.split(","):
        attempt("signal a pid of the host", lambda: os.kill(int(pid), signal.SIGKILL))
    os.kill(1, signal.SIGKILL)
    attempt("end pid 1", lambda: None if os.path.exists("/proc/1/stat") else "gone")
    for path in ("/etc/escape", "/usr/bin/escape", "/escape", canary, "/dev/escape", "/proc/sysrq-trigger",
                 "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/ns_last_pid",
                 "/proc/sys/user/max_user_namespaces", "/proc/1/oom_score_adj"):
        attempt(f"write {os.path.basename(path)}", lambda: write(path))
    attempt("remove a file", lambda: os.remove(canary))
    attempt("connect to the host", lambda: connect(("127.0.0.1", int(port))))
    attempt("connect to a network", lambda: connect(("192.0.2.1", 80)))
    attempt("send a datagram", lambda: send(("192.0.2.1", 53)))
    attempt("connect to a unix socket", lambda: connect(unix, socket.AF_UNIX))
    attempt("connect to an abstract socket", lambda: connect("\0tspi-canary", socket.AF_UNIX))
    attempt("open a vm socket", lambda: socket.socket(40, socket.SOCK_STREAM))
    attempt("trace pid 1", lambda: system("ptrace", 16, 1, 0, 0))
    attempt("trace an actor", lambda: system("ptrace", 16, 410, 0, 0))
    attempt("unmount what covers /proc", lambda: system("umount2", b"/proc/410/stat", 2))
    attempt("unmount /proc", lambda: system("umount2", b"/proc", 2))
    attempt("mount", lambda: system("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, None))
    attempt("remount", lambda: system("mount", b"", b"/etc", None, 4096 | 32, None))
    attempt("leave by /proc/1/root", lambda: os.listdir("/proc/1/root/"))
    attempt("leave by /proc/1/cwd", lambda: os.listdir("/proc/1/cwd/"))
    for fd in range(6):
        attempt(f"take descriptor {fd} of pid 1", lambda: os.open(f"/proc/1/fd/{fd}", os.O_PATH))
    attempt("look into the memory of pid 1", lambda: open("/proc/1/mem", "rb").read(1))
    for name in ("/proc/410/mem", "/proc/410/task/410/mem", f"/proc/{os.getppid()}/mem", "/proc/1/mem",
                 "/proc/1/task/1/mem"):
        attempt(f"write {name}", lambda: open(name, "r+b").close() or "open")
    attempt("write into an actor", lambda: None if libc.process_vm_writev(410, 0, 0, 0, 0, 0) < 0 else "ok")
    attempt("change the root", lambda: system("chroot", b"/tmp"))
    attempt("new user namespace", lambda: system("unshare", 0x10000000))
    attempt("new mount namespace", lambda: system("unshare", 0x20000))
    clone = 56 if os.uname().machine == "x86_64" else 220
    attempt("new user namespace by clone", lambda: number(clone, 0x10000000 | 17, 0, 0, 0, 0))
    attempt("join a namespace", lambda: system("setns", os.open("/proc/self/ns/pid", os.O_RDONLY), 0))
    attempt("become root again", lambda: system("setresuid", 0, 0, 0) if os.getuid() else None)
    attempt("raise a limit", lambda: __import__("resource").setrlimit(4, (1 << 30, 1 << 30)) or "ok")
    attempt("io_uring", lambda: number(425, 1, ctypes.create_string_buffer(120)))
    attempt("load a module", lambda: number(175 if os.uname().machine == "x86_64" else 105, 0, 0, b""))
    attempt("change a shown stat", lambda: os.chmod("/proc/410/stat", 0o666) or write("/proc/410/stat"))
    attempt("see a host process", lambda: [p for p in pids.split(",") if os.path.exists(f"/proc/{p}")] or None)


def fork():
    while True:
        try:
            os.fork()
        except OSError:
            pass


def memory():
    kept = []
    for _ in range(6):
        if os.fork() == 0:
            break
    while True:
        try:
            kept.append(bytearray(b"x" * (32 << 20)))
        except MemoryError:
            signal.pause()


def flood():
    block = b"x" * 65536
    while True:
        os.write(1, block)


def hang():
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            pass
    while True:
        signal.pause()


{"escape": escape, "fork": fork, "memory": memory, "flood": flood, "hang": hang}[WHAT]()
sys.stdout.flush()

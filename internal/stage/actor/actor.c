/*
 * The one small program that plays every process of a stage but the reaper.
 *
 * It is freestanding C: no library, one thread, a few kilobytes, so that two
 * hundred of them start in an instant, and each is told from a real helper by
 * nothing that a reaper reads: its name, command line and /proc/PID/exe are those
 * of its part, it holds no descriptor, and it waits.
 *
 * All that it knows stands on the board, memory that it shares with the stage
 * manager (board.go holds the same layout). Descriptor 3 is the board. Pid 1 has
 * also 4, the folder with a link of this program for each part, 5, a socket to the
 * manager, and 6 to 8, the reaper's input and outputs.
 *
 *   pid 1    mounts /proc, sets the clock of the stage, and forks its children,
 *            who fork theirs; later it forks whom the manager asks for, and reaps
 *   an actor takes its costume by exec, says that it is ready, and waits; it notes
 *            the signals that it gets, and how its children end
 *   the reaper's process waits for the start, gives up all privilege, and becomes
 *            the reaper by exec
 */
#include <asm/errno.h>
#include <asm/siginfo.h>
#include <asm/signal.h>
#include <asm/unistd.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/fcntl.h>
#include <linux/futex.h>
#include <linux/in.h>
#include <linux/landlock.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/filter.h>
#include <linux/securebits.h>
#include <linux/socket.h>
#include <linux/wait.h>

typedef unsigned int u32;
typedef unsigned long u64;

enum { BOARD_FD = 3, CAST_FD = 4, MANAGER_FD = 5, REAPER_FD = 6 };
enum { FLAG_STUBBORN = 1, FLAG_SUBREAPER = 2, FLAG_NOWAIT = 4, FLAG_ZOMBIE = 8, FLAG_ORPHAN = 16, FLAG_SESSION = 32,
	FLAG_REAPER = 64, FLAG_KIN = 128 };
enum { STATE_FORKED = 1, STATE_READY, STATE_ENDED, STATE_FAILED };
enum { STEP_PROC = 1, STEP_CLOCK, STEP_PID, STEP_FORK, STEP_COSTUME, STEP_SOCKET, STEP_PRIVILEGE, STEP_FILTER,
	STEP_LISTENER, STEP_FOLDER, STEP_PROGRAM, STEP_GROUP, STEP_CONFINE };

struct limit { u64 resource, value; };

struct slot {
	u32 pid, parent, flags, group;
	u32 state, code, status, leave;
	u64 signals;
	u32 sender, first;
	u32 error, step;
	u64 path, argv, env;
	u32 listen, connect;
	u64 folder;
	u64 spare[3];
};

struct board {
	u32 slots, events, command, target;
	u32 start, limits, filters, lastpid;
	u64 clock, filter, writable;
	struct limit limit[8];
	char room[4096 - 56 - 8 * sizeof(struct limit)];
	struct slot slot[];
};

static struct board *board;
static u32 self; /* the slot of this process */

/* System calls. */

#if defined(__x86_64__)
static long call(long n, long a, long b, long c, long d, long e, long f)
{
	long r;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "=a"(r)
			 : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return r;
}
__asm__(".globl _start\n_start:\n\txor %ebp,%ebp\n\tmov %rsp,%rdi\n\tand $-16,%rsp\n\tcall begin\n"
	".globl restore\nrestore:\n\tmov $15,%eax\n\tsyscall\n");
extern void restore(void);
#elif defined(__aarch64__)
static long call(long n, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = n;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
	return x0;
}
__asm__(".globl _start\n_start:\n\tmov x29,#0\n\tmov x30,#0\n\tmov x0,sp\n\tb begin\n");
#else
#error "no system calls for this processor"
#endif

#define sys(n, ...) sys_(__NR_##n, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define sys_(n, a, b, c, d, e, f, ...) call(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* The compiler may call these. */
void *memset(void *to, int byte, unsigned long n)
{
	char *p = to;
	while (n--) {
		*p++ = (char)byte;
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

static unsigned long length(const char *s)
{
	unsigned long n = 0;
	while (s[n])
		n++;
	return n;
}

static void wake(u32 *word)
{
	sys(futex, word, FUTEX_WAKE, 0x7fffffff);
}

static void await(u32 *word, u32 value)
{
	sys(futex, word, FUTEX_WAIT, value, 0);
}

static u32 load(u32 *word)
{
	return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

/* announce says that something on the board has changed. */
static void announce(void)
{
	__atomic_add_fetch(&board->events, 1, __ATOMIC_SEQ_CST);
	wake(&board->events);
}

static void become_state(u32 i, u32 state)
{
	__atomic_store_n(&board->slot[i].state, state, __ATOMIC_SEQ_CST);
	announce();
}

static void __attribute__((noreturn)) leave(int status)
{
	for (;;)
		sys(exit_group, status);
}

/* fail ends a process that cannot play its part. */
static void __attribute__((noreturn)) fail(u32 step, long error)
{
	board->slot[self].error = (u32)-error;
	board->slot[self].step = step;
	become_state(self, STATE_FAILED);
	leave(127);
}

static void *at(u64 offset)
{
	return (char *)board + offset;
}

/* Ends and signals. */

/* ended writes down how a process of the table ended, and with a state also that it has. */
static void ended(siginfo_t *info, u32 state)
{
	for (u32 i = 0; i < board->slots; i++) {
		struct slot *s = &board->slot[i];
		u32 now = load(&s->state);
		if (s->pid == (u32)info->si_pid && (now == STATE_FORKED || now == STATE_READY)) {
			s->status = (u32)info->si_status;
			__atomic_store_n(&s->code, (u32)info->si_code, __ATOMIC_SEQ_CST);
			if (state)
				become_state(i, state);
		}
	}
}

/*
 * reap takes what the ended children leave behind. How one ended is written down before
 * its pid is free, because whoever reaps may be ended in between; that it has ended is
 * said when the pid is free. A parent that does not wait only looks, and leaves zombies.
 */
static void reap(void)
{
	siginfo_t info, taken;
	if (!(board->slot[self].flags & FLAG_NOWAIT)) {
		for (;;) {
			info.si_pid = 0;
			if (sys(waitid, P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == 0)
				return;
			ended(&info, 0);
			sys(waitid, P_PID, info.si_pid, &taken, WEXITED | WNOHANG);
			ended(&info, STATE_ENDED);
		}
	}
	for (u32 i = 0; i < board->slots; i++) {
		struct slot *s = &board->slot[i];
		info.si_pid = 0;
		if (s->parent == self && i != self && load(&s->state) < STATE_ENDED &&
		    sys(waitid, P_PID, s->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0)
			ended(&info, STATE_ENDED);
	}
}

struct action {
	void *handler;
	u64 flags;
	void *restorer; /* of x86 alone, which has none of its own */
	u64 mask;
};

static void on_signal(int, siginfo_t *, void *);

static void dispose(int signal, void *handler)
{
	struct action a;
	memset(&a, 0, sizeof a);
	a.handler = handler;
	a.flags = SA_SIGINFO | SA_RESTART;
#if defined(__x86_64__)
	a.flags |= SA_RESTORER;
	a.restorer = restore;
#endif
	sys(rt_sigaction, signal, &a, 0, 8);
}

static int harmless(int signal)
{
	return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

static int survives(int signal)
{
	if (self == 0)
		return 1;
	return board->slot[self].flags & FLAG_STUBBORN &&
	       (signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGQUIT);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	struct slot *s = &board->slot[self];
	(void)context;
	if (info->si_code <= 0) { /* sent by a process */
		if (!s->signals) {
			s->sender = (u32)info->si_pid;
			s->first = (u32)signal;
		}
		__atomic_or_fetch(&s->signals, 1UL << (signal - 1), __ATOMIC_SEQ_CST);
		announce();
	}
	if (signal == SIGCHLD)
		reap();
	if (harmless(signal) || survives(signal))
		return;
	dispose(signal, SIG_DFL);
	long me = sys(getpid);
	sys(kill, me, signal); /* what it does to others, when the handler is left */
}

static void listen_to_signals(void)
{
	for (int i = 1; i <= 64; i++)
		if (i != SIGKILL && i != SIGSTOP)
			dispose(i, on_signal);
	reap(); /* who ended before */
}

/* Making the tree. */

static void build(u32);

static long fork_as(u32 pid)
{
	struct clone_args args;
	int tid = (int)pid;
	memset(&args, 0, sizeof args);
	args.exit_signal = SIGCHLD;
	if (pid) {
		args.set_tid = (u64)&tid;
		args.set_tid_size = 1;
	}
	return sys(clone3, &args, sizeof args);
}

static void become(u32) __attribute__((noreturn));

static void fork_child(u32 i)
{
	board->slot[i].state = STATE_FORKED;
	long pid = fork_as(board->slot[i].pid);
	if (pid < 0) {
		board->slot[i].error = (u32)-pid;
		board->slot[i].step = STEP_FORK;
		become_state(i, STATE_FAILED);
	}
	if (pid == 0)
		become(i);
}

/* spawn forks the process of a slot: an orphan through one that ends, and leads a session
 * unless the orphan is to stay in that of the process that left it. */
static void spawn(u32 i)
{
	if (!(board->slot[i].flags & FLAG_ORPHAN)) {
		fork_child(i);
		return;
	}
	long between = fork_as(0);
	if (between == 0) {
		if (!(board->slot[i].flags & FLAG_KIN))
			sys(setsid);
		fork_child(i);
		leave(0);
	}
	siginfo_t info;
	while (between > 0 && sys(waitid, P_PID, between, &info, WEXITED) == -EINTR)
		;
}

/* build forks the children of a slot, in the order of the table. */
static void build(u32 parent)
{
	for (u32 i = 1; i < board->slots; i++)
		if (board->slot[i].parent == parent && board->slot[i].state == 0 && board->slot[i].pid)
			spawn(i);
}

/* words makes an argument list of offsets a list of pointers. */
static char **words(u64 list, char **room, u32 size)
{
	u64 *offsets = at(list);
	u32 n = 0;
	for (; offsets[n] && n < size - 1; n++)
		room[n] = at(offsets[n]);
	room[n] = 0;
	return room;
}

/* without_privilege gives up every capability for good: root is then a user like any other. */
static long without_privilege(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2];
	memset(none, 0, sizeof none);
	const long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
	long r = sys(prctl, PR_SET_SECUREBITS, bits);
	for (int i = 0; i < 64 && r >= 0; i++)
		if (sys(prctl, PR_CAPBSET_DROP, i) == -EPERM)
			r = -EPERM;
	if (r >= 0)
		r = sys(prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	if (r >= 0)
		r = sys(capset, &header, none);
	return r;
}

/* few_privileges leaves pid 1 what it needs to fork under a given pid, and to give up all
 * the rest in who it forks. That is more than the reaper has, who cannot trace it for it. */
static long few_privileges(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct few[2];
	memset(few, 0, sizeof few);
	few[0].effective = few[0].permitted = 1U << CAP_SETPCAP;
	few[1].effective = few[1].permitted = 1U << (CAP_CHECKPOINT_RESTORE - 32);
	return sys(capset, &header, few);
}

/* The sizes of struct msghdr and what it points to, which no kernel header gives. */
struct vector { void *base; u64 length; };
struct message {
	void *name;
	u32 namelen;
	struct vector *vectors;
	u64 count;
	void *control;
	u64 controllen;
	u32 flags;
};
struct control { u64 length; int level, type; int fd; int pad; };

/* hand gives the manager the listener of the filter. */
static long hand(int fd)
{
	char byte = 0;
	struct vector v = {&byte, 1};
	struct control c = {20, 1 /* SOL_SOCKET */, 1 /* SCM_RIGHTS */, fd, 0};
	struct message m;
	memset(&m, 0, sizeof m);
	m.vectors = &v;
	m.count = 1;
	m.control = &c;
	m.controllen = sizeof c;
	return sys(sendmsg, MANAGER_FD, &m, 0);
}

static long write_file(const char *path, const char *text)
{
	long fd = sys(openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC), r = fd;
	if (fd >= 0) {
		r = sys(write, fd, text, length(text));
		sys(close, fd);
	}
	return r;
}

/* perform is the end of the reaper's process before the reaper: it waits for the start. */
static void __attribute__((noreturn)) perform(void)
{
	static char *argv[4096], *env[4096];
	struct slot *s = &board->slot[self];
	write_file("/proc/self/oom_score_adj", "1000"); /* while /proc can be written */
	become_state(self, STATE_READY);
	while (!load(&board->start))
		await(&board->start, 0);
	sys(setsid);
	for (int i = 0; i < 3; i++)
		sys(dup3, REAPER_FD + i, i, 0);
	for (u32 i = 0; i < board->limits; i++) {
		u64 limit[2] = {board->limit[i].value, board->limit[i].value};
		sys(prlimit64, 0, board->limit[i].resource, limit, 0);
	}
	long r = sys(chdir, at(s->folder));
	if (r < 0)
		fail(STEP_FOLDER, r);
	if ((r = without_privilege()) < 0)
		fail(STEP_PRIVILEGE, r);
	if ((r = sys(prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) < 0)
		fail(STEP_PRIVILEGE, r);
	words(s->argv, argv, 4096);
	words(s->env, env, 4096);
	struct sock_fprog program = {(unsigned short)board->filters, at(board->filter)};
	long listener = sys(seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	if (listener < 0)
		fail(STEP_FILTER, listener);
	if ((r = hand((int)listener)) < 0)
		fail(STEP_LISTENER, r);
	sys(close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
	r = sys(execve, at(s->path), argv, env);
	fail(STEP_PROGRAM, r);
}

/* become is the life of a new process until it takes its costume. */
static void become(u32 i)
{
	static char *argv[1024], *env[64];
	self = i;
	struct slot *s = &board->slot[i];
	long r = 0;
	if (s->flags & FLAG_SESSION)
		r = sys(setsid);
	else if (s->group)
		r = sys(setpgid, 0, s->group == s->pid ? 0 : s->group);
	if (r < 0)
		fail(STEP_GROUP, r);
	if (s->flags & FLAG_SUBREAPER)
		sys(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	build(i);
	if (s->flags & FLAG_REAPER)
		perform();
	if ((r = without_privilege()) < 0)
		fail(STEP_PRIVILEGE, r);
	sys(close_range, CAST_FD + 1, ~0U, 0);
	sys(fcntl, CAST_FD, F_SETFD, FD_CLOEXEC);
	r = sys(execveat, CAST_FD, at(s->path), words(s->argv, argv, 1024), words(s->env, env, 64), 0);
	fail(STEP_COSTUME, r);
}

/* The parts. */

struct address { unsigned short family, port; u32 host; u64 zero; };

static unsigned short network_order(u32 port)
{
	return (unsigned short)(port >> 8 | port << 8);
}

static void sockets(struct slot *s)
{
	struct address a;
	memset(&a, 0, sizeof a);
	a.family = 2; /* AF_INET */
	a.host = 0x0100007f;
	if (s->listen) {
		a.port = network_order(s->listen);
		long fd = sys(socket, 2, 1, 0);
		long r = fd < 0 ? fd : sys(bind, fd, &a, 16);
		if (r == 0)
			r = sys(listen, fd, 64);
		if (r < 0)
			fail(STEP_SOCKET, r);
	}
	if (s->connect) {
		a.port = network_order(s->connect);
		long fd = sys(socket, 2, 1, 0), r = fd;
		for (int tries = 0; fd >= 0 && tries < 5000; tries++) { /* the server may be slower */
			long pause[2] = {0, 1000000};
			if ((r = sys(connect, fd, &a, 16)) == 0)
				break;
			sys(nanosleep, pause, 0);
		}
		if (r < 0)
			fail(STEP_SOCKET, r);
	}
}

/* act is an actor in its costume. */
static void __attribute__((noreturn)) act(void)
{
	u32 pid = (u32)sys(getpid);
	for (u32 i = 0; i < board->slots; i++)
		if (board->slot[i].pid == pid && load(&board->slot[i].state) == STATE_FORKED)
			self = i;
	struct slot *s = &board->slot[self];
	sys(close, BOARD_FD);
	listen_to_signals();
	sockets(s);
	become_state(self, STATE_READY);
	if (s->flags & FLAG_ZOMBIE)
		leave(0);
	while (!load(&s->leave)) {
		if (s->listen)
			sys(accept4, BOARD_FD, 0, 0, 0); /* the first descriptor free */
		else
			await(&s->leave, 0);
	}
	leave(0);
}

/* decimal writes a number, and a line end, from the back. */
static const char *decimal(u32 n, char *room, u32 size)
{
	room[--size] = 0;
	do
		room[--size] = (char)('0' + n % 10);
	while (n /= 10);
	return room + size;
}

/*
 * confine lets nobody on the stage open a file for writing that lies elsewhere than the
 * board says: a read-only mount does not keep anybody out of a FIFO. All are in one domain
 * of Landlock, within which they see each other as before. An older kernel has none.
 */
static long confine(void)
{
	struct landlock_ruleset_attr attr = {LANDLOCK_ACCESS_FS_WRITE_FILE};
	long rules = sys(landlock_create_ruleset, &attr, 8 /* of the first version */, 0);
	if (rules == -ENOSYS || rules == -EOPNOTSUPP)
		return 0;
	u64 *paths = at(board->writable);
	long r = rules;
	for (u32 i = 0; paths[i] && r >= 0; i++) {
		struct landlock_path_beneath_attr beneath = {LANDLOCK_ACCESS_FS_WRITE_FILE, 0};
		if ((r = sys(openat, AT_FDCWD, at(paths[i]), 010000000 /* O_PATH */ | O_CLOEXEC)) < 0)
			break;
		beneath.parent_fd = (int)r;
		r = sys(landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
		sys(close, beneath.parent_fd);
	}
	if (r >= 0)
		r = sys(landlock_restrict_self, rules, 0);
	sys(close, rules);
	return r;
}

/* manage is pid 1. */
static void __attribute__((noreturn)) manage(void)
{
	char digits[16];
	self = 0;
	sys(prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	long r = sys(mount, "proc", "/proc", "proc", 0xe /* nosuid, nodev, noexec */, 0);
	if (r < 0)
		fail(STEP_PROC, r);
	if (board->clock) {
		if ((r = sys(unshare, CLONE_NEWTIME)) == 0)
			r = write_file("/proc/self/timens_offsets", at(board->clock));
		if (r < 0)
			fail(STEP_CLOCK, r);
	}
	/* The reaper's own processes get pids far from those of the table. */
	if (board->lastpid && (r = write_file("/proc/sys/kernel/ns_last_pid", decimal(board->lastpid, digits, 16))) < 0)
		fail(STEP_PID, r);
	if ((r = confine()) < 0)
		fail(STEP_CONFINE, r);
	listen_to_signals();
	build(0);
	sys(close_range, MANAGER_FD, ~0U, 0);
	if ((r = few_privileges()) < 0)
		fail(STEP_PRIVILEGE, r);
	become_state(0, STATE_READY);
	for (u32 seen = 0;;) {
		u32 command = load(&board->command);
		if (command == seen) {
			await(&board->command, seen);
			continue;
		}
		seen = command;
		spawn(board->target);
	}
}

void __attribute__((noreturn, used)) begin(long *stack)
{
	(void)stack;
	struct { u64 words[18]; } status; /* struct stat: st_size is the seventh word, on both processors */
	long r = sys(fstat, BOARD_FD, &status);
	if (r == 0)
		r = sys(mmap, 0, status.words[6], PROT_READ | PROT_WRITE, MAP_SHARED, BOARD_FD, 0);
	if (r < 0 && r > -4096)
		leave(126);
	board = (struct board *)r;
	if (sys(getpid) == 1)
		manage();
	act();
}

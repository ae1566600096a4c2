// The profile attr: whose is each process, and may it be reclaimed? (docs/contracts/attr.md)

import { MAX_PID, count, groupBy, operationsOf } from './facts.mjs';
import { FINDINGS, REASONS, judgeClaim, readClaim } from './attr-claim.mjs';

// --- section 1

const KIB = 2n ** 40n - 1n;
const TICKS = 2n ** 42n - 1n;
const id = (spot) => spot.id();
const kib = (spot) => spot.whole(0n, KIB);
const ticks = (spot) => spot.whole(0n, TICKS);
const pid = (spot) => spot.whole(1n, MAX_PID);

const readRoot = (spot) =>
  spot.orNull((given) => {
    const root = given.members(['pid', 'start_token']);
    return { pid: pid(root.pid), token: root.start_token.id() };
  });

const untrusted = (spot) => spot?.orNull((given) => given.text());

const KNOWN_ONLY = ['status', 'stopped', 'archived'];
const NULL_WHERE_CORRUPT = ['root', 'thread_id', 'runtime_id', 'proposal', ...KNOWN_ONLY];

function readSession(spot) {
  const given = spot.members(['id', 'corrupt', ...NULL_WHERE_CORRUPT], ['error']);
  untrusted(given.error);
  const session = {
    id: given.id.id(),
    corrupt: given.corrupt.flag(),
    root: readRoot(given.root),
    thread: given.thread_id.orNull(id),
    runtime: given.runtime_id.orNull(id),
    status: given.status.orNull((it) => it.word('queued', 'active', 'awaiting', 'other')),
    proposal: given.proposal.orNull((it) => it.word('nothing', 'close', 'other')),
    stopped: given.stopped.orNull((it) => it.flag()),
    archived: given.archived.orNull((it) => it.flag()),
  };
  const wrong = session.corrupt
    ? NULL_WHERE_CORRUPT.find((name) => given[name].value !== null)
    : KNOWN_ONLY.find((name) => given[name].value === null);
  if (wrong !== undefined) given[wrong].fail('null where the record is corrupt, and only there');
  return session;
}

function readRuntime(spot) {
  const given = spot.members(['id', 'root', 'references'], ['error']);
  untrusted(given.error);
  const readReference = (it) => {
    const { thread_id: thread, turn } = it.members(['thread_id', 'turn']);
    return { thread_id: thread.id(), turn: turn.orNull((word) => word.word('active', 'idle')) };
  };
  return {
    id: given.id.id(),
    root: readRoot(given.root),
    references: given.references.orNull((it) => it.listBy('thread_id', readReference)),
  };
}

function readBackend(spot) {
  const given = spot.members(['id', 'root', 'current']);
  return { id: given.id.id(), root: readRoot(given.root), current: given.current.flag(), at: given.current };
}

function readProcess(spot) {
  const given = spot.members(
    ['pid', 'ppid', 'start_token', 'rss_kib', 'pss_kib', 'ticks', 'second', 'declared'],
    ['command'],
  );
  untrusted(given.command);
  return {
    pid: pid(given.pid),
    ppid: given.ppid.whole(0n, MAX_PID),
    token: given.start_token.id(),
    rss: kib(given.rss_kib),
    pss: given.pss_kib.orNull(kib),
    ticks: ticks(given.ticks),
    second: given.second.orNull((it) => {
      const second = it.members(['start_token', 'ticks']);
      return { token: second.start_token.id(), ticks: ticks(second.ticks) };
    }),
    declared: given.declared.orNull((it) => {
      const declared = it.members(['project'], ['thread_id', 'session_id', 'backend_id']);
      return {
        project: declared.project.flag(),
        thread: declared.thread_id?.id(),
        session: declared.session_id?.id(),
        backend: declared.backend_id?.id(),
      };
    }),
  };
}

function readFacts(spot) {
  const given = spot.members([
    'budgets',
    'cpu_total_ticks',
    'cpu_count',
    'records_listed',
    'sessions',
    'runtimes',
    'backends',
    'processes',
  ]);
  const budgets = given.budgets.members(['session_rss_kib', 'backend_rss_kib', 'idle_cpu_permille']);
  const backends = given.backends.listBy('id', readBackend);
  backends.filter(({ current }) => current)[1]?.at.fail('there is a current backend already');
  return {
    sessionBudget: budgets.session_rss_kib.whole(1n, KIB),
    backendBudget: budgets.backend_rss_kib.whole(1n, KIB),
    idleBudget: budgets.idle_cpu_permille.whole(1n),
    totalTicks: given.cpu_total_ticks.orNull(ticks),
    cpus: given.cpu_count.whole(1n, 1024n),
    recordsListed: given.records_listed.flag(),
    sessions: given.sessions.listBy('id', readSession),
    runtimes: given.runtimes.listBy('id', readRuntime),
    backends,
    processes: given.processes.listBy('pid', readProcess),
  };
}

// --- section 2

const AMBIGUOUS = 'ambiguous';

/** What the facts say about owners: lookups, and the owner of every process. */
function survey(facts) {
  const byPid = new Map(facts.processes.map((process) => [process.pid, process]));
  const byId = (entries) => new Map(entries.map((entry) => [entry.id, entry]));
  const [sessions, runtimes, backends] = [facts.sessions, facts.runtimes, facts.backends].map(byId);
  const sessionsOf = groupBy(
    facts.sessions.filter(({ thread }) => thread !== null),
    ({ thread }) => thread,
  );
  const current = facts.backends.find((backend) => backend.current);

  const isLive = ({ root }) => root !== null && byPid.get(root.pid)?.token === root.token;
  const isStale = (entry) => Boolean(entry?.root) && byPid.has(entry.root.pid) && !isLive(entry);
  const wayUp = (start) => {
    const pids = new Set();
    for (let at = start; byPid.has(at) && !pids.has(at); at = byPid.get(at).ppid) pids.add(at);
    return pids;
  };
  const rootsOf = (entries) => groupBy(entries.filter(isLive), ({ root }) => root.pid);
  const roots = {
    session: rootsOf(facts.sessions),
    runtime: rootsOf(facts.runtimes),
    former: rootsOf(facts.backends.filter((backend) => !backend.current)),
  };

  /** The id of the nearest entry, AMBIGUOUS, or undefined. */
  const nearest = (kind, way) => {
    for (const at of way) {
      const found = roots[kind].get(at);
      if (found !== undefined) return found.length > 1 ? AMBIGUOUS : { id: found[0].id };
    }
    return undefined;
  };
  const of = (prefix, found) =>
    found === AMBIGUOUS ? { row: 'unattributed', ambiguous: true } : { row: `${prefix}:${found.id}` };

  const ownerOf = (process) => {
    const way = wayUp(process.pid);
    const declared = process.declared ?? { project: false };
    const threads = sessionsOf.get(declared.thread) ?? [];
    const runtime = nearest('runtime', way);
    if (roots.runtime.has(process.pid)) return of('shared_runtime', runtime);
    if (threads.length > 0) return of('session', threads.length > 1 ? AMBIGUOUS : threads[0]);
    if (runtime !== undefined) return of('shared_runtime', runtime);
    if (sessions.has(declared.session)) return { row: `session:${declared.session}` };
    const session = nearest('session', way);
    if (session !== undefined) return of('session', session);
    if (current && isLive(current) && way.has(current.root.pid)) return of('backend', current);
    const former = nearest('former', way);
    if (former !== undefined) return of('orphan:backend', former);
    if (!declared.project) return undefined;
    if (declared.session !== undefined) return { row: `orphan:session:${declared.session}` };
    if (declared.backend !== undefined && declared.backend !== current?.id) {
      return { row: `orphan:backend:${declared.backend}` };
    }
    return { row: 'unattributed', unowned: true };
  };
  const owners = new Map(facts.processes.map((process) => [process.pid, ownerOf(process)]));

  /** The session, the runtime or the backend that a row's id names. */
  const named = (row) => {
    const [, prefix, name] = /^(session|shared_runtime|(?:orphan:)?backend):([^]*)$/.exec(row) ?? [];
    const entries = { session: sessions, shared_runtime: runtimes, backend: backends, 'orphan:backend': backends };
    return entries[prefix]?.get(name);
  };
  return { facts, byPid, sessions, runtimes, sessionsOf, owners, isLive, isStale, wayUp, named };
}

// --- sections 3 and 4

const sum = (figures) =>
  figures.length === 0 || figures.includes(null) ? null : figures.reduce((total, figure) => total + figure, 0n);
const above = (figure, budget) => figure !== null && figure > budget;

function cpuOf(processes, { totalTicks, cpus }) {
  if (processes.length === 0 || totalTicks === null || totalTicks === 0n) return null;
  let used = 0n;
  for (const { token, ticks: before, second } of processes) {
    if (second === null || second.token !== token || second.ticks < before) return null;
    used += second.ticks - before;
  }
  return used >= totalTicks ? 1000n * cpus : (used * cpus * 1000n + totalTicks - 1n) / totalTicks;
}

/** All rows, in their order. */
function makeRows(known) {
  const { facts, owners, named } = known;
  const processesOf = new Map();
  for (const runtime of facts.runtimes) processesOf.set(`shared_runtime:${runtime.id}`, []);
  for (const session of facts.sessions) if (session.corrupt) processesOf.set(`session:${session.id}`, []);
  for (const process of facts.processes) {
    const row = owners.get(process.pid)?.row;
    if (row === undefined) continue;
    if (!processesOf.has(row)) processesOf.set(row, []);
    processesOf.get(row).push(process);
  }
  const holding = new Set();
  for (const [start, owner] of owners) {
    if (owner === undefined) continue;
    for (const at of known.wayUp(start)) {
      const row = owners.get(at)?.row;
      if (row !== undefined && row !== owner.row) holding.add(row);
    }
  }
  const rows = [...processesOf].map(([id, processes]) => {
    const row = {
      id,
      kind: id.split(':')[0],
      pids: processes.map((process) => process.pid).sort((left, right) => (left < right ? -1 : 1)),
      rss_kib: sum(processes.map(({ rss }) => rss)),
      pss_kib: sum(processes.map(({ pss }) => pss)),
      cpu_permille: cpuOf(processes, facts),
    };
    const subject = {
      row,
      processes,
      entry: named(id),
      type: id.startsWith('orphan:') ? id.split(':', 2).join(' ') : row.kind,
      holdsOthers: holding.has(id),
    };
    if (row.kind === 'shared_runtime') {
      const { references } = subject.entry;
      row.ref_count = references === null ? null : BigInt(references.length);
    }
    row.findings = FINDINGS.map(([name]) => name)
      .filter((name) => FINDING_HOLDS[name](subject, known))
      .sort();
    const reason = REASONS.map(([name]) => name).find((name) => REASON_HOLDS[name]?.(subject, known));
    row.reclaim = { verdict: verdictOf(subject.type, reason), reason };
    return row;
  });
  const size = ({ rss_kib: rss }) => (rss === null ? -1n : rss);
  return rows.sort((left, right) => {
    if (size(left) !== size(right)) return size(left) > size(right) ? -1 : 1;
    return left.id < right.id ? -1 : 1;
  });
}

function verdictOf(type, reason) {
  if (type === 'shared_runtime' || type === 'backend') return 'protected';
  return reason === 'terminal' || reason === 'owner_absent' ? 'eligible' : 'ineligible';
}

const is =
  (...types) =>
  ({ type }) =>
    types.includes(type);
const isSession = is('session');
const isRuntime = is('shared_runtime');
const both = (first, second) => (subject, known) => first(subject, known) && second(subject, known);
const threadOwners = ({ entry }, { sessionsOf }) =>
  (entry.references ?? []).map(({ thread_id: thread }) => sessionsOf.get(thread) ?? []);

const FINDING_HOLDS = {
  record_corrupt: both(isSession, ({ entry }) => entry.corrupt),
  archived_resident: both(isSession, ({ entry }) => entry.archived === true),
  runtime_unknown: both(
    isSession,
    ({ entry }, { runtimes }) => entry.runtime !== null && !runtimes.has(entry.runtime),
  ),
  root_stale: both(is('session', 'shared_runtime', 'orphan backend'), ({ entry }, { isStale }) => isStale(entry)),
  rss_over_budget: ({ type, row }, { facts }) =>
    (type === 'session' && above(row.rss_kib, facts.sessionBudget)) ||
    (['shared_runtime', 'backend', 'orphan backend'].includes(type) && above(row.rss_kib, facts.backendBudget)),
  idle_cpu_over_budget: ({ type, row, entry }, { facts }) => {
    if (!above(row.cpu_permille, facts.idleBudget)) return false;
    if (type === 'session') return entry.status !== 'active' && entry.status !== 'queued';
    if (type === 'shared_runtime') return entry.references?.every(({ turn }) => turn === 'idle') ?? false;
    return type === 'backend' || type === 'orphan backend';
  },
  no_process: both(isRuntime, ({ processes }) => processes.length === 0),
  references_unknown: both(isRuntime, ({ entry }) => entry.references === null),
  no_references: both(isRuntime, ({ entry }) => entry.references?.length === 0),
  unowned_thread: both(isRuntime, (subject, known) => threadOwners(subject, known).some((of) => of.length === 0)),
  ambiguous_thread: both(isRuntime, (subject, known) => threadOwners(subject, known).some((of) => of.length > 1)),
  archived_thread: both(isRuntime, (subject, known) =>
    threadOwners(subject, known).some((of) => of.length === 1 && of[0].archived === true),
  ),
  turn_unknown: both(isRuntime, ({ entry }) => entry.references?.some(({ turn }) => turn === null) ?? false),
  record_without_thread: both(isRuntime, ({ entry }, { facts }) => {
    if (entry.references === null) return false;
    const threads = new Set(entry.references.map(({ thread_id: thread }) => thread));
    return facts.sessions.some(
      ({ runtime, stopped, thread }) => runtime === entry.id && stopped !== true && !threads.has(thread),
    );
  }),
  identity_leak: both(is('shared_runtime', 'backend'), ({ processes }) =>
    processes.some(({ declared }) => declared?.thread !== undefined || declared?.session !== undefined),
  ),
  owner_absent: is('orphan session', 'orphan backend'),
  ambiguous_owner: both(is('unattributed'), ({ processes }, { owners }) =>
    processes.some((process) => owners.get(process.pid).ambiguous),
  ),
  no_owner: both(is('unattributed'), ({ processes }, { owners }) =>
    processes.some((process) => owners.get(process.pid).unowned),
  ),
};

/** The turns that any runtime reports of a session's thread. */
const turnsOf = ({ thread }, { facts }) =>
  facts.runtimes
    .flatMap(({ references }) => references ?? [])
    .filter((reference) => reference.thread_id === thread)
    .map(({ turn }) => turn);

function isProven({ declared }, { type, entry }) {
  if (declared === null) return false;
  if (type === 'orphan session') return declared.thread === undefined;
  if (declared.thread !== undefined) return declared.thread === entry.thread;
  return declared.session === undefined || declared.session === entry.id;
}

const anySession = is('session', 'orphan session');
// In the order of REASONS, which is that of section 4.
const REASON_HOLDS = {
  references_unknown: ({ type, entry }, { runtimes }) =>
    (type === 'shared_runtime' && entry.references === null) ||
    (type === 'session' && runtimes.get(entry.runtime)?.references === null),
  referenced: both(isRuntime, ({ entry }) => entry.references?.length > 0),
  adapter_only: isRuntime,
  current_backend: is('backend'),
  superseded_backend: is('orphan backend'),
  no_owner: is('unattributed'),
  record_corrupt: both(isSession, ({ entry }) => entry.corrupt),
  archived_resident: both(isSession, ({ entry }) => entry.archived === true),
  thread_ambiguous: both(isSession, ({ entry }, { sessionsOf }) => sessionsOf.get(entry.thread)?.length > 1),
  runtime_stale: both(isSession, ({ entry }, { runtimes, isStale }) => isStale(runtimes.get(entry.runtime))),
  runtime_unproven: both(isSession, ({ entry }, { runtimes, isLive }) => {
    if (entry.runtime === null) return false;
    const runtime = runtimes.get(entry.runtime);
    return runtime === undefined || !isLive(runtime) || entry.thread === null;
  }),
  turn_active: both(isSession, ({ entry }, known) => turnsOf(entry, known).includes('active')),
  turn_unknown: both(isSession, ({ entry }, known) => turnsOf(entry, known).includes(null)),
  not_terminal: both(
    isSession,
    ({ entry }) => entry.status !== 'awaiting' || !['nothing', 'close'].includes(entry.proposal),
  ),
  records_unlisted: both(is('orphan session'), (subject, { facts }) => !facts.recordsListed),
  identity_unproven: both(anySession, (subject) => !subject.processes.every((process) => isProven(process, subject))),
  holds_others: both(anySession, ({ holdsOthers }) => holdsOthers),
  cpu_unknown: both(anySession, ({ row }) => row.cpu_permille === null),
  cpu_over_idle: both(anySession, ({ row }, { facts }) => row.cpu_permille > facts.idleBudget),
  terminal: isSession,
  owner_absent: is('orphan session'),
};

function summarize(rows, { facts, owners }) {
  const strangers = facts.processes.filter(({ pid: number }) => owners.get(number) === undefined);
  const total = (name) => {
    const figures = rows.filter(({ pids }) => pids.length > 0).map((row) => row[name]);
    return figures.length === 0 ? 0n : sum(figures);
  };
  return {
    row_count: count(rows),
    eligible_count: count(rows, ({ reclaim }) => reclaim.verdict === 'eligible'),
    finding_count: count(rows.flatMap(({ findings }) => findings)),
    process_count: count(rows.flatMap(({ pids }) => pids)),
    unread_count: count(strangers, ({ declared }) => declared === null),
    outside_count: count(strangers, ({ declared }) => declared !== null),
    rss_kib: total('rss_kib'),
    pss_kib: total('pss_kib'),
    cpu_permille: total('cpu_permille'),
  };
}

function decide(facts) {
  const known = survey(facts);
  const rows = makeRows(known);
  return { rows, summary: summarize(rows, known) };
}

function judge(facts, claim, raise) {
  const known = survey(facts);
  const rows = makeRows(known);
  judgeClaim({ known, rows, summary: summarize(rows, known) }, claim, raise);
}

export const operations = operationsOf('attr', { readFacts, readClaim, decide, judge });

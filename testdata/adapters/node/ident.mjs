// The profile ident: is this still the process that was recorded? (docs/contracts/ident.md)

import { MAX_INTEGER, count, groupBy, operationsOf, same } from './facts.mjs';

const VERDICTS = ['owned', 'gone', 'foreign', 'unverifiable'];
const GROUP_STATES = ['none', 'unknown', 'empty', 'present'];
const DISPOSITIONS = ['leave_to_holder', 'report', 'correct', 'keep', 'tear_down'];
const TOKEN = /^[a-z0-9-]{1,16}:[ -~]{1,128}$/;

// --- section 1

const pid = (spot) => spot.whole(1n, MAX_INTEGER);
const orNull = (read) => (spot) => spot.orNull(read);
const id = (spot) => spot.id();
const token = (spot) => spot.like(TOKEN, 'a token');
const untrusted = orNull((spot) => void spot.text() ?? null);
const probe = orNull((spot) => spot.word('ok', 'esrch', 'eperm'));
const oneOf =
  (...words) =>
  (spot) =>
    spot.word(...words);

const RECORD = {
  id,
  kind: oneOf('grant', 'job'),
  origin: oneOf('in_process', 'durable'),
  scope: orNull(id),
  boot_id: orNull(id),
  pid: orNull(pid),
  start_token: orNull(token),
  token_from: orNull(oneOf('spawn', 'snapshot', 'later', 'command_match')),
  pgid: orNull(pid),
  command: untrusted,
};
const OBSERVATION = {
  pid,
  state: oneOf('running', 'zombie', 'absent', 'unreadable'),
  start_token: orNull(token),
  pgid: orNull(pid),
  probe,
  command: untrusted,
};
const GROUP = { pgid: pid, probe };
const HOST = {
  platform: oneOf('linux', 'macos', 'bsd', 'windows', 'other'),
  scope: id,
  boot_id: orNull(id),
  own_pid: pid,
  own_pgid: orNull(pid),
};

/** Reads an object by a table of its members. */
const object = (table, others) => (spot) => {
  const found = spot.members(Object.keys(table), [], others);
  return Object.fromEntries(Object.entries(table).map(([name, read]) => [name, read(found[name])]));
};

function readFacts(spot) {
  const { host, records, observations, groups } = spot.members(['host', 'records', 'observations', 'groups']);
  return {
    host: object(HOST)(host),
    records: records.listBy('id', object(RECORD)),
    observations: observations.list(object(OBSERVATION)),
    groups: groups.list(object(GROUP)),
  };
}

// --- sections 2 and 3

const mechanism = (text) => text.slice(0, text.indexOf(':'));
const unsure = (reason, holds) => ({ verdict: 'unverifiable', reason, holds });

// Section 2, row by row. R is the record, seen are the observations of its pid, o is the first of them.
const VERDICT_RULES = [
  unsure('other_scope', (R, host) => R.scope !== host.scope),
  {
    verdict: 'gone',
    reason: 'other_boot',
    holds: (R, host) => R.boot_id !== null && host.boot_id !== null && R.boot_id !== host.boot_id,
  },
  unsure('no_pid', (R) => R.pid === null),
  unsure('no_token', (R) => R.start_token === null),
  unsure('token_source_unknown', (R) => R.token_from === null),
  unsure('token_later', (R) => R.token_from === 'later'),
  unsure('command_match', (R) => R.token_from === 'command_match'),
  unsure(
    'boot_unknown',
    (R, host) => (R.boot_id === null || host.boot_id === null) && ['linux', 'other'].includes(host.platform),
  ),
  unsure('not_observed', (R, host, seen) => seen.length === 0),
  unsure('ambiguous', (R, host, seen) => seen.length > 1),
  unsure('unreadable', (R, host, [o]) => o.state === 'unreadable'),
  unsure('absence_unproven', (R, host, [o]) => o.state === 'absent' && o.probe !== 'esrch'),
  { verdict: 'gone', reason: 'absent', holds: (R, host, [o]) => o.state === 'absent' },
  unsure('probe_contradicts', (R, host, [o]) => o.probe === 'esrch'),
  unsure('token_unread', (R, host, [o]) => o.start_token === null),
  unsure('token_incomparable', (R, host, [o]) => mechanism(R.start_token) !== mechanism(o.start_token)),
  { verdict: 'foreign', reason: 'token_differs', holds: (R, host, [o]) => R.start_token !== o.start_token },
  { verdict: 'owned', reason: 'zombie', holds: (R, host, [o]) => o.state === 'zombie' },
  { verdict: 'owned', reason: 'token_equal', holds: () => true },
];

/** The rows of all records by what was seen. Returns the judged entries, by id. */
function judgeRecords({ host, records }, observations, groups) {
  const seenOf = groupBy(observations, (entry) => entry.pid);
  const groupsOf = groupBy(groups, (entry) => entry.pgid);
  const theOne = (index, number) => (index.get(number)?.length === 1 ? index.get(number)[0] : undefined);
  const entries = records.map((R) => {
    const { verdict, reason } = VERDICT_RULES.find(({ holds }) => holds(R, host, seenOf.get(R.pid) ?? []));
    return { R, verdict, reason, look: theOne(seenOf, R.pid), group: theOne(groupsOf, R.pgid) };
  });
  const owned = entries.filter(({ verdict }) => verdict === 'owned');
  const ownedIn = groupBy(owned, ({ look }) => look.pgid);
  const held = groupBy(
    records.filter(({ origin }) => origin === 'in_process'),
    (R) => R.pid,
  );
  for (const entry of entries) {
    const others = (ownedIn.get(entry.R.pgid) ?? []).filter((other) => other !== entry);
    entry.row = makeRow(entry, host, others, held.get(entry.R.pid) ?? []);
  }
  return new Map(entries.map((entry) => [entry.R.id, entry]));
}

function makeRow({ R, verdict, reason, look, group }, host, othersInGroup, holders) {
  const ended = verdict === 'unverifiable' ? null : reason !== 'token_equal';
  const signal = reason === 'token_equal' && R.pid !== 1n && R.pid !== host.own_pid;
  const leads = R.pgid !== null && R.pgid === R.pid;

  const state = () => {
    if (host.platform === 'windows') return 'none';
    if (verdict === 'unverifiable') return 'unknown';
    if (reason === 'other_boot') return 'empty';
    if (R.pgid === null) return 'unknown';
    if (!leads) return 'none';
    if (verdict === 'foreign') return 'empty';
    if (host.own_pgid === null || R.pgid === host.own_pgid || R.pgid === 1n) return 'unknown';
    if (group?.probe === 'esrch' && reason === 'absent') return 'empty';
    return ['ok', 'eperm'].includes(group?.probe) ? 'present' : 'unknown';
  };
  const groupState = state();

  const reachable =
    host.platform !== 'windows' &&
    leads &&
    host.own_pgid !== null &&
    ![host.own_pgid, host.own_pid, 1n].includes(R.pgid);
  const isLeader = verdict === 'owned' && look.pgid === R.pgid;
  const isWitnessed =
    reason === 'absent' && groupState === 'present' && othersInGroup.some((other) => other.R.pgid === R.pgid);
  const isProtected = othersInGroup.some(({ R: other }) => other.kind === 'job' || other.origin === 'in_process');
  const groupSignal = reachable && (isLeader || isWitnessed) && !isProtected;

  const agrees = (other) =>
    ['start_token', 'boot_id', 'scope'].every(
      (name) => R[name] === null || other[name] === null || R[name] === other[name],
    );
  const disposition = () => {
    if (R.origin === 'in_process') return 'leave_to_holder';
    if (R.pid !== null && holders.some((other) => other !== R && agrees(other))) return 'leave_to_holder';
    if (verdict === 'unverifiable') return 'report';
    if (R.kind === 'job') return ended ? 'correct' : 'keep';
    if (signal || groupSignal) return 'tear_down';
    return ended && (groupState === 'none' || groupState === 'empty') ? 'correct' : 'report';
  };
  return {
    id: R.id,
    verdict,
    reason,
    ended,
    signal_permitted: signal,
    group_state: groupState,
    group_signal_permitted: groupSignal,
    disposition: disposition(),
  };
}

/** Section 4. */
function decide(facts) {
  const rows = [...judgeRecords(facts, facts.observations, facts.groups).values()].map(({ row }) => row);
  const gaps = rows.filter(({ verdict }) => verdict === 'unverifiable').map((row) => row.id);
  const summary = { record_count: count(rows) };
  for (const word of VERDICTS) summary[`${word}_count`] = count(rows, ({ verdict }) => verdict === word);
  for (const name of ['signal_permitted', 'group_signal_permitted']) {
    summary[`${name}_count`] = count(rows, (row) => row[name]);
  }
  return { rows, summary: { ...summary, coverage: gaps.length === 0 ? 'whole' : 'partial', gaps } };
}

// --- section 5

const flag = (spot) => spot.flag();
const CLAIMED_ROW = {
  id,
  verdict: oneOf(...VERDICTS),
  reason: oneOf(...VERDICT_RULES.map(({ reason }) => reason)),
  ended: orNull(flag),
  signal_permitted: flag,
  group_state: oneOf(...GROUP_STATES),
  group_signal_permitted: flag,
  disposition: oneOf(...DISPOSITIONS),
};
const EVENTS = {
  observe: {
    observations: (spot) => spot.list(object(OBSERVATION, 'ignore')),
    groups: (spot) => spot.list(object(GROUP, 'ignore')),
  },
  verdict: { id, verdict: oneOf(...VERDICTS) },
  signal: { id, target: oneOf('pid', 'group') },
  update: { id, member: oneOf('verdict', ...Object.keys(RECORD)) },
  receipt: { id, dead: orNull(flag), signals: (spot) => spot.whole() },
};

function readEvent(spot) {
  const event = spot.members(['event'], [], 'ignore').event.word(...Object.keys(EVENTS));
  return { event, ...object(EVENTS[event], 'ignore')(spot) };
}

function readClaim(spot) {
  const parts = spot.members([], ['rows', 'summary', 'actor', 'events'], 'ignore');
  parts.summary?.members([], [], 'ignore');
  const actor = parts.actor?.word('reaper', 'holder');
  if (parts.events !== undefined && actor === undefined) spot.fail('whose events are these?', 'actor');
  return {
    rows: parts.rows?.list(object(CLAIMED_ROW, 'ignore')),
    summary: parts.summary?.value ?? {},
    actor,
    events: parts.events?.list(readEvent) ?? [],
  };
}

// Each of the following returns the code of the first line that holds, or undefined. D is an entry of judgeRecords.

function wrongVerdict({ reason, row, look }, said) {
  if (reason === 'other_boot') return 'BOOT_IGNORED';
  if (said === 'owned' && reason === 'token_later') return 'TOKEN_BACKFILLED';
  if (said === 'owned' && reason === 'command_match') return 'CMDLINE_OWNERSHIP';
  if (said === 'gone' && row.ended !== true && look?.probe === 'eperm') return 'EPERM_AS_DEAD';
  if (row.verdict === 'unverifiable') return 'UNVERIFIABLE_COLLAPSED';
  return said === 'owned' && row.verdict === 'foreign' ? 'FOREIGN_AS_OWNED' : 'CONTRADICTS_FACTS';
}

/** event is undefined for a row, else what S5 and S10 need to know of it. */
function wrongSignal({ R, reason, row }, host, target, event) {
  const [number, self] =
    target === 'pid' ? [R.pid, [1n, host.own_pid]] : [R.pgid, [1n, host.own_pid, host.own_pgid]];
  if (number !== null && self.includes(number)) return 'SELF_SIGNALLED';
  if (reason === 'other_boot') return 'BOOT_IGNORED';
  if (reason === 'token_later') return 'TOKEN_BACKFILLED';
  if (reason === 'command_match') return 'CMDLINE_OWNERSHIP';
  if (event?.afterSignal && reason === 'not_observed') return 'NO_REGATE';
  if (row.verdict === 'unverifiable') return 'UNVERIFIABLE_COLLAPSED';
  if (row.verdict === 'foreign') return 'FOREIGN_AS_OWNED';
  if (target === 'group' && !row.group_signal_permitted) return 'GROUP_UNPROVEN';
  if (target === 'pid' && row.ended) return 'GONE_SIGNALLED';
  if (event?.byReaper && row.disposition !== 'tear_down') return 'DISPOSITION_EXCEEDED';
  return undefined;
}

function wrongEnd({ row, look }) {
  if (row.ended) return undefined;
  return look?.probe === 'eperm' ? 'EPERM_AS_DEAD' : 'DEATH_OVERCLAIMED';
}

function wrongGroupEnd({ row, group }) {
  if (row.group_state === 'none' || row.group_state === 'empty') return undefined;
  return group?.probe === 'eperm' ? 'EPERM_AS_DEAD' : 'DEATH_OVERCLAIMED';
}

function judgeRow(row, D, host) {
  const checks = [
    () => row.verdict !== D.verdict && wrongVerdict(D, row.verdict),
    () => row.signal_permitted && !D.row.signal_permitted && wrongSignal(D, host, 'pid'),
    () => row.group_signal_permitted && !D.row.group_signal_permitted && wrongSignal(D, host, 'group'),
    () => row.ended && wrongEnd(D),
    () => row.group_state === 'empty' && wrongGroupEnd(D),
    () => row.disposition === 'tear_down' && D.row.disposition !== 'tear_down' && 'DISPOSITION_EXCEEDED',
    () => !same(row, D.row) && 'CONTRADICTS_FACTS',
  ];
  for (const check of checks) {
    const code = check();
    if (code) return code;
  }
  return undefined;
}

function judge(facts, claim, raise) {
  const report = (code, subject) => {
    if (code) raise(code, subject);
  };
  const entries = judgeRecords(facts, facts.observations, facts.groups);
  if (claim.rows !== undefined) {
    const waiting = new Set(entries.keys());
    for (const row of claim.rows) {
      // delete tells whether it was there: the first row of a record that there is.
      report(waiting.delete(row.id) ? judgeRow(row, entries.get(row.id), facts.host) : 'CONTRADICTS_FACTS', row.id);
    }
    for (const missing of waiting) raise('CONTRADICTS_FACTS', missing);
  }
  for (const [name, value] of Object.entries(decide(facts).summary)) {
    if (name in claim.summary && !same(claim.summary[name], value)) raise('CONTRADICTS_FACTS', 'summary');
  }
  judgeEvents(facts, claim, entries, report);
}

function judgeEvents(facts, claim, entries, report) {
  let { observations, groups } = facts;
  const signals = new Map();
  for (const event of claim.events) {
    if (event.event === 'observe') {
      const pids = new Set(event.observations.map((entry) => entry.pid));
      const pgids = new Set(event.groups.map((entry) => entry.pgid));
      observations = [...observations.filter((entry) => !pids.has(entry.pid)), ...event.observations];
      groups = [...groups.filter((entry) => !pgids.has(entry.pgid)), ...event.groups];
      entries = judgeRecords(facts, observations, groups);
      continue;
    }
    const D = entries.get(event.id);
    if (D === undefined) report(event.event === 'signal' ? 'FOREIGN_AS_OWNED' : 'CONTRADICTS_FACTS', event.id);
    else if (event.event === 'verdict' && event.verdict !== D.verdict) report(wrongVerdict(D, event.verdict), event.id);
    else if (event.event === 'update' && !['command', 'verdict'].includes(event.member)) {
      report('TOKEN_BACKFILLED', event.id);
    } else if (event.event === 'receipt') {
      const told = event.signals === BigInt(signals.get(event.id) ?? 0) ? undefined : 'CONTRADICTS_FACTS';
      report((event.dead && (wrongEnd(D) ?? wrongGroupEnd(D))) || told, event.id);
    } else if (event.event === 'signal') {
      const circumstances = { afterSignal: signals.size > 0, byReaper: claim.actor === 'reaper' };
      report(wrongSignal(D, facts.host, event.target, circumstances), event.id);
    }
    if (event.event === 'signal') {
      signals.set(event.id, (signals.get(event.id) ?? 0) + 1);
      [observations, groups] = [[], []];
      entries = judgeRecords(facts, observations, groups);
    }
  }
}

export const operations = operationsOf('ident', { readFacts, readClaim, decide, judge });

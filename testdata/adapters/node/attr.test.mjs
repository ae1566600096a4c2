// The contract attr: its examples, its negative cases with their siblings, its pointers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertNegativeCases, assertPointers, audit, blocks, decide, put } from './facts-tests.mjs';

const [FACTS, ANSWER, STALE_ROWS, FINDINGS] = blocks('attr');
const claimOf = (facts, act) => ({ rows: decide('attr', facts).rows, ...(act && { acts: [act] }) });
const changed = (id, changes, facts = FACTS) => ({
  rows: claimOf(facts).rows.map((row) => (row.id === id ? { ...row, ...changes } : row)),
});
const moved = (pid, to) => ({
  rows: ANSWER.rows.map((row) => {
    const pids = row.pids.filter((other) => other !== pid);
    return { ...row, pids: row.id === to ? [...pids, pid] : pids };
  }),
});
const without = (id, facts) => ({ rows: claimOf(facts).rows.filter((row) => row.id !== id) });
const third = (changes) => put(FACTS, { '/sessions/2': { ...FACTS.sessions[1], id: 's3', ...changes } });
const CORRUPT = {
  corrupt: true,
  thread_id: null,
  runtime_id: null,
  status: null,
  proposal: null,
  stopped: null,
  archived: null,
};
const stop = { act: 'stop', id: 'session:s1' };
const signal = { act: 'signal', pid: 300 };

test('examples', () => {
  assert.deepEqual(decide('attr', FACTS), ANSWER);
  assert.deepEqual(decide('attr', put(FACTS, { '/runtimes/0/root/start_token': 'a9' })).rows, STALE_ROWS);
  const { rows, summary } = decide('attr', put(FACTS, { '/processes/3/second': null }));
  const { cpu_permille: cpu, reclaim } = rows.find(({ id }) => id === 'session:s1');
  assert.deepEqual([cpu, reclaim], [null, { verdict: 'ineligible', reason: 'cpu_unknown' }]);
  assert.deepEqual([summary.eligible_count, summary.cpu_permille], [0, null]);
  const claim = { ...moved(200, 'session:s1'), acts: [stop, { act: 'signal', pid: 200 }] };
  const wanted = FINDINGS.findings.map((found) => `${found.error_code.slice(5)} ${found.subject_id}`).sort();
  assert.deepEqual(audit('attr', FACTS, claim), wanted);
});

test('section 6: negative cases', () => {
  const stopped = (changes, sibling = FACTS) => {
    const facts = put(FACTS, changes);
    return [facts, claimOf(facts, stop), sibling, claimOf(sibling, stop)];
  };
  const corrupt = third(CORRUPT);
  const bare = (token) =>
    put(FACTS, { '/processes/2/declared': { project: false }, '/sessions/0/root/start_token': token });
  const unknown = put(FACTS, { '/runtimes/0/references': null });
  const [shared, own] = [third({ thread_id: 't1' }), third({ thread_id: 't3' })];
  const right = claimOf(FACTS);
  assertNegativeCases('attr', [
    ['CLAIM_MALFORMED claim', FACTS, claimOf(FACTS, { ...signal, act: 'kill' }), FACTS, claimOf(FACTS, signal)],
    ['SWEEP_ABORTED backend:b1', FACTS, without('backend:b1', FACTS), FACTS, right],
    ['CORRUPT_IGNORED session:s3', corrupt, without('session:s3', corrupt), corrupt, claimOf(corrupt)],
    ['ARCHIVED_AS_ABSENT session:s1', ...stopped({ '/sessions/0/archived': true })],
    ['STALE_ROOT_PID 300', bare('a0'), claimOf(bare('a0'), signal), bare('a3'), claimOf(bare('a3'), signal)],
    ['OWNERSHIP_UNPROVEN session:s1', shared, claimOf(shared, stop), own, claimOf(own, stop)],
    ['SHARED_ROOT_STOLEN session:s1', FACTS, moved(200, 'session:s1'), FACTS, right],
    ['WRONG_OWNER backend:b1', FACTS, moved(300, 'backend:b1'), FACTS, right],
    [
      'UNKNOWN_REFS_ZERO shared_runtime:r1',
      unknown,
      changed('shared_runtime:r1', { ref_count: 0 }, unknown),
      unknown,
      changed('shared_runtime:r1', { ref_count: null }, unknown),
    ],
    ['UNKNOWN_MEASURED session:s1', ...stopped({ '/processes/3/second': null })],
    ['UNKNOWN_TURN_IDLE session:s1', ...stopped({ '/runtimes/0/references/0/turn': null })],
    ['PROTECTED_RECLAIM session:s1', ...stopped({ '/processes/1/ppid': 300 })],
    ['NONTERMINAL_RECLAIM session:s1', ...stopped({ '/sessions/0/proposal': null })],
    ['REPORT_MISMATCH backend:b1', FACTS, changed('backend:b1', { rss_kib: 49999 }), FACTS, right],
  ]);
});

test('pointers', () => {
  assertPointers('attr', FACTS, [
    [{ '/sessions/0/error': 'x', '/processes/0/command': null }, null],
    [{ '/sessions/0/status': null }, '/sessions/0/status'],
    [{ '/sessions/2': { ...FACTS.sessions[1], id: 's3', ...CORRUPT, stopped: false } }, '/sessions/2/stopped'],
    [{ '/budgets/idle_cpu_permille': 0 }, '/budgets/idle_cpu_permille'],
    [{ '/backends/1': { ...FACTS.backends[0], id: 'b2' } }, '/backends/1/current'],
    [{ '/runtimes/0/references/1/thread_id': 't1' }, '/runtimes/0/references/1/thread_id'],
    [{ '/processes/1/pid': 100 }, '/processes/1/pid'],
    [{ '/processes/0/declared/thread_id': null }, '/processes/0/declared/thread_id'],
    [{ '/records_listed': undefined }, '/records_listed'],
  ]);
});

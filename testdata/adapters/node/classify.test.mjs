// Sections 1 to 6 of the contract, core, asked through the protocol's operations.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answer } from './operations.mjs';
import { stringify } from './strictjson.mjs';

const POLICY = { kinds: [{ kind: 'tool', match_substrings: ['tool-server'], allowlisted: true }] };
const OWNERS = { owner_hints: [{ substring: 'session', status: 'active_session_chain' }] };
const UNKNOWN = 'unknown_parent_process';
const ACTIVE = 'active_parent_process';
const SESSION = 'active_session_chain';

const row = (pid, ppid, command = 'tool-server', age = '10:00') => `${pid} ${ppid} ${age} 0.0 5 ${command}`;

function ask(op, lines, { policy = POLICY, owners = OWNERS } = {}) {
  const input = {
    process_table: { ps_text: lines.join('\n') },
    pressure_policy: policy,
    owner_classes: owners,
  };
  return JSON.parse(stringify(answer(Buffer.from(JSON.stringify({ id: 1, op, input })))));
}

const classify = (lines, options) => ask('tspi.classify', lines, options).ok;
const rowOf = (pid, lines, options) => classify(lines, options).rows.find((found) => found.pid === pid);

test('section 2: lines', () => {
  const found = classify([
    '# 5 1 10:00 0.0 5 tool-server',
    'PID PPID ELAPSED RSS COMMAND tool-server',
    '',
    ' \t',
    'words',
    '6 1 10:00 0.0 5',
    ' 20\t1  10:00 0.0 5 \t tool-server a  b \t\r',
    '21 1 10:00 0.0 5 tool-server\r\r',
    '22 1 10:00 0.0 5 tool-server\u00a0',
    '2147483648 1 10:00 0.0 5 tool-server',
    '23 1 10:00 0.0 5 \u2028tool-server',
    '٣ 1 10:00 0.0 5 tool-server',
  ]).rows;
  // printf '%s' 'tool-server a  b' | sha256sum, and so on
  assert.deepEqual(
    found.map((item) => [item.pid, item.command_hash]),
    [
      [20, 'aaac90ea7e512d06'],
      [21, '7799cd8c8375829b'],
      [22, '2ab536bd19a1542f'],
      [23, '4551e2d7eac28ee4'],
    ],
  );
});

test('section 2: ages and cpu', () => {
  for (const [etime, age] of [
    ['0', 0],
    ['17707', 17707],
    ['0:01', 1],
    ['60:00', 3600],
    ['999:59', 59999],
    ['100:00:00', 360000],
    ['00:60:00', 3600],
    ['1-24:60:59', 176459],
    ['-', undefined],
    ['00:60', undefined],
    ['1:2', undefined],
    ['00:61:00', undefined],
    ['1-25:00:00', undefined],
    ['1-2:03:04', undefined],
    ['1-23:59', undefined],
    ['٣', undefined],
  ]) {
    assert.equal(rowOf(9, [row(9, 1, 'tool-server', etime)])?.age_s, age, etime);
  }
  for (const [pcpu, cpu] of [
    ['0,5', 0.5],
    ['12', 12],
    ['1.', null],
    ['1234567890', null],
  ]) {
    assert.equal(rowOf(9, [`9 1 10:00 ${pcpu} 5 tool-server`]).cpu_pct, cpu, pcpu);
  }
});

test('section 3: the first kind that matches', () => {
  const a = { kind: 'a', match_substrings: ['x', 'tool'] };
  const b = { kind: 'b', match_substrings: ['server'] };
  assert.equal(rowOf(9, [row(9, 1)], { policy: { kinds: [a, b] } }).process_kind, 'a');
  assert.equal(rowOf(9, [row(9, 1)], { policy: { kinds: [b, a] } }).process_kind, 'b');
  assert.equal(rowOf(9, [row(9, 1, 'Tool-Server')], { policy: { kinds: [b, a] } }), undefined);
});

test('section 4: the owner chain', () => {
  const ladder = (top) => Array.from({ length: top - 100 }, (_, i) => row(100 + i, 101 + i, 'sh'));
  for (const [name, lines, status] of [
    ['detached', [row(9, 1)], 'launchd_detached'],
    ['missing', [row(9, 8)], UNKNOWN],
    ['missing above', [row(9, 8), row(8, 7, 'sh')], ACTIVE],
    ['hint', [row(9, 8), row(8, 7, 'sh'), row(7, 6, 'session')], SESSION],
    ['detached ancestor', [row(9, 8), row(8, 1, 'sh')], ACTIVE],
    ['hint below init', [row(9, 8), row(8, 1, 'session')], SESSION],
    ['self', [row(9, 9)], ACTIVE],
    ['cycle back to a hinted helper', [row(9, 8, 'tool-server session'), row(8, 9, 'sh')], SESSION],
    ['eight hops', [row(9, 100), ...ladder(107), row(107, 1, 'session')], SESSION],
    ['the last of several rows with one pid', [row(9, 8), row(8, 1, 'sh'), row(8, 1, 'session')], SESSION],
    ['nine hops', [row(9, 100), ...ladder(108), row(108, 1, 'session')], ACTIVE],
  ]) {
    assert.equal(rowOf(9, lines).owner_status, status, name);
  }
});

test('section 5: decisions', () => {
  const decide = (lines, options) => rowOf(9, lines, options).reason;
  assert.equal(decide([row(9, 1, 'tool-server', '05:00')]), 'strict_orphan_allowlist_age_threshold_met');
  assert.equal(decide([row(9, 1, 'tool-server', '04:59')]), 'detached_process_not_in_safe_close_predicate');
  assert.equal(decide([row(9, 8), row(8, 7, 'sh')]), 'active_parent_chain_requires_owner_check');
  assert.equal(decide([row(9, 8)]), 'parent_owner_not_resolved');
  assert.equal(
    decide([row(9, 1)], { policy: { ...POLICY, keep_kinds: ['tool'] } }),
    'runtime_not_helper_cleanup',
  );
});

test('section 6: groups, their order by bytes, and the receipt', () => {
  const kinds = ['\uff5e', '😀', 'free'].map((kind) => ({ kind, match_substrings: [kind], budget: 0 }));
  delete kinds[2].budget;
  const lines = [
    row(8, 7, 'session'),
    row(20, 8, '😀', '02:00'),
    row(21, 8, '\uff5e'),
    row(22, 8, 'free'),
    row(23, 8, '😀'),
  ];
  const options = {
    policy: { kinds },
    owners: { ...OWNERS, owner_release_targets: { active_session_chain: 'desk' } },
  };
  const { summary } = classify(lines, options);
  const [first, second] = summary.active_owner_pressure_groups;
  assert.deepEqual(
    [first.process_kind, first.excess_count, first.oldest_age_s, first.newest_age_s],
    ['😀', 2, 600, 120],
  );
  assert.deepEqual([second.process_kind, second.excess_count, second.oldest_age_s], ['\uff5e', 1, 600]);
  assert.equal(first.owner_release_request.target_owner, 'desk');
  assert.equal(summary.active_owner_release_request_count, 3);
  assert.deepEqual(summary.kind_counts, { '😀': 2, '\uff5e': 1, free: 1 });
  // U+FF5E stands before U+1F600 in UTF-8 and behind it in UTF-16.
  const tied = classify(lines.slice(0, 3), options).summary.active_owner_pressure_groups;
  assert.deepEqual(
    tied.map((group) => group.process_kind),
    ['\uff5e', '😀'],
  );
  const receipt = ask('tspi.relief', lines, options).ok;
  assert.equal(receipt.action.status, 'owner_release_request_available');
  assert.equal(receipt.verdict, 'pending_owner_release_request');
});

test('section 1: refusals', () => {
  const refused = (options, lines = [row(9, 1)]) => {
    const { error } = ask('tspi.classify', lines, options);
    return error && [error.error_code, error.input, error.pointer];
  };
  const kind = POLICY.kinds[0];
  const withKind = (fields) => refused({ policy: { kinds: [{ ...kind, ...fields }] } });
  assert.equal(refused({}), undefined);
  assert.deepEqual(refused({}, [' \t\r']), ['TSPI_MISSING_PROCESS_TABLE', 'process_table', '/ps_text']);
  assert.equal(refused({}, ['\u00a0']), undefined);
  assert.deepEqual(refused({ policy: {} }), ['TSPI_INPUT_INVALID', 'pressure_policy', '/kinds']);
  assert.equal(withKind({ budget: 0 }), undefined);
  for (const budget of [-1, 0.5, true, '4', null]) {
    assert.deepEqual(withKind({ budget }), ['TSPI_INPUT_INVALID', 'pressure_policy', '/kinds/0/budget']);
  }
  assert.equal(withKind({ match_substrings: [] }), undefined);
  assert.deepEqual(withKind({ match_substrings: [''] }), [
    'TSPI_INPUT_INVALID',
    'pressure_policy',
    '/kinds/0/match_substrings/0',
  ]);
  assert.deepEqual(refused({ policy: { ...POLICY, process_signal_authorized: true } }), [
    'TSPI_PROCESS_SIGNAL_FORBIDDEN',
    'pressure_policy',
    '/process_signal_authorized',
  ]);
  assert.deepEqual(refused({ owners: { owner_hints: [{ status: 'a' }] } }), [
    'TSPI_INPUT_INVALID',
    'owner_classes',
    '/owner_hints/0/substring',
  ]);
  assert.deepEqual(refused({ owners: null }), ['TSPI_INPUT_INVALID', 'owner_classes', '']);
});

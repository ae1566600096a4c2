// The contract cover: its examples, its negative cases with their siblings, its pointers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertNegativeCases, assertPointers, audit, blocks, decide, put } from './facts-tests.mjs';

const [FACTS, ANSWER, LATE, UNREAD, REUSED, FINDINGS] = blocks('cover');
const [, CHILD] = FACTS.walks[3].rows;
const before = { ...CHILD, start_token: 'c0', started_ms: 600, counter: 1500 };
const reused = put(FACTS, { '/walks/0/rows/1': before, '/walks/1/rows/1': before });
const rowOf = (facts) => decide('cover', facts).rows[0];
const SIX = ['id', 'unit', 'figure', 'coverage', 'gaps', 'declared'];
const sixOf = (row) => Object.fromEntries(SIX.map((name) => [name, row[name]]));
const receipt = (facts, changes) => ({ receipts: [{ ...sixOf(rowOf(facts)), ...changes }] });
const right = receipt(FACTS);
const WHOLE = { gaps: [], coverage: 'whole' };

test('examples', () => {
  assert.deepEqual(decide('cover', FACTS), ANSWER);
  assert.deepEqual(rowOf(put(FACTS, { '/settle_ms': 15 })), LATE);
  assert.deepEqual(rowOf(put(FACTS, { '/settle_ms': 9 })), UNREAD);
  assert.deepEqual(rowOf(reused), REUSED);
  const [{ error_code: code, subject_id: subject }] = FINDINGS.findings;
  assert.deepEqual(audit('cover', reused, receipt(FACTS, { figure: 4 })), [`${code.slice(6)} ${subject}`]);
});

test('section 7: negative cases', () => {
  const gpu = put(FACTS, { '/walks/3/rows/0/gpu': 'used' });
  const served = put(FACTS, { '/spans/0/declared_by': 'server' });
  const busy = put(FACTS, { '/walks/3/rows/0/running_threads': 1 });
  const unknown = put(FACTS, { '/walks/3/rows/1/counter': null });
  const zero = put(FACTS, { '/walks/3/rows/1/counter': 0 });
  const even = put(FACTS, { '/walks/3/rows/1/counter': 2600 });
  const older = put(FACTS, { '/walks/2/rows/1/started_ms': 999, '/walks/3/rows/1/started_ms': 999 });
  const reaped = put(FACTS, { '/walks/2/rows/0/reaped': 8, '/walks/3/rows/0/reaped': 8 });
  const neural = put(FACTS, { '/walks/1/rows/0/neural': null });
  const root = { pid: 200, start_token: 'c1', boot_id: 'b1' };
  const two = put(FACTS, { '/spans/1': { ...FACTS.spans[0], id: 'call-2', root } });
  const [first, second] = decide('cover', two).rows.map(sixOf);
  assertNegativeCases('cover', [
    ['CLAIM_MALFORMED claim', FACTS, receipt(FACTS, { figure: -6 }), FACTS, receipt(FACTS, { figure: 6 })],
    ['RECEIPT_UNMATCHED call-1', FACTS, { receipts: [...right.receipts, ...right.receipts] }, FACTS, right],
    ['UNIT_MISMATCH call-1', FACTS, receipt(FACTS, { unit: 'nanojoule' }), FACTS, right],
    [
      'WHOLE_WITH_GAP call-1',
      gpu,
      receipt(gpu, { gaps: ['gpu'], coverage: 'whole' }),
      gpu,
      receipt(gpu, { gaps: ['gpu'], coverage: 'partial' }),
    ],
    ['WHOLE_UNDECLARED call-1', served, receipt(served, { declared: true, coverage: 'whole' }), FACTS, right],
    ['UNSETTLED_ACCEPTED call-1', busy, receipt(busy, WHOLE), FACTS, right],
    [
      'UNREADABLE_AS_ZERO call-1',
      unknown,
      receipt(unknown, { figure: 3, ...WHOLE }),
      zero,
      receipt(zero, { figure: 3, ...WHOLE }),
    ],
    ['ROUND_DOWN call-1', FACTS, receipt(FACTS, { figure: 5 }), even, receipt(FACTS, { figure: 5 })],
    ['PID_REUSE_MERGED call-1', reused, receipt(reused, { figure: 4 }), reused, receipt(reused, { figure: 6 })],
    ['PREDATES_COUNTED call-1', older, receipt(older, { figure: 6, ...WHOLE }), FACTS, right],
    ['REAPED_IGNORED call-1', reaped, receipt(reaped, WHOLE), FACTS, right],
    ['ACCELERATOR_IGNORED call-1', neural, receipt(neural, WHOLE), FACTS, right],
    [
      'DOUBLE_COUNTED call-1',
      two,
      { receipts: [{ ...first, ...WHOLE }, second] },
      two,
      { receipts: [first, second] },
    ],
    ['RECEIPT_MISMATCH call-1', FACTS, receipt(FACTS, { figure: 7 }), FACTS, right],
  ]);
});

test('pointers', () => {
  assertPointers('cover', FACTS, [
    [{ '/walks/0/rows/0/label': 'x' }, null],
    [{ '/spans/0/end_ms': 999 }, '/spans/0/end_ms'],
    [{ '/spans/1': FACTS.spans[0] }, '/spans/1/id'],
    [{ '/walks/1/seq': 1 }, '/walks/1/seq'],
    [{ '/walks/1/at_ms': 979 }, '/walks/1/at_ms'],
    [{ '/walks/2/rows/1/pid': 100 }, '/walks/2/rows/1/pid'],
    [{ '/walks/2/rows/1/counter': Number.MAX_SAFE_INTEGER }, '/walks/2/rows/1/counter'],
    [{ '/walks/2/rows/1/exited': 0 }, '/walks/2/rows/1/exited'],
    [{ '/spans/0/declared_by': undefined }, '/spans/0/declared_by'],
  ]);
});

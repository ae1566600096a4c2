// The contract effect: its worked examples, its negative cases with their siblings, its log.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertNegativeCases, assertPointers, audit, contract, decide, put } from './facts-tests.mjs';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const F = { kind: 'file', place: ['ws', 'out.json'], generation: 'g1' };
const line = (record) => `${JSON.stringify(record)}\n`;
const claim = (seq, effect, scope, expect) =>
  line({ v: 1, type: 'claim', seq, effect, lineage: 'run1', scope, expect });
const outcome = (seq, execution, effect = 'e1') =>
  line({
    v: 1,
    type: 'outcome',
    seq,
    effect,
    execution,
    possible_impact: execution !== 'not_invoked',
    message: null,
  });
const seen = (seq, source, changes) =>
  line({
    v: 1,
    type: 'observation',
    seq,
    resource: F,
    source,
    coverage: 'complete',
    state: 'present',
    digest: A,
    ...changes,
  });
const required = [{ id: 'art', kind: 'file', place: ['ws', 'out.json'] }];
const factsOf = (lines, writer = 'live') => ({
  log: { text: [lines].flat().join(''), file_kind: 'regular', link_count: 1, lineage: 'run1' },
  writer,
  required,
});

const C1 = claim(1, 'e1', [F], [{ resource: F, predicate: 'digest', digest: A }]);
const C4 = claim(4, 'e2', null, []);
const DONE = outcome(2, 'completed');
const READ = seen(3, 'readback');
const GOOD = factsOf([C1, DONE, READ]);
const ACKNOWLEDGED = factsOf([C1, DONE, seen(3, 'acknowledgement')]);
const TIMED_OUT = factsOf([C1, outcome(2, 'timed_out'), READ]);

test('worked examples', () => {
  const answers = contract('effect')
    .split('`')
    .filter((piece) => piece.startsWith('{"rows":'))
    .map((piece) => JSON.parse(piece));
  const facts = [
    GOOD,
    ACKNOWLEDGED,
    factsOf([C1, outcome(2, 'timed_out'), READ, C4, '{"v":1,"ty'], 'gone'),
    factsOf([C1, DONE, READ, outcome(4, 'interrupted')]),
  ];
  assert.equal(answers.length, facts.length);
  facts.forEach((given, place) => assert.deepEqual(decide('effect', given), answers[place]));
  assert.deepEqual(audit('effect', TIMED_OUT, answers[0]), ['UNKNOWN_AS_SUCCESS e1']);
});

test('section 7: negative cases', () => {
  const row = (facts, changes) => {
    const { rows, summary } = decide('effect', facts);
    return { rows: [{ ...rows[0], ...changes }, ...rows.slice(1)], summary };
  };
  const summary = (facts, changes) => {
    const answer = decide('effect', facts);
    return { rows: answer.rows, summary: { ...answer.summary, ...changes } };
  };
  const verified = { verification: 'verified', evidence: 3 };
  const other = seen(3, 'readback', { resource: { ...F, place: ['other'] } });
  const corrupt = factsOf([C1, DONE, other.replace('"v":1', '"v":2')]);
  const torn = factsOf([C1, DONE, READ, '{"v":1,"ty']);
  const beside = [claim(3, 'e2', [F], []), outcome(4, 'running', 'e2')];
  const failed = factsOf([C1, outcome(2, 'failed'), ...beside]);
  const running = factsOf([C1, outcome(2, 'running')], 'gone');
  const wrong = { digest: B };
  const contradicted = factsOf([C1, DONE, seen(3, 'readback', wrong)]);
  const later = factsOf([C1, DONE, READ, C4]);
  const partial = factsOf([C1, DONE, seen(3, 'readback', { coverage: 'partial' })]);
  const twice = factsOf([C1, DONE, READ, seen(4, 'readback')]);
  const rejected = { log: 'corrupt', append_at: null, unsettled_required: ['art'], decision: 'blocked' };
  const cases = [
    ['CLAIM_MALFORMED claim', GOOD, put(decide('effect', GOOD), { '/rows/0/evidence': undefined }), GOOD],
    ['ALIAS_ACCEPTED log', put(GOOD, { '/log/link_count': 2 }), decide('effect', GOOD), GOOD],
    ['CORRUPT_ACCEPTED log', corrupt, decide('effect', factsOf([C1, DONE, other])), factsOf([C1, DONE, other])],
    ['LOG_REJECTED log', torn, { rows: [], summary: rejected }, factsOf([C1, DONE, READ, '{"v":1,"ty\n'])],
    [
      'FALSE_NOOP e1',
      failed,
      row(failed, { possible_impact: false }),
      factsOf([C1, outcome(2, 'not_invoked'), ...beside]),
    ],
    ['RESETTLED e1', running, row(running, { append: 'interrupted' }), factsOf([C1], 'gone')],
    [
      'CONTRADICTION_HIDDEN e1',
      contradicted,
      row(contradicted, { verification: 'unverified', evidence: null }),
      factsOf([C1, DONE, seen(3, 'readback', { ...wrong, coverage: 'partial' })]),
    ],
    ['ACK_VERIFIED e1', ACKNOWLEDGED, row(ACKNOWLEDGED, { verification: 'verified' }), GOOD],
    [
      'STALE_VERIFIED e1',
      later,
      row(later, verified),
      factsOf([C1, DONE, READ, C4, outcome(5, 'not_invoked', 'e2')]),
    ],
    ['PARTIAL_VERIFIED e1', partial, row(partial, verified), GOOD],
    ['UNKNOWN_AS_SUCCESS e1', TIMED_OUT, row(TIMED_OUT, verified), GOOD],
    ['APPEND_MISPLACED log', torn, summary(torn, { append_at: 676 }), GOOD],
    ['DONE_OVERCLAIMED decision', ACKNOWLEDGED, summary(ACKNOWLEDGED, { decision: 'done' }), GOOD],
    ['CLAIM_MISMATCH e1', twice, row(twice, { evidence: 3 }), GOOD],
  ];
  assertNegativeCases(
    'effect',
    cases.map((one) => [...one, decide('effect', one[3])]),
  );
});

test('the log is read strictly', () => {
  for (const [badLine, text] of [
    [null, C1.replace('\n', '\r\n') + DONE],
    [2, `${C1}\n${DONE}`],
    [2, C1 + DONE.replace('null', '"\ufffd"')],
    [null, C1 + DONE.replace('null', '"\\ufffd"')],
    [null, C1 + DONE.replace('null', '"\u2028"')],
    [2, C1 + DONE.replace('null', '"\\ud800"')],
    [1, C1.replace('"seq":1', '"seq":-0')],
    [null, C1.replace('"seq":1', '"seq":0')],
    [1, C1.replace('"seq":1', '"seq":1e0')],
    [2, C1 + DONE.replace('"v":1', '"v":1,"v":1')],
    [2, C1 + DONE.replace('"v":1', '"v":1,"x_v":1')],
    [2, C1 + DONE.replace('"seq":2', '"seq":1')],
    [1, C1.replace('run1', 'run2')],
    [1, DONE],
    [3, C1 + outcome(2, 'running') + outcome(3, 'not_invoked')],
    [1, claim(1, 'e1', [{ ...F, generation: null }], [{ resource: F, predicate: 'exists', digest: null }])],
  ]) {
    const { log, bad_line: found } = decide('effect', factsOf(text)).summary;
    assert.deepEqual([found, log], [badLine, badLine === null ? 'ok' : 'corrupt'], text);
  }
});

test('pointers', () => {
  assertPointers('effect', GOOD, [
    [{ '/log/file_kind': 'absent', '/log/text': '' }, null],
    [{ '/log/file_kind': 'absent' }, '/log/text'],
    [{ '/log/lineage': '' }, '/log/lineage'],
    [{ '/writer': undefined }, '/writer'],
    [{ '/required/1': required[0] }, '/required/1/id'],
    [{ '/required/0/place': [] }, '/required/0/place'],
    [{ '/required/0/kind': 'folder' }, '/required/0/kind'],
  ]);
});

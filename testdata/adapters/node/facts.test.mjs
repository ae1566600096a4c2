// What docs/profiles.md says of all five facts profiles: sections 1 and 2.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, askRaw, blocks } from './facts-tests.mjs';

const FACTS = {
  ident: { ...blocks('ident').find(({ op }) => op === 'ident.decide').input },
  attr: blocks('attr')[0],
  auth: {
    store: 'bg',
    requests: [],
    records: null,
    publications: [],
    sidecars: [],
    receipts: [],
    processes: [],
    approvals: [],
    roots: [],
  },
  effect: {
    log: { text: '', file_kind: 'absent', link_count: null, lineage: 'run1' },
    writer: null,
    required: [],
  },
  cover: blocks('cover')[0],
};
const faultOf = ({ error }) => [error.code, error.error_code, error.input, error.pointer];

for (const [profile, facts] of Object.entries(FACTS)) {
  const code = `${profile.toUpperCase()}_INPUT_INVALID`;
  const plain = JSON.stringify(facts);
  const withMember = (text) => JSON.stringify({ ...facts, x_free: '@' }).replace('"@"', text);
  const decide = `${profile}.decide`;
  const auditOp = `${profile}.audit`;

  test(`${profile}: what no JSON of ours may be`, () => {
    for (const [member, pointer] of [
      ['1,"x_free":2', '/x_free'],
      ['{"a/b":[{"k":1,"k":1}]}', '/x_free/a~1b/0/k'],
      ['["\\udc00"]', '/x_free/0'],
      ['{"\\ud800":1}', '/x_free'],
    ]) {
      const flawed = withMember(member);
      const wanted = (input) => ['invalid_input', code, input, pointer];
      assert.deepEqual(faultOf(askRaw(decide, flawed)), wanted('facts'));
      assert.deepEqual(faultOf(askRaw(auditOp, `{"facts":${flawed},"claim":0}`)), wanted('facts'));
      assert.deepEqual(faultOf(askRaw(auditOp, `{"facts":${plain},"claim":${flawed}}`)), wanted('claim'));
      assert.ok(askRaw(auditOp, `{"facts":${plain},"claim":0,"more":${flawed}}`).ok);
    }
    assert.ok(askRaw(decide, withMember('"\\ud83d\\ude00"')).ok);
  });

  test(`${profile}: 64 levels`, () => {
    for (const depth of [63, 64, 5000]) {
      const nested = '['.repeat(depth) + ']'.repeat(depth);
      const claimed = askRaw(auditOp, `{"facts":${plain},"claim":{"x":${nested}}}`);
      assert.equal(askRaw(decide, withMember(nested)).ok !== undefined, depth === 63);
      assert.equal(claimed.ok !== undefined, depth === 63);
      if (depth > 63) assert.deepEqual(faultOf(claimed).slice(0, 3), ['invalid_input', code, 'claim']);
    }
  });

  test(`${profile}: missing parts of an audit`, () => {
    assert.deepEqual(faultOf(ask(auditOp, { facts })), ['invalid_input', code, 'claim', '']);
    assert.deepEqual(faultOf(ask(auditOp, { claim: {} })), ['invalid_input', code, 'facts', '']);
    assert.deepEqual(faultOf(ask(decide, null)), ['invalid_input', code, 'facts', '']);
    const malformed = { error_code: `${profile.toUpperCase()}_CLAIM_MALFORMED`, subject_id: 'claim' };
    assert.deepEqual(ask(auditOp, { facts, claim: null, more: 1 }).ok.findings, [malformed]);
  });
}

test('-0 is an integer, -0.0 is none', () => {
  const text = (number) => JSON.stringify(FACTS.cover).replace('"settle_ms":50', `"settle_ms":${number}`);
  assert.deepEqual(askRaw('cover.decide', text('-0')), askRaw('cover.decide', text('0')));
  assert.equal(faultOf(askRaw('cover.decide', text('-0.0')))[3], '/settle_ms');
  assert.equal(faultOf(askRaw('cover.decide', text('5e1')))[3], '/settle_ms');
});

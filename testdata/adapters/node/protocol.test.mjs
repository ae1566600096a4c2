// The protocol, version 1, through a real process.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ADAPTER = fileURLToPath(new URL('adapter.mjs', import.meta.url));

/** The answers to request lines. */
function talk(lines) {
  const done = spawnSync(process.execPath, [ADAPTER], {
    input: lines.join('\n'),
    env: { LC_ALL: 'C' },
    timeout: 60000,
  });
  assert.equal(done.status, 0, done.stderr.toString());
  return done.stdout
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('one answer a line, in order, whatever is asked', () => {
  const good = {
    process_table: { ps_text: '9 1 10:00 0 5 ñ😀' },
    pressure_policy: { kinds: [{ kind: 'ñ', match_substrings: ['😀'] }] },
    owner_classes: {},
  };
  const answers = talk([
    '{"id":1,"op":"describe"}',
    '',
    JSON.stringify({ id: 2, op: 'tspi.classify', input: good }),
    '{"id":3,"op":"tspi.run"}',
    '{',
    '{"id":4.0,"op":"describe"}',
    '{"id":5,"op":"toString"}',
    '{"id":6,"op":"tspi.classify"}',
  ]);
  assert.deepEqual(
    answers.map(({ id }) => id),
    [1, 2, 3, null, null, 5, 6],
  );
  assert.deepEqual(answers[0].ok.levels, ['core']);
  // printf '%s' 'ñ😀' | sha256sum
  assert.equal(answers[1].ok.rows[0].command_hash, 'd0aed7027fa2ae43');
  assert.equal(answers[2].error.code, 'unsupported');
  assert.equal(answers[5].error.code, 'unsupported');
  assert.equal(answers[6].error.error_code, 'TSPI_INPUT_INVALID');
});

test('integers of any size', () => {
  const long = '9'.repeat(5000);
  const line =
    `{"id":1,"op":"tspi.classify","input":{"process_table":{"ps_text":"9 1 1 0 5 x"},"owner_classes":{},
    "pressure_policy":{"kinds":[],"min_age_seconds":${long}}}}`.replace(/\n */, '');
  const done = spawnSync(process.execPath, [ADAPTER], { input: line });
  assert.ok(done.stdout.toString().includes(`"min_age_seconds":${long}`));
});

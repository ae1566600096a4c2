// Sections 7 and 8 of the contract, core.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { audit } from './audit.mjs';
import { InputError } from './inputs.mjs';
import { parse } from './strictjson.mjs';

const ORPHAN = {
  pid: 9,
  ppid: 1,
  process_kind: 'tool',
  owner_status: 'launchd_detached',
  decision: 'candidate_safe_close',
  age_s: 600,
  allowlist_matched: true,
  command_hash: '0123456789abcdef',
};

/** The [code, subject] pairs of a claim; texts goes into the request as JSON text. */
function findings(claim, settings = {}) {
  const request = parse(JSON.stringify({ claimed_inventory: claim, ...settings }));
  return audit(request)
    .map((finding) => [finding.error_code, finding.subject_id])
    .sort();
}

test('rows: the first code that applies', () => {
  const codes = (fields, settings) =>
    findings({ rows: [{ ...ORPHAN, ...fields }] }, settings)
      .flat()
      .filter((text) => text !== '9');
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ owner_status: 'active_parent_process', ppid: 5, age_s: 1 }), [
    'TSPI_ACTIVE_OWNER_KILL_CANDIDATE',
  ]);
  for (const fields of [
    { owner_status: 'runtime', age_s: 1 },
    { ppid: 2 },
    { ppid: true },
    { allowlist_matched: 1 },
  ]) {
    assert.deepEqual(codes(fields), ['TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN'], JSON.stringify(fields));
  }
  assert.deepEqual(codes({ age_s: 299 }), ['TSPI_PREMATURE_SAFE_CLOSE']);
  assert.deepEqual(codes({ age_s: 300 }), []);
  assert.deepEqual(codes({ age_s: 600 }, { min_age_seconds: 601 }), ['TSPI_PREMATURE_SAFE_CLOSE']);
  assert.deepEqual(codes({ age_s: 1, decision: 'keep' }), []);
  assert.deepEqual(codes({ owner_status: 'desk' }, { active_owner_status_values: ['desk'] }), [
    'TSPI_ACTIVE_OWNER_KILL_CANDIDATE',
  ]);
});

test('groups', () => {
  const safety = { no_process_signal_sent: true };
  const request = { result: 'requested', requested_action: 'release_tool_lease', safety };
  const group = {
    process_kind: 'tool',
    recommended_action: 'request_owner_release',
    owner_release_request: request,
  };
  const of = (fields) =>
    findings({ rows: [], summary: { active_owner_pressure_groups: [{ ...group, ...fields }] } });
  assert.deepEqual(of({}), []);
  assert.deepEqual(of({ recommended_action: 'sigkill' }), [['TSPI_PROCESS_SIGNAL_FORBIDDEN', 'tool']]);
  for (const fields of [
    { result: 'Force_Closed' },
    { requested_action: 'kill' },
    { safety: {} },
    { safety: { no_process_signal_sent: 1 } },
    { safety: null },
  ]) {
    const changed = { owner_release_request: { ...request, ...fields } };
    assert.deepEqual(of(changed), [['TSPI_OWNER_RELEASE_OVERCLAIM', 'tool']], JSON.stringify(fields));
  }
  assert.deepEqual(
    of({ owner_release_request: { ...request, result: '\u212aill' } }),
    [],
    'a Kelvin sign is no k',
  );
});

test('redaction', () => {
  const of = (fields) => findings({ rows: [], ...fields }).map(([code]) => code);
  assert.deepEqual(of({ note: 'see /home/me' }), ['TSPI_ABSOLUTE_PATH_FORBIDDEN']);
  assert.deepEqual(of({ note: 'C:\\\\Users\\\\me' }), ['TSPI_ABSOLUTE_PATH_FORBIDDEN']);
  assert.deepEqual(of({ note: ['/home/me'], other: 'src/home/x', drive: 'C:\\Users\\me' }), []);
  assert.deepEqual(of({ cmdline: null }), ['TSPI_COMMAND_PREVIEW_FORBIDDEN']);
  assert.deepEqual(of({ Cmdline: null }), []);
  for (const value of [true, 1, 'no', [0]])
    assert.deepEqual(of({ killed_pid: value }), ['TSPI_PROCESS_SIGNAL_FORBIDDEN']);
  for (const value of [false, null, 0, '', [], {}]) assert.deepEqual(of({ killed_pid: value }), []);
});

test('the input', () => {
  const fault = (request) => {
    try {
      audit(parse(JSON.stringify(request)));
    } catch (error) {
      assert.ok(error instanceof InputError);
      return [error.code, error.input, error.pointer];
    }
    return null;
  };
  const claim = { claimed_inventory: { rows: [] } };
  const fixture = {
    process_table: { ps_text: '9 8 1 0 5 x' },
    pressure_policy: { kinds: [] },
    owner_classes: {},
  };
  assert.equal(fault(claim), null);
  assert.equal(fault({ ...claim, ...fixture }), null);
  assert.deepEqual(fault({}), ['TSPI_INPUT_INVALID', 'claimed_inventory', '/claimed_inventory']);
  assert.deepEqual(fault({ ...claim, min_age_seconds: 0 }), [
    'TSPI_INPUT_INVALID',
    'claimed_inventory',
    '/min_age_seconds',
  ]);
  assert.deepEqual(fault({ ...claim, ...fixture, min_age_seconds: 5 }), [
    'TSPI_INPUT_INVALID',
    'claimed_inventory',
    '/min_age_seconds',
  ]);
  assert.deepEqual(fault({ ...claim, process_table: fixture.process_table }), [
    'TSPI_INPUT_INVALID',
    'pressure_policy',
    '',
  ]);
});

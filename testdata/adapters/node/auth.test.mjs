// The contract AUTH: its examples, its negative cases with their siblings, its pointers.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { assertNegativeCases, assertPointers, audit, contract, decide, put } from './facts-tests.mjs';

const ALL = ['launch', 'read_output', 'stop', 'ack', 'continue'];
const supervisor = { pid: 4321, start_token: 's100', boot_id: 'b1' };
const J = {
  store: 'bg',
  job_id: 'build',
  generation: 'g1',
  owner: 'o1',
  thread: 't1',
  origin: 'q0',
  receipt_id: 'r1',
  supervisor,
};
const J2 = { ...J, generation: 'g2' };
const BINDING = 'f1357a69d4578fbfed0cbf163b64552c5543375d84c5b2ce1876a5e9ed00111f';
const LAUNCH_BINDING = '3ebd28f48e50088ff2801e2da214c38230bda8a082192e3a06b595c37d5b26f1';
const authority = 'cd'.repeat(32);
const SCOPE = {
  backend: 'bash',
  root: ['vol', 'ws'],
  required: ['net', 'fs'],
  mounts: [],
  network: 'none',
  max_runtime_s: 600,
};
const LAUNCH = { generation: 'n1', input_digest: 'ab'.repeat(32), scope: SCOPE };

const snapshot = (changes) => ({ version: 4, operations: ALL, jobs: [J], launches: [], ...changes });
const request = (operation, changes) => ({
  id: 'q1',
  operation,
  owner: 'o1',
  thread: 't1',
  selector: null,
  expected: null,
  launch: null,
  approval: null,
  granted: snapshot(),
  parent: null,
  text: null,
  ...changes,
});

/** Facts whose stores bind the job. */
function factsOf(requests, { job = J, status = 'running', ...changes } = {}) {
  const { owner, thread, generation, job_id: name, receipt_id: receipt } = job;
  return {
    store: 'bg',
    requests: [requests].flat(),
    records: [{ job_id: name, body: { identity: job, status, acknowledged: false } }],
    publications: [{ generation, body: { job, authority } }],
    sidecars: [{ job_id: name, body: { job, authority } }],
    receipts: [{ receipt_id: receipt, body: { generation, owner, thread, supervisor, external: false } }],
    processes: [{ ...supervisor, verdict: 'owned' }],
    approvals: [],
    roots: ['vol', 'ws'].map((id) => ({ id, live: true, control: false })),
    ...changes,
  };
}

const log = (...changes) => ({
  log: changes.map((changed) => ({
    request: 'q1',
    verdict: 'admit_mutation',
    resource: null,
    launch: null,
    approval: null,
    signalled: [],
    updated: [],
    ceiling: null,
    ...changed,
  })),
});

const stop = request('stop', { expected: J });
const read = request('read_output', { expected: J });
const stopped = { resource: J, signalled: [supervisor] };
const wasRead = { verdict: 'admit_read', resource: J };
const reasonOf = (...given) => decide('auth', factsOf(...given)).rows[0].reason;
const approvals = (digest) => [{ id: 'a1', digest, used: false }];

test('examples', () => {
  const [reused, history] = contract('auth')
    .split('`')
    .filter((piece) => piece.startsWith('{"id":"q1","operation"'))
    .map((piece) => JSON.parse(piece));
  const replaced = put(factsOf(stop), { '/records/0/body/identity': J2 });
  assert.deepEqual(decide('auth', replaced).rows, [reused]);
  const past = factsOf(request('stop', { selector: 'build' }), {
    status: 'done',
    receipts: [],
    processes: [{ ...supervisor, verdict: 'foreign' }],
  });
  assert.deepEqual(decide('auth', past).rows, [history]);
  const told = { verdict: 'noop_historical', resource: J };
  assert.deepEqual(audit('auth', past, log({ ...told, signalled: [supervisor] })), ['HISTORY_SIGNALLED q1']);
  assert.deepEqual(audit('auth', past, log(told)), []);
});

test('bindings', () => {
  const asked = { approval: 'a1', granted: snapshot({ jobs: [] }) };
  assert.equal(reasonOf({ ...stop, ...asked }, { approvals: approvals(BINDING) }), 'approved');
  const launch = request('launch', { id: 'q2', launch: LAUNCH, ...asked });
  assert.equal(reasonOf(launch, { approvals: approvals(LAUNCH_BINDING) }), 'approved');
  const longer = put(launch, { '/launch/scope/max_runtime_s': 601 });
  assert.equal(reasonOf(longer, { approvals: approvals(LAUNCH_BINDING) }), 'approval_mismatch');
});

test('launches', () => {
  const granted = snapshot({ launches: [{ ...SCOPE, required: ['fs', 'net'] }] });
  const asked = request('launch', { launch: LAUNCH, granted });
  assert.equal(reasonOf(asked), 'granted');
  assert.equal(reasonOf(put(asked, { '/launch/scope/network': 'inherit' })), 'launch_exceeds_scope');
  assert.equal(reasonOf(put(asked, { '/launch/generation': 'g1' })), 'reservation_used');
  assert.equal(reasonOf(asked, { publications: null }), 'publication_unreadable');
  const rows = decide('auth', factsOf([asked, { ...asked, id: 'q2' }])).rows;
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ['granted', 'reservation_used'],
  );
});

test('section 7: negative cases', () => {
  const alias = { ...J, job_id: 'build-2' };
  const two = snapshot({ jobs: [J, alias] });
  const other = { ...J, owner: 'o2' };
  const selected = request('read_output', { selector: 'build', granted: two });
  const only = (word) => factsOf({ ...stop, granted: snapshot({ operations: [word] }) });
  const child = (parentJob) => {
    const [granted, parent] = [snapshot({ jobs: [J2] }), snapshot({ jobs: [parentJob] })];
    return factsOf(request('read_output', { selector: 'build', granted, parent }), { job: J2 });
  };
  const ceiling = (jobs) => ({ operations: ALL, jobs, launches: [] });
  const lines = `auth-binding-1 stop q1 o1 t1 job bg build g2 o1 t1 q0 r1 4321 s100 b1`.replaceAll(' ', '\n');
  const binding = createHash('sha256').update(lines).digest('hex');
  const approved = (digest) => {
    const asked = request('stop', { expected: J2, approval: 'a1', granted: snapshot({ jobs: [] }) });
    return factsOf(asked, { job: J2, approvals: approvals(digest) });
  };
  const spent = { resource: J2, approval: { id: 'a1', digest: binding } };
  const history = factsOf(stop, { status: 'done' });
  const noop = { verdict: 'noop_historical', resource: J };
  const reading = factsOf({ ...read, granted: two });
  const right = [factsOf(stop), log(stopped)];
  assertNegativeCases('auth', [
    ['CLAIM_MALFORMED claim', factsOf(stop), log({ ...stopped, signalled: [4321] }), ...right],
    [
      'ALIAS_ACCEPTED q1',
      factsOf(selected),
      log({ ...wasRead, resource: alias }),
      factsOf(selected),
      log(wasRead),
    ],
    [
      'OWNER_SUBSTITUTED q1',
      factsOf({ ...read, expected: other }),
      log({ ...wasRead, resource: other }),
      factsOf(read),
      log(wasRead),
    ],
    ['SCOPE_BROADENED q1', only('read_output'), log(stopped), only('stop'), log(stopped)],
    [
      'PARENT_RENEWED q1',
      child(J),
      log({ verdict: 'refuse', ceiling: ceiling([J2]) }),
      child(J2),
      log({ verdict: 'admit_read', ceiling: ceiling([J2]) }),
    ],
    ['APPROVAL_UNBOUND q1', approved(BINDING), log(spent), approved(binding), log(spent)],
    ['RESERVATION_REPLAYED q1', approved(binding), log(spent, spent), approved(binding), log(spent)],
    ['EXTERNAL_CONTAINED q1', put(factsOf(stop), { '/receipts/0/body/external': true }), log(stopped), ...right],
    ['GENERATION_REPLACED q1', put(factsOf(stop), { '/records/0/body/identity': J2 }), log(stopped), ...right],
    ['LINKAGE_BROKEN q1', factsOf(read, { sidecars: [] }), log(wasRead), factsOf(read), log(wasRead)],
    ['STALE_MUTATION q1', put(factsOf(stop), { '/processes/0/verdict': 'unverifiable' }), log(stopped), ...right],
    ['HISTORY_SIGNALLED q1', history, log({ ...noop, signalled: [supervisor] }), history, log(noop)],
    [
      'FIELD_OVERWRITTEN q1',
      factsOf(read),
      log({ ...wasRead, updated: ['owner'] }),
      factsOf(read),
      log({ ...wasRead, updated: ['status'] }),
    ],
    [
      'DECISION_CONTRADICTED q1',
      reading,
      log({ ...wasRead, ceiling: ceiling([]) }),
      reading,
      log({ ...wasRead, ceiling: ceiling([J]) }),
    ],
  ]);
});

test('pointers', () => {
  assertPointers('auth', factsOf(stop), [
    [{ '/requests/0/text': 'stop build-2', '/x_a': 0 }, null],
    [{ '/requests/1': stop }, '/requests/1/id'],
    [{ '/processes/1': { ...supervisor, verdict: 'gone' } }, '/processes/1'],
    [{ '/requests/0/granted/jobs': [J, { ...J, x_note: 1 }] }, '/requests/0/granted/jobs/1'],
    [
      { '/requests/0/granted/launches': [SCOPE, { ...SCOPE, required: ['fs', 'net'] }] },
      '/requests/0/granted/launches/1',
    ],
    [{ '/requests/0/granted/launches': [{ ...SCOPE, root: [] }] }, '/requests/0/granted/launches/0/root'],
    [{ '/requests/0/granted/version': 5 }, '/requests/0/granted/version'],
    [{ '/requests/0/parent': undefined }, '/requests/0/parent'],
    [{ '/sidecars/0/body/authority': 'AB'.repeat(32) }, '/sidecars/0/body/authority'],
  ]);
});

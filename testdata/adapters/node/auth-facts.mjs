// The types of the profile auth (docs/contracts/auth.md, section 1).

import { MAX_PID } from './facts.mjs';

export const OPERATIONS = ['launch', 'read_output', 'stop', 'ack', 'continue'];
export const VERDICTS = ['admit_mutation', 'admit_read', 'noop_historical', 'refuse'];
export const SUPERVISOR = ['pid', 'start_token', 'boot_id'];

const IDS_OF_IDENTITY = ['store', 'job_id', 'generation', 'owner', 'thread', 'origin', 'receipt_id'];
const id = (spot) => spot.id();
const flag = (spot) => spot.flag();
const hash = (spot) => spot.hash();

// Each object is made with its members in one order, and a Scope's two unordered arrays in text
// order: equal ones are the same in the sense of facts.mjs.

const incarnationOf = (given) => ({
  pid: given.pid.whole(1n, MAX_PID),
  start_token: given.start_token.id(),
  boot_id: given.boot_id.id(),
});
export const readIncarnation = (spot) => incarnationOf(spot.members(SUPERVISOR));

export function readIdentity(spot) {
  const given = spot.members([...IDS_OF_IDENTITY, 'supervisor']);
  const ids = IDS_OF_IDENTITY.map((name) => [name, given[name].id()]);
  return { ...Object.fromEntries(ids), supervisor: readIncarnation(given.supervisor) };
}

function readScope(spot) {
  const given = spot.members(['backend', 'root', 'required', 'mounts', 'network', 'max_runtime_s']);
  return {
    backend: given.backend.word('bash', 'python', 'external'),
    root: given.root.set(id, { least: 1, most: 16 }),
    required: given.required.set(id, { least: 1, most: 16 }).sort(),
    mounts: given.mounts.set(id, { most: 16 }).sort(),
    network: given.network.word('none', 'inherit'),
    max_runtime_s: given.max_runtime_s.whole(1n),
  };
}

export function readLaunch(spot) {
  const given = spot.members(['generation', 'input_digest', 'scope']);
  return {
    generation: given.generation.id(),
    input_digest: given.input_digest.hash(),
    scope: readScope(given.scope),
  };
}

const held = (given) => ({
  operations: given.operations.set((it) => it.word(...OPERATIONS)),
  jobs: given.jobs.set(readIdentity),
  launches: given.launches.set(readScope),
});
export const readHeld = (spot) => held(spot.members(['operations', 'jobs', 'launches']));

function readSnapshot(spot) {
  const given = spot.members(['version', 'operations', 'jobs', 'launches']);
  return { version: given.version.whole(1n, 4n), ...held(given) };
}

function readRequest(spot) {
  const given = spot.members([
    'id',
    'operation',
    'owner',
    'thread',
    'selector',
    'expected',
    'launch',
    'approval',
    'granted',
    'parent',
    'text',
  ]);
  given.text.orNull((it) => it.text());
  return {
    id: given.id.id(),
    operation: given.operation.word(...OPERATIONS),
    owner: given.owner.id(),
    thread: given.thread.id(),
    selector: given.selector.orNull(id),
    expected: given.expected.orNull(readIdentity),
    launch: given.launch.orNull(readLaunch),
    approval: given.approval.orNull(id),
    granted: readSnapshot(given.granted),
    parent: given.parent.orNull(readSnapshot),
  };
}

/** A store or null; its entries have a key and a body or null, whose members the table reads. */
function readStore(spot, key, table) {
  const readBody = (it) => {
    const given = it.members(Object.keys(table));
    return Object.fromEntries(Object.entries(table).map(([name, read]) => [name, read(given[name])]));
  };
  return spot.orNull((store) =>
    store.listBy(key, (it) => {
      const given = it.members([key, 'body']);
      return { [key]: given[key].id(), body: given.body.orNull(readBody) };
    }),
  );
}

export function readAuthFacts(spot) {
  const given = spot.members([
    'store',
    'requests',
    'records',
    'publications',
    'sidecars',
    'receipts',
    'processes',
    'approvals',
    'roots',
  ]);
  return {
    store: given.store.id(),
    requests: given.requests.listBy('id', readRequest),
    records: readStore(given.records, 'job_id', {
      identity: readIdentity,
      status: (it) => it.orNull((word) => word.word('running', 'done', 'failed')),
      acknowledged: (it) => it.orNull(flag),
    }),
    publications: readStore(given.publications, 'generation', {
      job: (it) => it.orNull(readIdentity),
      authority: hash,
    }),
    sidecars: readStore(given.sidecars, 'job_id', { job: readIdentity, authority: hash }),
    receipts: readStore(given.receipts, 'receipt_id', {
      generation: id,
      owner: id,
      thread: id,
      supervisor: readIncarnation,
      external: (it) => it.orNull(flag),
    }),
    processes: given.processes.set(
      (it) => {
        const process = it.members([...SUPERVISOR, 'verdict']);
        return { ...incarnationOf(process), verdict: process.verdict.word('owned', 'gone', 'foreign', 'unverifiable') };
      },
      { key: (process) => SUPERVISOR.map((name) => process[name]) },
    ),
    approvals: given.approvals.listBy('id', (it) => {
      const approval = it.members(['id', 'digest', 'used']);
      return { id: approval.id.id(), digest: approval.digest.hash(), used: approval.used.orNull(flag) };
    }),
    roots: given.roots.listBy('id', (it) => {
      const root = it.members(['id', 'live', 'control']);
      return { id: root.id.id(), live: root.live.orNull(flag), control: root.control.orNull(flag) };
    }),
  };
}

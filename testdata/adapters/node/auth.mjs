// The profile auth: may this request act on that job, or launch one? (docs/contracts/auth.md)

import { createHash } from 'node:crypto';

import { judgeLog, readLog } from './auth-claim.mjs';
import { OPERATIONS, SUPERVISOR, VERDICTS, readAuthFacts } from './auth-facts.mjs';
import { count, operationsOf, same } from './facts.mjs';

// --- section 2

const isWithin = (ids, others) => ids.every((id) => others.includes(id));

function covers(P, C) {
  return (
    P.backend === C.backend &&
    P.root.every((id, place) => C.root[place] === id) &&
    isWithin(P.required, C.required) &&
    isWithin(C.mounts, P.mounts) &&
    !(P.network === 'none' && C.network === 'inherit') &&
    C.max_runtime_s <= P.max_runtime_s
  );
}

/** Whether C is S but for a runtime that is no longer. */
export const fits = (C, S) =>
  same({ ...C, max_runtime_s: S.max_runtime_s }, S) && C.max_runtime_s <= S.max_runtime_s;

/** What a request holds: operations, and pairs of place and member for jobs and launches. */
function holdingsOf(request, facts, isFresh) {
  const { granted, parent } = request;
  const counting = (snapshot, name) => (snapshot !== null && snapshot.version >= 4n ? snapshot[name] : []);
  const pairs = (name) => counting(granted, name).map((member, place) => ({ member, place: BigInt(place) }));
  const parentJobs = counting(parent, 'jobs');
  const parentLaunches = counting(parent, 'launches').filter(isFresh);
  return {
    parentJobs,
    operations: OPERATIONS.filter(
      (word) => granted.operations.includes(word) && (parent?.operations.includes(word) ?? true),
    ),
    jobs: pairs('jobs').filter(
      ({ member: job }) =>
        job.store === facts.store &&
        job.owner === request.owner &&
        job.thread === request.thread &&
        (parent === null || parentJobs.some((other) => same(other, job))),
    ),
    launches: pairs('launches').filter(
      ({ member: scope }) =>
        scope.backend !== 'external' &&
        isFresh(scope) &&
        (parent === null || parentLaunches.some((other) => covers(other, scope))),
    ),
  };
}

// --- section 4

const supervisorKey = (incarnation) => SUPERVISOR.map((name) => incarnation[name]).join(' ');

/** Looks keys up in the stores. body is the entry's, where it can be read. */
function openStores(facts) {
  const open = (entries, key) => {
    const index = new Map(entries?.map((entry) => [entry[key], entry.body]));
    return (wanted) => {
      if (entries !== null && !index.has(wanted)) return { state: 'absent' };
      const body = index.get(wanted) ?? null;
      return body === null ? { state: 'unreadable' } : { body };
    };
  };
  const verdicts = new Map(facts.processes.map((process) => [supervisorKey(process), process.verdict]));
  const roots = new Map(facts.roots.map((root) => [root.id, root]));
  return {
    record: open(facts.records, 'job_id'),
    publication: open(facts.publications, 'generation'),
    sidecar: open(facts.sidecars, 'job_id'),
    receipt: open(facts.receipts, 'receipt_id'),
    verdictOf: (incarnation) => verdicts.get(supervisorKey(incarnation)) ?? 'unverifiable',
    isFresh: (scope) => [...scope.root, ...scope.mounts].every((id) => roots.get(id)?.live === true),
    isControl: (scope) => roots.get(scope.root.at(-1))?.control !== false,
  };
}

/** Why the job X does not stand; undefined where it does. */
function standing(X, stores) {
  const record = stores.record(X.job_id);
  if (record.state) return `record_${record.state}`;
  const { identity, status } = record.body;
  if (identity.generation !== X.generation) return 'generation_replaced';
  if (!same(identity, X)) return 'identity_changed';
  if (status === null) return 'status_unknown';
  const isRunning = status === 'running';

  const publication = stores.publication(X.generation);
  if (publication.state) return `publication_${publication.state}`;
  if (!same(publication.body.job, X)) return 'publication_mismatch';

  const sidecar = stores.sidecar(X.job_id);
  if (sidecar.state) return `sidecar_${sidecar.state}`;
  if (!same(sidecar.body.job, X) || sidecar.body.authority !== publication.body.authority) return 'sidecar_mismatch';

  const receipt = stores.receipt(X.receipt_id);
  if (receipt.state === 'unreadable') return 'receipt_unreadable';
  if (receipt.state === 'absent' && isRunning) return 'receipt_absent';
  if (receipt.body && receipt.body.external !== false) return 'receipt_external';
  const bound = ['generation', 'owner', 'thread', 'supervisor'];
  if (receipt.body && !bound.every((name) => same(receipt.body[name], X[name]))) return 'receipt_mismatch';

  const verdict = stores.verdictOf(X.supervisor);
  return isRunning && verdict !== 'owned' ? `supervisor_${verdict}` : undefined;
}

// --- section 3

function bindingOf({ operation, id, owner, thread, launch }, X) {
  const asked = ['auth-binding-1', operation, id, owner, thread];
  const job = () => [
    'job',
    ...['store', 'job_id', 'generation', 'owner', 'thread', 'origin', 'receipt_id'].map((name) => X[name]),
    ...SUPERVISOR.map((name) => X.supervisor[name]),
  ];
  const launched = ({ generation, scope, input_digest: digest }) => [
    'launch',
    generation,
    scope.backend,
    scope.root.join(','),
    scope.required.toSorted().join(','),
    scope.mounts.toSorted().join(','),
    scope.network,
    scope.max_runtime_s,
    digest,
  ];
  const lines = [...asked, ...(X === undefined ? launched(launch) : job())];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function generationsIn({ publications, records, sidecars, receipts }) {
  const bodies = (entries) => (entries ?? []).flatMap(({ body }) => body ?? []);
  return new Set([
    ...(publications ?? []).map(({ generation }) => generation),
    ...bodies(records).map(({ identity }) => identity.generation),
    ...bodies(sidecars).map(({ job }) => job.generation),
    ...bodies(receipts).map(({ generation }) => generation),
  ]);
}

/** Rules 1 to 5: { reason } or { X }, X undefined for a launch. */
function aim({ operation, launch, selector, expected }, held) {
  if (operation === 'launch') {
    if (launch === null || selector !== null || expected !== null) return { reason: 'target_malformed' };
    return launch.scope.backend === 'external' ? { reason: 'backend_external' } : {};
  }
  if (launch !== null || (selector === null && expected === null)) return { reason: 'target_malformed' };
  if (expected !== null) {
    return selector === null || selector === expected.job_id ? { X: expected } : { reason: 'selector_mismatch' };
  }
  const found = held.jobs.filter(({ member }) => member.job_id === selector);
  if (found.length === 1) return { X: found[0].member };
  return { reason: found.length === 0 ? 'not_admitted' : 'selector_ambiguous' };
}

/** Rules 6 to 22 in their order: the reason of the first that holds. */
function refusal(request, X, held, { facts, stores, approvals, reserved }) {
  const { operation, launch } = request;
  const isJob = X !== undefined;
  const byGrant = request.approval === null;
  const approval = approvals.get(request.approval);
  const stands = () => standing(X, stores);
  const record = () => stores.record(X.job_id).body;
  const settles = operation === 'ack' || operation === 'continue';
  const rules = [
    [isJob && (() => X.store !== facts.store), 'store_foreign'],
    [isJob && (() => X.owner !== request.owner), 'owner_mismatch'],
    [isJob && (() => X.thread !== request.thread), 'thread_mismatch'],
    [byGrant && (() => !held.operations.includes(operation)), 'operation_not_granted'],
    [byGrant && isJob && (() => !held.jobs.some(({ member }) => same(member, X))), 'not_admitted'],
    [!byGrant && (() => request.parent !== null), 'approval_not_inherited'],
    [!byGrant && (() => approval === undefined), 'approval_absent'],
    [!byGrant && (() => approval.digest !== bindingOf(request, X)), 'approval_mismatch'],
    [!byGrant && (() => approval.used !== false), 'approval_used'],
    [
      byGrant && !isJob && (() => !held.launches.some(({ member }) => fits(launch.scope, member))),
      'launch_exceeds_scope',
    ],
    [!isJob && (() => !stores.isFresh(launch.scope)), 'root_stale'],
    [!isJob && (() => stores.isControl(launch.scope)), 'root_control'],
    [!isJob && (() => facts.publications === null), 'publication_unreadable'],
    [!isJob && (() => reserved.has(launch.generation)), 'reservation_used'],
    [isJob && (() => stands() !== undefined), isJob && stands()],
    [isJob && settles && (() => record().status === 'running'), 'not_completed'],
    [isJob && settles && (() => record().acknowledged === null), 'status_unknown'],
  ];
  return rules.find(([holds]) => holds && holds())?.[1];
}

function admission({ operation, approval }, X, stores) {
  const record = X && stores.record(X.job_id).body;
  if (operation === 'stop' && record.status !== 'running') return ['noop_historical', 'already_completed'];
  if ((operation === 'ack' || operation === 'continue') && record.acknowledged) {
    return ['noop_historical', 'already_acknowledged'];
  }
  return [
    operation === 'read_output' ? 'admit_read' : 'admit_mutation',
    approval === null ? 'granted' : 'approved',
  ];
}

/** One ruling a request: request, row, X, ceiling (members), parentJobs, binding (a function). */
function rule(facts) {
  const stores = openStores(facts);
  const around = {
    facts,
    stores,
    approvals: new Map(facts.approvals.map((approval) => [approval.id, approval])),
    reserved: generationsIn(facts),
  };
  return facts.requests.map((request) => {
    const held = holdingsOf(request, facts, stores.isFresh);
    const jobs = held.jobs.filter(({ member }) => standing(member, stores) === undefined);
    const { reason: unaimed, X } = aim(request, held);
    const refused = unaimed ?? refusal(request, X, held, around);
    const [verdict, reason] = refused === undefined ? admission(request, X, stores) : ['refuse', refused];
    const admitted = (value) => (verdict === 'refuse' ? null : value);
    if (verdict !== 'refuse' && X === undefined) around.reserved.add(request.launch.generation);
    const row = {
      id: request.id,
      operation: request.operation,
      verdict,
      reason,
      job_id: admitted(X?.job_id ?? null),
      generation: admitted(X?.generation ?? request.launch?.generation ?? null),
      approval: admitted(request.approval),
      signal_permitted: verdict === 'admit_mutation' && request.operation === 'stop' ? X.supervisor : null,
      ceiling_operations: held.operations,
      ceiling_jobs: jobs.map(({ place }) => place),
      ceiling_launches: held.launches.map(({ place }) => place),
    };
    const members = (pairs) => pairs.map(({ member }) => member);
    return {
      request,
      row,
      X,
      ceiling: { operations: held.operations, jobs: members(jobs), launches: members(held.launches) },
      parentJobs: held.parentJobs,
      binding: () => bindingOf(request, X),
    };
  });
}

// --- section 5

function decide(facts) {
  const rows = rule(facts).map(({ row }) => row);
  const summary = { request_count: count(rows) };
  for (const word of VERDICTS) summary[`${word}_count`] = count(rows, ({ verdict }) => verdict === word);
  return { rows, summary };
}

export const operations = operationsOf('auth', {
  readFacts: readAuthFacts,
  readClaim: readLog,
  decide,
  judge: (facts, log, raise) => judgeLog(new Map(rule(facts).map((ruling) => [ruling.row.id, ruling])), log, raise),
});

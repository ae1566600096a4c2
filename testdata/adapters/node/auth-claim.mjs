// The audit of the profile auth (docs/contracts/auth.md, sections 6 and 7).

import { VERDICTS, readHeld, readIdentity, readIncarnation, readLaunch } from './auth-facts.mjs';
import { fits } from './auth.mjs';
import { same } from './facts.mjs';

/** Reads a claim; gives its log. */
export function readLog(spot, { requests }) {
  const asked = new Set(requests.map(({ id }) => id));
  return spot.members(['log']).log.list((it) => {
    const given = it.members([
      'request',
      'verdict',
      'resource',
      'launch',
      'approval',
      'signalled',
      'updated',
      'ceiling',
    ]);
    if (!asked.has(given.request.id())) given.request.fail('there is no such request');
    return {
      request: given.request.value,
      verdict: given.verdict.word(...VERDICTS),
      resource: given.resource.orNull(readIdentity),
      launch: given.launch.orNull(readLaunch),
      approval: given.approval.orNull((spent) => {
        const approval = spent.members(['id', 'digest']);
        return { id: approval.id.id(), digest: approval.digest.hash() };
      }),
      signalled: given.signalled.list(readIncarnation),
      updated: given.updated.list((field) => field.id()),
      ceiling: given.ceiling.orNull(readHeld),
    };
  });
}

// Section 7: the code of each reason of a refused row.
const CODES = [
  ['ALIAS_ACCEPTED', /^(?:selector_mismatch|selector_ambiguous|store_foreign|root_control)$/],
  ['OWNER_SUBSTITUTED', /^(?:owner|thread)_mismatch$/],
  ['SCOPE_BROADENED', /^(?:target_malformed|operation_not_granted|not_admitted|launch_exceeds_scope)$/],
  ['APPROVAL_UNBOUND', /^approval_(?:not_inherited|absent|mismatch)$/],
  ['RESERVATION_REPLAYED', /^(?:approval|reservation)_used$/],
  ['EXTERNAL_CONTAINED', /^(?:backend|receipt)_external$/],
  ['GENERATION_REPLACED', /^generation_replaced$/],
  ['LINKAGE_BROKEN', /^(?:identity_changed$|receipt_(?:absent|unreadable|mismatch)$|record_|publication_|sidecar_)/],
  ['STALE_MUTATION', /^(?:status_unknown$|not_completed$|root_stale$|supervisor_)/],
];
const codeOf = (reason) => CODES.find(([, pattern]) => pattern.test(reason))[0];

const REFRESH = [
  'status',
  'exit_code',
  'ended_at',
  'teardown',
  'timed_out',
  'output_truncated',
  'error',
  'failure_kind',
];
const CHANGEABLE = {
  launch: [],
  continue: [],
  ack: ['acknowledged'],
  read_output: REFRESH,
  stop: [...REFRESH, 'acknowledged'],
};

/** Judges a log against the rulings by request. */
export function judgeLog(rulings, log, raise) {
  log.forEach((entry, place) => {
    const ruling = rulings.get(entry.request);
    const isReplay = log
      .slice(0, place)
      .some(
        ({ approval, launch }) =>
          (approval !== null && approval.id === entry.approval?.id) ||
          (launch !== null && launch.generation === entry.launch?.generation),
      );
    for (const code of [judgeAct(entry, ruling, isReplay), judgeCeiling(entry.ceiling, ruling)]) {
      if (code !== undefined) raise(code, entry.request);
    }
  });
}

function judgeAct(entry, ruling, isReplay) {
  const { row, X, request } = ruling;
  const { resource, launch, approval, signalled, updated } = entry;
  const acts =
    resource !== null || launch !== null || approval !== null || signalled.length > 0 || updated.length > 0;
  if (row.verdict === 'refuse') return entry.verdict === 'refuse' && !acts ? undefined : codeOf(row.reason);
  const isHistory = row.verdict === 'noop_historical';

  // 1
  if (resource !== null) {
    if (X === undefined) return 'SCOPE_BROADENED';
    const differ = (...names) => names.some((name) => !same(resource[name], X[name]));
    if (differ('store', 'job_id')) return 'ALIAS_ACCEPTED';
    if (differ('owner', 'thread', 'origin')) return 'OWNER_SUBSTITUTED';
    if (!same(resource, X)) return 'GENERATION_REPLACED';
  }
  // 2
  if (launch !== null) {
    if (X !== undefined) return 'SCOPE_BROADENED';
    if (launch.generation !== request.launch.generation) return 'GENERATION_REPLACED';
    if (launch.input_digest !== request.launch.input_digest) return 'SCOPE_BROADENED';
    if (!fits(launch.scope, request.launch.scope)) return 'SCOPE_BROADENED';
  }
  // 3 and 4
  if (approval !== null) {
    if (approval.id !== request.approval || approval.digest !== ruling.binding()) return 'APPROVAL_UNBOUND';
  } else if (request.approval !== null && !isHistory && acts) return 'APPROVAL_UNBOUND';
  // 5 to 7
  if (isReplay) return 'RESERVATION_REPLAYED';
  if (signalled.length > 0 && row.signal_permitted === null) return 'HISTORY_SIGNALLED';
  if (!signalled.every((incarnation) => same(incarnation, row.signal_permitted))) return 'SCOPE_BROADENED';
  // 8 and 9
  const changeable = isHistory ? [] : CHANGEABLE[row.operation];
  if (!updated.every((field) => changeable.includes(field))) return 'FIELD_OVERWRITTEN';
  return entry.verdict === row.verdict ? undefined : 'DECISION_CONTRADICTED';
}

function judgeCeiling(claimed, { ceiling, parentJobs }) {
  if (claimed === null) return undefined;
  const has = (members, wanted) => members.some((member) => same(member, wanted));
  const isRenewed = (job) =>
    !has(ceiling.jobs, job) &&
    !has(parentJobs, job) &&
    parentJobs.some(({ store, job_id: name }) => store === job.store && name === job.job_id);
  if (claimed.jobs.some(isRenewed)) return 'PARENT_RENEWED';
  const kinds = ['operations', 'jobs', 'launches'];
  if (kinds.some((kind) => claimed[kind].some((member) => !has(ceiling[kind], member)))) return 'SCOPE_BROADENED';
  const isMissing = (kind) => ceiling[kind].some((member) => !has(claimed[kind], member));
  return kinds.some(isMissing) ? 'DECISION_CONTRADICTED' : undefined;
}

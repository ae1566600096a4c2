// The audit of a claimed inventory: section 8 of the contract, core.

import { guard } from './guard.mjs';
import { Document, INPUTS, readActive, readFixture, readMinAge } from './inputs.mjs';
import { isObject } from './strictjson.mjs';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;
const SIGNAL_ACTIONS = ['kill', 'sigterm', 'sigkill', 'force_close'];
const DONE_RESULTS = [
  'kill',
  'killed',
  'terminate',
  'terminated',
  'sigterm',
  'sigkill',
  'force_close',
  'force_closed',
];
const REQUESTED_ACTIONS = ['release_tool_lease', 'ask_owner_to_release'];
const MESSAGES = {
  TSPI_ACTIVE_OWNER_KILL_CANDIDATE: 'a descendant of an active owner is never a close candidate',
  TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN: 'only a detached, allowlisted helper is a close candidate',
  TSPI_PREMATURE_SAFE_CLOSE: 'the age is below the least age of a close candidate',
  TSPI_PROCESS_SIGNAL_FORBIDDEN: 'nothing here signals a process or recommends to',
  TSPI_OWNER_RELEASE_OVERCLAIM: 'a release request asks, and promises to touch nothing',
  TSPI_COMMAND_PREVIEW_FORBIDDEN: 'there is a place for a command; carry command_hash only',
  TSPI_ABSOLUTE_PATH_FORBIDDEN: 'there is an absolute path of a host; leave it out',
};

/** The findings on request.claimed_inventory, once for each code and subject. */
export function audit(request) {
  const { claim, minAge, active } = readRequest(request);
  const findings = new Map();
  const add = (code, kind, subject) =>
    findings.set(`${code} ${kind} ${subject}`, {
      error_code: code,
      message: MESSAGES[code],
      negative_case_id: null,
      subject_id: subject,
      subject_kind: kind,
      body_in_receipt: false,
    });
  for (const row of objects(claim?.rows)) {
    const code = judgeRow(row, minAge, active);
    if (code !== null) add(code, 'row', typeof row.pid === 'bigint' ? `${row.pid}` : 'row');
  }
  for (const group of objects(claim?.summary?.active_owner_pressure_groups)) {
    const kind = group.process_kind;
    // Other text than a name may be an offence itself, and is not repeated.
    const subject = typeof kind === 'string' && NAME.test(kind) ? kind : 'group';
    if (SIGNAL_ACTIONS.includes(group.recommended_action))
      add('TSPI_PROCESS_SIGNAL_FORBIDDEN', 'group', subject);
    if (overclaims(group.owner_release_request)) add('TSPI_OWNER_RELEASE_OVERCLAIM', 'group', subject);
  }
  for (const code of guard(claim)) add(code, 'claim', 'claimed_inventory');
  return [...findings.values()];
}

function readRequest(request) {
  const document = new Document('claimed_inventory');
  document.object(request, '', ['claimed_inventory']);
  const claim = new Document('claimed_inventory', '/claimed_inventory').member(request, 'claimed_inventory');
  if (!INPUTS.some((name) => name in request)) {
    return { claim, minAge: readMinAge(document, request), active: readActive(document, request) };
  }
  for (const field of ['min_age_seconds', 'active_owner_status_values']) {
    if (field in request) document.fail(`/${field}`, 'the fixture decides this; give one or the other');
  }
  const { policy, owners } = readFixture(request);
  return { claim, minAge: policy.minAge, active: owners.active };
}

const objects = (value) => (Array.isArray(value) ? value.filter(isObject) : []);

/** The code that a row raises, or null. Core judges a row by its own values. */
function judgeRow(row, minAge, active) {
  if (row.decision !== 'candidate_safe_close') return null;
  if (active.has(row.owner_status)) return 'TSPI_ACTIVE_OWNER_KILL_CANDIDATE';
  if (row.owner_status !== 'launchd_detached' || row.ppid !== 1n || row.allowlist_matched !== true) {
    return 'TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN';
  }
  const isNumber = typeof row.age_s === 'bigint' || typeof row.age_s === 'number';
  return isNumber && row.age_s < minAge ? 'TSPI_PREMATURE_SAFE_CLOSE' : null;
}

function overclaims(request) {
  if (!isObject(request)) return false;
  const { result, requested_action: requested, safety } = request;
  const done =
    typeof result === 'string' && DONE_RESULTS.some((word) => new RegExp(`^${word}$`, 'i').test(result));
  return done || !REQUESTED_ACTIONS.includes(requested) || safety?.no_process_signal_sent !== true;
}

// Which rows are helpers, who owns them and what may be done: sections 3 to 5, core.

import { createHash } from 'node:crypto';

const MAX_HOPS = 8;
const DETACHED = 'launchd_detached';
const ACTIVE_PARENT = 'active_parent_process';
const UNKNOWN_PARENT = 'unknown_parent_process';

/** The helpers of a fixture, in table order: row, kind, status, decision, reason, commandHash. */
export function classify({ rows, policy, owners }) {
  const byPid = new Map(rows.map((row) => [row.pid, row])); // of several rows with one pid the last counts
  const helpers = [];
  for (const row of rows) {
    const kind = policy.kinds.find(({ match }) => match.some((part) => row.command.includes(part)));
    if (kind === undefined) continue;
    const kept = policy.keepKinds.has(kind.name);
    const status = kept ? kind.keepOwnerStatus : ownerStatus(row, byPid, owners);
    const commandHash = createHash('sha256').update(row.command, 'utf8').digest('hex').slice(0, 16);
    const [decision, reason] = decide({ row, kind, kept, status }, policy, owners);
    helpers.push({ row, kind, kept, status, commandHash, decision, reason });
  }
  return helpers;
}

function ownerStatus(helper, byPid, owners) {
  if (helper.ppid === 1n) return DETACHED;
  const visited = new Set(); // the helper itself counts as not yet visited
  let status = UNKNOWN_PARENT;
  for (let pid = helper.ppid; visited.size < MAX_HOPS && !visited.has(pid);) {
    const row = byPid.get(pid);
    if (row === undefined) break;
    visited.add(pid);
    status = owners.hints.find(({ substring }) => row.command.includes(substring))?.status ?? ACTIVE_PARENT;
    if (status !== ACTIVE_PARENT || row.ppid === 1n) break;
    pid = row.ppid;
  }
  return status;
}

function decide({ row, kind, kept, status }, policy, owners) {
  if (kept) return ['keep', 'runtime_not_helper_cleanup'];
  if (row.ppid === 1n) {
    if (kind.allowlisted && row.age >= policy.minAge) {
      return ['candidate_safe_close', 'strict_orphan_allowlist_age_threshold_met'];
    }
    return ['requires_owner_check', 'detached_process_not_in_safe_close_predicate'];
  }
  if (owners.active.has(status)) return ['requires_owner_check', 'active_parent_chain_requires_owner_check'];
  return ['requires_owner_check', 'parent_owner_not_resolved'];
}

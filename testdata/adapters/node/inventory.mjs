// The inventory record, its pressure groups and the relief receipt: section 6, core.

import { classify } from './classify.mjs';

const ROUTE = 'The owning session must release or reuse its own lease; nobody else closes its helpers.';

/** The inventory of a fixture. Nothing of a command is in it but a hash. */
export function inventory(fixture) {
  const helpers = classify(fixture);
  return {
    schema: 'tool_server_pressure_inventory_v1',
    policy: {
      no_unknown_owner_killed: true,
      no_process_signal_sent: true,
      inventory_is_not_kill_list: true,
      safe_close_predicate: 'ppid==1 and allowlisted kind and age>=min_age_seconds',
      min_age_seconds: fixture.policy.minAge,
    },
    summary: summarise(helpers, fixture.owners),
    rows: helpers.map(({ row, kind, status, decision, reason, commandHash }) => ({
      pid: row.pid,
      ppid: row.ppid,
      process_kind: kind.name,
      owner: status,
      owner_status: status,
      decision,
      reason,
      age_s: row.age,
      cpu_pct: row.cpu,
      allowlist_matched: kind.allowlisted,
      command_hash: commandHash,
    })),
  };
}

/** The relief receipt of a fixture: what the pressure asks for, and that nothing was done. */
export function relief(fixture) {
  const { schema, summary } = inventory(fixture);
  const candidates = summary.candidate_safe_close_count;
  const excess = summary.active_owner_release_request_count;
  const checks = summary.requires_owner_check_count;
  const [status, verdict] = verdictOn(candidates, excess, checks);
  return {
    schema: 'pressure_hygiene_relief_receipt_v1',
    before: { tool_server_pressure_inventory_schema: schema, inventory_summary: summary },
    action: {
      status,
      safe_close_action_count: 0,
      safe_close_candidate_count: candidates,
      requires_owner_check_count: checks,
      active_owner_release_request_count: excess,
      owner_release_requests: summary.active_owner_pressure_groups.map(
        (group) => group.owner_release_request,
      ),
      no_unknown_owner_killed: true,
      no_process_signal_sent: true,
    },
    after: null,
    verdict,
    next_actions: [
      'request_active_owner_release_for_over_budget_helper_groups',
      'resolve_owner_state_before_closing_requires_owner_check_rows',
    ],
  };
}

function verdictOn(candidates, excess, checks) {
  if (candidates > 0) return ['safe_action_available', 'pending_safe_close_action'];
  if (excess > 0n) return ['owner_release_request_available', 'pending_owner_release_request'];
  if (checks > 0) return ['owner_check_required', 'no_safe_action'];
  return ['no_action', 'no_safe_action'];
}

function summarise(helpers, owners) {
  const decisions = countBy(helpers, ({ decision }) => decision);
  const groups = pressureGroups(helpers, owners);
  return {
    process_count: helpers.length,
    candidate_safe_close_count: decisions.candidate_safe_close ?? 0,
    requires_owner_check_count: decisions.requires_owner_check ?? 0,
    keep_count: decisions.keep ?? 0,
    active_owner_pressure_groups: groups,
    active_owner_pressure_group_count: groups.length,
    active_owner_release_request_count: groups.reduce((sum, group) => sum + group.excess_count, 0n),
    kind_counts: countBy(helpers, ({ kind }) => kind.name),
    decision_counts: decisions,
    owner_status_counts: countBy(helpers, ({ status }) => status),
  };
}

function countBy(items, keyOf) {
  const counts = Object.create(null);
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}

function pressureGroups(helpers, owners) {
  const members = new Map();
  for (const helper of helpers) {
    if (helper.kept || !owners.active.has(helper.status)) continue;
    const key = JSON.stringify([helper.kind.name, helper.status]);
    if (!members.has(key)) members.set(key, []);
    members.get(key).push(helper);
  }
  return [...members.values()]
    .filter(([{ kind }, ...rest]) => kind.budget !== undefined && rest.length + 1 > kind.budget)
    .map((group) => describeGroup(group, owners))
    .sort(
      (a, b) =>
        compare(b.excess_count, a.excess_count) ||
        compare(b.count, a.count) ||
        compareText(a.process_kind, b.process_kind) ||
        compareText(a.owner_status, b.owner_status),
    );
}

const compare = (a, b) => (a < b ? -1 : Number(a > b));
/** By the bytes of UTF-8; JavaScript's own order is by UTF-16 units. */
const compareText = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function describeGroup(group, owners) {
  const [{ kind, status }] = group;
  const count = BigInt(group.length);
  const ages = group.map(({ row }) => row.age).sort(compare);
  return {
    process_kind: kind.name,
    owner_status: status,
    budget: kind.budget,
    count,
    excess_count: count - kind.budget,
    oldest_age_s: ages.at(-1),
    newest_age_s: ages.at(0),
    recommended_action: 'request_owner_release',
    safety: { no_process_signal_sent: true, owner_must_release_own_helper: true },
    owner_release_request: {
      schema: 'helper_owner_release_request_v1',
      process_kind: kind.name,
      owner_status: status,
      target_owner: owners.targets[status] ?? null,
      pressure_mode: 'degraded',
      process_count: count,
      excess_count: count - kind.budget,
      permitted_action: 'ask_owner_to_release',
      requested_action: 'release_tool_lease',
      result: 'requested',
      owner_release_route: ROUTE,
      safety: {
        no_process_signal_sent: true,
        no_unknown_owner_killed: true,
        no_active_session_terminated: true,
        owner_must_release_own_helper: true,
      },
    },
  };
}

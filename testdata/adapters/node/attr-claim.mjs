// The audit of the profile attr (docs/contracts/attr.md, section 5).

import { MAX_PID, same } from './facts.mjs';

/** The findings of section 3 in their order, each with the code beside it, if any. */
export const FINDINGS = [
  ['record_corrupt', 'CORRUPT_IGNORED'],
  ['archived_resident', 'ARCHIVED_AS_ABSENT'],
  ['runtime_unknown'],
  ['root_stale', 'STALE_ROOT_PID'],
  ['rss_over_budget'],
  ['idle_cpu_over_budget'],
  ['no_process'],
  ['references_unknown', 'UNKNOWN_REFS_ZERO'],
  ['no_references'],
  ['unowned_thread'],
  ['ambiguous_thread', 'OWNERSHIP_UNPROVEN'],
  ['archived_thread', 'ARCHIVED_AS_ABSENT'],
  ['turn_unknown', 'UNKNOWN_TURN_IDLE'],
  ['record_without_thread'],
  ['identity_leak'],
  ['owner_absent'],
  ['ambiguous_owner', 'OWNERSHIP_UNPROVEN'],
  ['no_owner'],
];

/** The reasons of section 4 in the order in which they are tried, each with the code beside it, if any. */
export const REASONS = [
  ['record_corrupt', 'CORRUPT_IGNORED'],
  ['archived_resident', 'ARCHIVED_AS_ABSENT'],
  ['thread_ambiguous', 'OWNERSHIP_UNPROVEN'],
  ['runtime_stale', 'STALE_ROOT_PID'],
  ['runtime_unproven', 'OWNERSHIP_UNPROVEN'],
  ['references_unknown', 'UNKNOWN_REFS_ZERO'], // a runtime's first one too
  ['referenced', 'PROTECTED_RECLAIM'],
  ['adapter_only', 'PROTECTED_RECLAIM'],
  ['current_backend', 'PROTECTED_RECLAIM'],
  ['superseded_backend', 'PROTECTED_RECLAIM'],
  ['no_owner', 'OWNERSHIP_UNPROVEN'],
  ['turn_active', 'NONTERMINAL_RECLAIM'],
  ['turn_unknown', 'UNKNOWN_TURN_IDLE'],
  ['not_terminal', 'NONTERMINAL_RECLAIM'],
  ['records_unlisted', 'OWNERSHIP_UNPROVEN'],
  ['identity_unproven', 'OWNERSHIP_UNPROVEN'],
  ['holds_others', 'PROTECTED_RECLAIM'],
  ['cpu_unknown', 'UNKNOWN_MEASURED'],
  ['cpu_over_idle', 'NONTERMINAL_RECLAIM'],
  ['terminal'],
  ['owner_absent'],
];
const CODE_OF_REASON = new Map(REASONS);

const ROW_ID = new RegExp(
  '^(?:unattributed|(?:session|shared_runtime|backend|orphan:session|orphan:backend):' +
    '[A-Za-z0-9][A-Za-z0-9_.:-]{0,63})$',
);
const FIGURES = ['rss_kib', 'pss_kib', 'cpu_permille'];

const rowId = (spot) => spot.like(ROW_ID, "a row's id");
const pid = (spot) => spot.whole(1n, MAX_PID);

function readRow(spot) {
  const given = spot.members(
    ['id', 'kind', 'pids', ...FIGURES, 'findings', 'reclaim'],
    ['ref_count'],
    'ignore',
  );
  const id = rowId(given.id);
  const kind = given.kind.word(id.split(':')[0]);
  if ((kind === 'shared_runtime') !== (given.ref_count !== undefined)) spot.fail('for a runtime only', 'ref_count');
  const figure = (name) => given[name].orNull((it) => it.whole());
  const reclaim = given.reclaim.members(['verdict', 'reason'], [], 'ignore');
  return {
    id,
    kind,
    pids: given.pids.set(pid),
    rss_kib: figure('rss_kib'),
    pss_kib: figure('pss_kib'),
    cpu_permille: figure('cpu_permille'),
    ...(kind === 'shared_runtime' && { ref_count: figure('ref_count') }),
    findings: given.findings.set((it) => it.word(...FINDINGS.map(([name]) => name))),
    reclaim: {
      verdict: reclaim.verdict.word('protected', 'ineligible', 'eligible'),
      reason: reclaim.reason.word(...CODE_OF_REASON.keys()),
    },
  };
}

function readAct(spot) {
  const { act } = spot.members(['act'], [], 'ignore');
  if (act.word('stop', 'signal') === 'stop') return { stop: rowId(spot.members(['id'], [], 'ignore').id) };
  return { signal: pid(spot.members(['pid'], [], 'ignore').pid) };
}

export function readClaim(spot) {
  const given = spot.members(['rows'], ['summary', 'acts'], 'ignore');
  given.summary?.members([], [], 'ignore');
  return {
    rows: given.rows.listBy('id', readRow),
    summary: given.summary?.value ?? {},
    acts: given.acts?.list(readAct) ?? [],
  };
}

/** Judges a claim against what decide knows: known as in survey, rows, summary. */
export function judgeClaim({ known, rows, summary }, claim, raise) {
  const derived = new Map(rows.map((row) => [row.id, row]));
  const readAs = (id) => {
    const asSession = id.replace(/^orphan:(?=session:)/, '');
    return derived.has(asSession) ? asSession : id;
  };
  const claimedPids = new Set(claim.rows.flatMap(({ pids }) => pids));
  let raised = false;
  const report = (code, subject) => {
    raised ||= code !== undefined;
    if (code !== undefined) raise(code, subject);
  };
  for (const row of claim.rows) {
    const x = readAs(row.id);
    report(judgeRow(row, x, derived.get(x), known, claimedPids), x);
  }
  const claimed = new Set(claim.rows.map(({ id }) => readAs(id)));
  for (const { id, kind, pids } of rows) {
    const isTold = claimed.has(id) || (pids.length > 0 && pids.every((number) => claimedPids.has(number)));
    if (!isTold) report(codeOfSession(kind === 'session' ? known.named(id) : undefined, 'SWEEP_ABORTED'), id);
  }
  const differs = ([name, value]) => name in claim.summary && !same(claim.summary[name], value);
  if (!raised && Object.entries(summary).some(differs)) raise('REPORT_MISMATCH', 'summary');
  for (const act of claim.acts) {
    if ('stop' in act) report(judgeStop(readAs(act.stop), derived, known), readAs(act.stop));
    else report(judgeSignal(act.signal, derived, known), act.signal.toString());
  }
}

function codeOfSession(session, otherwise) {
  if (session?.corrupt) return 'CORRUPT_IGNORED';
  return session?.archived ? 'ARCHIVED_AS_ABSENT' : otherwise;
}

function judgeRow(row, x, derived, known, claimedPids) {
  const named = known.named(x);
  if (row.id !== x) return codeOfSession(named, 'WRONG_OWNER');
  const wrong = row.pids.filter((number) => known.owners.get(number)?.row !== x);
  const owners = wrong.map((number) => known.owners.get(number)?.row ?? '');
  if (known.isStale(named) && wrong.some((number) => known.wayUp(number).has(named.root.pid))) return 'STALE_ROOT_PID';
  if (owners.includes('unattributed')) return 'OWNERSHIP_UNPROVEN';
  if (owners.some((owner) => owner.startsWith('shared_runtime:'))) return 'SHARED_ROOT_STOLEN';
  if (wrong.length > 0) return 'WRONG_OWNER';
  if (!derived?.pids.every((number) => claimedPids.has(number))) return 'REPORT_MISMATCH';
  if (!derived.pids.every((number) => row.pids.includes(number))) return undefined;

  if (row.reclaim.verdict === 'eligible' && derived.reclaim.verdict !== 'eligible') {
    return CODE_OF_REASON.get(derived.reclaim.reason);
  }
  const leftOut = FINDINGS.find(
    ([name, code]) => code !== undefined && derived.findings.includes(name) && !row.findings.includes(name),
  );
  if (leftOut !== undefined) return leftOut[1];
  if (row.ref_count !== undefined && row.ref_count !== null && derived.ref_count === null) return 'UNKNOWN_REFS_ZERO';
  if (FIGURES.some((name) => row[name] !== null && derived[name] === null)) return 'UNKNOWN_MEASURED';
  // The pids are the same ones by now.
  const told = { ...row, pids: derived.pids, findings: row.findings.toSorted() };
  return same(told, derived) ? undefined : 'REPORT_MISMATCH';
}

function judgeStop(x, derived, known) {
  if (derived.has(x)) return CODE_OF_REASON.get(derived.get(x).reclaim.reason);
  return known.isStale(known.named(x)) ? 'STALE_ROOT_PID' : 'WRONG_OWNER';
}

function judgeSignal(number, derived, known) {
  const { facts, owners, isStale } = known;
  const row = derived.get(owners.get(number)?.row);
  if (row?.reclaim.verdict === 'eligible') return undefined;
  const way = known.wayUp(number);
  const written = [...facts.sessions, ...facts.runtimes, ...facts.backends];
  if (written.some((entry) => isStale(entry) && way.has(entry.root.pid))) return 'STALE_ROOT_PID';
  return row === undefined ? 'WRONG_OWNER' : CODE_OF_REASON.get(row.reclaim.reason);
}

// The profile effect: did the act happen, and how do we know? (docs/contracts/effect.md)

import { EXECUTIONS, KINDS, isSamePlace, overlap, readLogText } from './effect-log.mjs';
import { operationsOf } from './facts.mjs';

const VERIFICATIONS = ['contradicted', 'unverified', 'verified', 'observed_state_without_causation', 'known_noop'];
const LOG_WORDS = ['aliased', 'unreadable', 'corrupt', 'torn_tail', 'ok'];
const DECISIONS = ['blocked', 'failed', 'incomplete', 'unverified', 'done'];
const isTrusted = (verdict) => verdict === 'ok' || verdict === 'torn_tail';

// --- section 1

function readFacts(spot) {
  const given = spot.members(['log', 'writer', 'required']);
  const log = given.log.members(['text', 'file_kind', 'link_count', 'lineage']);
  const facts = {
    text: log.text.orNull((it) => it.text()),
    fileKind: log.file_kind.orNull((it) => it.word('regular', 'symlink', 'other', 'absent')),
    links: log.link_count.orNull((it) => it.whole()),
    lineage: log.lineage.id(),
    writer: given.writer.orNull((it) => it.word('live', 'gone')),
    required: given.required.listBy('id', (it) => {
      const artefact = it.members(['id', 'kind', 'place']);
      return {
        id: artefact.id.id(),
        kind: artefact.kind.word(...KINDS),
        place: artefact.place.list((name) => name.id(), 1, 16),
      };
    }),
  };
  if (facts.fileKind === 'absent' && facts.text !== '') log.text.fail('a file that is not there has no text');
  return facts;
}

// --- section 2

/** { verdict, badLine, records }. */
function openLog({ text, fileKind, links, lineage }) {
  const isPlain = fileKind === 'absent' || (fileKind === 'regular' && links === 1n);
  if (!isPlain) return { verdict: 'aliased', badLine: null, records: [] };
  if (text === null) return { verdict: 'unreadable', badLine: null, records: [] };
  const { records, badLine } = readLogText(text, lineage);
  if (badLine !== null) return { verdict: 'corrupt', badLine, records: [] };
  return { verdict: text === '' || text.endsWith('\n') ? 'ok' : 'torn_tail', badLine: null, records };
}

// --- section 3

/** The effects of a trusted log in the order of their claims. */
function effectsOf(records) {
  const effects = new Map();
  for (const record of records) {
    if (record.type === 'claim') {
      const { effect: id, seq, scope, expect } = record;
      effects.set(id, { id, seq, scope, expect, execution: null, settlement: null });
    } else if (record.type === 'outcome') {
      const effect = effects.get(record.effect);
      effect.execution = record.execution;
      if (record.execution !== 'running') effect.settlement = record.seq;
    }
  }
  return [...effects.values()];
}

const isNoop = ({ execution }) => execution === 'not_invoked';
const touches = (effect, place) =>
  !isNoop(effect) && (effect.scope === null || effect.scope.some((resource) => overlap(resource, place)));
const expects = (effect, place) => effect.expect.filter(({ resource }) => isSamePlace(resource, place));

function makeRow(effect, effects, observations, writer) {
  const row = (execution, verification, reason, more) => ({
    id: effect.id,
    execution,
    verification,
    reason,
    possible_impact: !isNoop(effect),
    evidence: null,
    append: null,
    ...more,
  });
  if (effect.execution === null && writer === 'gone') {
    return row('interrupted', 'unverified', 'not_settled', { append: 'interrupted' });
  }
  if (effect.execution === null) return row('pending', 'unverified', 'not_settled');
  if (effect.execution === 'running') return row('running', 'unverified', 'not_settled');
  if (isNoop(effect)) return row('not_invoked', 'known_noop', 'refused');
  if (effect.expect.length === 0) return row(effect.execution, 'unverified', 'no_expectation');
  const judged = effect.expect.map((expected) => judgeExpectation(expected, effect, effects, observations));
  const worst =
    judged.find(({ verification }) => verification === 'contradicted') ??
    judged.find(({ verification }) => verification === 'unverified') ??
    judged[0];
  return row(effect.execution, worst.verification, worst.reason, { evidence: worst.evidence });
}

function judgeExpectation({ resource, predicate, digest }, effect, effects, observations) {
  const here = observations.filter((observation) => isSamePlace(observation.resource, resource));
  const R = here.findLast(({ source, seq }) => source === 'readback' && seq > effect.settlement);
  const unverified = (reason) => ({ verification: 'unverified', reason, evidence: null });
  if (R === undefined) {
    const later = here.filter(({ seq }) => seq > effect.seq).map(({ source }) => source);
    if (later.includes('readback') || later.includes('cache')) return unverified('stale');
    if (effect.execution === 'completed' || later.includes('acknowledgement')) {
      return unverified('acknowledgement_only');
    }
    return unverified('no_readback');
  }
  const disturbing = effects.filter((other) => touches(other, resource));
  const isBeforeR = ({ settlement }) => settlement !== null && settlement < R.seq;
  if (resource.generation === null || R.resource.generation !== resource.generation) return unverified('replaced');
  if (disturbing.some(({ seq }) => seq > R.seq)) return unverified('stale');
  if (!disturbing.every(isBeforeR)) return unverified('in_flight');
  if (R.coverage === 'partial') return unverified('partial');
  const truth = decidePredicate(predicate, digest, R);
  if (truth === undefined) return unverified('undecided');
  const seen = (verification, reason) => ({ verification, reason, evidence: R.seq });
  if (!truth) return seen('contradicted', 'contradicted');
  if (effect.execution === 'failed') return unverified('execution_failed');
  if (effect.execution === 'completed') return seen('verified', 'readback_matches');
  return seen('observed_state_without_causation', 'causation_unknown');
}

/** true, false, or undefined where the observation does not decide it. */
function decidePredicate(predicate, wanted, { state, digest }) {
  if (state === null) return undefined;
  switch (predicate) {
    case 'exists':
      return state === 'present';
    case 'absent':
      return state === 'absent';
    case 'settled':
      return state === 'settled';
    default:
      if (state === 'absent') return false;
      if (digest === null) return undefined;
      return predicate === 'digest' ? digest === wanted : digest !== wanted;
  }
}

// --- sections 4 and 5

function decide(facts) {
  const { verdict, badLine, records } = openLog(facts);
  const effects = effectsOf(records);
  const observations = records.filter(({ type }) => type === 'observation');
  const rows = effects.map((effect) => makeRow(effect, effects, observations, facts.writer));
  const acting = effects.map((effect, place) => ({ effect, row: rows[place] })).filter(({ effect }) => !isNoop(effect));

  const isSettled = (artefact) => {
    const last = acting.findLast(({ effect }) => expects(effect, artefact).length > 0);
    if (last === undefined || expects(last.effect, artefact).some(({ predicate }) => predicate === 'absent')) {
      return false;
    }
    return ['verified', 'observed_state_without_causation'].includes(last.row.verification);
  };
  const isSuperseded = ({ effect }) =>
    effect.scope !== null &&
    effect.scope.every((resource) =>
      acting.some(({ effect: later }) => later.seq > effect.seq && expects(later, resource).length > 0),
    );
  const unsettled = facts.required.filter((artefact) => !isTrusted(verdict) || !isSettled(artefact));
  const stands = (verification) =>
    acting.some((one) => one.row.verification === verification && !isSuperseded(one));

  const decision = () => {
    if (!isTrusted(verdict)) return 'blocked';
    if (stands('contradicted')) return 'failed';
    if (unsettled.length > 0 || rows.some(({ reason }) => reason === 'not_settled')) return 'incomplete';
    return stands('unverified') ? 'unverified' : 'done';
  };
  return {
    rows,
    summary: {
      log: verdict,
      bad_line: badLine,
      append_at: isTrusted(verdict) ? bytesOfLines(facts.text) : null,
      unsettled_required: unsettled.map(({ id }) => id),
      decision: decision(),
    },
  };
}

const bytesOfLines = (text) => BigInt(Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)));

// --- section 6

function readClaim(spot) {
  const given = spot.members(['rows', 'summary'], [], 'ignore');
  const summary = given.summary.members(['log', 'append_at', 'unsettled_required', 'decision'], [], 'ignore');
  return {
    rows: given.rows.listBy('id', (it) => {
      const row = it.members(
        ['id', 'execution', 'verification', 'possible_impact', 'evidence', 'append'],
        [],
        'ignore',
      );
      return {
        id: row.id.id(),
        execution: row.execution.word('pending', ...EXECUTIONS),
        verification: row.verification.word(...VERIFICATIONS),
        possible_impact: row.possible_impact.flag(),
        evidence: row.evidence.orNull((seq) => seq.whole()),
        append: row.append.orNull((word) => word.word(...EXECUTIONS)),
      };
    }),
    log: summary.log.word(...LOG_WORDS),
    appendAt: summary.append_at.orNull((it) => it.whole()),
    unsettled: summary.unsettled_required.list((it) => it.id()),
    decision: summary.decision.word(...DECISIONS),
  };
}

function judge(facts, claim, raise) {
  const { rows, summary } = decide(facts);
  if (!isTrusted(summary.log)) {
    const accepts = isTrusted(claim.log) || claim.rows.length > 0 || claim.decision !== 'blocked';
    if (accepts) return raise(summary.log === 'aliased' ? 'ALIAS_ACCEPTED' : 'CORRUPT_ACCEPTED', 'log');
  } else if (!isTrusted(claim.log)) return raise('LOG_REJECTED', 'log');

  const claimed = new Map(claim.rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const code = claimed.has(row.id) ? judgeRow(claimed.get(row.id), row) : 'CLAIM_MISMATCH';
    claimed.delete(row.id);
    if (code !== undefined) raise(code, row.id);
  }
  for (const id of claimed.keys()) raise('CLAIM_MISMATCH', id);

  if (claim.appendAt !== summary.append_at) raise('APPEND_MISPLACED', 'log');
  const rank = DECISIONS.indexOf(claim.decision) - DECISIONS.indexOf(summary.decision);
  if (rank > 0) raise('DONE_OVERCLAIMED', 'decision');
  for (const id of summary.unsettled_required) if (!claim.unsettled.includes(id)) raise('DONE_OVERCLAIMED', id);
  const hasMore = claim.unsettled.some((id) => !summary.unsettled_required.includes(id));
  if (claim.log !== summary.log || rank < 0 || hasMore) raise('CLAIM_MISMATCH', 'summary');
  return undefined;
}

const OVERSTATED = {
  acknowledgement_only: 'ACK_VERIFIED',
  stale: 'STALE_VERIFIED',
  in_flight: 'STALE_VERIFIED',
  replaced: 'STALE_VERIFIED',
  partial: 'PARTIAL_VERIFIED',
};

function judgeRow(said, row) {
  const says = (word) => said.execution === word || said.append === word;
  const deniesImpact = !said.possible_impact || said.verification === 'known_noop' || says('not_invoked');
  if (row.possible_impact && deniesImpact) return 'FALSE_NOOP';
  if (row.append === null && said.append !== null) return 'RESETTLED';
  if (row.verification === 'contradicted' && said.verification !== 'contradicted') return 'CONTRADICTION_HIDDEN';
  const WORTH = { verified: 2, observed_state_without_causation: 1 };
  if ((WORTH[said.verification] ?? 0) > (WORTH[row.verification] ?? 0)) {
    return OVERSTATED[row.reason] ?? 'UNKNOWN_AS_SUCCESS';
  }
  if (says('completed') && row.execution !== 'completed') return 'UNKNOWN_AS_SUCCESS';
  const isSame = ['execution', 'verification', 'possible_impact', 'evidence', 'append'].every(
    (name) => said[name] === row[name],
  );
  return isSame ? undefined : 'CLAIM_MISMATCH';
}

export const operations = operationsOf('effect', { readFacts, readClaim, decide, judge });

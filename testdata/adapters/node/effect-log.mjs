// The log of the profile effect, line by line (docs/contracts/effect.md, sections 1.1, 1.2 and 2).

import { Fault, Spot, same } from './facts.mjs';
import { NotStrictJSON, parse } from './strictjson.mjs';

export const KINDS = ['file', 'record', 'external', 'job'];
export const EXECUTIONS = ['not_invoked', 'running', 'completed', 'failed', 'timed_out', 'interrupted'];
const PREDICATES = ['settled', 'exists', 'absent', 'digest', 'changed'];

export const isSamePlace = (left, right) => left.place.length === right.place.length && overlap(left, right);

/** Whether one place begins with all elements of the other. */
export function overlap(left, right) {
  const shared = Math.min(left.place.length, right.place.length);
  return left.kind === right.kind && left.place.slice(0, shared).every((id, depth) => id === right.place[depth]);
}

const exactly = (spot, ...names) => spot.members(names, [], 'refuse');

function readResource(spot) {
  const { kind, place, generation } = exactly(spot, 'kind', 'place', 'generation');
  return {
    kind: kind.word(...KINDS),
    place: place.list((it) => it.id(), 1, 16),
    generation: generation.orNull((it) => it.id()),
  };
}

function readExpectation(spot) {
  const given = exactly(spot, 'resource', 'predicate', 'digest');
  const expected = {
    resource: readResource(given.resource),
    predicate: given.predicate.word(...PREDICATES),
    digest: given.digest.orNull((it) => it.hash()),
  };
  if ((expected.predicate === 'settled') !== (expected.resource.kind === 'job')) spot.fail('a wrong predicate');
  const comparesContent = expected.predicate === 'digest' || expected.predicate === 'changed';
  if (comparesContent !== (expected.digest !== null)) spot.fail('a digest too many or too few');
  return expected;
}

const READERS = {
  __proto__: null,
  claim(spot, head) {
    const given = exactly(spot, ...head, 'effect', 'lineage', 'scope', 'expect');
    const scope = given.scope.orNull((it) => it.list(readResource, 1));
    const expect = given.expect.list(readExpectation);
    for (const { resource } of expect) {
      if (!scope?.some((other) => same(other, resource))) spot.fail('expected outside of the scope');
    }
    return { effect: given.effect.id(), lineage: given.lineage.id(), scope, expect };
  },
  outcome(spot, head) {
    const given = exactly(spot, ...head, 'effect', 'execution', 'possible_impact', 'message');
    given.message.orNull((it) => it.text());
    const execution = given.execution.word(...EXECUTIONS);
    if (given.possible_impact.flag() !== (execution !== 'not_invoked')) spot.fail('a wrong impact');
    return { effect: given.effect.id(), execution };
  },
  observation(spot, head) {
    const given = exactly(spot, ...head, 'resource', 'source', 'coverage', 'state', 'digest');
    const resource = readResource(given.resource);
    const states = resource.kind === 'job' ? ['settled', 'running'] : ['present', 'absent'];
    const seen = {
      resource,
      source: given.source.word('readback', 'acknowledgement', 'cache'),
      coverage: given.coverage.word('complete', 'partial'),
      state: given.state.orNull((it) => it.word(...states)),
      digest: given.digest.orNull((it) => it.hash()),
    };
    if (seen.digest !== null && seen.state !== 'present') spot.fail('a digest of nothing');
    return seen;
  },
};

function readRecord(line) {
  if (line.includes('\ufffd')) throw new NotStrictJSON('a byte that was no UTF-8');
  const spot = new Spot(parse(line, undefined, { minusZero: false }));
  const head = ['v', 'type', 'seq'];
  const { v, type, seq } = spot.members(head, [], 'ignore');
  v.whole(1n, 1n);
  const word = type.word(...Object.keys(READERS));
  return { type: word, seq: seq.whole(), ...READERS[word](spot, head) };
}

/** The records up to the first bad line, whose number counts from 1; null where no line is bad. */
export function readLogText(text, lineage) {
  const lines = text.split('\n').slice(0, -1); // the last piece is the torn tail
  const records = [];
  const outcomes = new Map(); // of every claimed effect the last outcome, undefined before the first
  const accept = (record) => {
    if (records.length > 0 && record.seq <= records.at(-1).seq) throw new Fault('/seq', 'not ascending');
    if (record.type === 'claim') {
      if (outcomes.has(record.effect) || record.lineage !== lineage) throw new Fault('/effect', 'not to be claimed');
      outcomes.set(record.effect, undefined);
    }
    if (record.type === 'outcome') {
      const last = outcomes.get(record.effect);
      const isOpen = last === undefined || (last === 'running' && record.execution !== 'not_invoked');
      if (!outcomes.has(record.effect) || !isOpen) throw new Fault('/effect', 'not to be settled');
      outcomes.set(record.effect, record.execution);
    }
    records.push(record);
  };
  for (const [index, line] of lines.entries()) {
    try {
      accept(readRecord(line));
    } catch (error) {
      if (!(error instanceof Fault || error instanceof NotStrictJSON)) throw error;
      return { records, badLine: BigInt(index + 1) };
    }
  }
  return { records, badLine: null };
}

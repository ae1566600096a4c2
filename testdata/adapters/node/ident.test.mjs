// The contract IDENT: its examples, its negative cases with their siblings, its pointers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, assertNegativeCases, assertPointers, audit, blocks, decide, put } from './facts-tests.mjs';

const TALK = blocks('ident').filter((block) => 'op' in block || 'ok' in block);
const BASE = TALK[0].input;

const record = (changes) => put(BASE, at('/records/0', changes));
const look = (changes) => put(BASE, at('/observations/0', changes));
const at = (prefix, changes) =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [`${prefix}/${name}`, value]));
const events = (...listed) => ({ actor: 'holder', events: listed });
const signal = (target) => ({ event: 'signal', id: 'g1', target });
const update = (member) => events({ event: 'update', id: 'g1', member });
const verdict = (word) => events({ event: 'verdict', id: 'g1', verdict: word });
const receipt = (dead, signals) => ({ event: 'receipt', id: 'g1', dead, signals });
const byReaper = { actor: 'reaper', events: [signal('pid')] };
const ABSENT = look({ state: 'absent', probe: 'esrch' });
const again = { event: 'observe', observations: BASE.observations, groups: BASE.groups };

test('examples', () => {
  for (let place = 0; place < TALK.length; place += 2) {
    assert.deepEqual(ask(TALK[place].op, TALK[place].input).ok, TALK[place + 1].ok);
  }
});

test('section 6: negative cases', () => {
  const pid = events(signal('pid'));
  const group = events(signal('group'));
  assertNegativeCases('ident', [
    ['CLAIM_MALFORMED claim', BASE, { events: [signal('pid')] }, BASE, pid],
    ['BOOT_IGNORED g1', record({ boot_id: 'b0' }), pid, record({ boot_id: 'b1' }), pid],
    ['TOKEN_BACKFILLED g1', BASE, update('start_token'), BASE, update('verdict')],
    ['CMDLINE_OWNERSHIP g1', record({ token_from: 'command_match' }), pid, record({ token_from: 'snapshot' }), pid],
    ['EPERM_AS_DEAD g1', look({ state: 'absent', probe: 'eperm' }), verdict('gone'), ABSENT, verdict('gone')],
    ['UNVERIFIABLE_COLLAPSED g1', look({ start_token: null }), verdict('owned'), BASE, verdict('owned')],
    ['FOREIGN_AS_OWNED g1', look({ start_token: 'procfs:7002' }), pid, look({ start_token: 'procfs:7001' }), pid],
    ['SELF_SIGNALLED g1', put(BASE, { '/host/own_pgid': 500 }), group, BASE, group],
    ['GROUP_UNPROVEN g1', look({ pgid: 77 }), group, look({ pgid: 500 }), group],
    ['GONE_SIGNALLED g1', look({ state: 'zombie' }), pid, look({ state: 'running' }), pid],
    ['NO_REGATE g1', BASE, events(signal('pid'), signal('pid')), BASE, events(signal('pid'), again, signal('pid'))],
    [
      'DEATH_OVERCLAIMED g1',
      ABSENT,
      events(receipt(true, 0)),
      put(ABSENT, { '/groups/0/probe': 'esrch' }),
      events(receipt(true, 0)),
    ],
    ['DISPOSITION_EXCEEDED g1', record({ kind: 'job' }), byReaper, record({ kind: 'grant' }), byReaper],
    [
      'CONTRADICTS_FACTS g1',
      BASE,
      events(signal('pid'), receipt(false, 0)),
      BASE,
      events(signal('pid'), receipt(false, 1)),
    ],
  ]);
});

test('pointers', () => {
  assertPointers('ident', BASE, [
    [{ '/x_note': [1.5], '/records/0/description': 7 }, null],
    [{ '/records/0/pid': 0 }, '/records/0/pid'],
    [{ '/records/0/pid': true }, '/records/0/pid'],
    [{ '/records/0/pid': undefined }, '/records/0/pid'],
    [{ '/records/0/pgid': 2 ** 53 }, '/records/0/pgid'],
    [{ '/records/0/start_token': 'procfs:' }, '/records/0/start_token'],
    [{ '/records/1': BASE.records[0] }, '/records/1/id'],
    [{ '/observations/0/state': 'dead' }, '/observations/0/state'],
    [{ '/a~b': 1 }, '/a~0b'],
  ]);
});

test('a claim that decide makes raises nothing, one row too many or one type off does', () => {
  const answer = decide('ident', BASE);
  assert.deepEqual(audit('ident', BASE, answer), []);
  assert.deepEqual(audit('ident', BASE, { rows: [...answer.rows, ...answer.rows] }), ['CONTRADICTS_FACTS g1']);
  assert.deepEqual(audit('ident', BASE, { summary: { owned_count: true } }), ['CONTRADICTS_FACTS summary']);
});

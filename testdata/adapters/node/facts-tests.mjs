// What the tests of the facts profiles share: the contracts' examples, changed copies, requests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { answer } from './operations.mjs';
import { stringify } from './strictjson.mjs';

export const contract = (profile) =>
  readFileSync(new URL(`../../../docs/contracts/${profile}.md`, import.meta.url), 'utf8');

/** The JSON values of a contract's fenced blocks, then those on indented lines. */
export function blocks(profile) {
  const text = contract(profile);
  const fenced = [...text.matchAll(/^```json\n([^]*?)\n```$/gm)].map(([, block]) => block);
  const indented = [...text.matchAll(/^ {4}(\{.*)$/gm)].map(([, line]) => line);
  return [...fenced, ...indented].map((block) => JSON.parse(block));
}

/** A copy with other values: a pointer and its value each; undefined takes the member away. */
export function put(value, changes) {
  const copy = structuredClone(value);
  for (const [pointer, changed] of Object.entries(changes)) {
    const steps = pointer.split('/').slice(1);
    const last = steps.pop();
    const owner = steps.reduce((at, step) => at[step], copy);
    if (changed === undefined) delete owner[last];
    else owner[last] = changed;
  }
  return copy;
}

/** The answer to an input that is JSON text. */
export const askRaw = (op, text) =>
  JSON.parse(stringify(answer(Buffer.from(`{"id":1,"op":"${op}","input":${text}}`))));

export const ask = (op, input) => askRaw(op, JSON.stringify(input));
export const decide = (profile, facts) => ask(`${profile}.decide`, facts).ok;

/** The findings of a claim as sorted texts, CODE SUBJECT, codes without the profile's name. */
export function audit(profile, facts, claim) {
  const { findings } = ask(`${profile}.audit`, { facts, claim }).ok;
  return findings.map((found) => `${found.error_code} ${found.subject_id}`.slice(profile.length + 1)).sort();
}

/** Asserts at which pointer each of the changed facts is refused; null where they are not. */
export function assertPointers(profile, facts, cases) {
  for (const [changes, pointer] of cases) {
    const { error } = ask(`${profile}.decide`, put(facts, changes));
    if (pointer === null) assert.equal(error, undefined, JSON.stringify(changes));
    else {
      const { code, error_code: errorCode, input } = error;
      assert.deepEqual(
        [code, errorCode, input, error.pointer],
        ['invalid_input', `${profile.toUpperCase()}_INPUT_INVALID`, 'facts', pointer],
      );
    }
  }
}

/** Asserts that every case raises its code only, and that its sibling, one fact away, raises nothing. */
export function assertNegativeCases(profile, cases) {
  for (const [finding, facts, claim, siblingFacts, sibling] of cases) {
    assert.deepEqual(audit(profile, facts, claim), [finding]);
    assert.deepEqual(audit(profile, siblingFacts, sibling), [], `the sibling of ${finding}`);
  }
}

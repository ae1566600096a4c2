// The protocol's operations, version 1: from one request line to one answer.

import { operations as attr } from './attr.mjs';
import { audit } from './audit.mjs';
import { operations as auth } from './auth.mjs';
import { operations as cover } from './cover.mjs';
import { operations as effect } from './effect.mjs';
import { operations as ident } from './ident.mjs';
import { InputError, readFixture } from './inputs.mjs';
import { inventory, relief } from './inventory.mjs';
import { NotStrictJSON, isInteger, isObject, parse, stringify } from './strictjson.mjs';

const OPERATIONS = {
  __proto__: null,
  'tspi.classify': (input) => inventory(readFixture(input)),
  'tspi.relief': (input) => relief(readFixture(input)),
  'tspi.audit': (input) => ({ findings: audit(input) }),
};

// The five facts profiles: functions of the input as it stands and of the paths of the flaws in it.
const ON_FACTS = { __proto__: null, ...ident, ...attr, ...auth, ...effect, ...cover };

const DESCRIPTION = {
  protocol: 1,
  name: 'tspi-node',
  version: '1.0.0',
  language: 'javascript',
  ops: [...Object.keys(OPERATIONS), ...Object.keys(ON_FACTS)],
  levels: ['core'],
};

/** The answer to one request line, a Buffer. Never throws. */
export function answer(line) {
  let id = null;
  try {
    const flaws = [];
    const request = parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line), flaws);
    // What no JSON of ours may be is a fault of the facts there, and makes any other line unreadable.
    if (flaws.some(([first]) => first !== 'input' || !(request.op in ON_FACTS))) {
      throw new NotStrictJSON('a key that is there already, or a lone surrogate');
    }
    if (!isObject(request) || !isInteger(request.id)) throw new NotStrictJSON('no object with an integer id');
    id = request.id;
    return { id, ok: dispatch(request, flaws.map((path) => path.slice(1))) };
  } catch (error) {
    return { id, error: describeError(error) };
  }
}

function dispatch({ op, input }, flaws) {
  if (op === 'describe') return DESCRIPTION;
  if (typeof op === 'string' && op in ON_FACTS) return ON_FACTS[op](input, flaws);
  if (typeof op !== 'string' || !(op in OPERATIONS)) throw new Unsupported();
  return OPERATIONS[op](isObject(input) ? input : Object.create(null));
}

class Unsupported extends Error {}

function describeError(error) {
  if (error instanceof InputError) {
    const { code, input, pointer, message } = error;
    return { code: 'invalid_input', error_code: code, input, pointer, message };
  }
  if (error instanceof Unsupported) return { code: 'unsupported', message: 'there is no such operation' };
  // Nothing of an unexpected error's text: it may repeat the input.
  return { code: 'internal', message: error instanceof NotStrictJSON ? error.message : error.name };
}

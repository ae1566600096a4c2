// What the five facts profiles share: a cursor that reads facts and claims strictly, and the frame
// of their two operations (docs/profiles.md, sections 1 and 2).

import { InputError } from './inputs.mjs';
import { isInteger, isObject, stringify, tooDeep } from './strictjson.mjs';

export const MAX_INTEGER = 2n ** 53n - 1n;
export const MAX_PID = 2n ** 31n - 1n;
const MAX_DEPTH = 64;
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;
const HASH = /^[0-9a-f]{64}$/;
const IGNORED = /^(?:\$schema|schema|description|x_[^]*)$/;

/** A value that is not what the law wants, or one that is missing. The message never repeats it. */
export class Fault extends Error {
  constructor(pointer, message) {
    super(message);
    this.pointer = pointer;
  }
}

export const below = (pointer, step) => `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Whether two values are equal in value and type: 1, 1.0 and true all differ. */
export function same(left, right) {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => same(left[name], right[name]));
}

/** The elements by what key makes of them. */
export function groupBy(elements, key) {
  const groups = new Map();
  for (const element of elements) {
    const found = groups.get(key(element));
    if (found === undefined) groups.set(key(element), [element]);
    else found.push(element);
  }
  return groups;
}

/** A value at its place. Each method returns what it read, or throws a Fault there. */
export class Spot {
  constructor(value, at = '') {
    this.value = value;
    this.at = at;
  }

  fail(message, step) {
    throw new Fault(step === undefined ? this.at : below(this.at, step), message);
  }

  /** null, or what read makes of this spot. */
  orNull(read) {
    return this.value === null ? null : read(this);
  }

  id() {
    return this.like(ID, 'an id');
  }

  hash() {
    return this.like(HASH, '64 lowercase hex digits');
  }

  like(pattern, name) {
    if (typeof this.value !== 'string' || !pattern.test(this.value)) this.fail(`this is not ${name}`);
    return this.value;
  }

  word(...words) {
    if (!words.includes(this.value)) this.fail(`none of ${words.join(', ')}`);
    return this.value;
  }

  text() {
    if (typeof this.value !== 'string') this.fail('no string');
    return this.value;
  }

  flag() {
    if (typeof this.value !== 'boolean') this.fail('neither true nor false');
    return this.value;
  }

  /** A BigInt from least to most. */
  whole(least = 0n, most = MAX_INTEGER) {
    if (!isInteger(this.value) || this.value < least || this.value > most) {
      this.fail(`no integer from ${least} to ${most}`);
    }
    return this.value;
  }

  /** The elements as read makes them, at least and at most so many. */
  list(read, least = 0, most = Infinity) {
    if (!Array.isArray(this.value)) this.fail('no array');
    if (this.value.length < least || this.value.length > most) this.fail('too few or too many elements');
    return this.value.map((element, index) => read(new Spot(element, below(this.at, index))));
  }

  /** A list whose elements differ in that member. */
  listBy(member, read) {
    return this.#differing(this.list(read), (element) => element[member], [member]);
  }

  /** A list whose elements, or what key makes of them, all differ. */
  set(read, { least = 0, most = Infinity, key = (element) => element } = {}) {
    return this.#differing(this.list(read, least, most), (element) => stringify(key(element)), []);
  }

  #differing(elements, key, tail) {
    const keys = new Set();
    elements.forEach((element, index) => {
      if (keys.has(key(element))) throw new Fault([this.at, index, ...tail].join('/'), 'a repetition');
      keys.add(key(element));
    });
    return elements;
  }

  /**
   * The members of an object, each a Spot; an optional one that is absent is undefined. others says
   * what becomes of members that are not named: 'refuse' all, 'refuse' but those that are always
   * ignored ('ignore some'), or 'ignore' all.
   */
  members(names, optional = [], others = 'ignore some') {
    if (!isObject(this.value)) this.fail('no object');
    for (const name of names) if (!(name in this.value)) this.fail('a member is missing', name);
    const found = Object.create(null);
    for (const [name, value] of Object.entries(this.value)) {
      if (names.includes(name) || optional.includes(name)) found[name] = new Spot(value, below(this.at, name));
      else if (others === 'refuse' || (others === 'ignore some' && !IGNORED.test(name))) {
        this.fail('there is no such member', name);
      }
    }
    return found;
  }
}

/**
 * The operations of a profile, by name, as functions of a request's input and of the paths of the
 * flaws in it. A law has readFacts(spot), readClaim(spot, facts), decide(facts) and
 * judge(facts, claim, raise): raise(code, subject) takes codes without the profile's name.
 */
export function operationsOf(name, law) {
  const prefix = name.toUpperCase();
  const refuse = (input, pointer, message) => {
    throw new InputError(`${prefix}_INPUT_INVALID`, input, pointer, message);
  };
  const reportFlaws = (flaws, input) => {
    if (flaws.length > 0) refuse(input, flaws[0].reduce(below, ''), 'a repeated key or a lone surrogate');
  };
  const readFacts = (value, flaws) => {
    reportFlaws(flaws, 'facts');
    if (tooDeep(value, MAX_DEPTH)) refuse('facts', '', 'nested too deep');
    try {
      return law.readFacts(new Spot(value));
    } catch (error) {
      if (error instanceof Fault) refuse('facts', error.pointer, error.message);
      throw error;
    }
  };
  const flawsOf = (part, flaws) => flaws.filter(([first]) => first === part).map((path) => path.slice(1));

  function audit(input, flaws) {
    const parts = isObject(input) ? input : Object.create(null);
    const facts = readFacts(parts.facts, flawsOf('facts', flaws));
    if (!('claim' in parts)) refuse('claim', '', 'there is none');
    reportFlaws(flawsOf('claim', flaws), 'claim');
    if (tooDeep(parts.claim, MAX_DEPTH)) refuse('claim', '', 'nested too deep');
    const findings = new Map();
    const raise = (code, subject) => {
      findings.set(`${code} ${subject}`, { error_code: `${prefix}_${code}`, subject_id: subject });
    };
    let claim;
    try {
      claim = law.readClaim(new Spot(parts.claim), facts);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      raise('CLAIM_MALFORMED', 'claim');
    }
    if (claim !== undefined) law.judge(facts, claim, raise);
    return { findings: [...findings.values()] };
  }

  return {
    [`${name}.decide`]: (input, flaws) => law.decide(readFacts(input, flaws)),
    [`${name}.audit`]: audit,
  };
}

/** How many elements hold, as an integer of an answer. */
export const count = (elements, holds = () => true) => BigInt(elements.filter(holds).length);

// The three inputs, checked: section 1 of the contract, core.

import { isInteger, isObject, tooDeep } from './strictjson.mjs';
import { parseTable } from './table.mjs';

export const INPUTS = ['process_table', 'pressure_policy', 'owner_classes'];

/** An input that breaks the contract: its code, its name and the JSON Pointer of the fault. */
export class InputError extends Error {
  constructor(code, input, pointer, message) {
    super(message);
    Object.assign(this, { code, input, pointer });
  }
}

const MAX_DEPTH = 64;
const DEFAULT_MIN_AGE = 300n;
const DEFAULT_ACTIVE = ['active_session_chain', 'active_parent_process', 'active_owner_chain'];

/** The checks of one input document under its name. Each returns the value it was given. */
export class Document {
  constructor(name, at = '') {
    this.name = name;
    this.at = at;
  }

  fail(pointer, message, code = 'TSPI_INPUT_INVALID') {
    throw new InputError(code, this.name, this.at + pointer, message);
  }

  /** The whole document, taken out of the object that holds it under key. */
  member(parts, key) {
    if (!(key in parts)) this.fail('', 'this input is missing');
    if (tooDeep(parts[key], MAX_DEPTH)) this.fail('', `more than ${MAX_DEPTH} levels deep`);
    return parts[key];
  }

  object(value, pointer, required = []) {
    if (!isObject(value)) this.fail(pointer, 'an object is needed here');
    for (const key of required) {
      if (!(key in value)) this.fail(`${pointer}/${key}`, 'this required field is missing');
    }
    return value;
  }

  /** Reads each element with read(element, pointer). An absent array has none. */
  array(value, pointer, read) {
    if (value === undefined) return [];
    if (!Array.isArray(value)) this.fail(pointer, 'an array is needed here');
    return value.map((item, index) => read(item, `${pointer}/${index}`));
  }

  /** A name or any other string that is not empty. */
  text(value, pointer) {
    if (typeof value !== 'string' || value === '')
      this.fail(pointer, 'a string that is not empty is needed here');
    return value;
  }

  texts(value, pointer) {
    return this.array(value, pointer, (item, at) => this.text(item, at));
  }

  boolean(value, pointer) {
    if (typeof value !== 'boolean') this.fail(pointer, 'true or false is needed here');
    return value;
  }

  integer(value, pointer, least) {
    if (!isInteger(value)) this.fail(pointer, 'an integer is needed here, without fraction or exponent');
    if (value < least) this.fail(pointer, `the least value here is ${least}`);
    return value;
  }
}

/** Reads the three inputs from an object that holds them by name. */
export function readFixture(parts) {
  const [table, policy, owners] = INPUTS.map((name) => new Document(name));
  return {
    rows: readTable(table, table.member(parts, 'process_table')),
    policy: readPolicy(policy, policy.member(parts, 'pressure_policy')),
    owners: readOwners(owners, owners.member(parts, 'owner_classes')),
  };
}

function readTable(document, value) {
  document.object(value, '');
  const text = 'ps_text' in value ? value.ps_text : '';
  if (typeof text !== 'string') document.fail('/ps_text', 'a string is needed here');
  if (/^[ \t\r\n]*$/.test(text)) {
    document.fail('/ps_text', 'there is no process table in it', 'TSPI_MISSING_PROCESS_TABLE');
  }
  return parseTable(text);
}

function readPolicy(document, value) {
  document.object(value, '', ['kinds']);
  const policy = {
    kinds: document.array(value.kinds, '/kinds', (item, at) => readKind(document, item, at)),
    keepKinds: new Set(document.texts(value.keep_kinds, '/keep_kinds')),
    minAge: readMinAge(document, value),
  };
  const { process_signal_authorized: authorized = false } = value;
  if (document.boolean(authorized, '/process_signal_authorized')) {
    document.fail(
      '/process_signal_authorized',
      'no signal can be authorised here',
      'TSPI_PROCESS_SIGNAL_FORBIDDEN',
    );
  }
  return policy;
}

function readKind(document, value, at) {
  const {
    kind,
    match_substrings: match,
    allowlisted = false,
    budget,
    keep_owner_status: kept = 'runtime',
  } = document.object(value, at, ['kind', 'match_substrings']);
  return {
    name: document.text(kind, `${at}/kind`),
    match: document.texts(match, `${at}/match_substrings`),
    allowlisted: document.boolean(allowlisted, `${at}/allowlisted`),
    budget: budget === undefined ? undefined : document.integer(budget, `${at}/budget`, 0n),
    keepOwnerStatus: document.text(kept, `${at}/keep_owner_status`),
  };
}

function readOwners(document, value) {
  document.object(value, '');
  const hints = document.array(value.owner_hints, '/owner_hints', (item, at) => {
    document.object(item, at, ['substring', 'status']);
    const substring = document.text(item.substring, `${at}/substring`);
    return { substring, status: document.text(item.status, `${at}/status`) };
  });
  const { owner_release_targets: targets = Object.create(null) } = value;
  for (const [status, target] of Object.entries(document.object(targets, '/owner_release_targets'))) {
    const at = `/owner_release_targets/${status.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    document.text(status, at);
    document.text(target, at);
  }
  return { hints, targets, active: readActive(document, value) };
}

/** min_age_seconds of a policy or an audit. */
export function readMinAge(document, { min_age_seconds: value = DEFAULT_MIN_AGE }) {
  return document.integer(value, '/min_age_seconds', 1n);
}

/** active_owner_status_values of an owner taxonomy or an audit. */
export function readActive(document, { active_owner_status_values: value }) {
  const given = document.texts(value, '/active_owner_status_values');
  return new Set(given.length > 0 ? given : DEFAULT_ACTIVE);
}

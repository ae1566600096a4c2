// Strict JSON: what the contract refuses, beside what it accepts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NotStrictJSON, parse, stringify, tooDeep } from './strictjson.mjs';

const plain = (value) => JSON.parse(stringify(value));

test('values', () => {
  for (const text of [
    '[]',
    '{}',
    ' [ 1 , -0.5 , "a" ]\r\n',
    '{"a":{"b":[[],{}]},"c":null}',
    'true',
    '"\\u0061\\ud83d\\ude00\\""',
  ]) {
    assert.deepEqual(plain(parse(text)), JSON.parse(text), text);
  }
});

test('an integer is a BigInt, any other number is none', () => {
  assert.equal(parse('1'), 1n);
  assert.equal(parse('-0'), 0n);
  for (const text of ['1.0', '1e0', '-0.0']) assert.equal(typeof parse(text), 'number', text);
  const long = '9'.repeat(5000);
  assert.equal(stringify(parse(`[${long}]`)), `[${long}]`);
});

test('no strict JSON', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '[',
    '[1',
    '[1,]',
    '[,1]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '[1 2]',
    '1 2',
    '{} {}',
    ']',
    '{"a":1]',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1,"b":1}}',
    '"\\ud800"',
    '{"\\udc00":1}',
    '"\\x"',
    '"\n"',
    '"',
    '"\\"',
    '01',
    '+1',
    '.5',
    '1.',
    '1e',
    '--1',
    'NaN',
    'Infinity',
    'nul',
    "'a'",
    '\ufeff{}',
    '\u00a0{}',
    '[1,\u20282]',
  ]) {
    assert.throws(() => parse(text), NotStrictJSON, JSON.stringify(text));
  }
});

test('a key of the language is a key like any other', () => {
  const value = parse('{"__proto__":{"a":1},"constructor":2}');
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor']);
  assert.equal(value.a, undefined);
});

test('any depth is read, and measured', () => {
  const nested = (levels) => parse('['.repeat(levels) + ']'.repeat(levels));
  assert.equal(tooDeep(nested(64), 64), false);
  assert.equal(tooDeep(nested(65), 64), true);
  assert.equal(tooDeep(nested(100000), 64), true);
  assert.equal(tooDeep(parse('5'), 0), false);
});

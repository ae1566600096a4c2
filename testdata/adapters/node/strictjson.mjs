// Strict JSON. JSON.parse keeps the last of repeated keys, takes 1.0 for 1, rounds long
// integers and follows a "__proto__" key; the contract allows none of that.
//
// A JSON integer becomes a BigInt and any other number a Number, so typeof tells them apart.
// Objects have no prototype. Nothing here recurses: depth is a matter of memory only.

/** The text is no strict JSON. The message never repeats the text. */
export class NotStrictJSON extends Error {}

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const QUOTE_OR_BACKSLASH = /["\\]/g;
const WORDS = { true: true, false: false, null: null };

const NO_FLAWS = {
  push() {
    throw new NotStrictJSON('a key that is there already, or a lone surrogate');
  },
};

/**
 * Reads one JSON value. Repeated keys and lone surrogates are refused, unless there is an array to
 * put their paths into: that of the repeated member, of the string, of the object that has the key.
 * Without minusZero, -0 is no integer.
 */
export function parse(text, flaws = NO_FLAWS, { minusZero = true } = {}) {
  let at = 0;
  const open = []; // the arrays and objects around the current place, each with its pending key

  const fail = (message) => {
    throw new NotStrictJSON(`${message} at character ${at}`);
  };
  const skipBlanks = () => {
    BLANKS.lastIndex = at;
    BLANKS.test(text);
    at = BLANKS.lastIndex;
    return text[at];
  };
  const expect = (char) => {
    if (skipBlanks() !== char) fail(`no ${char}`);
    at += 1;
  };
  /** The path of the value that is being read, or of what is so many levels around it. */
  const path = (levels = 0) =>
    open.slice(0, open.length - levels).map(({ value, key }) => (Array.isArray(value) ? value.length : key));
  const string = () => {
    const start = at;
    for (QUOTE_OR_BACKSLASH.lastIndex = at + 1; ;) {
      const match = QUOTE_OR_BACKSLASH.exec(text);
      if (match === null) fail('no end of a string');
      if (match[0] === '"') break;
      QUOTE_OR_BACKSLASH.lastIndex += 1;
    }
    at = QUOTE_OR_BACKSLASH.lastIndex;
    let value;
    try {
      value = JSON.parse(text.slice(start, at)); // knows the escapes
    } catch {
      fail('a wrong escape or control character in a string');
    }
    return value;
  };
  const number = () => {
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (match === null) fail('no value');
    at = NUMBER.lastIndex;
    const isInteger = match[1] === undefined && match[2] === undefined && (minusZero || match[0] !== '-0');
    return isInteger ? BigInt(match[0]) : Number(match[0]);
  };
  const scalar = (char) => {
    if (char === '"') {
      const value = string();
      if (!value.isWellFormed()) flaws.push(path());
      return value;
    }
    for (const word in WORDS) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return WORDS[word];
      }
    }
    return number();
  };
  const readKey = (object) => {
    if (skipBlanks() !== '"') fail('no key');
    const key = string();
    open.at(-1).key = key;
    if (!key.isWellFormed()) flaws.push(path(1));
    else if (key in object) flaws.push(path());
    expect(':');
  };

  for (;;) {
    const char = skipBlanks();
    let value;
    if (char === '[' || char === '{') {
      at += 1;
      value = char === '[' ? [] : Object.create(null);
      open.push({ value, close: char === '[' ? ']' : '}' });
      if (skipBlanks() !== open.at(-1).close) {
        if (char === '{') readKey(value);
        continue; // its first element is the next value
      }
      at += 1;
      open.pop();
    } else {
      value = scalar(char);
    }
    // The value is whole: hand it to what is around it, as often as that is whole then.
    for (;;) {
      if (open.length === 0) {
        if (skipBlanks() !== undefined) fail('something behind the value');
        return value;
      }
      const around = open.at(-1);
      if (around.close === ']') around.value.push(value);
      else around.value[around.key] = value;
      const next = skipBlanks();
      if (next !== ',' && next !== around.close) fail('no comma or bracket');
      at += 1;
      if (next === ',') {
        if (around.close === '}') readKey(around.value);
        break;
      }
      value = around.value;
      open.pop();
    }
  }
}

/** One line of JSON text. Knows BigInt, which JSON.stringify does not. */
export function stringify(value) {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  let text = '';
  for (const key of Object.keys(value)) {
    text += text === '' ? '' : ',';
    text += isArray ? stringify(value[key]) : `${JSON.stringify(key)}:${stringify(value[key])}`;
  }
  return isArray ? `[${text}]` : `{${text}}`;
}

export const isInteger = (value) => typeof value === 'bigint';
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether arrays and objects are nested more than limit levels deep. */
export function tooDeep(value, limit) {
  let level = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    const containers = level.filter((item) => typeof item === 'object' && item !== null);
    if (containers.length === 0) return false;
    level = containers.flatMap((item) => Object.values(item));
  }
  return true;
}

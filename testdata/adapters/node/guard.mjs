// The redaction guard: section 7 of the contract, core.

import { isObject } from './strictjson.mjs';

const PREVIEW_KEYS = ['command_preview', 'command_line', 'cmdline', 'raw_command', 'full_command'];
const SIGNAL_KEYS = [
  'process_signal_sent',
  'signalled',
  'sigterm_sent',
  'sigkill_sent',
  'killed_pid',
  'kill_signal',
];
const PATH =
  /(?:^|[ \t\r\n"'=])(?:\/Users\/|\/home\/|\/Applications\/|\/private\/var\/|\/var\/folders\/)|[A-Za-z]:\\\\Users\\\\/;

/** The codes that any object inside a JSON value raises. */
export function guard(value) {
  const codes = new Set();
  const waiting = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (Array.isArray(item)) for (const element of item) waiting.push(element);
    if (!isObject(item)) continue;
    for (const [key, member] of Object.entries(item)) {
      if (PREVIEW_KEYS.includes(key)) codes.add('TSPI_COMMAND_PREVIEW_FORBIDDEN');
      if (SIGNAL_KEYS.includes(key) && !saysNothing(member)) codes.add('TSPI_PROCESS_SIGNAL_FORBIDDEN');
      if (typeof member === 'string' && PATH.test(member)) codes.add('TSPI_ABSOLUTE_PATH_FORBIDDEN');
      waiting.push(member);
    }
  }
  return codes;
}

/** false, null, 0, "", [] or {}; 0.0 is a Number here, and so no integer and not 0. */
function saysNothing(value) {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return typeof value !== 'number' && !value;
}

// From a ps-shaped text to rows: section 2 of the contract, core.
//
// \d is ASCII in JavaScript, but \s and trim() reach over Unicode, and a dot misses CR and
// U+2028; so none of these three is used.

const MAX_PID = 2147483647n;
const COLUMNS = /^(0*\d{1,10})[ \t]+(0*\d{1,10})[ \t]+([^ \t]+)[ \t]+([^ \t]+)[ \t]+[^ \t]+[ \t]+([^]+)$/;
const CPU = /^\d{1,9}(?:[.,]\d{1,9})?$/;

// Leading parts have any number of digits; macOS prints 60 minutes and 24 hours at the boundary.
const ETIME =
  /^(?:(?:(?:(?<D>\d+)-(?<h>[01]\d|2[0-4])|(?<H>\d+)):(?<m>[0-5]\d|60)|(?<M>\d+)):(?<s>[0-5]\d)|(?<S>\d+))$/;

/** The rows of a ps text, in its order. An age is a BigInt, a cpu a Number or null. */
export function parseTable(text) {
  return text
    .split('\n')
    .map(parseLine)
    .filter((row) => row !== null);
}

function parseLine(line) {
  const match = COLUMNS.exec(trim(line.endsWith('\r') ? line.slice(0, -1) : line));
  if (match === null) return null; // blank, a comment, a header or malformed: core tells no difference
  const [pid, ppid] = [BigInt(match[1]), BigInt(match[2])];
  if (pid > MAX_PID || ppid > MAX_PID) return null;
  const age = ageOf(match[3]);
  if (age === null) return null; // that such a row stays in the table is hardened
  const cpu = CPU.test(match[4]) ? Number(match[4].replace(',', '.')) : null;
  return { pid, ppid, age, cpu, command: match[5] };
}

/** Without spaces and tabs at both ends; a pattern for the end would take quadratic time. */
function trim(line) {
  let [start, end] = [0, line.length];
  while (start < end && ' \t'.includes(line[start])) start += 1;
  while (end > start && ' \t'.includes(line[end - 1])) end -= 1;
  return line.slice(start, end);
}

/** Seconds of a [[dd-]hh:]mm:ss or bare seconds, or null where it is neither. */
export function ageOf(etime) {
  const parts = ETIME.exec(etime)?.groups;
  if (parts === undefined) return null;
  const [days, hours, minutes, seconds] = [
    parts.D,
    parts.h ?? parts.H,
    parts.m ?? parts.M,
    parts.s ?? parts.S,
  ].map((digits) => BigInt(digits ?? 0));
  return ((days * 24n + hours) * 60n + minutes) * 60n + seconds;
}

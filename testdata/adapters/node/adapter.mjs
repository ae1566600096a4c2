#!/usr/bin/env node
// A TSPI adapter for the core level: one JSON request a line on standard input, one answer a
// line on standard output, until standard input ends. The answers come from operations.mjs.

import { answer } from './operations.mjs';
import { stringify } from './strictjson.mjs';

function respond(line) {
  if (line.some((byte) => byte > 0x20)) process.stdout.write(`${stringify(answer(line))}\n`);
}

let pieces = [];
for await (const chunk of process.stdin) {
  let start = 0;
  for (let end; (end = chunk.indexOf(0x0a, start)) >= 0; start = end + 1) {
    respond(Buffer.concat([...pieces, chunk.subarray(start, end)]));
    pieces = [];
  }
  pieces.push(chunk.subarray(start));
}
respond(Buffer.concat(pieces));

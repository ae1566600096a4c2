#!/usr/bin/env node
// One look, and then signals by pid: TERM, a moment, KILL. All else is as it should be.
import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const helper = /^((\.bin\/|.*\/)?mcp[-_]server|@modelcontextprotocol\/server-)/;
const launchers = new Set(["node", "npm", "exec", "uvx", "python3", "python", "sh", "env"]);
const inits = new Set(["systemd", "init", "launchd", "tini", "docker-init", "dumb-init"]);

function look(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim().split(/\s+/);
    return { pid, ppid: Number(fields[1]), start: Number(fields[19]) / 100, words };
  } catch {
    return null; // it has ended
  }
}

function program(words) {
  const word = words.find((w) => !w.startsWith("-") && !launchers.has(basename(w))) ?? "";
  if (word.includes("/node_modules/")) return word.slice(word.lastIndexOf("/node_modules/") + 14);
  return word.startsWith("@") ? word : basename(word);
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}

const uptime = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
const init = look(1);
const orphans = !inits.has(basename(init.words[0])) ? [] : readdirSync("/proc")
  .filter((name) => /^\d+$/.test(name))
  .map((name) => look(Number(name)))
  .filter((p) => p && p.ppid === 1 && helper.test(program(p.words)))
  .filter((p) => uptime - p.start >= 300 && p.start > init.start + 2);
for (const { pid } of orphans) send(pid, "SIGTERM");
await sleep(200);
for (const { pid } of orphans) send(pid, "SIGKILL");

// ident.decide, as small as it can be: an adapter for the cases of sections 2 to 4 of the contract.
// It does not check its input and does not audit.
import { createInterface } from "node:readline";

const theOne = (entries, key, number) => {
  const found = entries.filter((e) => e[key] === number);
  return found.length === 1 ? found[0] : null;
};
const mechanism = (token) => token?.split(":")[0];
const recurring = ["linux", "other"]; // platforms whose tokens count from boot

// Section 2: the first line that holds.
function verdict({ host, observations }, r) {
  const looks = observations.filter((o) => o.pid === r.pid);
  const { state, probe, start_token: seen } = looks[0] ?? {};
  const bootKnown = r.boot_id !== null && host.boot_id !== null;
  const table = [
    [r.scope !== host.scope, "unverifiable", "other_scope"],
    [bootKnown && r.boot_id !== host.boot_id, "gone", "other_boot"],
    [r.pid === null, "unverifiable", "no_pid"],
    [r.start_token === null, "unverifiable", "no_token"],
    [r.token_from === null, "unverifiable", "token_source_unknown"],
    [r.token_from === "later", "unverifiable", "token_later"],
    [r.token_from === "command_match", "unverifiable", "command_match"],
    [!bootKnown && recurring.includes(host.platform), "unverifiable", "boot_unknown"],
    [looks.length === 0, "unverifiable", "not_observed"],
    [looks.length > 1, "unverifiable", "ambiguous"],
    [state === "unreadable", "unverifiable", "unreadable"],
    [state === "absent" && probe !== "esrch", "unverifiable", "absence_unproven"],
    [state === "absent", "gone", "absent"],
    [probe === "esrch", "unverifiable", "probe_contradicts"],
    [seen === null, "unverifiable", "token_unread"],
    [mechanism(r.start_token) !== mechanism(seen), "unverifiable", "token_incomparable"],
    [r.start_token !== seen, "foreign", "token_differs"],
    [state === "zombie", "owned", "zombie"],
    [true, "owned", "token_equal"],
  ];
  return table.find(([holds]) => holds).slice(1);
}

// Section 3: is anybody in the group that the process led?
function groupState({ host, groups }, r, said, why) {
  const probe = theOne(groups, "pgid", r.pgid)?.probe ?? null;
  const table = [
    [host.platform === "windows", "none"],
    [said === "unverifiable", "unknown"],
    [why === "other_boot", "empty"],
    [r.pgid === null, "unknown"],
    [r.pgid !== r.pid, "none"],
    [said === "foreign", "empty"],
    [host.own_pgid === null || r.pgid === host.own_pgid || r.pgid === 1, "unknown"],
    [probe === "esrch" && why === "absent", "empty"],
    [probe === "ok" || probe === "eperm", "present"],
    [true, "unknown"],
  ];
  return table.find(([holds]) => holds)[1];
}

function decide(facts) {
  const { host, records, observations } = facts;
  const said = new Map(records.map((r) => [r.id, verdict(facts, r)]));
  // An owned record whose process is in that group now.
  const isIn = (r, pgid) => said.get(r.id)[0] === "owned" && theOne(observations, "pid", r.pid).pgid === pgid;
  const same = (a, b) => ["start_token", "boot_id", "scope"].every((k) => [a[k], b[k]].includes(null) || a[k] === b[k]);
  const rows = records.map((r) => {
    const [word, why] = said.get(r.id);
    const others = records.filter((x) => x !== r);
    const group = groupState(facts, r, word, why);
    const ended = word === "unverifiable" ? null : why !== "token_equal";
    const signal = why === "token_equal" && r.pid !== 1 && r.pid !== host.own_pid;
    const witness = others.some((x) => isIn(x, r.pgid) && x.pgid === r.pgid);
    const hit = others.some((x) => isIn(x, r.pgid) && (x.kind === "job" || x.origin === "in_process"));
    const groupSignal = host.platform !== "windows" && r.pgid !== null && r.pgid === r.pid && host.own_pgid !== null &&
      ![host.own_pgid, host.own_pid, 1].includes(r.pgid) && !hit &&
      (isIn(r, r.pgid) || (why === "absent" && group === "present" && witness));
    const held = r.origin === "in_process" || (r.pid !== null &&
      others.some((x) => x.origin === "in_process" && x.pid === r.pid && same(x, r)));
    let disposition = "report";
    if (held) disposition = "leave_to_holder";
    else if (word === "unverifiable") disposition = "report";
    else if (r.kind === "job") disposition = ended ? "correct" : "keep";
    else if (signal || groupSignal) disposition = "tear_down";
    else if (ended && (group === "none" || group === "empty")) disposition = "correct";
    return { id: r.id, verdict: word, reason: why, ended, signal_permitted: signal, group_state: group,
      group_signal_permitted: groupSignal, disposition };
  });
  const count = (holds) => rows.filter(holds).length;
  const gaps = rows.filter((r) => r.verdict === "unverifiable").map((r) => r.id);
  return { rows, summary: {
    record_count: rows.length, owned_count: count((r) => r.verdict === "owned"),
    gone_count: count((r) => r.verdict === "gone"), foreign_count: count((r) => r.verdict === "foreign"),
    unverifiable_count: gaps.length, signal_permitted_count: count((r) => r.signal_permitted),
    group_signal_permitted_count: count((r) => r.group_signal_permitted),
    coverage: gaps.length > 0 ? "partial" : "whole", gaps } };
}

const description = { protocol: 1, name: "ident-example", version: "1.0.0", language: "javascript",
  ops: ["ident.decide"], levels: ["core"] };

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, input } = JSON.parse(line);
  let answer;
  try {
    answer = { ok: op === "describe" ? description : decide(input) };
  } catch (failure) { // never a right answer, but the next request goes on
    console.error(failure.name);
    answer = { error: { code: "internal", message: "the adapter failed" } };
  }
  console.log(JSON.stringify({ id, ...answer }));
}

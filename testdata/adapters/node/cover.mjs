// The profile cover: did the measurement see everything? (docs/contracts/cover.md)

import { MAX_INTEGER, MAX_PID, count, groupBy, operationsOf } from './facts.mjs';

const UNITS = {
  nanojoule: { unit: 'microjoule', divisor: 1000n, accelerators: true },
  microjoule: { unit: 'microjoule', divisor: 1n, accelerators: true },
  nanosecond: { unit: 'microsecond', divisor: 1000n, accelerators: false },
  microsecond: { unit: 'microsecond', divisor: 1n, accelerators: false },
  byte: { unit: 'kibibyte', divisor: 1024n, accelerators: false },
};
const UNSETTLED = ['unsettled_at_start', 'unsettled_at_stop', 'tree_changing'];
const UNREAD = ['unreadable', 'unlisted', 'counter_backwards'];
const ENDED = ['reaped_descendant', 'gone', 'exited'];
const ACCELERATED = ['gpu', 'gpu_unknown', 'neural_engine'];
const GAPS = [...UNSETTLED, ...UNREAD, ...ENDED, ...ACCELERATED, 'predates_span', 'shared'];

// --- section 1

const orNull = (spot) => spot.orNull((it) => it.whole());
const use = (spot) => spot.orNull((it) => it.word('none', 'used'));
/** An incarnation as a text. */
const keyOf = (pid, token, boot) => `${pid} ${token} ${boot}`;

function readSpan(spot) {
  const given = spot.members(['id', 'root', 'begin_ms', 'end_ms', 'declared_by']);
  const root = given.root.members(['pid', 'start_token', 'boot_id']);
  const [begin, end] = [given.begin_ms.whole(), given.end_ms.whole()];
  if (end < begin) given.end_ms.fail('the end is before the begin');
  const pid = root.pid.whole(1n, MAX_PID);
  return {
    id: given.id.id(),
    root: keyOf(pid, root.start_token.id(), root.boot_id.id()),
    rootPid: pid,
    begin,
    end,
    declared: given.declared_by.orNull((it) => it.word('operator', 'server')) === 'operator',
  };
}

function readRow(spot) {
  const given = spot.members(
    [
      'pid',
      'ppid',
      'start_token',
      'started_ms',
      'counter',
      'reaped',
      'running_threads',
      'exited',
      'children_listed',
      'gpu',
      'neural',
    ],
    ['label'],
  );
  given.label?.orNull((it) => it.text());
  return {
    pid: given.pid.whole(1n, MAX_PID),
    ppid: given.ppid.whole(0n, MAX_PID),
    token: given.start_token.id(),
    started: orNull(given.started_ms),
    counter: orNull(given.counter),
    reaped: orNull(given.reaped),
    threads: orNull(given.running_threads),
    exited: given.exited.flag(),
    listed: given.children_listed.flag(),
    gpu: use(given.gpu),
    neural: use(given.neural),
    counterSpot: given.counter,
  };
}

function readWalk(spot) {
  const given = spot.members(['seq', 'at_ms', 'boot_id', 'rows']);
  const boot = given.boot_id.id();
  const rows = given.rows.listBy('pid', readRow);
  let total = 0n;
  for (const row of rows) {
    total += row.counter ?? 0n;
    if (total > MAX_INTEGER) row.counterSpot.fail('the counters of the walk add up to too much');
    row.key = keyOf(row.pid, row.token, boot);
  }
  return {
    seq: given.seq.whole(),
    at: given.at_ms.whole(),
    rows,
    byKey: new Map(rows.map((row) => [row.key, row])),
    children: groupBy(rows, ({ ppid }) => ppid),
    spots: given,
  };
}

function readFacts(spot) {
  const given = spot.members(['counter_unit', 'settle_ms', 'spans', 'walks']);
  const walks = given.walks.list(readWalk);
  for (const [place, walk] of walks.entries()) {
    const before = walks[place - 1];
    if (before !== undefined && walk.seq <= before.seq) walk.spots.seq.fail('not above the one before');
    if (before !== undefined && walk.at < before.at) walk.spots.at_ms.fail('below the one before');
    walk.isAlone = before === undefined || before.seq !== walk.seq - 1n;
  }
  return {
    ...UNITS[given.counter_unit.word(...Object.keys(UNITS))],
    settle: given.settle_ms.whole(),
    spans: given.spans.listBy('id', readSpan),
    walks,
  };
}

// --- section 2

/** The members of a tree in a walk, by incarnation. */
function membersOf(root, walk) {
  const members = new Map();
  const visit = [walk.byKey.get(root)].filter(Boolean);
  for (const row of visit) {
    if (members.has(row.key)) continue;
    members.set(row.key, row);
    for (const child of walk.children.get(row.pid) ?? []) {
      const isStale = row.started !== null && child.started !== null && child.started < row.started;
      if (!isStale) visit.push(child);
    }
  }
  return members;
}

const live = (members) => [...members.values()].filter(({ exited }) => !exited);

// --- sections 3 to 5

/** A span with what the walks show of it: its ends, terms, gaps and sums. */
class Reading {
  gaps = new Set();
  terms = [];

  constructor(span, facts) {
    this.span = span;
    this.facts = facts;
    this.walks = facts.walks.map((walk) => ({ walk, members: membersOf(span.root, walk) }));
    this.#takeEnds();
    this.isRead = this.startSeq !== null && this.stopSeq !== null;
    if (this.isRead) this.#findGaps();
  }

  #takeEnds() {
    const { begin, end } = this.span;
    const { settle } = this.facts;
    const within = (least, most) =>
      [...this.walks.keys()].filter((place) => least <= this.walks[place].walk.at && this.walks[place].walk.at <= most);
    this.start = within(begin - settle, begin).at(-1);
    const stops = within(end, end + settle).filter((place) => this.start === undefined || place > this.start);
    this.stop = stops.find((place) => this.#faults(place).length === 0) ?? stops.at(-1);
    for (const [place, gap] of [
      [this.start, 'unsettled_at_start'],
      [this.stop, 'unsettled_at_stop'],
    ]) {
      const faults = place === undefined ? ['alone'] : this.#faults(place);
      if (faults.includes('busy') || faults.includes('alone')) this.gaps.add(gap);
      if (faults.includes('changed')) this.gaps.add('tree_changing');
    }
    const settled = this.start !== undefined && this.#faults(this.start).length === 0;
    this.startSeq = settled ? this.walks[this.start].walk.seq : null;
    this.stopSeq = this.stop === undefined ? null : this.walks[this.stop].walk.seq;
  }

  /** Which of busy, alone and changed a walk is. */
  #faults(place) {
    const { walk, members } = this.walks[place];
    const faults = live(members).some(({ threads }) => threads !== 0n) ? ['busy'] : [];
    if (walk.isAlone) return [...faults, 'alone'];
    const before = this.walks[place - 1].members;
    const isSame = ({ key, ppid, reaped, exited }) => {
      const other = before.get(key);
      return other?.ppid === ppid && other.reaped === reaped && other.exited === exited;
    };
    const changed = members.size !== before.size || ![...members.values()].every(isSame);
    return changed ? [...faults, 'changed'] : faults;
  }

  #findGaps() {
    const start = this.walks[this.start];
    const stop = this.walks[this.stop];
    const window = this.walks.slice(this.start, this.stop + 1).map(({ members }) => members);
    this.terms = live(stop.members).map((row) => {
      const base = start.members.get(row.key);
      const isOlder = row.started === null || row.started < this.span.begin || start.walk.byKey.has(row.key);
      return { row, base, predates: base === undefined && isOlder };
    });
    this.hasRoot = this.terms.some(({ row }) => row.key === this.span.root);
    const isSpent = (key) => start.members.get(key)?.exited === true;
    const seen = window.flatMap((members) => [...members.keys()]);
    const seenLive = window.flatMap(live);
    const unknown = (row) => row !== undefined && (row.counter === null || row.reaped === null);
    const check = (gap, holds) => {
      if (holds) this.gaps.add(gap);
    };
    check(
      'reaped_descendant',
      this.terms.some(({ row, base }) => {
        const before = base === undefined ? 0n : base.reaped;
        return row.reaped !== null && before !== null && row.reaped !== before;
      }),
    );
    check('gone', !this.hasRoot || seen.some((key) => !isSpent(key) && !stop.members.has(key)));
    check('exited', [...stop.members.values()].some(({ key, exited }) => exited && !isSpent(key)));
    check('predates_span', this.terms.some(({ predates }) => predates));
    check(
      'counter_backwards',
      this.terms.some(
        ({ row, base }) => row.counter !== null && typeof base?.counter === 'bigint' && row.counter < base.counter,
      ),
    );
    check('unreadable', this.terms.some(({ row, base }) => unknown(row) || unknown(base)));
    check('unlisted', seenLive.some(({ listed }) => !listed));
    if (!this.facts.accelerators) return;
    check('gpu', seenLive.some(({ gpu }) => gpu === 'used'));
    check('gpu_unknown', seenLive.some(({ gpu }) => gpu === null));
    check('neural_engine', seenLive.some(({ neural }) => neural !== 'none'));
  }

  sharesWith(other) {
    if (!this.isRead || !other.isRead) return false;
    if (this.startSeq >= other.stopSeq || other.startSeq >= this.stopSeq) return false;
    const theirs = new Set(other.terms.map(({ row }) => row.key));
    return this.terms.some(({ row }) => theirs.has(row.key));
  }

  /** The sum over the terms; add says what one adds, by default what section 5 says. Undefined where one is. */
  sum(add = usual) {
    return this.terms.map(add).reduce((total, part) => {
      return total === undefined || part === undefined ? undefined : total + part;
    }, 0n);
  }

  roundUp(total) {
    return total === undefined ? undefined : (total + this.facts.divisor - 1n) / this.facts.divisor;
  }

  row() {
    const { span, facts, gaps } = this;
    const hasFigure = this.isRead && !gaps.has('unreadable') && this.hasRoot;
    return {
      id: span.id,
      unit: facts.unit,
      figure: hasFigure ? this.roundUp(this.sum()) : null,
      coverage: gaps.size === 0 && span.declared ? 'whole' : 'partial',
      gaps: [...gaps].sort(),
      declared: span.declared,
      start_seq: this.startSeq,
      stop_seq: this.stopSeq,
    };
  }
}

/** What came on top of a base; undefined where a counter is not known. */
function growth(counter, base) {
  if (counter === null || base === null) return undefined;
  return counter < base ? 0n : counter - base;
}

const whole = ({ row }) => growth(row.counter, 0n);
const usual = (term) => {
  if (term.base !== undefined) return growth(term.row.counter, term.base.counter);
  return term.predates ? 0n : whole(term);
};

/** The readings of all spans, in the order of the rows. */
function readingsOf(facts) {
  const readings = facts.spans.map((span) => new Reading(span, facts));
  for (const one of readings) {
    if (readings.some((other) => other !== one && one.sharesWith(other))) one.gaps.add('shared');
  }
  return readings.sort(({ span: left }, { span: right }) => {
    if (left.begin !== right.begin) return left.begin < right.begin ? -1 : 1;
    return left.id < right.id ? -1 : 1;
  });
}

function decide(facts) {
  const rows = readingsOf(facts).map((reading) => reading.row());
  const gapCounts = GAPS.toSorted()
    .map((gap) => [gap, count(rows, ({ gaps }) => gaps.includes(gap))])
    .filter(([, number]) => number > 0n);
  return {
    rows,
    summary: {
      unit: facts.unit,
      span_count: count(rows),
      whole_count: count(rows, ({ coverage }) => coverage === 'whole'),
      partial_count: count(rows, ({ coverage }) => coverage === 'partial'),
      unread_count: count(rows, ({ figure }) => figure === null),
      gap_counts: Object.fromEntries(gapCounts),
    },
  };
}

// --- section 6

function readClaim(spot) {
  return spot.members(['receipts']).receipts.list((it) => {
    const given = it.members(['id', 'unit', 'figure', 'coverage', 'gaps', 'declared']);
    return {
      id: given.id.id(),
      unit: given.unit.word('nanojoule', 'microjoule', 'nanosecond', 'microsecond', 'byte', 'kibibyte'),
      figure: orNull(given.figure),
      coverage: given.coverage.word('whole', 'partial'),
      gaps: given.gaps.set((gap) => gap.word(...GAPS)),
      declared: given.declared.flag(),
    };
  });
}

function judge(facts, receipts, raise) {
  const readings = new Map(readingsOf(facts).map((reading) => [reading.span.id, reading]));
  const told = groupBy(receipts, ({ id }) => id);
  for (const id of new Set([...readings.keys(), ...told.keys()])) {
    const code =
      readings.has(id) && told.get(id)?.length === 1
        ? judgeReceipt(told.get(id)[0], readings.get(id))
        : 'RECEIPT_UNMATCHED';
    if (code !== undefined) raise(code, id);
  }
}

function judgeReceipt(receipt, reading) {
  const row = reading.row();
  const { figure, gaps } = receipt;
  const isWhole = receipt.coverage === 'whole';
  const leavesOut = (...some) => some.some((gap) => row.gaps.includes(gap) && !gaps.includes(gap));
  const isWrong = figure !== null && row.figure !== null && figure !== row.figure;
  const comesOut = (add) => isWrong && figure === reading.roundUp(reading.sum(add));
  const isRootless = figure !== null && reading.isRead && !reading.hasRoot;

  if (receipt.unit !== row.unit) return 'UNIT_MISMATCH';
  if (isWhole && gaps.length > 0) return 'WHOLE_WITH_GAP';
  if (isWhole && !(row.declared && receipt.declared)) return 'WHOLE_UNDECLARED';
  if ((figure !== null && !reading.isRead) || leavesOut(...UNSETTLED)) return 'UNSETTLED_ACCEPTED';
  if ((figure !== null && row.gaps.includes('unreadable')) || leavesOut(...UNREAD)) return 'UNREADABLE_AS_ZERO';
  if (isWrong && figure === reading.sum() / reading.facts.divisor) return 'ROUND_DOWN';
  if (comesOut(byPid(reading)) || (isRootless && isRootReplaced(reading))) return 'PID_REUSE_MERGED';
  const wholeWhere = (holds) => (term) => (holds(term) ? whole(term) : usual(term));
  if (leavesOut('predates_span')) return 'PREDATES_COUNTED';
  if (comesOut(wholeWhere(({ predates }) => predates)) || comesOut(whole)) return 'PREDATES_COUNTED';
  if (isRootless || leavesOut(...ENDED)) return 'REAPED_IGNORED';
  if (leavesOut(...ACCELERATED)) return 'ACCELERATOR_IGNORED';
  if (leavesOut('shared')) return 'DOUBLE_COUNTED';
  const isSame =
    figure === row.figure &&
    receipt.coverage === row.coverage &&
    receipt.declared === row.declared &&
    gaps.length === row.gaps.length &&
    gaps.every((gap) => row.gaps.includes(gap));
  return isSame ? undefined : 'RECEIPT_MISMATCH';
}

/** What a term adds for somebody who takes a pid for a process. */
function byPid({ walks, start }) {
  return (term) => {
    const members = walks[start]?.members.values() ?? [];
    const namesake = term.base ?? [...members].find(({ pid }) => pid === term.row.pid);
    return namesake === undefined ? usual(term) : growth(term.row.counter, namesake.counter);
  };
}

function isRootReplaced({ span, walks, stop }) {
  return walks[stop].walk.rows.some(({ pid, key }) => pid === span.rootPid && key !== span.root);
}

export const operations = operationsOf('cover', { readFacts, readClaim, decide, judge });

import { describe, expect, test } from 'vitest';
import type { Folder, FolderState, Problem } from '../../protocol/folders.ts';
import { next } from './next.ts';
import { interruptedProblem } from './problems.ts';
import {
  type Ending,
  type FolderEvent,
  type FolderMachine,
  type Obstacle,
  restingMachine,
  type StageFacts,
} from './states.ts';

const problemOf = (code: string): Problem => ({ code, message: `It is ${code}.`, hint: '', lines: [] });

const COMMANDS = { commands: ['npm run build'], fingerprints: ['f'], isCovered: true };
const asking: FolderState = { kind: 'asking', ...COMMANDS };
const deciding = (kind: 'secrets' | 'link'): FolderState =>
  ({ kind: 'deciding', question: { kind } }) as unknown as FolderState;

const machine = (shown: FolderState, change: Partial<FolderMachine> = {}): FolderMachine => ({
  ...restingMachine(shown, false),
  watch: 'files',
  ...change,
});

const IDLE: FolderState = { kind: 'idle' };
const STAGING: FolderState = { kind: 'staging', step: 'reading', text: 'Queued…', fraction: null };

const STATES = {
  unwatched: machine(IDLE, { watch: 'none' }),
  idle: machine(IDLE),
  paused: machine(IDLE, { isPaused: true, changes: 'outside' }),
  settling: machine({ kind: 'settling' }, { phase: 'settling', changes: 'outside' }),
  settlingOutput: machine(
    { kind: 'settling' },
    { phase: 'settling', changes: 'outside', watch: 'buildOutput' },
  ),
  rebuilding: machine({ kind: 'settling' }, { phase: 'settling', changes: 'build', rebuilds: 3 }),
  inspecting: machine(
    { kind: 'settling' },
    { phase: 'inspecting', changes: 'outside', watch: 'buildOutput', neverThere: new Set(['favicon.ico']) },
  ),
  staging: machine(STAGING, { phase: 'staging' }),
  stagingChanged: machine(STAGING, { phase: 'staging', changes: 'outside' }),
  queued: machine({ kind: 'queued', since: 1 }),
  signedOut: machine({ kind: 'signedOut' }),
  asking: machine(asking),
  askingBranch: machine({ ...asking, branch: 'stranger' }),
  decidingSecrets: machine(deciding('secrets')),
  decidingLink: machine(deciding('link')),
  failed: machine({ kind: 'failed', problem: problemOf('build_failed') }),
  gone: machine({ kind: 'failed', problem: problemOf('snapshot_gone') }),
  interrupted: machine({ kind: 'failed', problem: interruptedProblem('unknown') }),
  missing: machine({ kind: 'missing' }, { watch: 'none' }),
  unreachable: machine({ kind: 'unreachable' }, { watch: 'none' }),
} satisfies Record<string, FolderMachine>;

type StateName = keyof typeof STATES;

const FACTS = { startedAt: 5, milliseconds: 9, version: 2 } as StageFacts;
const BEFORE = { id: 'one' } as Folder;
const ended = (ending: Ending): FolderEvent => ({
  type: 'ended',
  ending,
  cause: 'change',
  at: 10,
  since: 7,
  before: BEFORE,
  facts: FACTS,
});
const failedWith = (code: string): FolderEvent =>
  ended({ kind: 'failed', problem: problemOf(code), read: null });
const deferred = (obstacle: Obstacle): FolderEvent => ({
  type: 'deferred',
  obstacle,
  cause: 'change',
  since: 7,
});

const EVENTS = {
  watched: { type: 'watched', watch: 'files' },
  watchEnded: { type: 'watched', watch: 'none' },
  changed: { type: 'changed', source: 'outside' },
  built: { type: 'changed', source: 'build' },
  excluded: { type: 'excluded' },
  quiet: { type: 'quiet' },
  complete: { type: 'inspected', missing: ['favicon.ico'] },
  incomplete: { type: 'inspected', missing: ['app.js'] },
  withoutPage: { type: 'inspected', missing: null },
  learned: { type: 'learned', missing: ['favicon.ico'] },
  paused: { type: 'paused' },
  resumed: { type: 'resumed' },
  requested: { type: 'requested', cause: 'person', agreed: ['f'] },
  began: { type: 'began' },
  progressed: { type: 'progressed', shown: { kind: 'staging', step: 'sending', text: 'S', fraction: 0 } },
  offline: deferred('offline'),
  deferredSignedOut: deferred('signedOut'),
  stopping: deferred('stopping'),
  deferredCancelled: deferred('cancelled'),
  deferredMissing: deferred('missing'),
  deferredUnreachable: deferred('unreachable'),
  staged: ended({ kind: 'staged', isDraft: false, problem: null }),
  stagedDraft: ended({ kind: 'staged', isDraft: true, problem: null }),
  stagedUnstored: ended({ kind: 'staged', isDraft: false, problem: problemOf('disk_full') }),
  unchanged: ended({ kind: 'unchanged', read: null }),
  consentNeeded: ended({ kind: 'asking', ...COMMANDS, branch: null, read: null }),
  branchConsentNeeded: ended({ kind: 'asking', ...COMMANDS, branch: 'stranger', read: null }),
  undecided: ended({ kind: 'deciding', question: { kind: 'secrets' }, read: null } as unknown as Ending),
  stageCancelled: ended({ kind: 'cancelled', problem: null, read: null }),
  cancelledLate: ended({ kind: 'cancelled', problem: problemOf('unknown'), read: null }),
  limited: ended({ kind: 'limited', seconds: 60, read: null }),
  stageFailed: failedWith('build_failed'),
  lost: failedWith('network'),
  refused: failedWith('not_signed_in'),
  crashed: { type: 'crashed', problem: problemOf('disk_full') },
  cancelled: { type: 'cancelled' },
  yes: { type: 'decided', isYes: true },
  no: { type: 'decided', isYes: false },
  there: { type: 'located', presence: 'there', isQueued: false },
  thereQueued: { type: 'located', presence: 'there', isQueued: true },
  missing: { type: 'located', presence: 'missing', isQueued: false },
  unreachable: { type: 'located', presence: 'unreachable', isQueued: false },
  undetected: { type: 'undetected', problem: problemOf('no_output') },
  unlinked: { type: 'unlinked' },
  interrupted: { type: 'interrupted' },
  published: { type: 'settled', outcome: 'published' },
  notPublished: { type: 'settled', outcome: 'not_published' },
} satisfies Record<string, FolderEvent>;

type EventName = keyof typeof EVENTS;

/** What is shown, the phase and the changes that are left, then the effects. */
function outcomeOf(before: FolderMachine, event: FolderEvent): string {
  const [after, ...effects] = next(before, event);
  const { shown, phase, changes } = after;
  const name = shown.kind === 'failed' ? shown.problem.code : shown.kind;
  return [`${name} ${phase} ${changes}:`, ...effects.map(({ type }) => type)].join(' ');
}

/** Null and a missing event: nothing changes and nothing is done. */
type Row = Partial<Record<EventName, string | null>>;

/** What every folder at rest does. */
const atRest = (shown: string): Row => ({
  watchEnded: `${shown} resting none: dropChanges`,
  excluded: `${shown} resting none: dropChanges`,
  paused: `${shown} resting none: stopWaiting`,
  requested: 'staging staging none: dropChanges stage',
  crashed: 'disk_full resting none:',
  cancelled: `${shown} resting none: dequeue`,
  missing: 'missing resting none: dropChanges',
  unreachable: 'unreachable resting none: dropChanges',
  interrupted: 'interrupted resting none:',
});

const SETTLING: Row = {
  watched: 'settling settling outside: waitForQuiet',
  watchEnded: 'idle resting none: dropChanges',
  changed: 'settling settling outside: waitForQuiet',
  built: 'settling settling outside: waitForQuiet',
  excluded: 'idle resting none: dropChanges',
  quiet: 'staging staging none: clearWatchProblem dropChanges stage',
  paused: 'idle resting outside: stopWaiting',
  resumed: 'settling settling outside: waitForQuiet',
  requested: 'staging staging none: dropChanges stage',
  crashed: 'settling settling outside: waitForQuiet',
  cancelled: 'settling settling outside: dequeue',
  missing: 'missing resting none: dropChanges',
  unreachable: 'unreachable resting none: dropChanges',
  interrupted: 'interrupted settling outside:',
};

const TABLE: Record<StateName, Row> = {
  unwatched: {
    ...atRest('idle'),
    undetected: 'no_output resting none:',
  },
  idle: {
    ...atRest('idle'),
    changed: 'settling settling outside: waitForQuiet',
    built: 'settling settling build: waitForQuiet',
    undetected: 'no_output resting none:',
  },
  paused: {
    watchEnded: 'idle resting none: dropChanges',
    excluded: 'idle resting none: dropChanges',
    paused: 'idle resting outside: stopWaiting',
    resumed: 'settling settling outside: waitForQuiet',
    requested: 'staging staging none: dropChanges stage',
    crashed: 'disk_full resting outside:',
    cancelled: 'idle resting outside: dequeue',
    missing: 'missing resting none: dropChanges',
    unreachable: 'unreachable resting none: dropChanges',
    undetected: 'no_output resting outside:',
    interrupted: 'interrupted resting outside:',
  },
  settling: SETTLING,
  settlingOutput: {
    ...SETTLING,
    quiet: 'settling inspecting outside: inspect',
  },
  rebuilding: {
    watched: 'settling settling build: waitForQuiet',
    watchEnded: 'idle resting none: dropChanges',
    changed: 'settling settling outside: waitForQuiet',
    built: 'settling settling build: waitForQuiet',
    excluded: 'idle resting none: dropChanges',
    quiet: 'idle resting none: acceptRebuild dropChanges',
    paused: 'idle resting build: stopWaiting',
    resumed: 'settling settling build: waitForQuiet',
    requested: 'staging staging none: dropChanges stage',
    crashed: 'settling settling build: waitForQuiet',
    cancelled: 'settling settling build: dequeue',
    missing: 'missing resting none: dropChanges',
    unreachable: 'unreachable resting none: dropChanges',
    interrupted: 'interrupted settling build:',
  },
  inspecting: {
    ...SETTLING,
    complete: 'staging staging none: clearWatchProblem dropChanges stage',
    incomplete: 'settling settling outside: waitForQuiet',
    withoutPage: 'settling settling outside: waitForQuiet',
    cancelled: 'settling inspecting outside: dequeue',
    interrupted: 'interrupted inspecting outside:',
    quiet: null,
  },
  staging: {
    watchEnded: 'staging staging none: dropChanges',
    changed: 'staging staging outside:',
    built: 'staging staging build:',
    excluded: 'staging staging none: dropChanges',
    paused: 'staging staging none: stopWaiting',
    began: 'staging staging none: dropChanges',
    offline: 'queued resting none: enqueue',
    deferredSignedOut: 'signedOut resting none: enqueue',
    stopping: 'queued resting none: enqueue',
    deferredCancelled: 'idle resting none:',
    deferredMissing: 'missing resting none:',
    deferredUnreachable: 'unreachable resting none: enqueue',
    staged: 'idle resting none: record',
    stagedDraft: 'idle resting none: record',
    stagedUnstored: 'disk_full resting none: record',
    unchanged: 'idle resting none: dequeue',
    consentNeeded: 'asking resting none:',
    branchConsentNeeded: 'asking resting none:',
    undecided: 'deciding resting none:',
    stageCancelled: 'idle resting none: record',
    cancelledLate: 'unknown resting none: record',
    limited: 'queued resting none: enqueue',
    stageFailed: 'build_failed resting none: log dequeue record',
    lost: 'queued resting none: enqueue reportLost',
    refused: 'signedOut resting none: enqueue reportRefused',
    crashed: 'disk_full resting none:',
    cancelled: 'staging staging none: dequeue abort',
    interrupted: 'interrupted staging none:',
  },
  stagingChanged: {
    watchEnded: 'staging staging none: dropChanges',
    excluded: 'staging staging none: dropChanges',
    paused: 'staging staging outside: stopWaiting',
    began: 'staging staging none: dropChanges',
    offline: 'queued resting none: enqueue dropChanges',
    deferredSignedOut: 'signedOut resting none: enqueue dropChanges',
    stopping: 'queued resting none: enqueue dropChanges',
    deferredCancelled: 'settling settling outside: waitForQuiet',
    deferredMissing: 'missing resting none: dropChanges',
    deferredUnreachable: 'unreachable resting none: enqueue dropChanges',
    staged: 'settling settling outside: record waitForQuiet',
    stagedDraft: 'settling settling outside: record waitForQuiet',
    stagedUnstored: 'settling settling outside: record waitForQuiet',
    unchanged: 'settling settling outside: dequeue waitForQuiet',
    consentNeeded: 'asking resting none: dropChanges',
    branchConsentNeeded: 'asking settling outside: waitForQuiet',
    undecided: 'deciding resting none: dropChanges',
    stageCancelled: 'settling settling outside: record waitForQuiet',
    cancelledLate: 'settling settling outside: record waitForQuiet',
    limited: 'queued resting none: enqueue dropChanges',
    stageFailed: 'settling settling outside: log dequeue record waitForQuiet',
    lost: 'queued resting none: enqueue dropChanges reportLost',
    refused: 'signedOut resting none: enqueue dropChanges reportRefused',
    crashed: 'settling settling outside: waitForQuiet',
    cancelled: 'staging staging outside: dequeue abort',
    interrupted: 'interrupted staging outside:',
  },
  queued: {
    ...atRest('queued'),
    changed: 'queued resting none: dropChanges',
    built: 'queued resting none: dropChanges',
    cancelled: 'idle resting none: dequeue',
  },
  signedOut: {
    ...atRest('signedOut'),
    changed: 'signedOut resting none: dropChanges',
    built: 'signedOut resting none: dropChanges',
    cancelled: 'idle resting none: dequeue',
  },
  asking: {
    ...atRest('asking'),
    changed: 'asking resting none: dropChanges',
    built: 'asking resting none: dropChanges',
    cancelled: 'idle resting none: dequeue',
  },
  askingBranch: {
    ...atRest('asking'),
    changed: 'asking settling outside: waitForQuiet',
    built: 'asking settling build: waitForQuiet',
    cancelled: 'idle resting none: dequeue',
  },
  decidingSecrets: {
    ...atRest('deciding'),
    changed: 'deciding resting none: dropChanges',
    built: 'deciding resting none: dropChanges',
    cancelled: 'idle resting none: dequeue',
    yes: 'staging staging none: answer dropChanges stage',
    no: 'idle resting none:',
  },
  decidingLink: {
    ...atRest('deciding'),
    changed: 'deciding resting none: dropChanges',
    built: 'deciding resting none: dropChanges',
    cancelled: 'idle resting none: dequeue',
    yes: 'staging staging none: answer dropChanges stage',
    no: 'staging staging none: answer dropChanges stage',
  },
  failed: {
    ...atRest('build_failed'),
    changed: 'settling settling outside: waitForQuiet',
    built: 'settling settling build: waitForQuiet',
    undetected: 'no_output resting none:',
  },
  gone: {
    ...atRest('snapshot_gone'),
    changed: 'settling settling outside: waitForQuiet',
    built: 'settling settling build: waitForQuiet',
    undetected: 'no_output resting none:',
    unlinked: 'idle resting none:',
  },
  interrupted: {
    ...atRest('interrupted'),
    changed: 'settling settling outside: waitForQuiet',
    built: 'settling settling build: waitForQuiet',
    undetected: 'no_output resting none:',
    published: 'idle resting none:',
    interrupted: null,
  },
  missing: {
    ...atRest('missing'),
    there: 'idle resting none: detect',
    thereQueued: 'staging staging none: detect dropChanges stage',
    missing: null,
  },
  unreachable: {
    ...atRest('unreachable'),
    there: 'idle resting none: detect',
    thereQueued: 'staging staging none: detect dropChanges stage',
    unreachable: null,
  },
};

describe.each(Object.keys(STATES) as StateName[])('a folder that is %s', (state) => {
  const before = STATES[state];
  const unchanged = outcomeOf(before, { type: 'learned', missing: null });

  test.each(Object.keys(EVENTS) as EventName[])('%s', (event) => {
    expect(outcomeOf(before, EVENTS[event])).toBe(TABLE[state][event] ?? unchanged);
  });
});

describe('what an event carries', () => {
  test('a server that takes no more is asked again after its time', () => {
    expect(next(STATES.staging, EVENTS.limited)).toEqual([
      { ...STATES.staging, phase: 'resting', shown: { kind: 'queued', since: 10, notBefore: 60_010 } },
      { type: 'enqueue', cause: 'change', since: 10, seconds: 60 },
    ]);
  });

  test('a stage that waits for the server keeps the time of the first request', () => {
    const [after, enqueue] = next(STATES.staging, EVENTS.lost);
    expect(after.shown).toEqual({ kind: 'queued', since: 7 });
    expect(enqueue).toEqual({ type: 'enqueue', cause: 'change', since: 7, seconds: null });
  });

  test('the record of a stage says what became of it', () => {
    const record = { ...FACTS, cause: 'change' };
    expect(next(STATES.staging, EVENTS.stagedDraft)[1]).toEqual({
      type: 'record',
      before: BEFORE,
      record: { ...record, outcome: 'waiting', problem: null },
    });
    expect(next(STATES.staging, EVENTS.cancelledLate)[1]).toEqual({
      type: 'record',
      before: BEFORE,
      record: { ...record, outcome: 'cancelled', problem: problemOf('unknown') },
    });
  });

  test('only a branch that is new is named', () => {
    expect(next(STATES.staging, EVENTS.consentNeeded)[0].shown).toEqual(asking);
    expect(next(STATES.staging, EVENTS.branchConsentNeeded)[0].shown).toEqual({
      ...asking,
      branch: 'stranger',
    });
  });

  test('builds that cause each other end after three, and a change of a person begins the count anew', () => {
    let rebuilt = machine(IDLE);
    const changeBy = (source: 'build' | 'outside') => {
      const [settling] = next(rebuilt, { type: 'changed', source });
      const [staging, ...effects] = next(settling, { type: 'quiet' });
      [rebuilt] = next(staging, EVENTS.unchanged);
      return effects.at(-1)?.type;
    };
    for (const _ of [1, 2, 3]) expect(changeBy('build')).toBe('stage');
    expect(changeBy('build')).toBe('dropChanges');
    expect(changeBy('outside')).toBe('stage');
    expect(changeBy('build')).toBe('stage');
  });

  test('an output that stays incomplete is staged after a hundred inspections', () => {
    let inspecting: FolderMachine = STATES.inspecting;
    let inspections = 1;
    for (; next(inspecting, EVENTS.incomplete)[0].phase === 'settling'; inspections += 1) {
      const [settling] = next(inspecting, EVENTS.incomplete);
      [inspecting] = next(settling, EVENTS.quiet);
    }
    expect(inspections).toBe(100);
    expect(next(inspecting, EVENTS.incomplete)[0]).toMatchObject({ phase: 'staging' });
  });
});

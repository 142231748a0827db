import type { FolderState, Problem } from '../../protocol/folders.ts';
import { interruptedProblem, isFailure, REBUILDS_MAX } from './problems.ts';
import type { Effect, FolderEvent, FolderMachine, Transition } from './states.ts';

/** Number of checks of an incomplete output before it is staged anyway. */
const INSPECTIONS_MAX = 100;

type EventOf<T extends FolderEvent['type']> = Extract<FolderEvent, { type: T }>;

const IDLE: FolderState = { kind: 'idle' };

const isAway = ({ shown }: FolderMachine): boolean =>
  shown.kind === 'missing' || shown.kind === 'unreachable';

const show = (machine: FolderMachine, shown: FolderState): FolderMachine => ({ ...machine, shown });

const rest = (machine: FolderMachine): FolderMachine => ({
  ...machine,
  phase: machine.phase === 'staging' ? 'staging' : 'resting',
  shown: machine.shown.kind === 'settling' ? IDLE : machine.shown,
});

const withoutChanges = (machine: FolderMachine): FolderMachine => ({ ...machine, changes: 'none' });

/** The changes are staged with something else, or found again later. */
const drop = (machine: FolderMachine): Transition => [withoutChanges(rest(machine)), { type: 'dropChanges' }];

/** Either staged anyway or waiting for the user; a new branch may be left again. */
const isWaiting = ({ shown }: FolderMachine): boolean =>
  shown.kind === 'queued' ||
  shown.kind === 'signedOut' ||
  shown.kind === 'deciding' ||
  (shown.kind === 'asking' && shown.branch === undefined);

/** Waits for quiet before changed files are staged. */
function settle(machine: FolderMachine): Transition {
  const { phase, isPaused, watch, changes, shown } = machine;
  if (phase === 'staging' || isPaused || watch === 'none' || changes === 'none') return [machine];
  if (isWaiting(machine) || isAway(machine)) return drop(machine);
  const isAtRest = shown.kind === 'idle' || shown.kind === 'failed';
  return [
    { ...machine, phase: 'settling', shown: isAtRest ? { kind: 'settling' } : shown },
    { type: 'waitForQuiet' },
  ];
}

const request = (machine: FolderMachine, { cause, agreed }: Omit<EventOf<'requested'>, 'type'>): Transition =>
  machine.phase === 'staging'
    ? [machine]
    : [
        {
          ...withoutChanges(machine),
          phase: 'staging',
          shown: { kind: 'staging', step: 'reading', text: 'Queued…', fraction: null },
        },
        { type: 'dropChanges' },
        { type: 'stage', cause, agreed },
      ];

/** Stages the changes, unless builds would cause each other for ever. */
function stageChanges(machine: FolderMachine): Transition {
  const isRebuild = machine.changes === 'build';
  if (isRebuild && machine.rebuilds >= REBUILDS_MAX) {
    const [resting, ...effects] = drop(machine);
    return [resting, { type: 'acceptRebuild' }, ...effects];
  }
  const rebuilds = isRebuild ? machine.rebuilds + 1 : 0;
  const [staging, ...effects] = request({ ...machine, rebuilds }, { cause: 'change', agreed: [] });
  return [staging, { type: 'clearWatchProblem' }, ...effects];
}

function inspected(machine: FolderMachine, { missing }: EventOf<'inspected'>): Transition {
  if (machine.phase !== 'inspecting') return [machine];
  const isComplete = missing?.every((file) => machine.neverThere.has(file)) ?? false;
  const inspections = machine.inspections + 1;
  if (!isComplete && inspections < INSPECTIONS_MAX) return settle({ ...machine, inspections });
  return stageChanges({ ...machine, inspections: 0, neverThere: new Set(missing) });
}

/** The stage is over; what changed while it ran is staged next. */
function afterStage(machine: FolderMachine, shown: FolderState, ...effects: Effect[]): Transition {
  const [next, ...more] = settle({ ...machine, phase: 'resting', shown });
  return [next, ...effects, ...more];
}

function deferred(machine: FolderMachine, { obstacle, cause, since }: EventOf<'deferred'>): Transition {
  const enqueue: Effect = { type: 'enqueue', cause, since, seconds: null };
  switch (obstacle) {
    case 'offline':
    case 'stopping':
      return afterStage(machine, { kind: 'queued', since }, enqueue);
    case 'signedOut':
    case 'unreachable':
      return afterStage(machine, { kind: obstacle }, enqueue);
    case 'missing':
      return afterStage(machine, { kind: 'missing' });
    case 'cancelled':
      return afterStage(machine, IDLE);
  }
}

function failed(machine: FolderMachine, event: EventOf<'ended'>, problem: Problem): Transition {
  const { cause, since, before, facts } = event;
  const isLost = problem.code === 'network';
  if (isLost || problem.code === 'not_signed_in') {
    const obstacle = isLost ? 'offline' : 'signedOut';
    const [next, ...effects] = deferred(machine, { type: 'deferred', obstacle, cause, since });
    return [next, ...effects, { type: isLost ? 'reportLost' : 'reportRefused' }];
  }
  return afterStage(
    machine,
    { kind: 'failed', problem },
    { type: 'log', line: { kind: 'problem', text: problem.message } },
    { type: 'dequeue' },
    { type: 'record', before, record: { ...facts, cause, outcome: 'failed', problem } },
  );
}

function ended(machine: FolderMachine, event: EventOf<'ended'>): Transition {
  const { ending, cause, at, before, facts } = event;
  switch (ending.kind) {
    case 'staged': {
      const { problem, isDraft } = ending;
      const record = { ...facts, cause, outcome: isDraft ? 'waiting' : 'staged', problem: null } as const;
      return afterStage(machine, problem ? { kind: 'failed', problem } : IDLE, {
        type: 'record',
        before,
        record,
      });
    }
    case 'unchanged':
      return afterStage(machine, IDLE, { type: 'dequeue' });
    case 'asking': {
      const { commands, fingerprints, isCovered, branch } = ending;
      const question = { kind: 'asking', commands, fingerprints, isCovered } as const;
      return afterStage(machine, branch === null ? question : { ...question, branch });
    }
    case 'deciding':
      return afterStage(machine, { kind: 'deciding', question: ending.question });
    case 'cancelled': {
      const { problem } = ending;
      const record = { ...facts, cause, outcome: 'cancelled', problem } as const;
      return afterStage(machine, problem ? { kind: 'failed', problem } : IDLE, {
        type: 'record',
        before,
        record,
      });
    }
    case 'limited': {
      const { seconds } = ending;
      const shown = { kind: 'queued', since: at, notBefore: at + seconds * 1000 } as const;
      return afterStage(machine, shown, { type: 'enqueue', cause, since: at, seconds });
    }
    case 'failed':
      return failed(machine, event, ending.problem);
  }
}

function cancelled(machine: FolderMachine): Transition {
  if (machine.phase === 'staging') return [machine, { type: 'dequeue' }, { type: 'abort' }];
  const isOver = isWaiting(machine) || machine.shown.kind === 'asking';
  return [isOver ? show(machine, IDLE) : machine, { type: 'dequeue' }];
}

function decided(machine: FolderMachine, { isYes }: EventOf<'decided'>): Transition {
  const { shown } = machine;
  if (shown.kind !== 'deciding') return [machine];
  const { question } = shown;
  // There is nothing to stage without the keys.
  if (question.kind === 'secrets' && !isYes) return [show(machine, IDLE)];
  const [next, ...effects] = request(machine, { cause: 'person', agreed: [] });
  return [next, { type: 'answer', question, isYes }, ...effects];
}

function located(machine: FolderMachine, { presence, isQueued }: EventOf<'located'>): Transition {
  if (machine.phase === 'staging') return [machine];
  if (presence !== 'there')
    return machine.shown.kind === presence ? [machine] : drop(show(machine, { kind: presence }));
  if (!isAway(machine)) return [machine];
  const back = show(machine, IDLE);
  if (!isQueued) return [back, { type: 'detect' }];
  const [next, ...effects] = request(back, { cause: 'queue', agreed: [] });
  return [next, { type: 'detect' }, ...effects];
}

function settled(machine: FolderMachine, { outcome }: EventOf<'settled'>): Transition {
  if (!isFailure(machine.shown, 'interrupted')) return [machine];
  return [
    show(machine, outcome === 'published' ? IDLE : { kind: 'failed', problem: interruptedProblem(outcome) }),
  ];
}

type Handlers = {
  [T in FolderEvent['type']]: (machine: FolderMachine, event: EventOf<T>) => Transition;
};

const HANDLERS: Handlers = {
  watched: (machine, { watch }) =>
    watch === 'none' ? drop({ ...machine, watch }) : settle({ ...machine, watch }),
  changed: (machine, { source }) =>
    machine.watch === 'none'
      ? [machine]
      : settle({ ...machine, changes: machine.changes === 'outside' ? 'outside' : source, inspections: 0 }),
  excluded: drop,
  quiet(machine) {
    if (machine.phase !== 'settling') return [machine];
    if (machine.watch === 'buildOutput') return [{ ...machine, phase: 'inspecting' }, { type: 'inspect' }];
    return stageChanges(machine);
  },
  inspected,
  learned: (machine, { missing }) => [{ ...machine, neverThere: new Set(missing) }],
  paused: (machine) => [rest({ ...machine, isPaused: true }), { type: 'stopWaiting' }],
  resumed: (machine) => settle({ ...machine, isPaused: false }),
  requested: request,
  began: (machine) => [
    show(withoutChanges(machine), {
      kind: 'staging',
      step: 'reading',
      text: 'Checking the folder…',
      fraction: null,
    }),
    { type: 'dropChanges' },
  ],
  progressed: (machine, { shown }) => [show(machine, shown)],
  deferred,
  ended,
  crashed: (machine, { problem }) => afterStage(machine, { kind: 'failed', problem }),
  cancelled,
  decided,
  located,
  undetected: (machine, { problem }) => [
    machine.shown.kind === 'idle' || machine.shown.kind === 'failed'
      ? show(machine, { kind: 'failed', problem })
      : machine,
  ],
  // The error about a deleted link concerns no link anymore.
  unlinked: (machine) => [isFailure(machine.shown, 'snapshot_gone') ? show(machine, IDLE) : machine],
  interrupted: (machine) => [show(machine, { kind: 'failed', problem: interruptedProblem('unknown') })],
  settled,
};

/** Events of a stage; late ones change nothing. */
const OF_A_STAGE: ReadonlySet<FolderEvent['type']> = new Set(['began', 'progressed', 'deferred', 'ended']);

/** Returns the machine after an event and what is to be done. Never reads a clock, a file or the store. */
export function next<E extends FolderEvent>(machine: FolderMachine, event: E): Transition {
  if (OF_A_STAGE.has(event.type) && machine.phase !== 'staging') return [machine];
  const handler = HANDLERS[event.type] as (machine: FolderMachine, event: E) => Transition;
  return handler(machine, event);
}

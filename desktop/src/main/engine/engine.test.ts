import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromEngine, ToEngine } from '../../protocol/engine.ts';
import { type Ask, superviseEngine } from './engine.ts';
import type { EngineProcess } from './engineNode.ts';

/** A child process controlled by the test. */
function createChild() {
  const received: ToEngine[] = [];
  let kills = 0;
  let say: (message: FromEngine) => void = () => {};
  let exit: (code: number | null) => void = () => {};
  const child: EngineProcess = {
    post: (message) => void received.push(message),
    onMessage: (listener) => (say = listener),
    onExit: (listener) => (exit = listener),
    kill() {
      kills += 1;
      exit(null);
    },
    output: [],
  };
  return {
    child,
    received,
    kills: () => kills,
    say: (message: FromEngine) => say(message),
    exit: () => exit(1),
    answer: (value: unknown) => say({ type: 'answer', id: received.at(-1)?.id ?? 0, value }),
  };
}

function world(onReady: (ask: Ask) => void = () => {}, stopMs = 0) {
  const children: ReturnType<typeof createChild>[] = [];
  const problems: (string | null)[] = [];
  const engine = superviseEngine({
    start() {
      const next = createChild();
      children.push(next);
      return next.child;
    },
    onSignal: () => {},
    onReady,
    onProblem: (problem) => problems.push(problem),
    backoffMs: () => 0,
    stopMs,
  });
  const latest = () => children[children.length - 1] as ReturnType<typeof createChild>;
  const startsAgain = async (count: number) => {
    while (children.length < count) await turn();
  };
  return { engine, children, problems, latest, startsAgain };
}

test('an engine that cannot start says why, also once it was given up', async () => {
  const { engine, latest, startsAgain, problems } = world();
  const reason = 'The disk of this computer is full. Free some space, then try again.';
  for (let start = 1; start <= 5; start += 1) {
    await startsAgain(start);
    latest().say({ type: 'failed', message: reason });
    latest().exit();
  }
  expect(problems[0]).toContain(reason);
  expect(engine.problem()).toContain(reason);
  expect(engine.problem()).not.toContain('crashed each time');
  await expect(engine.ask('folders.list')).rejects.toThrow(reason);
});

test('a command waits until the engine is ready for it', async () => {
  const { engine, latest } = world();
  const folders = engine.ask('folders.list');
  expect(latest().received).toEqual([]);
  latest().say({ type: 'ready' });
  expect(latest().received).toMatchObject([{ command: 'folders.list', args: [] }]);
  latest().answer([]);
  expect(await folders).toEqual([]);
});

test('a refusal carries its sentences', async () => {
  const { engine, latest } = world();
  latest().say({ type: 'ready' });
  const added = engine.ask('folders.add', '/missing');
  latest().say({
    type: 'refusal',
    id: 1,
    code: 'missing',
    message: 'There is no such folder.',
    hint: 'Choose another.',
  });
  await expect(added).rejects.toMatchObject({ message: 'There is no such folder.', hint: 'Choose another.' });
});

test('a crash fails the open requests; the engine restarts and receives its settings again', async () => {
  const { engine, children, problems, latest, startsAgain } = world(
    (ask) => void ask('watching.pause', true).catch(() => {}),
  );
  latest().say({ type: 'ready' });
  const open = engine.ask('folders.list');
  latest().exit();
  await expect(open).rejects.toThrow('engine stopped');
  expect(problems).toEqual([expect.stringContaining('being restarted')]);

  await startsAgain(2);
  latest().say({ type: 'ready' });
  expect(problems.at(-1)).toBeNull();
  expect(children[1]?.received).toMatchObject([{ command: 'watching.pause', args: [true] }]);
});

test('an engine that keeps crashing is not restarted until a command needs it', async () => {
  const { engine, children, problems, latest, startsAgain } = world();
  for (let crash = 1; crash <= 5; crash += 1) {
    await startsAgain(crash);
    latest().exit();
  }
  expect(engine.problem()).toContain('crashed each time');
  await expect(engine.ask('folders.list')).rejects.toThrow('crashed each time');
  await turn();
  expect(children).toHaveLength(5);

  engine.restart();
  latest().say({ type: 'ready' });
  expect([engine.problem(), problems.at(-1)]).toEqual([null, null]);
});

test('stopping asks the engine to end in order', async () => {
  const { engine, children, latest } = world();
  latest().say({ type: 'ready' });
  const stopped = engine.stop();
  expect(latest().received).toMatchObject([{ command: 'engine.stop' }]);
  latest().exit();
  await stopped;
  await turn();
  expect(children).toHaveLength(1);
  await expect(engine.ask('folders.list')).rejects.toThrow('engine stopped');
});

test('an engine that will not stop is ended by force', async () => {
  const { engine, latest } = world();
  latest().say({ type: 'ready' });
  await engine.stop();
  expect(engine.problem()).toBeNull();
  expect(latest().kills()).toBe(1);
});

describe('an engine that hangs', () => {
  const BEAT_MS = 4_000;
  const beats = (count: number) => vi.advanceTimersByTime(count * BEAT_MS);

  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
      }),
  );
  afterEach(() => void vi.useRealTimers());

  test('is ended, restarted as after a crash, and receives its settings', async () => {
    const { engine, children, problems, latest } = world(
      (ask) => void ask('watching.pause', true).catch(() => {}),
    );
    latest().say({ type: 'ready' });
    const open = engine.ask('folders.list');
    beats(4);
    expect(latest().received.filter(({ command }) => command === 'engine.beat')).toHaveLength(4);
    expect(latest().kills()).toBe(0);

    beats(1);
    expect(children[0]?.kills()).toBe(1);
    await expect(open).rejects.toThrow('stopped responding');
    expect(problems).toEqual([expect.stringMatching(/stopped responding .+ being restarted/)]);

    vi.advanceTimersByTime(1);
    latest().say({ type: 'ready' });
    expect(children).toHaveLength(2);
    expect(problems.at(-1)).toBeNull();
    expect(children[1]?.received).toMatchObject([{ command: 'watching.pause', args: [true] }]);
  });

  test('differs from one that replies late or only sends signals', () => {
    const { children, problems, latest } = world();
    latest().say({ type: 'ready' });
    for (let round = 0; round < 5; round += 1) {
      beats(4);
      latest().answer(undefined);
      beats(4);
      latest().say({ type: 'signal', signal: 'folder.removed', args: ['one'] });
    }
    expect(children).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('is another than one on a machine that slept, and is noticed after that', () => {
    const { children, latest } = world();
    latest().say({ type: 'ready' });
    for (let night = 0; night < 10; night += 1) {
      vi.setSystemTime(Date.now() + 8 * 3_600_000);
      beats(1);
    }
    expect(children[0]?.kills()).toBe(0);
    beats(4);
    expect(children[0]?.kills()).toBe(1);
  });

  test('has longer to become ready', () => {
    const { children } = world();
    beats(15);
    expect(children[0]?.kills()).toBe(0);
    beats(1);
    expect(children[0]?.kills()).toBe(1);
  });

  test('is given up when it hangs after each start', () => {
    const { engine, children } = world();
    for (let start = 0; start < 5; start += 1) beats(17);
    expect(children).toHaveLength(5);
    expect(engine.problem()).toContain('crashed each time');
  });

  test('is left alone while it stops', async () => {
    const { engine, children, problems, latest } = world(() => {}, 60_000);
    latest().say({ type: 'ready' });
    const stopped = engine.stop();
    beats(20);
    expect(latest().kills()).toBe(0);
    latest().exit();
    await stopped;
    expect(children).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FromEngine, ToEngine } from '../engine/protocol.ts';
import { type Ask, superviseEngine } from './engine.ts';
import type { EngineProcess } from './engineProcess.ts';

/** A process that does what a test tells it to. */
function createChild() {
  const heard: ToEngine[] = [];
  let say: (message: FromEngine) => void = () => {};
  let exit: (code: number | null) => void = () => {};
  const child: EngineProcess = {
    post: (message) => void heard.push(message),
    onMessage: (listener) => (say = listener),
    onExit: (listener) => (exit = listener),
    kill: () => exit(null),
    output: [],
  };
  return {
    child,
    heard,
    say: (message: FromEngine) => say(message),
    exit: () => exit(1),
    answer: (value: unknown) => say({ type: 'answer', id: heard.at(-1)?.id ?? 0, value }),
  };
}

function world(onReady: (ask: Ask) => void = () => {}) {
  const children: ReturnType<typeof createChild>[] = [];
  const problems: (string | null)[] = [];
  const engine = superviseEngine({
    start() {
      const next = createChild();
      children.push(next);
      return next.child;
    },
    hear: () => {},
    onReady,
    onProblem: (problem) => problems.push(problem),
    backoffMs: () => 0,
    stopMs: 0,
  });
  const latest = () => children[children.length - 1] as ReturnType<typeof createChild>;
  const startsAgain = async (count: number) => {
    while (children.length < count) await turn();
  };
  return { engine, children, problems, latest, startsAgain };
}

test('a question waits until the engine can hear it', async () => {
  const { engine, latest } = world();
  const folders = engine.ask('folders.list');
  expect(latest().heard).toEqual([]);
  latest().say({ type: 'ready' });
  expect(latest().heard).toMatchObject([{ command: 'folders.list', args: [] }]);
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

test('a crash costs the open questions; the engine comes back and is told again what it has to know', async () => {
  const { engine, children, problems, latest, startsAgain } = world(
    (ask) => void ask('watching.pause', true).catch(() => {}),
  );
  latest().say({ type: 'ready' });
  const open = engine.ask('folders.list');
  latest().exit();
  await expect(open).rejects.toThrow('has stopped');
  expect(problems).toEqual([expect.stringContaining('started again')]);

  await startsAgain(2);
  latest().say({ type: 'ready' });
  expect(problems.at(-1)).toBeNull();
  expect(children[1]?.heard).toMatchObject([{ command: 'watching.pause', args: [true] }]);
});

test('an engine that will not stay is given up, until somebody asks for it', async () => {
  const { engine, children, problems, latest, startsAgain } = world();
  for (let crash = 1; crash <= 5; crash += 1) {
    await startsAgain(crash);
    latest().exit();
  }
  expect(engine.problem()).toContain('would not stay');
  await expect(engine.ask('folders.list')).rejects.toThrow('would not stay');
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
  expect(latest().heard).toMatchObject([{ command: 'engine.stop' }]);
  latest().exit();
  await stopped;
  await turn();
  expect(children).toHaveLength(1);
  await expect(engine.ask('folders.list')).rejects.toThrow('has stopped');
});

test('an engine that hangs is ended by force', async () => {
  const { engine, latest } = world();
  latest().say({ type: 'ready' });
  await engine.stop();
  expect(engine.problem()).toBeNull();
});

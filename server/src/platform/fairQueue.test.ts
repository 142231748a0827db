import { expect, test } from 'vitest';
import { FairQueue } from './fairQueue.ts';

/** Starts tasks that end on command. Returns the names of those that have started. */
function startTasks(queue: FairQueue, tasks: [key: string, weight?: number][]) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const all = tasks.map(([key, weight], at) =>
    queue.run(
      key,
      () => {
        started.push(`${key}${at}`);
        return new Promise<void>((end) => ends.push(end));
      },
      weight,
    ),
  );
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return {
    started,
    settle,
    async endNext() {
      ends.shift()?.();
      await settle();
    },
    all: Promise.all(all),
  };
}

test('keys take turns, however many tasks one of them has', async () => {
  const queue = new FairQueue({ capacity: 1, runningPerKey: 1, waitingPerKey: 10 });
  const tasks = startTasks(queue, [['a'], ['a'], ['a'], ['b'], ['c'], ['b']]);
  await tasks.settle();
  for (let ended = 0; ended < 6; ended += 1) await tasks.endNext();
  expect(tasks.started).toEqual(['a0', 'a1', 'b3', 'c4', 'a2', 'b5']);
  await tasks.all;
  expect(queue.used).toBe(0);
});

test('one key never runs more than its share', async () => {
  const queue = new FairQueue({ capacity: 9, runningPerKey: 2, waitingPerKey: 10 });
  const tasks = startTasks(queue, [['a'], ['a'], ['a'], ['b']]);
  await tasks.settle();
  expect(tasks.started).toEqual(['a0', 'a1', 'b3']);
  await tasks.endNext();
  expect(tasks.started).toEqual(['a0', 'a1', 'b3', 'a2']);
});

test('what runs at once never weighs more than the capacity, and a heavy task is not overtaken', async () => {
  const queue = new FairQueue({ capacity: 10, runningPerKey: 5, waitingPerKey: 10 });
  const tasks = startTasks(queue, [
    ['a', 6],
    ['b', 6],
    ['c', 4],
  ]);
  await tasks.settle();
  expect([tasks.started, queue.used]).toEqual([['a0'], 6]);
  await tasks.endNext();
  expect([tasks.started, queue.used]).toEqual([['a0', 'b1', 'c2'], 10]);
});

test('a key whose line is full is rejected, others are not', async () => {
  const queue = new FairQueue({ capacity: 1, runningPerKey: 1, waitingPerKey: 1 });
  const tasks = startTasks(queue, [['a'], ['a'], ['b']]);
  await expect(queue.run('a', () => Promise.resolve())).rejects.toMatchObject({ code: 'rate_limited' });
  await tasks.settle();
  expect(tasks.started).toEqual(['a0']);
});

test('a task that fails gives its place to the next', async () => {
  const queue = new FairQueue({ capacity: 1, runningPerKey: 1, waitingPerKey: 1 });
  const failing = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

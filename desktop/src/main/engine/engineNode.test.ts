import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { isAlive } from '@stagelink/shared/staging/node/testing/processes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storeFolder } from '../../engine/testing/testEngine.ts';
import { superviseEngine } from './engine.ts';
import { forkNode } from './engineNode.ts';

const SCRIPT = path.join(import.meta.dirname, '../../engine/index.ts');

/** Returns the pid of the process with this argument. */
const processOf = (word: string): number => Number(execFileSync('pgrep', ['-f', word], { encoding: 'utf8' }));

test('a real engine that is stopped by a signal is ended, and another one answers', async () => {
  // Fakes only the beats; nothing here depends on time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = storeFolder();
  let ready = Promise.withResolvers<void>();
  const problems: (string | null)[] = [];
  const engine = superviseEngine({
    start: () => forkNode(process.execPath, SCRIPT, store),
    onSignal: () => {},
    onReady: () => ready.resolve(),
    onProblem: (problem) => problems.push(problem),
    backoffMs: () => 0,
    beatMs: 1_000,
  });
  onTestFinished(engine.stop);
  await ready.promise;
  const first = processOf(store);
  ready = Promise.withResolvers();

  process.kill(first, 'SIGSTOP');
  vi.advanceTimersByTime(5_000);

  await ready.promise;
  expect(isAlive(first)).toBe(false);
  expect(await engine.ask('folders.list')).toEqual([]);
  expect(problems).toEqual([expect.stringContaining('stopped responding'), null]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from './lock.mjs';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'stagelink-lock-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A process that notes when it begins and ends its work under the lock. */
const worker = (lock: string, log: string) =>
  spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { appendFileSync } from 'node:fs';
     import { setTimeout as wait } from 'node:timers/promises';
     import { withLock } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.mjs'))};
     await withLock(${JSON.stringify(lock)}, async () => {
       appendFileSync(${JSON.stringify(log)}, 'begin\\n');
       await wait(50);
       appendFileSync(${JSON.stringify(log)}, 'end\\n');
     });`,
  ]);

test('processes that start at once take turns', async () => {
  const dir = folder();
  const [lock, log] = [path.join(dir, 'made/lock'), path.join(dir, 'log')];
  const workers = Array.from({ length: 4 }, () => worker(lock, log));
  await Promise.all(workers.map((each) => once(each, 'exit')));
  expect(readFileSync(log, 'utf8')).toBe('begin\nend\n'.repeat(4));
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a killed process is taken over, and released after a failure', async () => {
  const lock = path.join(folder(), 'lock');
  const gone = spawn(process.execPath, ['--eval', '']);
  await once(gone, 'exit');
  writeFileSync(lock, String(gone.pid));
  await expect(withLock(lock, () => Promise.reject(new Error('the registry is down')))).rejects.toThrow(
    'registry',
  );
  expect(existsSync(lock)).toBe(false);
});

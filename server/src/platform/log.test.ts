import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from './log.ts';

async function logFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'data/server.log');
}

function terminal() {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => void vi.restoreAllMocks());
  return lines;
}

test('with a log file the terminal shows only one sentence per error burst', async () => {
  const file = await logFile();
  const lines = terminal();
  const log = createLog('warn', file);
  log.warn({ err: new Error('timeout') }, 'the job queue reported an error');
  expect(lines).toEqual([]);

  log.error('a request failed');
  log.error({ password: 'secret' }, 'another request failed');
  expect(lines).toEqual([`The server reported an error. Details: ${file}\n`]);

  const written = (await readFile(file, 'utf8')).trim().split('\n');
  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the job queue reported an error',
    'a request failed',
    'another request failed',
  ]);
  expect(written.join()).not.toContain('secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('the file is continued, and rotated when it is full', async () => {
  const file = await logFile();
  createLog('warn', file).warn('first');
  createLog('warn', file).warn('second');
  expect((await readFile(file, 'utf8')).match(/first|second/g)).toEqual(['first', 'second']);

  await writeFile(file, 'x'.repeat(11 * 1024 * 1024));
  createLog('warn', file).warn('third');
  expect((await readFile(file, 'utf8')).length).toBeLessThan(1_000);
});

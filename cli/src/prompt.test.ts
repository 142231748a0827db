import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { choose, confirm } from './prompt.ts';
import type { Context } from './context.ts';

function terminal(): Context & { stdin: PassThrough } {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  return {
    env: {},
    cwd: '/',
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    json: false,
    server: undefined,
    insecure: false,
    interactive: true,
    signal: new AbortController().signal,
  };
}

test.each([
  ['\r', false],
  ['y', true],
  ['n', false],
])('%j answers %s', async (key, expected) => {
  const context = terminal();
  const answer = confirm(context, 'Delete it?');
  await new Promise((resolve) => context.stderr.once('data', resolve));
  context.stdin.write(key);
  expect(await answer).toBe(expected);
});

test.each([
  ['\r', 'own'],
  ['\u001B[B\r', 'same'],
])('%j chooses “%s”', async (keys, expected) => {
  const context = terminal();
  const answer = choose(context, 'Which link?', [
    { value: 'own', label: 'New link' },
    { value: 'same', label: 'Same link' },
  ]);
  await new Promise((resolve) => context.stderr.once('data', resolve));
  context.stdin.write(keys);
  expect(await answer).toBe(expected);
});

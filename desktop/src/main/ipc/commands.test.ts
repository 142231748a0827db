import { expect, test } from 'vitest';
import { answer, type Command } from './commands.ts';
import { UserError } from '@stagelink/shared/client/userError';

const unexpected: Command[] = [];
const note = (command: Command) => void unexpected.push(command);

test('a command runs with the arguments of the window', async () => {
  const link = (folderId: string, withPassword: boolean) => void (result = `${folderId} ${withPassword}`);
  let result = '';
  expect(await answer({ 'link.copy': link }, 'link.copy', ['f1', true], note)).toEqual({
    ok: true,
    value: undefined,
  });
  expect(result).toBe('f1 true');
});

test.each<[Command, unknown[]]>([
  ['link.copy', ['f1']],
  ['link.copy', ['f1', 'yes']],
  ['link.copy', ['f1', true, 'more']],
  ['folders.agree', ['f1', ['rm -rf /']]],
  ['folders.add', [42]],
  ['folders.restore', ['f1', '/etc']],
  ['folders.change', ['f1', { path: '/etc' }]],
  ['folders.change', ['f1', { variables: ['A=1'] }]],
  ['preferences.change', [{ hotkey: 3 }]],
  ['folders.stage', [{ toString: 'f1' }]],
  ['folders.list', ['more']],
])('%s is not run with what it does not take', async (command, given) => {
  const run = () => {
    throw new Error('It was run');
  };
  const result = await answer({ [command]: run } as never, command, given, note);
  expect(result).toEqual({ ok: false, message: expect.stringContaining('invalid arguments') as string });
  expect(unexpected).toEqual([]);
});

test('a failure crosses as a sentence, and never as ours to debug', async () => {
  const refuse = () =>
    Promise.reject(new UserError('missing', 'There is no such folder.', 'Choose another.'));
  expect(await answer({ 'folders.list': refuse }, 'folders.list', [], note)).toEqual({
    ok: false,
    message: 'There is no such folder. Choose another.',
  });
  const broken = () => Promise.reject(new TypeError('x is undefined at /opt/stagelink'));
  expect(await answer({ 'folders.list': broken }, 'folders.list', [], note)).toEqual({
    ok: false,
    message: 'Stagelink failed unexpectedly. Try again. See the log for details.',
  });
  expect(unexpected).toEqual(['folders.list']);
});

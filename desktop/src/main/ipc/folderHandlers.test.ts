import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderWith, projectWith } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { expect, test } from 'vitest';
import type { Folder } from '../../protocol/folders.ts';
import { testEngine } from '../../engine/testing/testEngine.ts';
import type { Ask } from '../engine/engine.ts';
import { answer, type Command, type IpcResult } from './commands.ts';
import type { Question } from './consentQuestions.ts';
import { DroppedFolders } from './droppedFolders.ts';
import { createFolderHandlers } from './folderHandlers.ts';

/** The window's commands with the real engine, and a person who answers the dialogs. */
async function companion() {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const ask = (async (command: keyof typeof engine.handlers, ...args: unknown[]) =>
    (engine.handlers[command] as (...given: unknown[]) => unknown)(...args)) as Ask;
  const questions: Question[] = [];
  const person = { agrees: false };
  const dropped = new DroppedFolders();
  const handlers = {
    ...createFolderHandlers({
      ask,
      dropped,
      confirm: async (question) => {
        questions.push(question);
        return person.agrees;
      },
    }),
    'folders.stage': (folderId: string) => ask('folders.stage', folderId),
  };
  const send = (command: Command & keyof typeof handlers, ...args: unknown[]): Promise<IpcResult> =>
    answer(handlers, command, args, (_command, cause) => {
      throw cause;
    });
  return { server, engine, questions, person, dropped, send };
}

test('a window that is not the user’s anymore can neither add a folder nor run a command', async () => {
  const { engine, questions, send } = await companion();
  const stranger = folderWith({ 'index.html': '' });
  const marks = folderWith({});
  const ran = path.join(marks, 'ran');
  const project = projectWith(`(await import('node:fs')).writeFileSync(${JSON.stringify(ran)}, '')`);

  expect(await send('folders.add', stranger)).toMatchObject({ ok: false });
  expect(await engine.handlers['folders.list']()).toEqual([]);

  const { id } = await engine.add(project);
  expect(await send('folders.change', id, { buildCommand: `touch ${ran}` })).toMatchObject({ ok: false });
  expect(await send('folders.change', id, { variables: ['NPM_TOKEN'] })).toMatchObject({ ok: false });
  expect((await engine.folder(id)).settings).toMatchObject({ buildCommand: null, variables: [] });
  await send('folders.stage', id);
  const { fingerprints } = await engine.untilState(id, 'asking');
  expect(await send('folders.agree', id, fingerprints)).toMatchObject({ ok: false });
  expect(await send('folders.agree', id)).toEqual({ ok: true, value: undefined });

  expect((await engine.folder(id)).state.kind).toBe('asking');
  expect(existsSync(ran)).toBe(false);
  expect(questions.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(`Build command: touch ${ran}`),
    expect.stringContaining('Variables of your shell: NPM_TOKEN'),
    expect.stringContaining('“npm run build”\n  build: node build.mjs'),
  ]);
});

test('what a person agrees to in the dialog runs', async () => {
  const { engine, person, questions, send } = await companion();
  person.agrees = true;
  const { id } = await engine.add(
    projectWith(`import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', 'built');`),
  );
  expect(await send('folders.change', id, { buildCommand: ' node build.mjs ' })).toMatchObject({ ok: true });
  // Neither what stands there already nor what runs nothing is asked about.
  expect(await send('folders.change', id, { buildCommand: 'node build.mjs', watched: 'off' })).toMatchObject({
    ok: true,
  });
  expect(questions).toHaveLength(1);
  await send('folders.stage', id);
  await engine.untilState(id, 'asking');
  expect(await send('folders.agree', id)).toMatchObject({ ok: true });
  expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
});

test('a dropped folder is added once by its token, and a removed one is restored without a path', async () => {
  const { engine, dropped, send } = await companion();
  const site = folderWith({ 'index.html': '' });
  const token = crypto.randomUUID();
  dropped.put(token, site);

  const added = await send('folders.add', token);
  expect(added).toMatchObject({ ok: true, value: { path: site } });
  expect(await send('folders.add', token)).toMatchObject({ ok: false });

  const { id } = (added as { value: Folder }).value;
  await engine.handlers['folders.change'](id, { variables: ['NPM_TOKEN'] });
  expect(await send('folders.restore', id)).toMatchObject({ ok: false });
  await send('folders.remove', id);
  expect(await engine.handlers['folders.list']()).toEqual([]);
  expect(await send('folders.restore', id)).toMatchObject({
    ok: true,
    value: { path: site, settings: { variables: ['NPM_TOKEN'] } },
  });
  expect(await send('folders.restore', id)).toMatchObject({ ok: false });
});

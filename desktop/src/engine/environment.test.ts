import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { folderWith, projectWith } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { expect, test } from 'vitest';
import { LoginEnvironment } from './environment.ts';
import type { Environment } from './nodeVersion.ts';
import { testEngine } from './testing/testEngine.ts';

/** Waits end at once: the shell is always too slow. */
const impatient = { ...systemRuntime, sleep: async () => {} };

test('a shell that answers late is used from then on', async () => {
  const late = Promise.withResolvers<Environment>();
  const environment = new LoginEnvironment({ ask: () => late.promise, runtime: impatient });
  const folder = folderWith({});
  expect((await environment.of(folder))['MARK']).toBeUndefined();
  late.resolve({ MARK: 'of the shell' });
  await late.promise;
  expect((await environment.of(folder))['MARK']).toBe('of the shell');
});

test('a shell that fails leaves the variables of this process, and is asked again', async () => {
  const answers: (() => Promise<Environment>)[] = [
    () => Promise.reject(new Error('no shell')),
    async () => ({ MARK: 'second' }),
  ];
  const environment = new LoginEnvironment({
    ask: () => answers.shift()?.() ?? Promise.resolve({}),
    runtime: systemRuntime,
  });
  expect(await environment.refresh()).toBe(false);
  expect(await environment.refresh()).toBe(true);
  expect((await environment.of(folderWith({})))['MARK']).toBe('second');
});

test('a project is built once its package manager was installed, without a restart', async () => {
  const server = await stagingServer();
  const empty = folderWith({});
  const installed = path.join(folderWith({}), 'bin');
  mkdirSync(installed);
  const searched = (process.env['PATH'] ?? '').split(path.delimiter);
  for (const name of ['node', 'npm']) {
    const found = searched.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
    if (found) symlinkSync(realpathSync(found), path.join(installed, name));
  }
  const found = { PATH: [installed, '/usr/bin', '/bin'].join(path.delimiter) };
  // The check happens when staging, not when the folder is added or checked again.
  const answers = [{ PATH: empty }, { PATH: empty }];
  const engine = testEngine({ environment: async () => answers.shift() ?? found });
  await engine.signIn(server.url);
  const project = projectWith(`import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', 'built');`);

  const { id, state } = await engine.add(project);
  expect(state).toMatchObject({ kind: 'failed', problem: { code: 'package_manager_missing' } });
  await engine.handlers['folders.stage'](id);
  const { fingerprints } = await engine.untilState(id, 'asking');
  await engine.handlers['folders.agree'](id, fingerprints);

  expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
});

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { FILES_PER_SNAPSHOT } from '@stagelink/shared/contracts/limits';
import { folderWith, projectWith, writeFiles } from '@stagelink/shared/staging/node/testing/folders';
import { isAlive } from '@stagelink/shared/staging/node/testing/processes';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { expect, test } from 'vitest';
import type { FolderSettings, StageRecord } from '../protocol/folders.ts';
import { testEngine } from './testing/testEngine.ts';

const DIST = `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('dist', { recursive: true });`;
const LIMITS = { milliseconds: 60_000, outputBytes: 256 * 1024 };
/** Limits for a build that never ends; other builds finish sooner. */
const SOON = { ...LIMITS, milliseconds: 3_000 };

/** Stages a folder with its build allowed; returns the outcome and what the server received. */
async function tryToStage(
  folder: string,
  settings: Partial<FolderSettings> = {},
  buildLimits = LIMITS,
): Promise<{ record: StageRecord; staged: Map<string, Buffer>[]; printed: string[] }> {
  const server = await stagingServer();
  const engine = testEngine({ buildLimits });
  await engine.signIn(server.url);
  const { id } = await engine.add(folder);
  await engine.handlers['folders.change'](id, settings);
  await engine.agree(id);
  const [record] = await engine.untilEnded(1);
  if (!record) throw new Error('Nothing ended');
  const printed = (await engine.handlers['folders.log'](id)).map(({ text }) => text);
  return { record, staged: [...server.snapshots.values()], printed };
}

function folderWithLink(): string {
  const folder = folderWith({ 'readme.txt': 'x' });
  symlinkSync(folderWith({ 'index.html': 'private' }), path.join(folder, 'www'));
  return folder;
}

/** Every outcome is a sentence and a hint, and nothing is published. */
const SITE = { 'index.html': '<!doctype html>' };
test.each<[string, string, () => string, Partial<FolderSettings>?]>([
  ['nothing to stage', 'no_package_json', () => folderWith({ 'notes.txt': '' })],
  ['a package.json that is none', 'no_package_json', () => folderWith({ 'package.json': '{ "scripts": ' })],
  ['no build script', 'no_build_script', () => folderWith({ 'package.json': '{}' })],
  ['a build that fails', 'build_failed', () => projectWith(`throw new Error('no');`)],
  ['a build that hangs', 'build_timeout', () => projectWith('setInterval(() => {}, 1000);')],
  [
    'a build that prints without end',
    'build_output_limit',
    () => projectWith(`const print = () => process.stdout.write('x'.repeat(999) + '\\n', print); print();`),
  ],
  [
    'a build that asks',
    'build_failed',
    () =>
      projectWith(`import { createInterface } from 'node:readline/promises';
const asking = createInterface(process.stdin, process.stdout);
asking.on('close', () => { console.error('error: no answer'); process.exit(1); });
await asking.question('Which one? ');`),
  ],
  ['a build that makes nothing', 'no_output', () => projectWith(`console.log('done');`)],
  ['a build that makes an empty folder', 'no_output', () => projectWith(DIST)],
  [
    'a build that writes somewhere else',
    'no_output',
    () =>
      projectWith(
        `import { mkdtempSync, rmSync } from 'node:fs'; rmSync(mkdtempSync('/tmp/stagelink-elsewhere-'), { recursive: true });`,
      ),
  ],
  ['an output without a page', 'no_index', () => projectWith(`${DIST} writeFileSync('dist/a.js', '');`)],
  ['an output that is not there', 'no_output', () => folderWith(SITE), { output: 'dist' }],
  ['a command only a shell could run', 'bad_command', () => projectWith(DIST), { buildCommand: 'a && b' }],
  [
    'a program that is not there',
    'package_manager_missing',
    () => projectWith(DIST),
    { buildCommand: 'no-such-program' },
  ],
  ['a name the server would refuse', 'bad_name', () => folderWith({ ...SITE, 'what\nnow.html': '' })],
  ['an output that is a link out of the folder', 'output_outside', folderWithLink, { output: 'www' }],
])('%s: reported in a sentence, and nothing is published', async (_what, code, folder, settings) => {
  const { record, staged } = await tryToStage(folder(), settings, code === 'build_timeout' ? SOON : LIMITS);

  expect(record).toMatchObject({ outcome: 'failed', url: null, problem: { code } });
  expect(record.problem?.message).toMatch(/ .+\.$/s);
  expect(record.problem?.hint).toMatch(/^[A-Z].+\.$/);
  expect(staged).toEqual([]);
});

test('more files than a snapshot holds are refused before any of them is read', async () => {
  const folder = folderWith(SITE);
  for (let at = 0; at < FILES_PER_SNAPSHOT; at += 1)
    symlinkSync('index.html', path.join(folder, `${at}.html`));

  const { record, staged } = await tryToStage(folder);

  expect(record).toMatchObject({ outcome: 'failed', files: null, problem: { code: 'limit' } });
  expect(record.problem?.message).toContain('10,000 files');
  expect(staged).toEqual([]);
});

test('links that lead out of the folder, or round in a circle, are left out with a reason', async () => {
  const folder = folderWith(SITE);
  const outside = folderWith({ 'secret.txt': 'not for you' });
  symlinkSync(outside, path.join(folder, 'outside'));
  symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'secret.txt'));
  symlinkSync('.', path.join(folder, 'round'));
  mkdirSync(path.join(folder, 'assets'));
  symlinkSync('../index.html', path.join(folder, 'assets/same.html'));

  const { record, staged, printed } = await tryToStage(folder);

  expect(record.outcome).toBe('staged');
  expect([...(staged[0]?.keys() ?? [])].sort()).toEqual(['assets/same.html', 'index.html']);
  expect(printed.filter((line) => line.includes(' was left out: its target '))).toHaveLength(3);
});

test('a file that is written while it is read is read again, and one version holds all of it', async () => {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const site = folderWith(SITE);
  const { id } = await engine.add(site);
  let isFirst = true;
  server.fault = (request) => {
    if (isFirst && request.method === 'PUT') writeFiles(site, { 'index.html': '<!doctype html>changed' });
    if (request.method === 'PUT') isFirst = false;
    return false;
  };
  writeFiles(site, { 'large.bin': Buffer.alloc(3 * 1024 * 1024, 'x') });

  await engine.handlers['folders.stage'](id);
  const [record] = await engine.untilEnded(1);

  expect(record?.outcome).toBe('staged');
  expect(server.snapshots.size).toBe(1);
});

test('nothing of a build that hangs goes on after it was stopped', async () => {
  const project = projectWith(`import { writeFileSync } from 'node:fs';
writeFileSync('pid', String(process.pid)); console.log('pid ' + process.pid); setInterval(() => {}, 1000);`);
  const { printed } = await tryToStage(project, {}, SOON);
  const pid = Number(printed.find((line) => line.startsWith('pid '))?.slice(4));
  expect(existsSync(path.join(project, 'pid'))).toBe(true);
  expect(isAlive(pid)).toBe(false);
});

import path from 'node:path';
import { isInside } from '@stagelink/shared/staging/node/output';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { expect, test } from 'vitest';
import { testEngine } from './testing/testEngine.ts';

const KEY = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(3)}`;
const WITH_KEY = { 'index.html': '<!doctype html>', 'key.txt': KEY };
const NEEDING = { 'index.html': '<script>open("shop.db")</script>', 'shop.db': 'x' };

async function deciding(files: Record<string, string>) {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const { id } = await engine.add(folderWith(files));
  await engine.handlers['folders.stage'](id);
  const state = await engine.untilState(id, 'deciding');
  const published = () => [...server.snapshots.values()].map((snapshot) => [...snapshot.keys()].sort());
  return { engine, id, state, published };
}

test('a secret key is published only when the user says so', async () => {
  const { engine, id, state, published } = await deciding(WITH_KEY);
  expect(state.question).toEqual({
    kind: 'secrets',
    found: [{ path: 'key.txt', line: 1, what: 'private key' }],
  });
  expect(published()).toEqual([]);

  await engine.handlers['folders.decide'](id, false);
  await engine.untilState(id, 'idle');
  expect(published()).toEqual([]);

  await engine.handlers['folders.stage'](id);
  await engine.untilState(id, 'deciding');
  await engine.handlers['folders.decide'](id, true);
  expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
  expect(published()).toEqual([['index.html', 'key.txt']]);
});

test.each([
  [true, ['index.html', 'shop.db']],
  [false, ['index.html']],
])('a database that a page needs is staged when the user says so: %s', async (isYes, files) => {
  const { engine, id, state, published } = await deciding(NEEDING);
  expect(state.question).toEqual({ kind: 'left_out', needed: [{ path: 'shop.db', from: 'index.html' }] });
  await engine.handlers['folders.decide'](id, isYes);
  expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
  expect(published()).toEqual([files]);
});

test('the log of a stage names what was left out', async () => {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const { id } = await engine.add(folderWith({ 'index.html': 'x', '.mcp.json': 'x', 'prod.env': 'x' }));
  await engine.handlers['folders.stage'](id);
  await engine.untilEnded(1);
  const log = await engine.handlers['folders.log'](id);
  expect(log).toContainEqual({ kind: 'fact', text: 'Left out: 1 hidden file, prod.env.' });
});

test.each([
  ['C:\\site\\dist', true],
  ['C:\\site', true],
  ['C:\\site\\..dist', true],
  ['C:\\other', false],
  ['D:\\out', false],
])('on Windows, %s is inside of C:\\site: %s', (output, expected) => {
  expect(isInside(output, 'C:\\site', path.win32)).toBe(expected);
});

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jsonFile } from './jsonFile.ts';

const SCHEMA = z.object({ name: z.string() });
const FALLBACK = { name: '' };

function inFolder() {
  const folder = folderWith({});
  const file = path.join(folder, 'accounts.json');
  let day = 0;
  const today = () => new Date(2026, 0, (day += 1));
  return { folder, file, json: jsonFile(file, SCHEMA, FALLBACK, today) };
}

test('what is written is read again, by its owner only', () => {
  const { file, json } = inFolder();
  expect(json.read()).toEqual(FALLBACK);
  json.write({ name: 'Ada' });
  expect(json.read()).toEqual({ name: 'Ada' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('each damaged file is set aside under a name of its own', () => {
  const { folder, file, json } = inFolder();
  for (const text of ['{"name": "Ad', '{"name": 7}']) {
    writeFileSync(file, text);
    expect(json.read()).toEqual(FALLBACK);
  }
  const aside = readdirSync(folder).sort();
  expect(aside.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([
    '{"name": "Ad',
    '{"name": 7}',
  ]);
});

test('a file that cannot be read is left as it is, and named', () => {
  const { folder, file, json } = inFolder();
  mkdirSync(file);
  expect(() => json.read()).toThrow(`${file} could not be read (EISDIR).`);
  expect(readdirSync(folder)).toEqual(['accounts.json']);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limitsTables, SECTIONS } from './limitsTable.ts';
import { ROOT } from '../scripts/setup/root.mjs';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Removes the formatter's padding of columns. */
const unpadded = (markdown: string) => markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test('the documented limits are the numbers that the server uses', () => {
  expect(unpadded(read('docs/limits.md'))).toContain(unpadded(limitsTables()));
});

test.each(SECTIONS.flatMap(({ rows }) => rows))(
  'a test reaches the limit of: $what',
  ({ test: [file, title] }) => {
    expect(read(file)).toContain(title);
  },
);

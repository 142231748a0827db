import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installed, totalsOf } from './totals.ts';

test('files and lines are summed up by kind, without fixtures and migrations', () => {
  const text = 'a\nb\n';
  const files = [
    'cli/src/main.ts',
    'web/src/kit/Button.tsx',
    'cli/src/main.test.ts',
    'tests/e2e/stage.spec.ts',
    'web/src/kit/Button.module.css',
    'scripts/check-walls.ts',
    'tests/prototypes/shop/main.ts',
    'server/migrations/20261121_x.ts',
    'README.md',
  ];
  expect(totalsOf(files.map((file) => ({ file, text })))).toEqual({
    production: { files: 2, lines: 4 },
    tests: { files: 2, lines: 4 },
    CSS: { files: 1, lines: 2 },
    tools: { files: 1, lines: 2 },
  });
});

test('installed files are counted once, without links and what builds and checks keep for themselves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'a'));
  writeFileSync(path.join(folder, 'a/index.js'), '12345');
  symlinkSync(path.join(folder, 'a'), path.join(folder, 'b'));
  mkdirSync(path.join(folder, '.cache/tsc'), { recursive: true });
  writeFileSync(path.join(folder, '.cache/tsc/main.js'), '1');
  mkdirSync(path.join(folder, 'a/.hidden'));
  writeFileSync(path.join(folder, 'a/.hidden/index.js'), '12');
  expect(installed(folder)).toEqual({ files: 2, bytes: 7 });
});

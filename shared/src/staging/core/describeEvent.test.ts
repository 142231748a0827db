import { expect, test } from 'vitest';
import type { StageEvent } from './events.ts';
import { describeEvent } from './describeEvent.ts';

const command = {
  step: 'build',
  argv: ['npm', 'run', 'build'],
  cwd: '/site',
  text: 'npm run build',
  scripts: [],
  variables: [],
  fingerprint: 'f',
  isCovered: true,
} as const;
const offer = {
  type: 'offered',
  uploadId: 'u',
  snapshotId: 's',
  version: 1,
  unchangedSince: null,
} as const;

test.each<[StageEvent, string, string]>([
  [
    { type: 'detected', kind: 'build', framework: 'Vite', packageManager: 'pnpm', commands: [command] },
    'fact',
    'Vite with pnpm',
  ],
  [{ type: 'build_started', command }, 'command', 'npm run build'],
  [{ type: 'build_finished', step: 'install', milliseconds: 12_400 }, 'fact', 'Installed in 12 s'],
  [
    { type: 'link_skipped', path: 'latest', reason: 'circular' },
    'warning',
    'latest was left out: its target is a folder that contains it.',
  ],
  [
    { type: 'source_found', files: 12, first: ['gulpfile.js', 'src/app.ts'] },
    'warning',
    '12 files look like source, which everyone with the link can read: gulpfile.js, src/app.ts, … Exclude them with a .stagelinkignore file.',
  ],
  [{ type: 'base_path', base: '/repo/' }, 'fact', 'Built for /repo/, so the link opens there.'],
  [
    { type: 'unportable_names', files: 2, first: ['a:b.html', 'aux.html'] },
    'warning',
    'The link shows these names, but some disks cannot save them: a:b.html, aux.html.',
  ],
  [
    {
      type: 'rules_ignored',
      file: '_redirects',
      lines: 4,
      first: [
        { line: 3, reason: 'leads to another host' },
        { line: 7, reason: 'has a condition' },
      ],
    },
    'warning',
    'Ignored in _redirects: line 3 leads to another host; line 7 has a condition; and 2 more.',
  ],
  [{ type: 'collected', files: 1 }, 'passing', 'Reading 1 file…'],
  [{ type: 'left_out', paths: ['.cursor/', 'prod.env'] }, 'fact', 'Left out: 1 hidden file, prod.env.'],
  [
    { type: 'not_searched', files: 4, first: ['a.zip', 'big.js', 'c.zip'] },
    'warning',
    'Not searched for secret keys, because large or packed: a.zip, big.js, c.zip, …',
  ],
  [
    { ...offer, missingFiles: 2, missingBytes: 1500, bytes: 2_000_000 },
    'fact',
    'Sending 2 files, 1.5 kB of 1.9 MB',
  ],
  [
    { ...offer, missingFiles: 0, missingBytes: 0, bytes: 950 },
    'fact',
    'Nothing new to upload (950 B in total)',
  ],
  [
    { type: 'restarted', path: 'a.js' },
    'warning',
    'a.js changed while it was staged. Reading everything again.',
  ],
])('%o has a text', (event, kind, text) => {
  expect(describeEvent(event)).toEqual({ kind, text });
});

test('events without use for people have no text', () => {
  expect(describeEvent({ type: 'output_chosen', folder: '/site/dist' })).toBeNull();
});

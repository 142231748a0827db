import path from 'node:path';
import { expect, test } from 'vitest';
import { brokenWalls, readSources } from './check-walls.ts';

test.each([
  ['server/src/comments/repo.ts', `import * as service from './service.ts';`, 'repo may not use service'],
  ['server/src/comments/policy.ts', `import * as repo from './repo.ts';`, 'policy may not use repo'],
  [
    'server/src/comments/service.ts',
    `import { commentRoutes } from './routes.ts';`,
    'service may not use routes',
  ],
  ['server/src/comments/service.ts', `import { x } from '../reviews/routes.ts';`, 'routes of another room'],
  ['web/src/data/api.ts', `import { openDb } from '../../../server/src/db/db.ts';`, 'web may not use server'],
  [
    'tests/e2e/stage.spec.ts',
    `import { x } from '../../server/src/testing/world.ts';`,
    'tests may not use server',
  ],
  ['tests/access/access.test.ts', `import { x } from '../../server/src/app.ts';`, 'tests may not use server'],
  ['web/src/data/api.ts', `import { openDb } from '@stagelink/server';`, 'web may not use server'],
  ['shared/src/client.ts', `export { x } from '../../web/src/main.tsx';`, 'shared may not use web'],
  ['extension/src/app.ts', `import { run } from '@stagelink/cli';`, 'extension may not use cli'],
  ['cli/src/main.ts', `import {\n  x,\n  y,\n} from '../../server/src/app.ts';`, 'cli may not use server'],
])('%s with %s goes through a wall', (file, text, told) => {
  expect(brokenWalls([{ file, text }])).toEqual([expect.stringContaining(told)]);
});

test.each([
  [
    'server/src/comments/routes.ts',
    `import * as service from './service.ts';\nimport * as repo from './repo.ts';`,
  ],
  ['server/src/comments/present.ts', `import type { CommentRow } from './repo.ts';`],
  ['server/src/comments/policy.ts', `import type { CommentRow } from './repo.ts';`],
  ['server/src/comments/service.ts', `import * as reviews from '../reviews/repo.ts';`],
  ['web/src/data/api.ts', `import { createClient } from '@stagelink/shared/client';\nimport './style.css';`],
])('%s with %s is as it should be', (file, text) => {
  expect(brokenWalls([{ file, text }])).toEqual([]);
});

test('the check reads the sources of every package', () => {
  const folders = new Set(
    readSources(path.resolve(import.meta.dirname, '..')).map(({ file }) => file.split('/')[0]),
  );
  expect([...folders].toSorted()).toEqual([
    'cli',
    'desktop',
    'extension',
    'server',
    'shared',
    'tests',
    'web',
  ]);
});

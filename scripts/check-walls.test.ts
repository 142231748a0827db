import path from 'node:path';
import { expect, test } from 'vitest';
import { brokenWalls, readSources } from './check-walls.ts';
import { strayDecisions } from './walls/decisions.ts';
import { forbiddenWords } from './walls/words.ts';

test.each([
  [
    'server/src/features/comments/repo.ts',
    `import * as service from './service.ts';`,
    'repo may not import service',
  ],
  [
    'server/src/features/comments/policy.ts',
    `import * as repo from './repo.ts';`,
    'policy may not import repo',
  ],
  [
    'server/src/features/comments/service.ts',
    `import { commentRoutes } from './routes.ts';`,
    'service may not import routes',
  ],
  [
    'server/src/features/comments/service.ts',
    `import { x } from '../reviews/routes.ts';`,
    'routes are imported by app only',
  ],
  [
    'web/src/lib/api.ts',
    `import { openDb } from '../../../server/src/db/db.ts';`,
    'web may not import server',
  ],
  [
    'tests/e2e/stage.spec.ts',
    `import { x } from '../../server/src/testing/world.ts';`,
    'tests may not import server',
  ],
  [
    'tests/access/access.test.ts',
    `import { x } from '../../server/src/app.ts';`,
    'tests may not import server',
  ],
  ['web/src/lib/api.ts', `import { openDb } from '@stagelink/server';`, 'web may not import server'],
  [
    'web/src/lib/api.ts',
    `import { ada } from '@stagelink/shared/testing/builders';`,
    'fixtures are imported by tests only',
  ],
  [
    'shared/src/client/call.ts',
    `export { x } from '../../../web/src/main.tsx';`,
    'shared may not import web',
  ],
  [
    'web/src/features/reviews/Reviewers.tsx',
    `import { Button } from '@mantine/core';`,
    'the component library is imported by the kit only',
  ],
  [
    'desktop/src/renderer/App.tsx',
    `import { Dialog } from '@base-ui/react/dialog';`,
    'the component library is imported by the kit only',
  ],
  ['extension/src/app.ts', `import { run } from '@stagelink/cli';`, 'extension may not import cli'],
  ['cli/src/main.ts', `import {\n  x,\n  y,\n} from '../../server/src/app.ts';`, 'cli may not import server'],
])('%s with %s breaks a rule', (file, text, reason) => {
  expect(brokenWalls([{ file, text }])).toEqual([expect.stringContaining(reason)]);
});

test.each([
  [
    'server/src/features/comments/routes.ts',
    `import * as service from './service.ts';\nimport * as repo from './repo.ts';`,
  ],
  ['server/src/features/comments/present.ts', `import type { CommentRow } from './repo.ts';`],
  ['server/src/features/comments/policy.ts', `import type { CommentRow } from './repo.ts';`],
  ['server/src/features/comments/service.ts', `import * as reviews from '../reviews/repo.ts';`],
  [
    'web/src/lib/api.ts',
    `import { createClient } from '@stagelink/shared/client/call';\nimport './style.css';`,
  ],
])('%s with %s is allowed', (file, text) => {
  expect(brokenWalls([{ file, text }])).toEqual([]);
});

test('a comment or a text that hides who acts is rejected', () => {
  const text = `// Whoever opens it.\nconst title = 'Nobody has opened it';\n// The visitor opens it.`;
  expect(forbiddenWords({ file: 'web/src/kit/Title.tsx', text })).toEqual([
    'web/src/kit/Title.tsx:1 has “Whoever”: name the actor.',
    'web/src/kit/Title.tsx:2 has “Nobody”: name the actor.',
  ]);
});

test.each([
  ['// The owner is told at once.', 'told'],
  ['/**\n * A note stands\n */', 'stands'],
  [`test('a folder is staged by itself', run);`, 'by itself'],
  ['const text = `it is ${count} as it were`;', 'as it were'],
  ['const said = await response.json();', 'said'],
])('%s is rejected for “%s”', (text, word) => {
  expect(forbiddenWords({ file: 'cli/src/main.ts', text })).toEqual([
    expect.stringContaining(`has “${word}”: `),
  ]);
});

test('in a test a name must say what it holds, while texts are free', () => {
  const text = `const asked = serve('the text that was said');`;
  expect(forbiddenWords({ file: 'web/src/kit/Title.test.tsx', text })).toEqual([
    'web/src/kit/Title.test.tsx:1 has “asked”: name what it holds.',
  ]);
});

test.each([
  ['a URL in a text', `const url = 'https://example.com/';`],
  ['a name that contains such a word', 'const standIn = untold + readTellers;'],
  ['a landed migration', '// told'],
])('%s is allowed', (_what, text) => {
  const file = text.startsWith('//') ? 'server/migrations/20261121_x.ts' : 'cli/src/main.ts';
  expect(forbiddenWords({ file, text })).toEqual([]);
});

test('the check reads the sources of every package', () => {
  const folders = new Set(
    readSources(path.resolve(import.meta.dirname, '..')).map(({ file }) => file.split('/')[0]),
  );
  expect([...folders].toSorted()).toEqual([
    'capture',
    'cli',
    'desktop',
    'extension',
    'postgres',
    'scripts',
    'server',
    'shared',
    'tests',
    'tools',
    'web',
  ]);
});

test('a decision is named by the code that it explains, and no reference leads nowhere', () => {
  const at = (number: string) => ({ file: 'server/src/a.ts', text: `/** See docs/decisions/${number}. */` });
  expect(strayDecisions(['0001-a.md'], [at('0001')])).toEqual([]);
  expect(strayDecisions(['0001-a.md'], [at('0002')])).toEqual([
    'server/src/a.ts refers to docs/decisions/0002, which does not exist.',
    'docs/decisions/0001-a.md is named nowhere in the code.',
  ]);
});

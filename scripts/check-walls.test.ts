import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenWalls, readSources } from './check-walls.ts';
import { overCeilings } from './walls/ceilings.ts';
import { strayDecisions } from './walls/decisions.ts';
import { circles, splinters } from './walls/graph.ts';
import { headlessComments, ownForms, privateMembers, quotedStyles, unsafeCalls } from './walls/patterns.ts';
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
    `import { Menu } from '@base-ui/react/menu';`,
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
  ['const wish = input.settings;', 'wish'],
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
    'action',
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

test('a circle of imports is found, also when one of them is an import()', () => {
  const files = [
    { file: 'web/src/kit/A.tsx', text: `import { b } from './b.ts';` },
    { file: 'web/src/kit/b.ts', text: `const open = () => import('./A.tsx');` },
    { file: 'web/src/kit/c.ts', text: `import type { A } from './d.ts';` },
    { file: 'web/src/kit/d.ts', text: `import './c.ts';\ntype C = typeof import('./c.ts');` },
  ];
  expect(circles(files)).toEqual([
    'A circle of imports: web/src/kit/A.tsx → web/src/kit/b.ts → web/src/kit/A.tsx.',
  ]);
});

describe('a small file used once', () => {
  const part = { file: 'shared/src/domain/part.ts', text: 'export const part = 1;' };
  const user = { file: 'cli/src/user.ts', text: `import { part } from '@stagelink/shared/domain/part';` };

  test('belongs to its only importer', () => {
    expect(splinters([part, user])).toEqual([
      'shared/src/domain/part.ts has 1 lines and one importer, cli/src/user.ts: it belongs there.',
    ]);
  });

  test.each([
    ['has another importer', [part, user, { ...user, file: 'cli/src/other.ts' }]],
    ['has a test', [part, user, { ...user, file: 'shared/src/domain/part.test.ts' }]],
    ['is long', [{ ...part, text: 'const line = 1;\n'.repeat(26) }, user]],
    ['has a role', [{ ...part, file: 'server/src/features/pins/policy.ts' }, user]],
  ])('may exist if it %s', (_why, sources) => {
    expect(splinters(sources)).toEqual([]);
  });
});

test.each([
  [unsafeCalls, 'web/src/features/a/A.tsx', 'await navigator.clipboard.writeText(text);'],
  [unsafeCalls, 'desktop/src/renderer/a.ts', 'const id = crypto.randomUUID();'],
  [privateMembers, 'cli/src/a.ts', 'class A {\n  private readonly name = 1;\n}'],
  [quotedStyles, 'web/src/kit/A.tsx', `<p className={styles['quiet']} />`],
  [headlessComments, 'cli/src/a.ts', '// For the tests.'],
  [ownForms, 'web/src/kit/A.tsx', '<form\n  className={styles.form}\n  onSubmit={(event) => send(event)}\n>'],
  [headlessComments, 'cli/src/a.ts', '/** Without a name. */'],
])('%o finds what %s must not contain', (offendersOf, file, text) => {
  expect(offendersOf([{ file, text }])).toHaveLength(1);
});

test.each([
  [unsafeCalls, 'web/src/lib/copyText.ts', 'await navigator.clipboard.writeText(text);'],
  [unsafeCalls, 'server/src/platform/a.ts', 'const id = crypto.randomUUID();'],
  [privateMembers, 'cli/src/a.ts', 'class A {\n  #name = 1;\n  private constructor() {}\n}'],
  [quotedStyles, 'web/src/kit/A.tsx', '<p className={styles[kind]} title={styles.quiet} />'],
  [ownForms, 'web/src/kit/A.tsx', '<form {...formProps(send)}><Part onSubmit={send} /></form>'],
  [headlessComments, 'cli/src/a.ts', '/** Forms of a blob. */ const text = "a // Of b";'],
])('%o allows %s its text', (offendersOf, file, text) => {
  expect(offendersOf([{ file, text }])).toEqual([]);
});

test('more offenders than a ceiling are named, and fewer are counted', () => {
  const sources = [{ file: 'cli/src/a.ts', text: '// For the tests.' }];
  const rule = { rule: 'comments', offendersOf: headlessComments };
  expect(overCeilings(sources, [{ ...rule, most: 0 }]).broken).toEqual([
    'cli/src/a.ts:1 has “// For”: begin the comment with what it is about.',
    'comments: 1, of which 0 are allowed.',
  ]);
  expect(overCeilings(sources, [{ ...rule, most: 2 }])).toEqual({
    broken: [],
    notes: ['comments: 1, at most 2'],
  });
});

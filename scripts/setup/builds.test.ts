import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILDS } from './builds.mjs';
import { ROOT } from './root.mjs';

const sourcesOf = (workspace: string) => BUILDS.find((one) => one.workspace === workspace)?.sources ?? [];

/** Whether a change of a file makes a workspace be built again. */
const isSource = (workspace: string, file: string) =>
  sourcesOf(workspace).some((source) => file === source || file.startsWith(`${source}/`));

test('the web app is built again when an article of the docs changes', () => {
  const text = readFileSync(path.join(ROOT, 'web/docs/sections.ts'), 'utf8');
  const articles = [...(/ARTICLES = \[(.+)\]/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)];
  expect(articles.map(([, slug]) => slug)).toContain('pins');
  expect(articles.filter(([, slug]) => !isSource('web', `docs/${slug}.md`))).toEqual([]);
});

test.each(BUILDS.map(({ workspace }) => workspace))(
  '%s is built again when a script changes that its build uses',
  (workspace) => {
    const scripts = sourcesOf(workspace).filter((file) => /\.(mjs|ts)$/.test(file));
    const used = scripts.flatMap((script) => {
      const text = readFileSync(path.join(ROOT, script), 'utf8');
      const imports = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, file = '']) => file);
      return imports.map((file) => path.join(path.dirname(script), file));
    });
    expect(used.filter((file) => !isSource(workspace, file))).toEqual([]);
  },
);

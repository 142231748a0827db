import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ARTICLES } from '../../web/docs/sections.ts';
import { BUILDS } from './builds.mjs';
import { ROOT } from './root.mjs';

const sourcesOf = (workspace: string) => BUILDS.find((one) => one.workspace === workspace)?.sources ?? [];

/** Whether a change of a file makes a workspace be built again. */
const isSource = (workspace: string, file: string) =>
  sourcesOf(workspace).some((source) => file === source || file.startsWith(`${source}/`));

test.each(ARTICLES)('the web app is built again when docs/%s.md changes', (slug) => {
  expect(isSource('web', `docs/${slug}.md`)).toBe(true);
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

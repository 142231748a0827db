import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from './testing/folders.ts';
import { workspaceRoot } from './workspace.ts';

const NPM = (patterns: unknown): Record<string, string> => ({
  'package.json': JSON.stringify({ workspaces: patterns }),
});
const PNPM = (yaml: string): Record<string, string> => ({ 'pnpm-workspace.yaml': yaml });

test.for([
  [NPM(['apps/*']), 'apps/shop', ''],
  [{ 'nx.json': '{}' }, 'apps/shop', ''],
  [NPM({ packages: ['./apps/*/'] }), 'apps/shop', ''],
  [NPM(['apps/**']), 'apps/web/shop', ''],
  [NPM(['{apps,tools}/*']), 'tools/docs', ''],
  [PNPM("packages:\n  - 'apps/*'\n  - '!apps/old'\n"), 'apps/shop', ''],
  [PNPM("packages:\n  - 'apps/*'\n  - '!apps/old'\n"), 'apps/old', 'apps/old'],
  [PNPM('packages: [apps/*]'), 'apps/shop', ''],
  [PNPM('onlyBuiltDependencies:\n  - esbuild\n'), 'apps/shop', 'apps/shop'],
  [NPM(['packages/*']), 'apps/shop', 'apps/shop'],
  [NPM(['apps/*']), 'apps/web/shop', 'apps/web/shop'],
  [{ 'package-lock.json': '{}' }, 'apps/shop', 'apps/shop'],
  [{ ...NPM(['apps/*']), 'apps/shop/.git/HEAD': '' }, 'apps/shop', 'apps/shop'],
  [{ 'package.json': '{', 'pnpm-workspace.yaml': 'packages: [' }, 'apps/shop', 'apps/shop'],
] as const)('with %j, %s is installed in “%s”', async ([files, project, root]) => {
  const folder = folderWith({ ...files, [`${project}/package.json`]: '{}' });
  expect(path.relative(folder, await workspaceRoot(path.join(folder, project)))).toBe(root);
});

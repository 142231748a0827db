import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** Makes the first process like Node 20, which reads no TypeScript; the one that it starts is itself. */
const AS_NODE_20 = `
  if (!process.env.IS_NEWER) {
    process.env.IS_NEWER = '1';
    Object.defineProperty(process, 'version', { value: 'v20.20.2' });
    (await import('node:module')).registerHooks({
      resolve(name, context, next) {
        if (name.endsWith('.ts')) throw new Error('Unknown file extension ".ts" for ' + name);
        return next(name, context);
      },
    });
  }`;

test.each([
  ['npm run admin', 'server/bin/stagelink-server.mjs', ['admin'], 'Usage: stagelink-server admin grant'],
  ['npm run migrate', 'scripts/migrate.mjs', ['sideways'], 'Usage: npm run migrate'],
  ['npm run store', 'scripts/store.mjs', [], 'Usage: npm run store'],
])('%s works on Node 20, with a newer Node beside it', (_, script, args, usage) => {
  const run = `${AS_NODE_20}\nawait import(${JSON.stringify(path.join(ROOT, script))});`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', run, script, ...args],
    { encoding: 'utf8', timeout: 60_000 },
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(`^${usage}`) as string });
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, onTestFinished, test } from 'vitest';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BIN = here('../bin/stagelink.js');

test.each(['C#', 'what?', '100%41', 'a b', 'ünï'])('starts from a folder called “%s”', (name) => {
  const folder = folderWith({
    [`${name}/package.json`]: '{ "type": "module" }',
    [`${name}/dist/stagelink.js`]: 'process.stdout.write(process.argv[2]);',
  });
  const bin = path.join(folder, name, 'bin/stagelink.js');
  mkdirSync(path.dirname(bin));
  copyFileSync(BIN, bin);

  const { stdout, stderr } = spawnSync(process.execPath, [bin, 'stage'], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'stage', stderr: '' });
});

test.skipIf(process.platform === 'win32')('what Node has compiled is kept in the home of the user', () => {
  const home = folderWith({});
  const env = { PATH: process.env['PATH'], HOME: home };
  expect(spawnSync(process.execPath, [BIN, '--version'], { env }).status).toBe(0);
  const kept = readdirSync(home, { recursive: true }).map(String);
  expect(kept.some((file) => /stagelink\/compiled\/./.test(file))).toBe(true);
});

/** The installed command: one bundle with its dependencies next to it. */
function bundle(): string {
  const folder = mkdtempSync(here('../../node_modules/.cache/bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(process.execPath, [here('../build.mjs'), folder], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return path.join(folder, 'stagelink.js');
}

test('the bundle knows the workspaces of pnpm', () => {
  const folder = folderWith({
    'pnpm-workspace.yaml': 'packages: [apps/*]',
    'pnpm-lock.yaml': "lockfileVersion: '9.0'",
    'apps/web/package.json': JSON.stringify({
      scripts: { build: 'vite build' },
      dependencies: { vite: '8' },
    }),
  });
  const { stderr } = spawnSync(process.execPath, [bundle(), 'doctor', path.join(folder, 'apps/web')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, STAGELINK_SERVER: 'http://127.0.0.1:9' },
  });
  expect(stderr).toMatch(
    /built with “(npx --yes )?pnpm\S* i --no-frozen-lockfile” and “(npx --yes )?pnpm\S* run build”/,
  );
});

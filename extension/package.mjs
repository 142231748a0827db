import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../scripts/setup/licences.mjs';

// Packs a folder that contains only what is written here, so no source, map or .env is included.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PACKED = here('dist/packed');
const LICENCES = 'LICENCES.txt';
const TEXTS = ['media', 'README.md', 'CHANGELOG.md'];
const LICENSE = 'LICENSE';

/** Returns the workspace's package.json without what concerns only this repository. */
function manifest() {
  const all = JSON.parse(readFileSync(here('package.json'), 'utf8'));
  for (const field of ['type', 'private', 'scripts', 'dependencies', 'devDependencies']) delete all[field];
  return {
    ...all,
    name: 'stagelink',
    main: './extension.js',
    files: ['extension.js', LICENSE, LICENCES, ...TEXTS],
  };
}

/** vsce continues after a warning; here a warning is an error. */
function pack() {
  const vsce = createRequire(import.meta.url).resolve('@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository'];
  const args = [vsce, 'package', ...flags, '--out', here('dist/stagelink.vsix')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: PACKED, encoding: 'utf8' });
  if (status !== 0 || /\bWARNING\b/.test(stdout + stderr)) throw new Error(stdout + stderr);
}

rmSync(here('dist'), { recursive: true, force: true });
mkdirSync(PACKED, { recursive: true });
for (const name of TEXTS) cpSync(here(name), `${PACKED}/${name}`, { recursive: true });
cpSync(here(`../${LICENSE}`), `${PACKED}/${LICENSE}`);
writeFileSync(`${PACKED}/package.json`, JSON.stringify(manifest(), null, 2));
const { metafile } = await build({
  entryPoints: [here('src/extension.ts')],
  outfile: `${PACKED}/extension.js`,
  bundle: true,
  // Some editors that run VS Code extensions cannot load ES modules.
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  minify: true,
  metafile: true,
  // Licenses are shipped in a separate file.
  legalComments: 'none',
});
writeFileSync(`${PACKED}/${LICENCES}`, licencesOf(metafile));
pack();

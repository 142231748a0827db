import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../scripts/setup/licences.mjs';

// Packs a folder that holds what is written here and nothing else, so that no source, map or .env can get in.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PACKED = here('dist/packed');
const LICENCES = 'LICENCES.txt';
const TEXTS = ['media', 'README.md', 'CHANGELOG.md'];
const LICENSE = 'LICENSE';

/** The server that offers the package, which is where its people will stage. */
const SERVER = process.env.APP_URL || `http://localhost:${process.env.PORT || 4600}`;

/** The workspace's package.json as an editor wants it, without what concerns only this repository. */
function manifest() {
  const all = JSON.parse(readFileSync(here('package.json'), 'utf8'));
  all.contributes.configuration.properties['stagelink.server'].default = SERVER;
  for (const field of ['type', 'private', 'scripts', 'dependencies', 'devDependencies']) delete all[field];
  return {
    ...all,
    name: 'stagelink',
    main: './extension.js',
    files: ['extension.js', LICENSE, LICENCES, ...TEXTS],
  };
}

/** vsce goes on after a warning; here one ends the packaging. */
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
  // Not every editor that takes VS Code's extensions loads ES modules.
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  minify: true,
  metafile: true,
  // They are handed on in a file of their own.
  legalComments: 'none',
});
writeFileSync(`${PACKED}/${LICENCES}`, licencesOf(metafile));
pack();

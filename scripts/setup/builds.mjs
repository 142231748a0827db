import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';
import { quietly } from './say.mjs';

const STAMPS = path.join(ROOT, 'node_modules/.cache/stagelink');

/**
 * What is built, from which sources, into which file.
 * @type {{ name: string, script: string, workspace: string, sources: string[], output: string }[]}
 */
const BUILDS = [
  {
    name: 'web app',
    workspace: 'web',
    script: 'build',
    sources: [
      'web/index.html',
      'web/src',
      'web/public',
      'web/vite.config.ts',
      'web/package.json',
      'shared/src',
    ],
    output: 'web/dist/index.html',
  },
];

/** @param {string} file @returns {string[]} */
function filesIn(file) {
  const full = path.join(ROOT, file);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [file];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(path.join(file, name)));
}

/** @param {string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...sources].flatMap(filesIn)) {
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

/** Builds what has changed since it was built last. */
export async function buildAll() {
  for (const { name, workspace, script, sources, output } of BUILDS) {
    const stamp = path.join(STAMPS, `${workspace}-${script.replace(':', '-')}`);
    const hash = hashOf(sources);
    const isFresh =
      existsSync(path.join(ROOT, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
    if (isFresh) continue;
    await quietly(`Building the ${name}`, 'npm', ['run', script, '-w', workspace], { cwd: ROOT });
    mkdirSync(STAMPS, { recursive: true });
    writeFileSync(stamp, hash);
  }
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT, SETUP_LOCK } from './root.mjs';
import { quietly } from './say.mjs';
import { sideBySide } from './sideBySide.mjs';

/** Workspaces that a server serves, and the one `npm start` stages with. */
export const SERVED = ['web', 'cli', 'extension', 'capture'];

const STAMPS = path.join(ROOT, 'node_modules/.cache/stagelink');

/**
 * Sources and outputs of `npm run build` by workspace.
 * @type {{ name: string, workspace: string, sources: string[], outputs: string[] }[]}
 */
export const BUILDS = [
  {
    name: 'web app',
    workspace: 'web',
    sources: [
      'web/index.html',
      'web/src',
      'web/public',
      'web/agent',
      'web/docs',
      'docs/coding-agents.md',
      'docs/pins.md',
      'web/handedOver',
      'web/docs.html',
      'web/vite.config.ts',
      'web/circularChunks.ts',
      'web/pageChunks.ts',
      'web/precompress.ts',
      'web/preloadedFonts.ts',
      'web/prerender.ts',
      'web/vite.agent.config.ts',
      'web/vite.docs.config.ts',
      'web/vite.handedOver.config.ts',
      'web/package.json',
      'shared/src',
    ],
    outputs: [
      'web/dist/index.html',
      'web/dist/pages.json',
      'web/dist/docs.json',
      'web/dist-agent/agent.js',
      'web/dist-handed-over/page.js',
    ],
  },
  {
    name: 'command line client',
    workspace: 'cli',
    sources: ['cli/src', 'cli/build.mjs', 'cli/package.json', 'scripts/setup/licences.mjs', 'shared/src'],
    outputs: ['cli/dist/stagelink.js'],
  },
  {
    name: 'editor extension',
    workspace: 'extension',
    sources: [
      'extension/src',
      'extension/media',
      'extension/README.md',
      'extension/CHANGELOG.md',
      'extension/package.mjs',
      'extension/package.json',
      'scripts/setup/licences.mjs',
      'shared/src',
    ],
    outputs: ['extension/dist/stagelink.vsix'],
  },
  {
    name: 'browser extension',
    workspace: 'capture',
    sources: [
      'capture/src',
      'capture/icons',
      'capture/manifest.json',
      'capture/package.mjs',
      'capture/firefox.mjs',
      'capture/package.json',
      'scripts/setup/licences.mjs',
      'scripts/setup/zipFolder.mjs',
      'shared/src',
    ],
    outputs: ['capture/dist/stagelink-capture.zip', 'capture/dist/stagelink-capture-firefox.zip'],
  },
  {
    name: 'GitHub action',
    workspace: 'action',
    sources: [
      'action/src',
      'action/build.mjs',
      'action/package.json',
      'scripts/setup/licences.mjs',
      'shared/src',
    ],
    outputs: ['action/dist/stage.mjs'],
  },
  {
    name: 'companion',
    workspace: 'desktop',
    sources: [
      'desktop/src',
      'desktop/electron.vite.config.ts',
      'desktop/package.json',
      'web/src',
      'shared/src',
    ],
    outputs: ['desktop/out/main/index.js', 'desktop/out/renderer/index.html'],
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

/** @param {typeof BUILDS[number]} build */
async function buildOne({ name, workspace, sources, outputs }) {
  const stamp = path.join(STAMPS, workspace);
  const hash = hashOf(sources);
  const isThere = [stamp, ...outputs.map((file) => path.join(ROOT, file))].every((file) => existsSync(file));
  if (isThere && readFileSync(stamp, 'utf8') === hash) return;
  await quietly(`Building the ${name}`, 'npm', ['run', 'build', '-w', workspace], { cwd: ROOT });
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, hash);
}

/**
 * Builds what changed since its last build. Of two processes that start at once, one builds.
 * @param {readonly string[]} [workspaces] all when absent
 */
export async function build(workspaces = BUILDS.map(({ workspace }) => workspace)) {
  const wanted = BUILDS.filter(({ workspace }) => workspaces.includes(workspace));
  await withLock(SETUP_LOCK, () => sideBySide(wanted, buildOne));
}

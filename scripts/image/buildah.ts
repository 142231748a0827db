import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { aptInstall, findProgram, mayInstall } from '../setup/apt.mjs';
import { ROOT } from '../setup/root.mjs';
import { quietly, Refusal } from '../setup/say.mjs';

/** A store of its own: the base that is made here has the name of a public image. */
const STORE = path.join(ROOT, '.cache/image');
const LONGEST_OUTPUT = 64 * 1024 * 1024;

/** Steps and containers run in a changed root, without namespaces, which a container may not create. */
const options = { env: { ...process.env, BUILDAH_ISOLATION: 'chroot' }, cwd: ROOT };

const inStore = (args: readonly string[]) => [
  `--root=${STORE}/root`,
  `--runroot=${STORE}/run`,
  '--storage-driver=overlay',
  ...args,
];

/** Installs missing programs if permitted. */
export async function installBuildah(): Promise<void> {
  if (!mayInstall()) throw new Refusal('This needs Debian and root, for example in a container.');
  if (['buildah', 'mmdebstrap'].every((name) => findProgram(name))) return;
  const programs = ['buildah', 'crun', 'fuse-overlayfs', 'mmdebstrap', 'uidmap'];
  await aptInstall('Installing buildah and mmdebstrap', programs);
}

/** Runs buildah and returns its output. */
export async function buildah(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('buildah', inStore(args), {
    ...options,
    maxBuffer: LONGEST_OUTPUT,
  });
  return stdout.trim();
}

/** The same for what takes long, which is announced. */
export const buildahSlowly = (what: string, ...args: string[]): Promise<string> =>
  quietly(what, 'buildah', inStore(args), options);

/** Starts a program in a container, with the user and the environment of its image. */
export const spawnInside = (
  container: string,
  command: readonly string[],
  env: Record<string, string> = {},
) =>
  spawn(
    'buildah',
    inStore([
      'run',
      ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
      container,
      '--',
      ...command,
    ]),
    { ...options, stdio: ['ignore', 'pipe', 'pipe'] },
  );

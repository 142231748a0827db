import { existsSync, readFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Agent, AgentName } from 'package-manager-detector';
import { StageError } from './errors.ts';
import { workspaceRoot } from './workspace.ts';

/** The package manager a folder is built with, and how it is started on this machine. */
export interface PackageManager {
  name: AgentName;
  agent: Agent;
  /** Where dependencies are installed: the folder of the lockfile, else the workspace's, else the project's own. */
  root: string;
  lockfile: string | null;
  /** What stands before its own arguments: `['pnpm']`, or `['npx', '--yes', 'pnpm@10']` when it is not installed. */
  start: readonly string[];
}

/** Without a version written down, the newest that reads the lockfile. Other managers must be installed. */
function packageFor(
  name: AgentName,
  agent: Agent,
  version: string | undefined,
  lockfile: string,
): string[] | null {
  const exact = version !== undefined && /^\d+\.\d+\.\d+/.test(version) ? version : null;
  if (name === 'pnpm') {
    const format = /^lockfileVersion:\s*'?(\d+)/m.exec(lockfile)?.[1];
    const major = format === '5' ? '7' : format === '6' ? '8' : '10';
    return [`pnpm@${exact ?? major}`];
  }
  if (agent === 'yarn@berry') return ['--package', `@yarnpkg/cli-dist@${exact ?? '4'}`, 'yarn'];
  if (name === 'yarn') return [`yarn@${exact ?? '1'}`];
  return null;
}

async function isOnPath(program: string, searched: string): Promise<boolean> {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  for (const folder of searched.split(path.delimiter)) {
    for (const ending of endings) {
      try {
        await access(path.join(folder, program + ending), constants.X_OK);
        return true;
      } catch {
        continue;
      }
    }
  }
  return false;
}

/** The nearest of these files, from a folder up to the one its dependencies may be installed in. */
function nearest(names: readonly string[], from: string, root: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (folder === root) return null;
  }
}

/**
 * Finds the package manager by lockfile, then by `packageManager`, in the folder and up to the workspace that names it;
 * npm when nothing says otherwise. One that is not installed is run through npx. Throws `package_manager_missing` when
 * that is impossible. `searched` is the PATH builds run with.
 */
export async function findPackageManager(folder: string, searched: string): Promise<PackageManager> {
  const [{ detect }, { LOCKS }] = await Promise.all([
    import('package-manager-detector/detect'),
    import('package-manager-detector/constants'),
  ]);
  const workspace = await workspaceRoot(folder);
  const found = (await detect({ cwd: folder, stopDir: workspace })) ?? { name: 'npm', agent: 'npm' };
  const locks = Object.keys(LOCKS).filter((file) => LOCKS[file] === found.name);
  const lock = nearest(locks, folder, workspace);
  const lockText = lock?.endsWith('lock.yaml') === true ? readFileSync(lock, 'utf8').slice(0, 200) : '';
  const berry = lock !== null && found.name === 'yarn' && isBerryLock(lock);
  const agent: Agent = berry ? 'yarn@berry' : (found.agent as Agent);
  const name = found.name as AgentName;
  return {
    name,
    agent,
    root: lock === null ? workspace : path.dirname(lock),
    lockfile: lock,
    start: await startOf(name, packageFor(name, agent, found.version, lockText), searched),
  };
}

/** The lockfile of yarn 2 and newer is YAML and says so in its `__metadata`; detection without a version takes it for yarn 1. */
function isBerryLock(file: string): boolean {
  return readFileSync(file, 'utf8').slice(0, 1000).includes('__metadata:');
}

async function startOf(name: AgentName, viaNpx: string[] | null, searched: string): Promise<string[]> {
  if (await isOnPath(name, searched)) return [name];
  if (viaNpx && (await isOnPath('npx', searched))) return ['npx', '--yes', ...viaNpx];
  throw new StageError(
    'package_manager_missing',
    `This project is built with ${name}, which is not installed here.`,
    name === 'npm'
      ? 'Install Node.js with npm from https://nodejs.org, then stage again.'
      : `Install ${name}, then stage again; or build it yourself and stage the output folder.`,
  );
}

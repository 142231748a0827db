import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Agent, AgentName } from 'package-manager-detector';
import { stageError } from '../core/errors.ts';
import { findOnPath } from './findOnPath.ts';
import { readPackageJson } from './packageJson.ts';
import { workspacePackages, workspaceRoot } from './workspace.ts';

/** Package manager of a folder, and how to start it on this computer. */
export interface PackageManager {
  name: AgentName;
  agent: Agent;
  /**
   * Where dependencies are installed: the folder of the lockfile, otherwise the workspace's, otherwise the
   * project's.
   */
  root: string;
  /** Folders of the packages whose workspace `root` is. */
  packages: readonly string[];
  lockfile: string | null;
  /** Command before its arguments: `['pnpm']`, or `['npx', '--yes', 'pnpm@10']` when it is not installed. */
  start: readonly string[];
}

/** Versions of a package manager that can build a project; a range is a list of major versions. */
interface RequiredVersion {
  /** Version named in package.json. */
  exact: string | null;
  /** Versions that read the lockfile, best first; empty when all do. */
  majors: readonly number[];
}

const majorOf = (version: string): number => Number.parseInt(version, 10);

/** Lockfile formats → versions that read them, best first. */
const PNPM_LOCKS = new Map([
  ['5', [7, 6]],
  ['6', [8]],
]);
const BERRY_LOCKS = new Map([
  ['4', [2]],
  ['5', [3, 2]],
  ['6', [3]],
  ['7', [3]],
]);

function majorsFor(agent: Agent, head: string): number[] {
  if (agent === 'pnpm')
    return PNPM_LOCKS.get(/^lockfileVersion:\s*'?(\d+)/m.exec(head)?.[1] ?? '') ?? [10, 11, 9];
  if (agent === 'yarn@berry') return BERRY_LOCKS.get(/^\s+version:\s*(\d+)/m.exec(head)?.[1] ?? '') ?? [4];
  return agent === 'yarn' ? [1] : [];
}

/** Returns the package npx runs instead; null for a manager without a package. */
function packageFor(agent: Agent, { exact, majors }: RequiredVersion): string[] | null {
  const version = exact ?? String(majors[0] ?? 'latest');
  if (agent === 'yarn@berry') return ['--package', `@yarnpkg/cli-dist@${version}`, 'yarn'];
  return ['pnpm', 'yarn', 'bun', 'deno'].includes(agent) ? [`${agent}@${version}`] : null;
}

/**
 * Returns an installed package manager's version from its package, without running it; null for Corepack
 * and other programs that choose the version themselves.
 */
function installedVersion(file: string, name: string): string | null {
  const real = realpathSync(file);
  const beside = path.join(path.dirname(file), 'node_modules', name);
  for (const folder of [path.dirname(real), path.dirname(path.dirname(real)), beside]) {
    const json = existsSync(folder) ? readPackageJson(folder) : null;
    if (json?.name === name && typeof json.version === 'string') return json.version;
  }
  return null;
}

function fits(version: string | null, agent: Agent, { exact, majors }: RequiredVersion): boolean {
  if (version === null) return true;
  const major = majorOf(version);
  // pnpm downloads the version that package.json names, from version 10 on.
  if (agent === 'pnpm' && exact !== null && major >= 10) return true;
  if (exact !== null && agent !== 'bun' && agent !== 'npm') return major === majorOf(exact);
  return majors.length === 0 || majors.includes(major);
}

/** Returns the nearest of these files, from a folder up to the root of its workspace. */
function nearest(names: readonly string[], from: string, root: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (folder === root) return null;
  }
}

/** Returns the exact version in `packageManager` of the folder or its workspace. */
function versionWritten(name: AgentName, folders: readonly string[]): string | null {
  for (const folder of folders) {
    const written = readPackageJson(folder)?.packageManager;
    const [, program, version] = /^\^?([\w-]+)@(\d+\.\d+\.\d+[\w.-]*)/.exec(String(written)) ?? [];
    if (program === name && version !== undefined) return version;
  }
  return null;
}

/** Whether a Yarn version is committed with the project, which every Yarn runs instead. */
const bringsYarn = (root: string): boolean =>
  /^yarnPath:/m.test(
    existsSync(path.join(root, '.yarnrc.yml')) ? readFileSync(path.join(root, '.yarnrc.yml'), 'utf8') : '',
  );

/**
 * Finds the package manager by lockfile, then by `packageManager`, in the folder and up to its workspace;
 * npm by default. One that is missing or has a wrong version runs through npx. Throws
 * `package_manager_missing` when that is impossible. `searched` is the PATH of builds.
 */
export async function findPackageManager(folder: string, searched: string): Promise<PackageManager> {
  const [{ detect }, { LOCKS }] = await Promise.all([
    import('package-manager-detector/detect'),
    import('package-manager-detector/constants'),
  ]);
  const workspace = await workspaceRoot(folder);
  const found = (await detect({ cwd: folder, stopDir: workspace })) ?? { name: 'npm', agent: 'npm' };
  const name = found.name as AgentName;
  // The detector mistakes a list of packages for a lockfile.
  const locks = Object.keys(LOCKS).filter((file) => LOCKS[file] === name && !file.endsWith('workspace.yaml'));
  const lockfile = nearest(locks, folder, workspace);
  const root = lockfile === null ? workspace : path.dirname(lockfile);
  const head =
    lockfile === null || lockfile.endsWith('.lockb') ? '' : readFileSync(lockfile, 'utf8').slice(0, 1000);
  const agent = name === 'yarn' && head.includes('__metadata:') ? 'yarn@berry' : (found.agent as Agent);
  const exact = versionWritten(name, [folder, root]);
  const wanted = { exact, majors: majorsFor(agent, head) };
  return {
    name,
    agent,
    root,
    packages: (await workspacePackages(root)).map((place) => path.join(root, place)),
    lockfile,
    start: await startOf(name, agent, wanted, bringsYarn(root), searched),
  };
}

async function startOf(
  name: AgentName,
  agent: Agent,
  wanted: RequiredVersion,
  isBrought: boolean,
  searched: string,
): Promise<string[]> {
  const file = await findOnPath(name, searched);
  const isYarnBrought = name === 'yarn' && isBrought;
  if (file !== null && (isYarnBrought || fits(installedVersion(file, name), agent, wanted))) return [name];
  const viaNpx = packageFor(agent, wanted);
  if (viaNpx && (await findOnPath('npx', searched))) return ['npx', '--yes', ...viaNpx];
  throw stageError(
    'package_manager_missing',
    `This project is built with ${name}, which is not installed.`,
    name === 'npm'
      ? 'Install Node.js with npm from https://nodejs.org, then stage again.'
      : `Install ${name}, then stage again, or build it yourself and stage the output folder.`,
  );
}

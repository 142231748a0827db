import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type PackageJson, readPackageJson } from './packageJson.ts';
import type { PackageManager } from './packageManager.ts';

/** Written by package managers after a completed install: npm, pnpm, Yarn 2+, Yarn 1, Yarn with PnP. */
const RECORDS = [
  'node_modules/.package-lock.json',
  'node_modules/.modules.yaml',
  'node_modules/.yarn-state.yml',
  'node_modules/.yarn-integrity',
  '.yarn/install-state.gz',
  '.pnp.cjs',
];
/** The stamp is in `node_modules`, so that it is deleted together with the packages. */
const STAMP = 'node_modules/.stagelink-install.json';

type Manager = Pick<PackageManager, 'name' | 'root' | 'packages' | 'lockfile'>;

const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const dependenciesOf = ({ dependencies, devDependencies }: PackageJson): object => ({
  ...dependencies,
  ...devDependencies,
});

/** Whether a project needs an install: a workspace needs at least the links between its packages. */
export function needsPackages(folder: string, root: string): boolean {
  return [folder, root].some((place) => {
    const json = readPackageJson(place) ?? {};
    const isWorkspace = json.workspaces !== undefined || existsSync(path.join(place, 'pnpm-workspace.yaml'));
    return isWorkspace || Object.keys(dependenciesOf(json)).length > 0;
  });
}

function newestRecord(root: string): number {
  return Math.max(...RECORDS.map((name) => modified(path.join(root, name))));
}

function isPresent(name: string, folder: string, root: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, 'node_modules', name, 'package.json'))) return true;
    if (at === root) return false;
  }
}

/** Returns the dependencies of a package, and of all packages for the workspace itself, whose build builds these. */
const dependenciesIn = (folder: string, { root, packages }: Manager): { place: string; needs: object }[] =>
  [folder, ...(folder === root ? packages : [])].map((place) => ({
    place,
    needs: dependenciesOf(readPackageJson(place) ?? {}),
  }));

/** PnP has no package folders to check. */
const allPresent = (folder: string, manager: Manager): boolean =>
  existsSync(path.join(manager.root, '.pnp.cjs')) ||
  dependenciesIn(folder, manager).every(({ place, needs }) =>
    Object.keys(needs).every((name) => isPresent(name, place, manager.root)),
  );

interface Locked {
  packages?: Record<string, PackageJson & { optional?: boolean; link?: boolean }>;
}

/**
 * Compares npm's record of installed packages, which has the lockfile's format; null when either cannot be
 * compared.
 */
function isInstalledByNpm(lockfile: string, root: string): boolean | null {
  try {
    const wanted = JSON.parse(readText(lockfile)) as Locked;
    const installed = JSON.parse(readText(path.join(root, 'node_modules/.package-lock.json'))) as Locked;
    if (!wanted.packages || !installed.packages) return null;
    return Object.entries(wanted.packages)
      .filter(([place, { optional, link }]) => place.includes('node_modules/') && !optional && !link)
      .every(([place, { version }]) => installed.packages?.[place]?.version === version);
  } catch {
    return null;
  }
}

function state(folder: string, manager: Manager): { wanted: string; record: number } {
  const { lockfile, root } = manager;
  const needs = dependenciesIn(folder, manager).map((each) => each.needs);
  const lock = lockfile === null ? '' : readText(lockfile);
  const wanted = hash('sha256', JSON.stringify([lock, needs]), 'hex');
  return { wanted, record: newestRecord(root) };
}

/** Whether the last install was ours, for the same lockfile, without a later one by another program. */
const isStamped = (folder: string, manager: Manager): boolean =>
  readText(path.join(manager.root, STAMP)) === JSON.stringify(state(folder, manager));

/** Whether everything that lockfile and package.json require is installed. */
export function isInstalled(folder: string, manager: Manager): boolean {
  const { root, lockfile } = manager;
  if (!allPresent(folder, manager)) return false;
  if (isStamped(folder, manager)) return true;
  const byNpm = lockfile !== null && manager.name === 'npm' ? isInstalledByNpm(lockfile, root) : null;
  if (byNpm !== null) return byNpm;
  // Bun leaves no record except its folder.
  const installed =
    newestRecord(root) || (manager.name === 'bun' ? modified(path.join(root, 'node_modules')) : 0);
  return installed > 0 && installed >= modified(lockfile ?? path.join(folder, 'package.json'));
}

/** Records an install, so that a lockfile with only a new modification time causes no other one. */
export function rememberInstalled(folder: string, manager: Manager): void {
  if (!existsSync(path.join(manager.root, 'node_modules'))) return;
  writeFileSync(path.join(manager.root, STAMP), JSON.stringify(state(folder, manager)));
}

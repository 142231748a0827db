import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPackageJson } from './packageJson.ts';

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

function packagesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && 'packages' in value ? strings(value.packages) : [];
}

async function pnpmPackages(folder: string): Promise<string[]> {
  const file = path.join(folder, 'pnpm-workspace.yaml');
  if (!existsSync(file)) return [];
  const { parse } = await import('./yaml.ts');
  return packagesOf(parse(readFileSync(file, 'utf8')));
}

/** Returns no patterns for an unreadable file above the project, which may be unrelated. */
async function patternsIn(folder: string): Promise<string[]> {
  try {
    const workspaces = readPackageJson(folder)?.workspaces;
    return [...strings(workspaces), ...packagesOf(workspaces), ...(await pnpmPackages(folder))];
  } catch {
    return [];
  }
}

const isMatch = (relative: string, pattern: string): boolean =>
  path.posix.matchesGlob(relative, path.posix.normalize(pattern).replace(/\/$/, ''));

function isMember(relative: string, patterns: readonly string[]): boolean {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  return (
    patterns.some((pattern) => !pattern.startsWith('!') && isMatch(relative, pattern)) &&
    !excluded.some((pattern) => isMatch(relative, pattern.slice(1)))
  );
}

/** Returns the packages of a folder's workspace, relative to it; none where it is no workspace. */
export async function workspacePackages(folder: string): Promise<string[]> {
  const patterns = await patternsIn(folder);
  return globSync(
    patterns
      .filter((pattern) => !/^!|(^|\/)\.\.(\/|$)/.test(pattern))
      .map((pattern) => path.posix.join(pattern, 'package.json')),
    { cwd: folder, exclude: (name) => path.basename(name) === 'node_modules' },
  )
    .map((file) => path.dirname(file).split(path.sep).join('/'))
    .filter((name) => isMember(name, patterns))
    .sort();
}

/**
 * Returns the nearest folder above a project whose workspaces include it, or that Nx manages, otherwise the project's
 * folder.
 * Ignores folders outside the repository, which are unrelated.
 */
export async function workspaceRoot(folder: string): Promise<string> {
  let at = folder;
  while (!existsSync(path.join(at, '.git')) && path.dirname(at) !== at) {
    at = path.dirname(at);
    const relative = path.relative(at, folder).split(path.sep).join('/');
    if (existsSync(path.join(at, 'nx.json')) || isMember(relative, await patternsIn(at))) return at;
  }
  return folder;
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stageError } from '../core/errors.ts';

/** Fields of package.json that staging reads. Their values are not validated. */
export interface PackageJson {
  name?: unknown;
  version?: unknown;
  scripts?: Record<string, unknown>;
  dependencies?: Record<string, unknown>;
  devDependencies?: Record<string, unknown>;
  packageManager?: unknown;
  workspaces?: unknown;
}

/**
 * Reads the package.json of a folder; null without one. Throws `no_package_json` when it is not valid JSON.
 */
export function readPackageJson(folder: string): PackageJson | null {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return null;
  try {
    // Windows editors add a byte order mark, which package managers accept.
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // An unreadable and a malformed file need the same correction.
  }
  throw stageError('no_package_json', `${file} is not valid JSON.`, 'Correct it, then stage again.');
}

/** Whether a project depends on one of these packages. */
export const usesPackage = (
  { dependencies, devDependencies }: PackageJson,
  packages: readonly string[],
): boolean => packages.some((name) => name in { ...dependencies, ...devDependencies });

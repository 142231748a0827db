import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IGNORE_FILE } from '../../domain/ignoredPaths.ts';
import { type IgnoreFile, ignoreRules, type IsIgnored } from '../core/ignoreRules.ts';

function ignoreFileIn(folder: string, output: string): IgnoreFile | null {
  const file = path.join(folder, IGNORE_FILE);
  const inside = path.relative(folder, output).split(path.sep).join('/');
  if (inside.startsWith('..') || !existsSync(file)) return null;
  return { prefix: inside === '' ? '' : `${inside}/`, text: readFileSync(file, 'utf8') };
}

/** Returns the rules of the project's and the output's own `.stagelinkignore`, after those that always hold. */
export function readIgnoreRules(project: string, output: string): IsIgnored {
  const folders = project === output ? [output] : [project, output];
  return ignoreRules(folders.map((folder) => ignoreFileIn(folder, output)).filter((file) => file !== null));
}

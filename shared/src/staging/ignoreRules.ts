import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ignore from 'ignore';
import { IGNORE_FILE, isNeverStaged } from '../contracts/neverStaged.ts';

/** True when the entry of a folder, or anything under it, is left out. `relative` uses `/`, from the output folder. */
export type Ignores = (relative: string, name: string, isFolder: boolean) => boolean;

interface Rules {
  /** From the rules' folder to the output folder, with `/` and one at the end; empty when they are the same. */
  prefix: string;
  ignores: (relative: string) => boolean;
}

function rulesIn(folder: string, output: string): Rules | null {
  const file = path.join(folder, IGNORE_FILE);
  const inside = path.relative(folder, output).split(path.sep).join('/');
  if (inside.startsWith('..') || !existsSync(file)) return null;
  const rules = ignore().add(readFileSync(file, 'utf8'));
  return { prefix: inside === '' ? '' : `${inside}/`, ignores: (relative) => rules.ignores(relative) };
}

/** Rules of the project's and the output's own `.stagelinkignore` (gitignore syntax), after those that always hold. */
export function ignoreRules(project: string, output: string): Ignores {
  const folders = project === output ? [output] : [project, output];
  const rules = folders.map((folder) => rulesIn(folder, output)).filter((found) => found !== null);
  return (relative, name, isFolder) => {
    if (isNeverStaged(isFolder ? `${name}/` : name)) return true;
    const asked = isFolder ? `${relative}/` : relative;
    return rules.some(({ prefix, ignores }) => ignores(prefix + asked));
  };
}

import { count } from '../../domain/format.ts';
import type { IgnoreRules } from './ignoreRules.ts';

/** Number of names in the line about what was left out. */
const NAMED = 3;

const nameOf = (path: string): string => path.replace(/\/$/, '').replace(/^.*\//, '');
const isHidden = (path: string): boolean => nameOf(path).startsWith('.');

/** Describes what was left out, in one line; null when it was nothing. A folder's path ends with a slash. */
export function leftOutText(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const hidden = paths.filter(isHidden).length;
  const others = paths.filter((path) => !isHidden(path));
  const parts = [...(hidden > 0 ? [count(hidden, 'hidden file')] : []), ...others.slice(0, NAMED)];
  return `Left out: ${parts.join(', ')}${others.length > NAMED ? ` and ${others.length - NAMED} more` : ''}.`;
}

/** What a list of paths is staged of, and what is left out of it by rules of ours. */
export interface Selection {
  staged: string[];
  /** Each folder once, with a slash at its end; sorted. */
  leftOut: string[];
}

/** Returns the folder or file that a path is left out with. */
function outermost(path: string, rules: IgnoreRules): string {
  const parts = path.split('/');
  const folders = parts.slice(0, -1).map((_name, at) => `${parts.slice(0, at + 1).join('/')}/`);
  return folders.find((folder) => rules(folder) !== null) ?? path;
}

/** Selects what is staged of a list of files, in their order. */
export function selectFiles(paths: readonly string[], rules: IgnoreRules): Selection {
  const leftOut = new Set<string>();
  const staged = paths.filter((path) => {
    const exclusion = rules(path);
    if (exclusion === 'default' || exclusion === 'editor') leftOut.add(outermost(path, rules));
    return exclusion === null;
  });
  return { staged, leftOut: [...leftOut].sort() };
}

import ignore from 'ignore';
import { isAlwaysIgnored } from '../../domain/ignoredPaths.ts';

/** A `.stagelinkignore` in gitignore syntax. */
export interface IgnoreFile {
  /** From its folder to the output folder, with `/` at its end; empty when they are the same. */
  prefix: string;
  text: string;
}

/** True for a path from the output folder that is not staged. A folder's path ends with a slash. */
export type IsIgnored = (path: string) => boolean;

/** Returns the rules of a project's ignore files, after those that always hold. */
export function ignoreRules(files: readonly IgnoreFile[]): IsIgnored {
  const rules = files.map(({ prefix, text }) => ({ prefix, matcher: ignore().add(text) }));
  return (path) =>
    isAlwaysIgnored(path) || rules.some(({ prefix, matcher }) => matcher.ignores(prefix + path));
}

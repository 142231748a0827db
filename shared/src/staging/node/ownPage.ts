import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isSourcePage } from '../../domain/sourcePage.ts';
import { referencesIn } from '../core/references.ts';

const PAGE = 'index.html';

/** Whether a page loads source files, as in Vite's templates. */
const loadsSource = (page: string): boolean => /<script\b[^>]*\bsrc=["']?\.?\/?src\//i.test(page);

/** Returns the text of a folder's own page, which must exist. */
export const indexOf = (folder: string): string => readFileSync(path.join(folder, PAGE), 'utf8');

/** Whether the page of a folder may be finished: no sign that it is the source of a build. */
export function mayBeFinished(folder: string): boolean {
  if (!existsSync(path.join(folder, PAGE))) return false;
  const page = indexOf(folder);
  return !isSourcePage(page) && !loadsSource(page);
}

/** Returns what a folder's own page may refer to, as absolute paths that need not exist; none for a source. */
export const pageReferences = (folder: string): string[] =>
  mayBeFinished(folder)
    ? [...referencesIn(indexOf(folder), PAGE)].map((reference) => path.join(folder, reference))
    : [];

import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FILES_PER_SNAPSHOT } from '../../contracts/limits.ts';
import { handedOverKind } from '../../domain/handedOver.ts';
import { isPagePath } from '../../domain/startPage.ts';
import { stageError } from '../core/errors.ts';
import { referencesIn } from '../core/references.ts';
import { SEARCHED_BYTES } from './secretRules.ts';

/** Files whose text may refer to others. */
const REFERRING = /\.(html?|xhtml|css|m?js|json|webmanifest|svg|md|markdown)$/i;

const isShortFile = (file: string): boolean => {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && stats.size <= SEARCHED_BYTES;
};

const isFile = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Throws for a file, by its name, that a link cannot open alone. */
export function assertOpensAlone(name: string): void {
  if (isPagePath(name) || handedOverKind(name) !== null) return;
  throw stageError(
    'no_index',
    `A link cannot open ${name}.`,
    'Stage a page, a picture, a Markdown file, a PDF, a video, a zip, or a folder.',
  );
}

/**
 * Returns a file that is staged alone and what it refers to in its folder, relative to that. Other pages stay out, also
 * those it links to: who names one page shares one page.
 */
export async function filesWith(folder: string, name: string): Promise<string[]> {
  assertOpensAlone(name);
  const found = new Set([name]);
  for (const file of found) {
    const isText = REFERRING.test(file) && isShortFile(path.join(folder, file));
    const text = isText ? await readFile(path.join(folder, file), 'utf8') : '';
    for (const reference of referencesIn(text, file)) {
      if (found.size > FILES_PER_SNAPSHOT) break;
      if (!isPagePath(reference) && isFile(path.join(folder, reference))) found.add(reference);
    }
  }
  return [...found];
}

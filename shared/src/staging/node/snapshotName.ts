import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suggestedName } from '../../domain/snapshotName.ts';
import { readPackageJson } from './packageJson.ts';
import { quietStat } from './quietStat.ts';

/** How far above an output its project is: `shop/dist/shop/browser`. */
const LEVELS = 3;

/** Returns the name of the project that an output belongs to; null when there is none nearby. */
function packageNameAbove(folder: string): string | null {
  let at = folder;
  for (let level = 0; level < LEVELS && path.dirname(at) !== at; level += 1) {
    at = path.dirname(at);
    try {
      const name = readPackageJson(at)?.name;
      if (typeof name === 'string') return name;
    } catch {
      // A damaged package.json names nothing.
    }
  }
  return null;
}

function readPage(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'index.html'), 'utf8');
  } catch {
    return '';
  }
}

/** Returns the name for a new snapshot of a folder, or of a file. */
export const snapshotName = (folder: string): string =>
  suggestedName({
    folder: quietStat(folder)?.isFile() ? path.parse(folder).name : path.basename(folder),
    parent: path.basename(path.dirname(folder)),
    packageName: () => packageNameAbove(folder),
    page: () => readPage(folder),
  });

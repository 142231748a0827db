import type { Dirent } from 'node:fs';
import path from 'node:path';
import type { Emit } from '../core/events.ts';
import { mayHoldOutput, OUTPUT_NAMES } from '../../domain/outputFolders.ts';
import { isGeneratedFolder, isLockfile } from './codeFiles.ts';
import { quietEntries, quietStat } from './quietStat.ts';

const ENTRIES_MAX = 100_000;
/** Some file systems store times no finer than this, and builds write caches a moment after their output. */
const COARSE_MS = 2_000;

interface DatedFile {
  file: string;
  modifiedMs: number;
}

/** Returns the file below a folder that was changed last, among those that `isCounted` admits. */
function newestFile(root: string, isCounted: (file: string, entry: Dirent) => boolean): DatedFile | null {
  let newest: DatedFile | null = null;
  const folders = [root];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined && entries < ENTRIES_MAX; folder = folders.pop()) {
    for (const entry of quietEntries(folder)) {
      entries += 1;
      const file = path.join(folder, entry.name);
      if (!isCounted(file, entry)) continue;
      if (entry.isDirectory()) folders.push(file);
      const modifiedMs = entry.isFile() ? (quietStat(file)?.mtimeMs ?? 0) : 0;
      if (modifiedMs > (newest?.modifiedMs ?? 0)) newest = { file, modifiedMs };
    }
  }
  return newest;
}

/**
 * Returns the path, relative to the project, of the source that was changed last, when that was after the output was
 * written; otherwise null.
 */
export function newerSource(project: string, output: string): string | null {
  const newestOutput = newestFile(output, () => true);
  const newestSource = newestFile(project, (file, entry) => {
    const relative = path.relative(project, file).split(path.sep).join('/');
    if (file === output || entry.name.startsWith('.') || isLockfile(entry.name)) return false;
    if (!entry.isDirectory()) return true;
    const parent = path.basename(path.dirname(file));
    return (
      mayHoldOutput(entry.name) && !OUTPUT_NAMES.includes(relative) && !isGeneratedFolder(entry.name, parent)
    );
  });
  if (!newestOutput || !newestSource) return null;
  const isNewer = newestSource.modifiedMs > newestOutput.modifiedMs + COARSE_MS;
  return isNewer ? path.relative(project, newestSource.file).split(path.sep).join('/') : null;
}

/** Reports once that an output is older than a source of its project. */
export function reportOutdated(project: string, output: string, emit: Emit): void {
  const source = newerSource(project, output);
  if (source !== null) emit({ type: 'outdated', output: path.relative(project, output), source });
}

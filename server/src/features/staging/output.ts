import { OPENING_ADVICE, openingProblem } from '@stagelink/shared/domain/opening';
import { chosenOutput } from '@stagelink/shared/domain/outputFolders';
import { AppError } from '../../platform/http/errors.ts';

/** Throws if a link to these files would open nothing. */
export function assertOpens(paths: readonly string[]): void {
  const problem = openingProblem(paths);
  if (problem === null) return;
  const { message, hint } = OPENING_ADVICE[problem];
  throw new AppError('invalid_manifest', `${message} ${hint}`, { field: 'files' });
}

/**
 * Returns what an archive of a project is staged of, by the rules for a folder: its output, as if that alone had been
 * sent. `paths` are the paths in the archive by the name they arrived with.
 */
export function pathsInOutput(paths: ReadonlyMap<string, string>): Map<string, string> {
  const found = chosenOutput([...paths.values()]);
  if (found === 'not_built') return new Map(paths);
  if ('several' in found) {
    const message = `This project contains several builds: ${found.several.join(', ')}. Send a zip of one of them.`;
    throw new AppError('invalid_archive', message);
  }
  const prefix = found.folder === '.' ? '' : `${found.folder}/`;
  const inside = [...paths].filter(([, path]) => path.startsWith(prefix));
  return new Map(inside.map(([name, path]) => [name, path.slice(prefix.length)]));
}

import { OPENING_ADVICE, openingProblem } from '@stagelink/shared/domain/opening';
import { outputByNames } from '@stagelink/shared/domain/outputFolders';
import { AppError } from '../../platform/http/errors.ts';

/** Throws if a link to these files would open nothing. */
export function assertOpens(paths: readonly string[]): void {
  const problem = openingProblem(paths);
  if (problem === null) return;
  const { message, hint } = OPENING_ADVICE[problem];
  throw new AppError('invalid_manifest', `${message} ${hint}`, { field: 'files' });
}

function findOutput(paths: readonly string[]): string {
  const found = outputByNames(paths);
  if (found === null) return '.';
  if ('folder' in found) return found.folder;
  const message = `This project contains several builds: ${found.several.join(', ')}. Name one of them as “output”, or send a zip of it.`;
  throw new AppError('invalid_archive', message);
}

/**
 * Returns what an archive of a project is staged of: the folder that the request names, or its output by the rules for a
 * folder, as if that alone had been sent. `paths` are the paths in the archive by the name they arrived with.
 */
export function pathsInOutput(paths: ReadonlyMap<string, string>, output?: string): Map<string, string> {
  const folder = output ?? findOutput([...paths.values()]);
  const prefix = folder === '.' ? '' : `${folder}/`;
  const inside = [...paths].filter(([, path]) => path.startsWith(prefix));
  return new Map(inside.map(([name, path]) => [name, path.slice(prefix.length)]));
}

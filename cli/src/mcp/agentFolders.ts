import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '@stagelink/shared/client/userError';

/** Returns a path with all links resolved; of one that does not exist, as far as it exists. */
export function realPath(file: string): string {
  const parent = path.dirname(file);
  if (existsSync(file)) return realpathSync.native(file);
  return parent === file ? file : path.join(realPath(parent), path.basename(file));
}

function asPath(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return []; // Not a folder of this computer.
  }
}

/** Whether a path is a folder or in it. Compares the text. */
export const isInside = (file: string, folder: string): boolean => {
  const relative = path.relative(folder, file);
  return relative === '' || (!path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..');
};

/** The working folder of a client without a project is the whole disk or the user's home. */
const isProject = (folder: string): boolean =>
  path.dirname(folder) !== folder && folder !== realPath(homedir());

/** Returns the folders an agent may stage: those its client works in, otherwise the working folder. */
export function agentFolders(roots: readonly string[] | null, cwd: string): string[] {
  const named = (roots ?? []).flatMap(asPath);
  return (named.length > 0 ? named : [cwd]).map((folder) => realPath(folder)).filter(isProject);
}

/** Throws unless a path is in one of these folders, also when its links are resolved. */
export function assertInside(file: string, folders: readonly string[]): void {
  const real = realPath(path.resolve(file));
  if (folders.some((folder) => isInside(real, folder))) return;
  throw new UserError(
    'outside_roots',
    folders.length === 0
      ? 'The client of this agent works in no folder, so nothing can be staged through it.'
      : `${file} is outside of the folders this agent works in: ${folders.join(', ')}.`,
    'Ask the person to open its folder in the client, or to run “stagelink stage” there in a terminal.',
  );
}

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { FILES_PER_SNAPSHOT } from '../contracts/limits.ts';
import { pathsProblem } from '../contracts/paths.ts';
import { StageError } from './errors.ts';
import type { Emit } from './events.ts';
import type { Ignores } from './ignoreRules.ts';

export interface Collected {
  /** Relative to the output folder, `/` between parts, sorted. */
  paths: string[];
  ignored: number;
}

/** `readdir` hands back names that are not UTF-8 with this in place of what it could not read. */
const UNREADABLE_NAME = '\ufffd';

/**
 * Lists the files of an output folder. A link to a file inside the folder that is not left out counts as that file;
 * every other link is left out and told. Throws `bad_name` for a name the server would refuse, `limit` for too many
 * files, `no_output` when nothing is left, `unreadable`.
 */
export function collect(output: string, ignores: Ignores, emit: Emit): Collected {
  const paths: string[] = [];
  let ignored = 0;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(path.join(output, folder))) {
      const relative = folder + entry.name;
      const link = entry.isSymbolicLink();
      if (ignores(relative, entry.name, entry.isDirectory())) ignored += 1;
      else if (entry.isDirectory()) folders.push(`${relative}/`);
      else if (entry.isFile() || (link && leadsToStaged(output, relative, ignores))) paths.push(relative);
      else if (link) emit({ type: 'link_skipped', path: relative });
    }
    if (paths.length > FILES_PER_SNAPSHOT) throw tooMany();
  }
  if (paths.length === 0) {
    throw new StageError(
      'no_output',
      `There is nothing to stage in ${output}.`,
      'Check the ignore rules and what the build writes.',
    );
  }
  const problem = pathsProblem(paths);
  if (problem) throw badName(problem);
  return { paths: paths.sort(), ignored };
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw new StageError(
      'unreadable',
      `The folder ${folder} could not be read.`,
      'Check that it still exists and that you may read it.',
      { cause },
    );
  }
}

/** Whether a link leads to a file inside the folder that is not left out itself, nor any folder it lies in. */
function leadsToStaged(output: string, link: string, ignores: Ignores): boolean {
  try {
    const target = realpathSync(path.join(output, link));
    if (!target.startsWith(output + path.sep) || !statSync(target).isFile()) return false;
    const parts = path.relative(output, target).split(path.sep);
    return !parts.some((name, at) => ignores(parts.slice(0, at + 1).join('/'), name, at < parts.length - 1));
  } catch {
    return false; // It leads nowhere, or round in a circle.
  }
}

const tooMany = (): StageError =>
  new StageError(
    'limit',
    `There are more than ${FILES_PER_SNAPSHOT.toLocaleString('en')} files to stage, the most a snapshot can hold.`,
    'Stage the build’s output rather than its source, or leave files out with a .stagelinkignore file.',
  );

const badName = ({ path: name, problem }: { path: string; problem: string }): StageError =>
  new StageError(
    'bad_name',
    name.includes(UNREADABLE_NAME)
      ? `The name of “${name}” is not valid UTF-8.`
      : `The path “${name}” ${problem}.`,
    'Rename it, or leave it out with a .stagelinkignore file.',
  );

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { FILES_PER_SNAPSHOT } from '../contracts/limits.ts';
import { isLeftByEditor } from '../contracts/neverStaged.ts';
import { pathsProblem } from '../contracts/paths.ts';
import { StageError } from './errors.ts';
import type { Emit, SkippedLink } from './events.ts';
import type { Ignores } from './ignoreRules.ts';

export interface Collected {
  /** Relative to the output folder, `/` between parts, sorted. */
  paths: string[];
  ignored: number;
}

/** `readdir` hands back names that are not UTF-8 with this in place of what it could not read. */
const UNREADABLE_NAME = '\ufffd';

/** A folder to list: where it appears, and where it is; these differ below a link. */
interface Folder {
  /** From the output folder, with `/` at the end; empty for the output itself. */
  shown: string;
  real: string;
  /** The real folders it is shown inside of, itself included. */
  chain: readonly string[];
}

/** How many files an event names. */
const NAMED = 3;
/** Links to links to folders can show the same folders exponentially often. */
const FOLDERS = 10 * FILES_PER_SNAPSHOT;

/**
 * Lists the files of an output folder. A link to a file or folder inside it that is not left out counts as what it leads
 * to; every other link is left out, with the reason. Throws `bad_name` for a name the server would refuse, `limit` for
 * too many files, `no_output` when nothing is left, `unreadable`.
 */
export function collect(output: string, ignores: Ignores, emit: Emit): Collected {
  const paths: string[] = [];
  const byEditors: string[] = [];
  let ignored = 0;
  let visited = 0;
  const folders: Folder[] = [{ shown: '', real: '', chain: [output] }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(path.join(output, folder.real))) {
      const shown = folder.shown + entry.name;
      const real = folder.real + entry.name;
      const isFolder = entry.isDirectory();
      if (ignores(shown, entry.name, isFolder) || (real !== shown && ignores(real, entry.name, isFolder))) {
        ignored += 1;
        if (!isFolder && isLeftByEditor(entry.name)) byEditors.push(shown);
      } else if (isFolder) {
        folders.push(inside(output, folder, shown, `${real}/`));
      } else if (entry.isFile()) {
        paths.push(shown);
      } else if (entry.isSymbolicLink()) {
        const target = follow(output, real, folder.chain, ignores);
        if (target.kind === 'file') paths.push(shown);
        else if (target.kind === 'folder') folders.push(inside(output, folder, shown, target.real));
        else emit({ type: 'link_skipped', path: shown, reason: target.kind });
      }
    }
    visited += 1;
    if (paths.length > FILES_PER_SNAPSHOT || visited > FOLDERS) throw tooMany();
  }
  if (byEditors.length > 0) {
    const first = byEditors.sort().slice(0, NAMED);
    emit({ type: 'editor_files_skipped', files: byEditors.length, first });
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

const inside = (output: string, outer: Folder, shown: string, real: string): Folder => ({
  shown: `${shown}/`,
  real,
  chain: [...outer.chain, path.join(output, real.slice(0, -1))],
});

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

type Target = { kind: 'file' } | { kind: 'folder'; real: string } | { kind: SkippedLink };

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Where a link of the output leads. `chain` are the real folders it is shown in: leading to one of them is a circle. */
function follow(output: string, link: string, chain: readonly string[], ignores: Ignores): Target {
  try {
    const target = realpathSync.native(path.join(output, link));
    if (chain.includes(target)) return { kind: 'circular' };
    if (!target.startsWith(output + path.sep)) return { kind: 'outside' };
    const stats = statSync(target);
    const parts = path.relative(output, target).split(path.sep);
    const isLeftOut = parts.some((name, at) =>
      ignores(parts.slice(0, at + 1).join('/'), name, at < parts.length - 1 || stats.isDirectory()),
    );
    if (isLeftOut) return { kind: 'left_out' };
    if (stats.isDirectory()) return { kind: 'folder', real: `${parts.join('/')}/` };
    return { kind: stats.isFile() ? 'file' : 'outside' };
  } catch (error) {
    return { kind: codeOf(error) === 'ELOOP' ? 'circular' : 'broken' };
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

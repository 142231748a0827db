import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { FILES_PER_SNAPSHOT } from '../../contracts/limits.ts';
import { pathsProblem } from '../../domain/paths.ts';
import type { UserError } from '../../client/userError.ts';
import { stageError } from '../core/errors.ts';
import type { Emit, SkippedLink } from '../core/events.ts';
import type { IgnoreRules } from '../core/ignoreRules.ts';

export interface Collected {
  /** Relative to the output folder, with `/` between parts, sorted. */
  paths: string[];
  /** What rules of ours leave out, sorted; a folder's path ends with a slash. */
  leftOut: string[];
}

/** `readdir` replaces bytes of a name that are not UTF-8 with this character. */
const UNREADABLE_NAME = '\ufffd';

/** Folder to list: its path in the snapshot and its real path, which differ below a link. */
interface Folder {
  /** Relative to the output folder, ending with `/`; empty for the output itself. */
  shown: string;
  real: string;
  /** Real paths of the folders around it, itself included. */
  chain: readonly string[];
}

/** Links to folders that contain links can list the same folders exponentially often. */
const FOLDERS = 10 * FILES_PER_SNAPSHOT;

/**
 * Lists the files of an output folder. A link to a file or folder inside it that is not ignored counts as
 * its target; other links are skipped with a reason. Throws `bad_name` for a name the server would reject,
 * `limit` for too many files, `no_output` when nothing is left, `unreadable`.
 */
export function collect(output: string, rules: IgnoreRules, emit: Emit): Collected {
  const paths: string[] = [];
  const leftOut: string[] = [];
  let visited = 0;
  const folders: Folder[] = [{ shown: '', real: '', chain: [output] }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(path.join(output, folder.real))) {
      const shown = folder.shown + entry.name;
      const real = folder.real + entry.name;
      const slash = entry.isDirectory() ? '/' : '';
      const exclusion = rules(shown + slash) ?? (real === shown ? null : rules(real + slash));
      if (exclusion !== null) {
        if (exclusion !== 'project' && exclusion !== 'system') leftOut.push(shown + slash);
      } else if (entry.isDirectory()) {
        folders.push(inside(output, folder, shown, `${real}/`));
      } else if (entry.isFile()) {
        paths.push(shown);
      } else if (entry.isSymbolicLink()) {
        const target = follow(output, real, folder.chain, rules);
        if (target.kind === 'file') paths.push(shown);
        else if (target.kind === 'folder') folders.push(inside(output, folder, shown, target.real));
        else emit({ type: 'link_skipped', path: shown, reason: target.kind });
      }
    }
    visited += 1;
    if (paths.length > FILES_PER_SNAPSHOT || visited > FOLDERS) throw tooMany();
  }
  if (paths.length === 0) {
    throw stageError(
      'no_output',
      `There is nothing to stage in ${output}.`,
      'Check the ignore rules and what the build writes.',
    );
  }
  const problem = pathsProblem(paths);
  if (problem) throw badName(problem);
  return { paths: paths.sort(), leftOut: leftOut.sort() };
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
    throw stageError(
      'unreadable',
      `The folder ${folder} could not be read.`,
      'Check that it exists and that you can read it.',
      { cause },
    );
  }
}

type Target = { kind: 'file' } | { kind: 'folder'; real: string } | { kind: SkippedLink };

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Resolves a link. `chain` are the real folders around it; a link to one of them is circular. */
function follow(output: string, link: string, chain: readonly string[], rules: IgnoreRules): Target {
  try {
    const target = realpathSync.native(path.join(output, link));
    if (chain.includes(target)) return { kind: 'circular' };
    if (!target.startsWith(output + path.sep)) return { kind: 'outside' };
    const stats = statSync(target);
    const parts = path.relative(output, target).split(path.sep);
    const isLeftOut = parts.some(
      (_name, at) =>
        rules(
          parts.slice(0, at + 1).join('/') + (at < parts.length - 1 || stats.isDirectory() ? '/' : ''),
        ) !== null,
    );
    if (isLeftOut) return { kind: 'left_out' };
    if (stats.isDirectory()) return { kind: 'folder', real: `${parts.join('/')}/` };
    return { kind: stats.isFile() ? 'file' : 'outside' };
  } catch (error) {
    return { kind: codeOf(error) === 'ELOOP' ? 'circular' : 'broken' };
  }
}

const tooMany = (): UserError =>
  stageError(
    'limit',
    `There are more than ${FILES_PER_SNAPSHOT.toLocaleString('en')} files to stage, the maximum of a snapshot.`,
    'Stage the build’s output instead of its source, or exclude files with a .stagelinkignore file.',
  );

const badName = ({ path: name, problem }: { path: string; problem: string }): UserError =>
  stageError(
    'bad_name',
    name.includes(UNREADABLE_NAME)
      ? `The name of “${name}” is not valid UTF-8.`
      : `The path “${name}” ${problem}.`,
    'Rename it, or exclude it with a .stagelinkignore file.',
  );

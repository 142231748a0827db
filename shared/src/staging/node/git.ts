import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface GitState {
  gitBranch?: string;
  gitCommit?: string;
}

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

/** Returns the git folder; in a worktree, `.git` is a file that names it. */
function gitFolder(from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const git = path.join(folder, '.git');
    const stats = statSync(git, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return git;
    const pointer = stats?.isFile() ? /^gitdir: (.+)$/m.exec(read(git) ?? '')?.[1] : undefined;
    if (pointer !== undefined) return path.resolve(folder, pointer);
    if (path.dirname(folder) === folder) return null;
  }
}

function commitOf(git: string, ref: string): string | null {
  const common = path.resolve(git, read(path.join(git, 'commondir')) ?? '.');
  const loose = read(path.join(git, ref)) ?? read(path.join(common, ref));
  if (loose !== null) return loose;
  const packed = read(path.join(common, 'packed-refs')) ?? '';
  return (
    packed
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
      ?.split(' ')[0] ?? null
  );
}

/** Returns branch and commit of the surrounding repository, read from its files; empty without one. */
export function gitState(folder: string): GitState {
  const git = gitFolder(folder);
  const head = git === null ? null : read(path.join(git, 'HEAD'));
  if (git === null || head === null) return {};
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  const commit = ref === undefined ? head : commitOf(git, ref);
  return {
    ...(ref === undefined ? {} : { gitBranch: ref.replace(/^refs\/heads\//, '').slice(0, 255) }),
    ...(commit !== null && /^[0-9a-f]{40,64}$/.test(commit) ? { gitCommit: commit } : {}),
  };
}

/** Entry of the log of HEAD: `from to name <mail> time zone<tab>message`. */
const MOVE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*\t?(.*)$/gm;
/** What git writes for a commit that was made here; a merge brings others. */
const OWN_COMMIT = /^commit(?: \((?:initial|amend)\))?:/;

/** What git keeps while others' changes are in the folder and not committed. */
const UNFINISHED = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'SQUASH_MSG'];

/**
 * Returns where HEAD of the surrounding repository went last other than by a commit made here, such as by a
 * pull, checkout, merge, rebase or reset, and what of these is unfinished. Without a log of HEAD, each commit
 * counts. Null without a repository.
 */
export function lastForeignMove(folder: string): string | null {
  const git = gitFolder(folder);
  if (git === null) return null;
  const unfinished = UNFINISHED.map((name) => read(path.join(git, name)) ?? '').join('');
  return `${headMove(git, folder)}${unfinished}`;
}

function headMove(git: string, folder: string): string {
  const common = path.resolve(git, read(path.join(git, 'commondir')) ?? '.');
  const tables = read(path.join(common, 'reftable', 'tables.list'));
  if (tables !== null) return tables;
  const commit = gitState(folder).gitCommit ?? '';
  const moves = [...(read(path.join(git, 'logs', 'HEAD')) ?? '').matchAll(MOVE)];
  if ((moves.at(-1)?.[2] ?? '') !== commit) return commit;
  const foreign = moves.findLast(([, from, to, message = '']) => from !== to && !OWN_COMMIT.test(message));
  return foreign?.[2] ?? '';
}

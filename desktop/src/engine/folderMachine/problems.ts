import path from 'node:path';
import type { FolderState, Problem } from '../../protocol/folders.ts';

/** Number of builds in a row caused by the build's own writes. */
export const REBUILDS_MAX = 3;

export const rebuildProblem = (files: readonly string[]): Problem => ({
  code: 'rebuilds',
  message: `The build itself changes “${path.basename(files[0] ?? '')}”, so it was stopped after ${REBUILDS_MAX} builds in a row.`,
  hint: 'Your next change is staged as usual. Let the build write into its output folder, or name the file in .stagelinkignore.',
  lines: files,
});

const INTERRUPTED_HINTS = {
  not_published: 'Nothing was published. Stage it again.',
  unknown: 'It is not known whether it was published. Stage it again: the link stays the same.',
};

/** The error of a folder whose stage was running when the previous engine ended. */
export const interruptedProblem = (outcome: keyof typeof INTERRUPTED_HINTS): Problem => ({
  code: 'interrupted',
  message: 'The companion quit while this folder was being staged.',
  hint: INTERRUPTED_HINTS[outcome],
  lines: [],
});

export const isFailure = (state: FolderState, code: string): boolean =>
  state.kind === 'failed' && state.problem.code === code;

import type { Problem } from '../../protocol/folders.ts';

/** Errors of folders that are changing or gone, which are detected elsewhere. */
const PASSING = new Set(['', 'ENOENT', 'EPERM', 'EACCES', 'EBUSY', 'ENOTDIR', 'ELOOP']);

const LIMIT_HINTS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Watch only the output folder, or raise the limit (fs.inotify.max_user_watches).',
  darwin: 'Watch only the output folder, or raise the limit (kern.maxfiles).',
};

/** Returns a message for a watch that failed; null for a transient error. */
export function watchProblem(cause: unknown, platform = process.platform): Problem | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (PASSING.has(code)) return null;
  const isLimit = code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE';
  if (!isLimit) {
    return {
      code: 'watch_failed',
      message: `Failed to watch this folder (${code}). Its changes are not detected.`,
      hint: 'Stage it yourself after a change. Turn “Stage on change” off and on to try again.',
      lines: [],
    };
  }
  return {
    code: 'watch_limit',
    message: 'Failed to watch this folder: the system’s limit of watched files is reached.',
    hint: `${LIMIT_HINTS[platform] ?? 'Watch only the output folder, or fewer folders.'} Stagelink tries again when another folder is no longer watched.`,
    lines: [],
  };
}

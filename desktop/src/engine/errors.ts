import { type Hints, toUserError, UserError } from '@stagelink/shared/client/userError';
import { toStageError } from '@stagelink/shared/staging/core/errors';
import Database from 'better-sqlite3';
import type { Problem } from '../protocol/folders.ts';

/** What the engine advises where the error says nothing about it. */
const HINTS: Hints = { unexpected: 'Try again. Restart the companion if it happens again.' };

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

/** Whether the store was damaged while open. Restarting the engine sets the file aside. */
export const isDamage = (cause: unknown): boolean =>
  cause instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(cause.code);

const isDiskFull = (cause: unknown): boolean =>
  ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(codeOf(cause)) ||
  // SQLite reports a full disk during a log write as a failed write.
  (cause instanceof Database.SqliteError && cause.code === 'SQLITE_IOERR_WRITE');

const diskFull = (cause: unknown): UserError =>
  new UserError('disk_full', 'The disk of this computer is full.', 'Free some space, then try again.', {
    cause,
  });

/** Returns any thrown value as it is stored and shown. */
export function toProblem(thrown: unknown): Problem {
  const cause = isDiskFull(thrown) ? diskFull(thrown) : toStageError(thrown);
  const { code, message, hint, lines } = toUserError(cause, HINTS);
  return { code, message, hint, lines };
}

import { StageError, toStageError } from '@stagelink/shared/staging/errors';
import Database from 'better-sqlite3';
import type { Problem } from '../folders.ts';

/** Why the engine would not do something; `message` says what is wrong, `hint` what to do about it. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

/** The store broke while it was open. Only a new engine can mend that: it sets the file aside when it starts. */
export const isDamage = (cause: unknown): boolean =>
  cause instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(cause.code);

const isDiskFull = (cause: unknown): boolean =>
  ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(codeOf(cause)) ||
  // SQLite calls a write that found no room for its log a failed write.
  (cause instanceof Database.SqliteError && cause.code === 'SQLITE_IOERR_WRITE');

/** Whatever was thrown, in sentences for the person. */
export function toProblem(thrown: unknown): Problem {
  const cause = toStageError(thrown);
  if (cause instanceof StageError) {
    const { code, message, hint, lines } = cause;
    return { code, message, hint, lines };
  }
  if (cause instanceof EngineError) {
    const { code, message, hint } = cause;
    return { code, message, hint, lines: [] };
  }
  if (isDiskFull(cause)) {
    return {
      code: 'disk_full',
      message: 'There is no room left on this machine’s disk.',
      hint: 'Make some room, then try again.',
      lines: [],
    };
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return {
    code: 'unexpected',
    message: `Something unexpected happened: ${message}`,
    hint: 'Try again; start the companion anew if it happens again.',
    lines: [],
  };
}

import { AppError } from '../../../platform/http/errors.ts';

const SHOWN = 120;

/** Makes an untrusted name safe for a message: short and without invisible characters. */
export function quote(name: string): string {
  const seen = name.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
  return `“${seen.length > SHOWN ? `${seen.slice(0, SHOWN)}…` : seen}”`;
}

/** The error for the archive as a whole. */
export const invalidArchive = (what: string, cause?: unknown) =>
  new AppError('invalid_archive', `The archive cannot be used. ${what}.`, { cause });

/** The error for one entry. `problem` ends the sentence that begins with its name. */
export const invalidEntry = (name: string, problem: string, cause?: unknown) =>
  new AppError('invalid_archive', `The archive cannot be used: ${quote(name)} ${problem}.`, { cause });

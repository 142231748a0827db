import { AppError } from '../../http/errors.ts';

const SHOWN = 120;

/** A name from outside as it may stand in a sentence: short, and without what could not be seen. */
export function quote(name: string): string {
  const seen = name.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
  return `“${seen.length > SHOWN ? `${seen.slice(0, SHOWN)}…` : seen}”`;
}

/** Something is wrong with the archive as a whole. */
export const damaged = (what: string, cause?: unknown) =>
  new AppError('invalid_archive', `The archive cannot be used. ${what}.`, { cause });

/** Something is wrong with one entry. `problem` ends the sentence that begins with its name. */
export const refused = (name: string, problem: string, cause?: unknown) =>
  new AppError('invalid_archive', `The archive cannot be used: ${quote(name)} ${problem}.`, { cause });

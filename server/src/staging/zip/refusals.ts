import { AppError } from '../../http/errors.ts';

const SHOWN = 120;

/** A name from outside as it may stand in a sentence: short, and without what could not be seen. */
export function quote(name: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what must not reach a terminal or a log
  const seen = name.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    '\ufffd',
  );
  return `“${seen.length > SHOWN ? `${seen.slice(0, SHOWN)}…` : seen}”`;
}

/** Something is wrong with the archive as a whole. */
export const damaged = (what: string, cause?: unknown) =>
  new AppError('invalid_archive', `The archive cannot be used. ${what}.`, { cause });

/** Something is wrong with one entry. `problem` ends the sentence that begins with its name. */
export const refused = (name: string, problem: string, cause?: unknown) =>
  new AppError('invalid_archive', `The archive cannot be used: ${quote(name)} ${problem}.`, { cause });

const SHOWN = 120;

/** Why an archive is refused; codes of the API. */
type ArchiveErrorCode = 'invalid_archive' | 'too_large' | 'hash_mismatch';

/** An archive that cannot be used. `message` is a sentence for the user. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Makes an untrusted name safe for a message: short and without invisible characters. */
export function quote(name: string): string {
  const seen = name.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
  return `“${seen.length > SHOWN ? `${seen.slice(0, SHOWN)}…` : seen}”`;
}

/** The error for the archive as a whole. */
export const invalidArchive = (what: string, cause?: unknown): ArchiveError =>
  new ArchiveError('invalid_archive', `The archive cannot be used. ${what}.`, { cause });

/** The error for one entry. `problem` ends the sentence that begins with its name. */
export const invalidEntry = (name: string, problem: string, cause?: unknown): ArchiveError =>
  new ArchiveError('invalid_archive', `The archive cannot be used: ${quote(name)} ${problem}.`, { cause });

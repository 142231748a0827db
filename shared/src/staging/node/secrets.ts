import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { UserError } from '../../client/userError.ts';
import type { FoundSecret } from '../../contracts/secrets.ts';
import { cancelled, stageError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { isArchive, isText } from '../core/fileKinds.ts';
import { secretLine, secretsMessage } from '../core/secretText.ts';
import type { HashedFile } from './manifest.ts';
import { type Finding, findSecrets, SEARCHED_BYTES } from './secretRules.ts';

const FINDINGS_PER_FILE = 5;
const TURN_BYTES = 8 * 1024 * 1024;
/** Number of files that an event names. */
const NAMED = 3;
const DATABASE_DUMP = /\.(sql|dump|pgdump)(\.(gz|bz2|xz|zst|zip))?$/i;

/**
 * Searches the texts to be uploaded for credentials and returns the secret keys. Emits `secret_warning` for
 * what only looks like one, and `not_searched` for what is too large or packed.
 */
export async function searchSecrets(
  output: string,
  files: readonly HashedFile[],
  emit: Emit,
  signal: AbortSignal,
): Promise<FoundSecret[]> {
  const secrets: FoundSecret[] = [];
  let sinceTurn = 0;
  for (const file of files.filter(isSearched)) {
    const text = readText(path.join(output, file.path));
    const found = text === null ? [] : await findSecrets(file.path, text);
    for (const { isSecret, line, what } of [...dumpIn(file.path), ...found.slice(0, FINDINGS_PER_FILE)]) {
      if (isSecret) secrets.push({ path: file.path, line, what });
      else emit({ type: 'secret_warning', path: file.path, line, what });
    }
    sinceTurn += file.size;
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await turn();
    if (signal.aborted) throw cancelled();
  }
  reportUnsearched(files, emit);
  return secrets;
}

const isSearched = ({ path: file, size }: HashedFile): boolean => size <= SEARCHED_BYTES && isText(file);

/** Whether a file may hold a text that was not searched. */
const mayHoldText = ({ path: file, size }: HashedFile): boolean =>
  isArchive(file) || (size > SEARCHED_BYTES && isText(file));

function reportUnsearched(files: readonly HashedFile[], emit: Emit): void {
  const unsearched = files.filter(mayHoldText).map(({ path: file }) => file);
  if (unsearched.length === 0) return;
  emit({ type: 'not_searched', files: unsearched.length, first: unsearched.slice(0, NAMED) });
}

const dumpIn = (file: string): Finding[] =>
  DATABASE_DUMP.test(file) ? [{ line: 1, what: 'database dump', isSecret: false }] : [];

/**
 * Latin-1 keeps every byte and is fastest; secrets are ASCII. Returns null when the file is gone, which
 * sending reports.
 */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
}

/** Returns the error of a stage with secret keys that were not allowed. */
export const secretFound = (found: readonly FoundSecret[]): UserError =>
  stageError(
    'secret_found',
    secretsMessage(found),
    'Remove it from the files, or exclude the file with a .stagelinkignore file. A key that was public must be replaced.',
    { lines: found.map(secretLine) },
  );

import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { stageError } from '../core/errors.ts';
import {
  IGNORE_FILE,
  type IgnoreFile,
  ignoreFileEncoding,
  ignoreRules,
  type IgnoreRules,
} from '../core/ignoreRules.ts';
import { holdsKey, KEY_HEAD_BYTES } from '../core/keyFiles.ts';
import { isInside } from './output.ts';

function readIgnoreFile(file: string): string {
  try {
    const bytes = readFileSync(file);
    return new TextDecoder(ignoreFileEncoding(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw stageError(
      'unreadable',
      `${file} could not be read, so it is unknown what must not be staged.`,
      'Check that it is a text file in UTF-8 or UTF-16 and that you can read it.',
      { cause },
    );
  }
}

function ignoreFileIn(folder: string, output: string): IgnoreFile | null {
  const file = path.join(folder, IGNORE_FILE);
  const inside = path.relative(folder, output).split(path.sep).join('/');
  if (!isInside(output, folder) || !existsSync(file)) return null;
  return { prefix: inside === '' ? '' : `${inside}/`, text: readIgnoreFile(file) };
}

/** Whether a file named like a key is one. What cannot be read is reported when it is staged. */
function isKeyFile(file: string): boolean {
  const head = Buffer.alloc(KEY_HEAD_BYTES);
  try {
    const handle = openSync(file, 'r');
    try {
      return holdsKey(head.toString('latin1', 0, readSync(handle, head)));
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}

/**
 * Returns the rules of an output: ours, then those of the project's and the output's own `.stagelinkignore`.
 * Throws `unreadable` for one that cannot be read.
 */
export function readIgnoreRules(
  project: string,
  output: string,
  more: readonly IgnoreFile[] = [],
): IgnoreRules {
  const folders = project === output ? [output] : [project, output];
  const files = folders.map((folder) => ignoreFileIn(folder, output)).filter((file) => file !== null);
  return ignoreRules([...files, ...more], {
    isKey: (file) => isKeyFile(path.join(output, file)),
    has: (file) => existsSync(path.join(output, file)),
  });
}

/** Narrows rules to these files. */
export function restrictTo(only: readonly string[] | null, rules: IgnoreRules): IgnoreRules {
  if (only === null) return rules;
  const files = new Set(only);
  const isAround = (folder: string) => only.some((file) => file.startsWith(folder));
  return (path) => ((path.endsWith('/') ? isAround(path) : files.has(path)) ? rules(path) : 'project');
}

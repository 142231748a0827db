import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { UserError } from '@stagelink/shared/client/userError';

/** Small file of the main process, written atomically with mode 0600. */
export interface JsonFile<T> {
  /**
   * Returns the content. Sets a damaged file aside; missing fields get defaults. Throws a `UserError` for a file that
   * exists but cannot be read: treating it as empty would sign every account out.
   */
  read: () => T;
  write: (value: T) => void;
}

/** Virus scanners and backups lock files briefly. */
const PASSING = new Set(['EBUSY', 'EPERM', 'EACCES', 'EMFILE', 'ENFILE']);
const ATTEMPTS = 5;
const RETRY_MS = 40;

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

function persistently<T>(work: () => T): T {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return work();
    } catch (cause) {
      if (attempt === ATTEMPTS || !PASSING.has(codeOf(cause))) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** Returns null when the file does not exist. */
function readText(file: string): string | null {
  try {
    return persistently(() => readFileSync(file, 'utf8'));
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT') return null;
    throw new UserError(
      'unreadable',
      `${file} could not be read (${code}).`,
      'Check that you can read and write it, then reopen Stagelink.',
    );
  }
}

export function jsonFile<T>(
  file: string,
  schema: z.ZodType<T>,
  fallback: T,
  today = () => new Date(),
): JsonFile<T> {
  return {
    read() {
      const text = readText(file);
      if (text === null) return fallback;
      try {
        return schema.parse(JSON.parse(text));
      } catch {
        const stamp = today().toISOString().replaceAll(/[:.]/g, '-');
        persistently(() => renameSync(file, `${file}.damaged-${stamp}`));
        return fallback;
      }
    },
    write(value) {
      mkdirSync(path.dirname(file), { recursive: true });
      const draft = `${file}.draft`;
      persistently(() => {
        writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
        chmodSync(draft, 0o600);
        renameSync(draft, file);
      });
    },
  };
}

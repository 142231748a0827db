import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { Refusal } from './refusal.ts';

/** A small file of the main process: read once, written whole or not at all, and readable by nobody else. */
export interface JsonFile<T> {
  /**
   * What is in it. A damaged file is set aside, and what is missing falls back. Throws a `Refusal` for one that is there
   * and cannot be read: taking it for an empty one would sign everyone out.
   */
  read: () => T;
  write: (value: T) => void;
}

/** Virus scanners and backups hold a file for a moment. */
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

/** Null when there is no such file. */
function readText(file: string): string | null {
  try {
    return persistently(() => readFileSync(file, 'utf8'));
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT') return null;
    throw new Refusal(
      'unreadable',
      `${file} could not be read (${code}).`,
      'Make sure that you may read and write it, then open Stagelink again.',
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

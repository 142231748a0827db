import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';

/** A small file of the main process: read once, written whole or not at all, and readable by nobody else. */
export interface JsonFile<T> {
  /** What is in it. A damaged file is set aside, and what is missing falls back. */
  read: () => T;
  write: (value: T) => void;
}

export function jsonFile<T>(file: string, schema: z.ZodType<T>, fallback: T): JsonFile<T> {
  return {
    read() {
      if (!existsSync(file)) return fallback;
      try {
        return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        renameSync(file, `${file}.damaged`);
        return fallback;
      }
    },
    write(value) {
      mkdirSync(path.dirname(file), { recursive: true });
      const draft = `${file}.draft`;
      writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      chmodSync(draft, 0o600);
      renameSync(draft, file);
    },
  };
}

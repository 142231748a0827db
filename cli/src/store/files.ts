import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';

const places = envPaths('stagelink', { suffix: '' });

export const configFolder = places.config;
const dataFolder = places.data;

/** Returns the file of a key. One file per key, so two commands never write the same one. */
export const fileFor = (kind: string, ...key: string[]): string =>
  path.join(
    dataFolder,
    kind,
    `${createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)}.json`,
  );

/** Returns undefined for a missing or invalid file. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes atomically, with mode 0600. */
export function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';

const places = envPaths('stagelink', { suffix: '' });

/** Where sign-ins are kept. */
export const configFolder = places.config;
/** Where what was staged and allowed is remembered. */
const dataFolder = places.data;

/** The file for a key, in a folder of its own kind: one file each, so that two commands never write the same one. */
export const fileFor = (kind: string, ...key: string[]): string =>
  path.join(
    dataFolder,
    kind,
    `${createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)}.json`,
  );

/** Undefined when it is missing or is not JSON: what cannot be read is as good as forgotten. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whole or not at all, and readable by nobody else. */
export function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

export const removeFile = (file: string): void => rmSync(file, { force: true });

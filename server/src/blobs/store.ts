import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../http/errors.ts';

/** What can be written: one piece after another, pulled as fast as the store takes them. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Where bytes rest. A key is a UUID, used once and never again. */
export interface ObjectStore {
  /** Where it is, for a sentence: a folder or a bucket. */
  readonly place: string;
  /** Durable when it resolves; when it rejects, nothing is left behind. Writing a key twice is a mistake. */
  write(key: string, body: Bytes, signal?: AbortSignal): Promise<{ bytes: number }>;
  /** `length` is at least 1. Rejects with `MissingObject` when the key is not there. */
  read(key: string, range: ByteRange): Promise<Readable>;
  readBytes(key: string, range: ByteRange): Promise<Buffer>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<StoredObject>;
  /** Removes what writes that never ended have left, when they began before `before`. Resolves to how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** The id of the installation that the store belongs to; null when it has never been marked. */
  readMarker(): Promise<string | null>;
  writeMarker(installationId: string): Promise<void>;
  /** Of the disk it is on; null where there is no end to it. */
  space(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  /** Rejects when nothing can be written. */
  check(): Promise<void>;
}

export interface ByteRange {
  offset: number;
  length: number;
}

export interface StoredObject {
  key: string;
  bytes: number;
  modified: Date;
}

/** The object is not there: it was moved or removed since its place was looked up. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
}

/** The marker's name. It is not a key, so it is never listed or swept. */
export const MARKER = 'stagelink-installation';

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isKey = (name: string): boolean => KEY.test(name);

/** Throws for anything but a lower-case UUID, so that no key can name something outside the store. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is not a key`);
  return key;
}

/** What is said of a disk or a bucket that takes no more. */
export const storageFull = (cause: unknown) =>
  new AppError('storage_full', 'The server has run out of space for files. Nothing was stored.', { cause });

/** Rejects when nothing can be written. */
export async function checkWrites({ write, remove }: Pick<ObjectStore, 'write' | 'remove'>): Promise<void> {
  const key = randomUUID();
  await write(key, [Buffer.from('ok')]);
  await remove(key);
}

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../http/errors.ts';

/** Chunks, pulled as fast as the store accepts them. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Object storage. A key is a UUID that is written once and never reused. */
export interface ObjectStore {
  /** The folder or bucket, for messages. */
  readonly location: string;
  /** Durable when it resolves; leaves nothing behind when it rejects. A key must not be written twice. */
  write(key: string, body: Bytes, signal?: AbortSignal): Promise<{ bytes: number }>;
  /** `length` is at least 1. Rejects with `MissingObject` if the key does not exist. */
  read(key: string, range: ByteRange): Promise<Readable>;
  readBytes(key: string, range: ByteRange): Promise<Buffer>;
  /** Succeeds if the key does not exist. */
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<StoredObject>;
  /** Removes leftovers of writes that began before `before` and never finished. Resolves to the count. */
  removeUnfinished(before: Date): Promise<number>;
  /** The id of the installation that owns the store; null for an unmarked store. */
  readMarker(): Promise<string | null>;
  writeMarker(installationId: string): Promise<void>;
  /** Space on the disk; null if unlimited. */
  space(): Promise<{ freeBytes: number; totalBytes: number } | null>;
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

/** The object does not exist: it was moved or removed after it was located. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
}

/** The store refuses this server: retrying does not help, other settings do. */
export class StoreRejected extends AppError {
  /** What the operator should do. */
  readonly remedy: string;

  constructor(remedy: string, cause: unknown) {
    super('unavailable', 'The service is temporarily unavailable. Please try again in a moment.', { cause });
    this.remedy = remedy;
  }
}

/** Not a key, so it is never listed or swept. */
export const MARKER = 'stagelink-installation';

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isKey = (name: string): boolean => KEY.test(name);

/** Throws unless the key is a lower-case UUID, so that no key can escape the store. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is not a key`);
  return key;
}

/** The error for a full disk or bucket. */
export const storageFull = (cause: unknown) =>
  new AppError('storage_full', 'The server has run out of space for files. Nothing was stored.', { cause });

/** Writes and removes a probe object. Rejects if the store is not writable. */
export async function checkWrites({ write, remove }: Pick<ObjectStore, 'write' | 'remove'>): Promise<void> {
  const key = randomUUID();
  await write(key, [Buffer.from('ok')]);
  await remove(key);
}

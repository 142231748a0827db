import type { Readable } from 'node:stream';
import type { Db, Tx } from '../db/db.ts';
import type { ObjectStore } from './store.ts';

export interface IncomingBlob {
  /** What the person calls it, for the sentence when it is not what it says. */
  name: string;
  /** What it must hash to, in lower-case hexadecimal; null: whatever it hashes to. */
  sha256: string | null;
  /** How many bytes it must have; null: however many come. */
  size: number | null;
  body: Readable | Uint8Array;
}

export interface ReceivedBlob {
  name: string;
  sha256: string;
  size: number;
}

export interface PackOptions {
  /** Hashes that are about to come: the bytes of those the store already has are checked but not written again. */
  expected?: string[];
  signal?: AbortSignal;
}

/**
 * Streams blobs back to back into one object, each checked against its hash and size, then records them and, in the
 * same transaction, whatever `refer` writes: it must reference every hash it is handed, or the sweeper takes it.
 *
 * What arrived whole is kept even when the source fails, lies or is cut afterwards: `refer` is then called with the
 * whole ones first, and the error is thrown after that. Resolves to what was received, in order.
 */
export declare function writePack(
  app: { db: Db; blobs: ObjectStore },
  source: AsyncIterable<IncomingBlob>,
  refer: (tx: Tx, stored: ReceivedBlob[]) => Promise<void>,
  options?: PackOptions,
): Promise<ReceivedBlob[]>;

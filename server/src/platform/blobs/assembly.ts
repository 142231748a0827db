import { createHash } from 'node:crypto';
import { AppError } from '../http/errors.ts';

export interface IncomingBlob {
  /** The file name as the client knows it, for error messages. */
  name: string;
  /** Expected hash in lower-case hexadecimal; null accepts any. */
  sha256: string | null;
  /** Expected size in bytes; null accepts any. */
  size: number | null;
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

export interface ReceivedBlob {
  name: string;
  sha256: string;
  size: number;
}

/** A blob's position in the pack being written. */
export interface PlacedBlob {
  sha256: string;
  size: number;
  offset: number;
}

const mismatch = ({ name }: IncomingBlob, what: string) =>
  new AppError('hash_mismatch', `“${name}” does not match the upload: ${what}. Please send it again.`);

/** Collects the blobs of one pack while they stream through. */
export class PackWriter {
  readonly received: ReceivedBlob[] = [];
  readonly placed = new Map<string, PlacedBlob>();
  /** Received completely but already in the store, so not written again. */
  readonly skipped = new Set<string>();
  /** The error that ended the source after at least one complete blob. */
  fault: { cause: unknown } | undefined;
  readonly #present: Set<string>;
  #offset = 0;

  constructor(present: Set<string>) {
    this.#present = present;
  }

  /** Yields the pack's bytes. Throws the source's error only if no blob was complete; otherwise the pack ends there. */
  async *bytes(source: AsyncIterable<IncomingBlob>): AsyncGenerator<Uint8Array> {
    try {
      for await (const blob of source) yield* this.#take(blob);
    } catch (cause) {
      if (this.received.length === 0) throw cause;
      this.fault = { cause };
    }
  }

  async *#take(blob: IncomingBlob): AsyncGenerator<Uint8Array> {
    const isKnown = blob.sha256 !== null && (this.#present.has(blob.sha256) || this.placed.has(blob.sha256));
    const offset = this.#offset;
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of blob.body instanceof Uint8Array ? [blob.body] : blob.body) {
      size += chunk.length;
      if (blob.size !== null && size > blob.size) throw mismatch(blob, `it has more than ${blob.size} bytes`);
      hash.update(chunk);
      if (isKnown || chunk.length === 0) continue;
      this.#offset += chunk.length;
      yield chunk;
    }
    if (blob.size !== null && size < blob.size)
      throw mismatch(blob, `it has ${size} bytes, not ${blob.size}`);
    const sha256 = hash.digest('hex');
    if (blob.sha256 !== null && sha256 !== blob.sha256) throw mismatch(blob, 'its SHA-256 is different');
    this.received.push({ name: blob.name, sha256, size });
    if (this.#present.has(sha256) && isKnown) this.skipped.add(sha256);
    else if (!this.placed.has(sha256)) this.placed.set(sha256, { sha256, size, offset });
  }
}

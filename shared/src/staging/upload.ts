import { ApiError, type Call, NetworkError } from '../client.ts';
import * as api from '../contracts/staging.ts';
import { cancelled, StageError } from './errors.ts';
import type { Emit } from './events.ts';
import { ChangedFile, type HashedFile } from './manifest.ts';
import type { Surroundings } from './surroundings.ts';
import { ZIP_BYTES, zipBlobs } from './zip.ts';

/** How often, and how patiently, the same work is tried again when the connection or the server fails. */
export interface RetryPolicy {
  /** Tries in a row without any progress. */
  attempts: number;
  baseMs: number;
  maxMs: number;
}

export const RETRY_POLICY: RetryPolicy = { attempts: 6, baseMs: 500, maxMs: 10_000 };

export interface UploadOptions {
  call: Call;
  emit: Emit;
  signal: AbortSignal;
  retry: RetryPolicy;
  surroundings: Surroundings;
  /** Whether bytes are worth compressing on their way. */
  compress: boolean;
}

const TRANSIENT = new Set(['internal', 'unavailable', 'request_timeout', 'rate_limited']);

function isTransient(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return cause instanceof NetworkError;
  // A proxy that refuses an upload will refuse it again.
  return TRANSIENT.has(cause.code) && !(cause.isForeign && cause.status < 500);
}

/** Counts the tries in a row that failed, and waits longer after each; some chance keeps clients from coming back as one. */
export class Patience {
  private tries = 0;
  private readonly options: UploadOptions;

  constructor(options: UploadOptions) {
    this.options = options;
  }

  reset(): void {
    this.tries = 0;
  }

  /** Waits, or throws `cause` again when it is of no use to try once more. */
  async afterFailure(cause: unknown): Promise<void> {
    const { retry, surroundings, signal, emit } = this.options;
    if (signal.aborted) throw cancelled();
    if (!isTransient(cause) || (this.tries += 1) >= retry.attempts) throw cause;
    const asked = cause instanceof ApiError ? (cause.retryAfter ?? 0) * 1000 : 0;
    if (asked > retry.maxMs) throw cause;
    const backoff = Math.min(retry.maxMs, retry.baseMs * 2 ** (this.tries - 1));
    const milliseconds = Math.max(asked, Math.round(backoff * (0.5 + surroundings.random() / 2)));
    emit({
      type: 'retrying',
      attempt: this.tries,
      milliseconds,
      reason: cause instanceof Error ? cause.message : String(cause),
    });
    await surroundings.wait(milliseconds, signal).catch(() => {
      throw cancelled();
    });
  }
}

/** Calls until it answers or patience ends. Only for calls that may be repeated. */
export async function persist<T>(options: UploadOptions, act: () => Promise<T>): Promise<T> {
  const patience = new Patience(options);
  for (;;) {
    try {
      return await act();
    } catch (cause) {
      await patience.afterFailure(cause);
    }
  }
}

/** As many files as one zip may hold, at least one. */
function zipful(files: readonly HashedFile[]): HashedFile[] {
  let bytes = 0;
  const fits = files.findIndex((file) => (bytes += file.size) > ZIP_BYTES);
  return fits === -1 ? [...files] : files.slice(0, Math.max(1, fits));
}

/**
 * Sends the bytes the server still misses, each blob once, and goes on from what has arrived when a connection is
 * cut. Throws `ChangedFile` when a file is no longer what was offered.
 */
export async function sendMissing(
  output: string,
  uploadId: string,
  files: readonly HashedFile[],
  missing: readonly string[],
  options: UploadOptions,
): Promise<void> {
  const bySha = new Map(files.map((file) => [file.sha256, file]));
  const wanted = (hashes: readonly string[]): HashedFile[] =>
    hashes
      .map((sha256) => bySha.get(sha256) ?? unknownBlob(sha256))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  const progress = new Progress(wanted(missing), options);
  const patience = new Patience(options);
  let left = [...missing];
  while (left.length > 0) {
    const before = left.length;
    try {
      left = await sendOnce(output, uploadId, zipful(wanted(left)), progress, options);
      if (left.length >= before) throw new NetworkError('The server did not keep what was sent.');
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'hash_mismatch') throw new ChangedFile('a file');
      if (!isTransient(cause) && !options.signal.aborted) throw cause;
      await patience.afterFailure(cause);
      ({ missing: left } = await persist(options, () => options.call(api.getUpload, { uploadId })));
    }
    if (left.length < before) patience.reset();
    progress.restart(wanted(left));
  }
}

function unknownBlob(sha256: string): never {
  throw new StageError(
    'server',
    `The server asks for ${sha256}, which was not offered.`,
    'Stage again; if it happens again, the server is at fault.',
  );
}

async function sendOnce(
  output: string,
  uploadId: string,
  files: readonly HashedFile[],
  progress: Progress,
  { call, signal, compress }: UploadOptions,
): Promise<string[]> {
  let broken: unknown;
  async function* body(): AsyncGenerator<Buffer, void, void> {
    try {
      for await (const chunk of zipBlobs(output, files, compress, (file) => progress.sent(file))) {
        if (signal.aborted) throw cancelled();
        yield chunk;
      }
    } catch (cause) {
      broken = cause;
      throw cause;
    }
  }
  try {
    return (await call(api.sendBlobs, { uploadId }, { type: 'application/zip', body: body() })).missing;
  } catch (cause) {
    // The transport only knows that the body ended early; why is ours to say.
    throw broken ?? cause;
  }
}

const TOLD_EVERY_MS = 60;

/** What has been handed to the connection, told at a rate a screen can follow. */
class Progress {
  private readonly ofFiles: number;
  private readonly ofBytes: number;
  private readonly options: UploadOptions;
  private files = 0;
  private bytes = 0;
  private told = -Infinity;

  constructor(files: readonly HashedFile[], options: UploadOptions) {
    this.ofFiles = files.length;
    this.ofBytes = sum(files);
    this.options = options;
  }

  sent(file: HashedFile): void {
    this.files += 1;
    this.bytes += file.size;
    const now = this.options.surroundings.now();
    if (now - this.told < TOLD_EVERY_MS && this.files < this.ofFiles) return;
    this.told = now;
    this.tell();
  }

  /** Goes back to what really has arrived. */
  restart(left: readonly HashedFile[]): void {
    const files = this.ofFiles - left.length;
    if (files === this.files) return;
    this.files = files;
    this.bytes = this.ofBytes - sum(left);
    this.tell();
  }

  private tell(): void {
    const { files, ofFiles, bytes, ofBytes } = this;
    this.options.emit({ type: 'uploading', files, ofFiles, bytes, ofBytes });
  }
}

/** Bytes of all files together. */
export const sum = (files: readonly HashedFile[]): number =>
  files.reduce((bytes, file) => bytes + file.size, 0);

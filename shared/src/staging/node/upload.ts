import { ApiError, type Call, NetworkError } from '../../client/call.ts';
import * as api from '../../contracts/staging.ts';
import { cancelled } from '../core/errors.ts';
import { missingFiles, nextBatch, totalBytes } from '../core/uploadPlan.ts';
import type { Emit } from '../core/events.ts';
import { ChangedFile, type HashedFile } from './manifest.ts';
import { Backoff, type RetryPolicy, type RetryRuntime, withRetry } from '../../client/retry.ts';
import type { Runtime } from '../../client/runtime.ts';
import { ZIP_BYTES, zipBlobs } from './zip.ts';

export const RETRY_POLICY: RetryPolicy = { attempts: 6, baseMs: 500, maxMs: 10_000 };

export interface UploadOptions {
  call: Call;
  emit: Emit;
  signal: AbortSignal;
  retry: RetryPolicy;
  runtime: Runtime;
  /** Whether to compress files. */
  compress: boolean;
}

/** Repeats `work` by the upload's policy, and reports each retry. `work` must be repeatable. */
export const withUploadRetry = <T>(options: UploadOptions, work: () => Promise<T>): Promise<T> =>
  withRetry(options.retry, retryRuntime(options), work);

const retryRuntime = ({ runtime, signal, emit }: UploadOptions): RetryRuntime => ({
  ...runtime,
  signal,
  onRetry({ attempt, delayMs, cause }) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    emit({ type: 'retrying', attempt, milliseconds: delayMs, reason });
  },
});

/**
 * Sends the blobs the server misses, each once, and resumes after a cut connection. Throws `ChangedFile`
 * when a file no longer matches its hash.
 */
export async function sendMissing(
  output: string,
  uploadId: string,
  files: readonly HashedFile[],
  missing: readonly string[],
  options: UploadOptions,
): Promise<void> {
  const wanted = (hashes: readonly string[]): HashedFile[] =>
    missingFiles(files, hashes).sort((a, b) => (a.path < b.path ? -1 : 1));
  const progress = new Progress(wanted(missing), options);
  const backoff = new Backoff(options.retry, retryRuntime(options));
  let left = [...missing];
  while (left.length > 0) {
    const before = left.length;
    try {
      left = await sendOnce(output, uploadId, nextBatch(wanted(left), ZIP_BYTES), progress, options);
      if (left.length >= before) throw new NetworkError('The server did not store the files.');
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'hash_mismatch') throw new ChangedFile('a file');
      await backoff.afterFailure(cause);
      ({ missing: left } = await withUploadRetry(options, () => options.call(api.getUpload, { uploadId })));
    }
    if (left.length < before) backoff.reset();
    progress.restart(wanted(left));
  }
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
    // The transport only knows that the body ended early; `broken` is the reason.
    throw broken ?? cause;
  }
}

const EMIT_EVERY_MS = 60;

/** Progress of the bytes sent, emitted at a rate that can be displayed. */
class Progress {
  readonly #ofFiles: number;
  readonly #ofBytes: number;
  readonly #options: UploadOptions;
  #files = 0;
  #bytes = 0;
  #emittedAt = -Infinity;

  constructor(files: readonly HashedFile[], options: UploadOptions) {
    this.#ofFiles = files.length;
    this.#ofBytes = totalBytes(files);
    this.#options = options;
  }

  sent(file: HashedFile): void {
    this.#files += 1;
    this.#bytes += file.size;
    const now = this.#options.runtime.monotonicMs();
    if (now - this.#emittedAt < EMIT_EVERY_MS && this.#files < this.#ofFiles) return;
    this.#emittedAt = now;
    this.#reportProgress();
  }

  /** Resets to what has arrived. */
  restart(left: readonly HashedFile[]): void {
    const files = this.#ofFiles - left.length;
    if (files === this.#files) return;
    this.#files = files;
    this.#bytes = this.#ofBytes - totalBytes(left);
    this.#reportProgress();
  }

  #reportProgress(): void {
    this.#options.emit({
      type: 'uploading',
      files: this.#files,
      ofFiles: this.#ofFiles,
      bytes: this.#bytes,
      ofBytes: this.#ofBytes,
    });
  }
}

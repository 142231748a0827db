import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import { isArchive, isText } from '@stagelink/shared/staging/core/fileKinds';
import { secretsMessage } from '@stagelink/shared/staging/core/secretText';
import { type Finding, SEARCHED_BYTES } from '@stagelink/shared/staging/node/secretRules';
import { AppError } from '../../platform/http/errors.ts';
import type { IncomingFile } from './incoming.ts';
import type { SearchRequest } from './secretThread.ts';

/** Most places of keys in one reply. */
const NAMED = 20;
/** A text that takes longer is hostile: usual ones take milliseconds. */
const SEARCH_MS = 10_000;

/** Searches one text at a time in a thread of its own, so a hostile text does not stop the server. */
class SearchThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves to null when the search took too long or failed. */
  search(request: SearchRequest): Promise<Finding[] | null> {
    const next = this.#last.then(() => this.#searchNow(request));
    this.#last = next;
    return next;
  }

  async #searchNow(request: SearchRequest): Promise<Finding[] | null> {
    const worker = this.#worker ?? new Worker(new URL('./secretThread.ts', import.meta.url));
    this.#worker = worker;
    worker.unref();
    worker.postMessage(request);
    try {
      const [found] = await once(worker, 'message', { signal: AbortSignal.timeout(SEARCH_MS) });
      return found as Finding[];
    } catch {
      this.#worker = undefined;
      await worker.terminate();
      return null;
    }
  }
}

const thread = new SearchThread();

/** Searches the files of an upload for secret keys while they arrive. */
export class SecretSearch {
  readonly #found: FoundSecret[] = [];
  readonly #unsearched: string[] = [];

  async *search(files: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingFile> {
    for await (const file of files) {
      if (isText(file.path)) yield { ...file, body: this.#searchBody(file) };
      else {
        if (isArchive(file.path)) this.#unsearched.push(file.path);
        yield file;
      }
    }
  }

  /** Throws if a file to be staged, given by the names they arrived with, has a secret key. */
  assertNone(paths: ReadonlyMap<string, string>): void {
    const secrets = this.#found.flatMap((secret) => {
      const path = paths.get(secret.path);
      return path === undefined ? [] : [{ ...secret, path }];
    });
    if (secrets.length === 0) return;
    throw new AppError('secret_found', secretsMessage(secrets), { secrets: secrets.slice(0, NAMED) });
  }

  /** Returns the staged files that could not be searched. */
  unsearched(paths: ReadonlyMap<string, string>): string[] {
    return this.#unsearched.flatMap((path) => paths.get(path) ?? []);
  }

  async *#searchBody({ path, body }: IncomingFile): AsyncGenerator<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= SEARCHED_BYTES) chunks.push(Buffer.from(chunk));
      else chunks.length = 0;
      yield chunk;
    }
    const found =
      length <= SEARCHED_BYTES ? await thread.search({ path, bytes: Buffer.concat(chunks) }) : null;
    if (found === null) this.#unsearched.push(path);
    for (const { isSecret, line, what } of found ?? []) {
      if (isSecret) this.#found.push({ path, line, what });
    }
  }
}

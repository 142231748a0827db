import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import { isArchive, isText } from '@stagelink/shared/staging/core/fileKinds';
import { secretsMessage } from '@stagelink/shared/staging/core/secretText';
import { findSecrets, SEARCHED_BYTES } from '@stagelink/shared/staging/node/secretRules';
import { AppError } from '../../platform/http/errors.ts';
import type { IncomingFile } from './incoming.ts';

/** Most places of keys in one reply. */
const NAMED = 20;

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
    if (length > SEARCHED_BYTES) this.#unsearched.push(path);
    else await this.#searchText(path, Buffer.concat(chunks).toString('latin1'));
  }

  async #searchText(path: string, text: string): Promise<void> {
    const found = await findSecrets(path, text);
    for (const { isSecret, line, what } of found) if (isSecret) this.#found.push({ path, line, what });
  }
}

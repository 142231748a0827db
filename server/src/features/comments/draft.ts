import type { IncomingMessage } from 'node:http';
import {
  type NewComment,
  type NewPin,
  postComment,
  repinComment,
} from '@stagelink/shared/contracts/comments';
import type { FormBody } from '@stagelink/shared/contracts/endpoint';
import { ATTACHMENTS_MAX, JSON_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import { type Incoming, incoming } from '../attachments/receive.ts';
import type { FileRow } from '../attachments/repo.ts';
import type { App } from '../../platform/context.ts';
import type { IncomingBlob, ReceivedBlob } from '../../platform/blobs/assembly.ts';
import { type PackOptions, writePack } from '../../platform/blobs/packs.ts';
import type { Tx } from '../../platform/db/db.ts';
import { readJson } from '../../platform/http/body.ts';
import { AppError } from '../../platform/http/errors.ts';
import { parseInput } from '../../platform/http/invalidInput.ts';
import { type FormRules, isMultipart, readMultipart } from '../../platform/http/multipart.ts';
import { checkLength, receive } from '../../platform/http/receive.ts';

/** A parsed comment whose files are stored but not yet referenced. */
export interface Draft<Fields = z.output<typeof NewComment>> {
  fields: Fields;
  files: FileRow[];
}

/** What may be sent as a form, or as JSON without files. */
export interface Kind<Fields> {
  fields: z.ZodMiniType<Fields>;
  files: FormBody['files'];
  tooMany: string;
  tooLarge: string;
}

export const COMMENT: Kind<z.output<typeof NewComment>> = {
  ...postComment.body,
  tooMany: `A comment can have at most ${ATTACHMENTS_MAX} files`,
  tooLarge: 'The files of this comment are too large together',
};
export const PIN: Kind<z.output<typeof NewPin>> = {
  ...repinComment.body,
  tooMany: 'A pin can have one picture, and no other files',
  tooLarge: 'The picture of this pin is too large',
};

const allowanceOf = ({ files, tooLarge }: Kind<unknown>) => ({
  bytes: Object.values(files).reduce((sum, { max, maxBytes }) => sum + max * maxBytes, JSON_BODY_BYTES),
  tooLarge,
});
const FIELDS_MAX = 20;
const FIELD_BYTES = 256 * 1024;

const damaged = (what: string, cause: unknown) =>
  new AppError('invalid_input', `The comment did not arrive completely. ${what}.`, { cause });

/** Form fields are text; these contain JSON. */
const JSON_FIELDS = new Set([
  'locator',
  'selection',
  'actions',
  'further',
  'context',
  'elementX',
  'elementY',
  'version',
]);

function valueOf(name: string, text: string): unknown {
  if (!JSON_FIELDS.has(name)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'This field must be JSON.', { field: name, cause });
  }
}

/** A form while it arrives. Its fields may follow its files. */
class Form<Fields> {
  readonly #kind: Kind<Fields>;
  readonly #fields = new Map<string, string>();
  readonly #files: Incoming[] = [];
  /** Why the form ended early: a rejected part or a lost connection. */
  #fault: { cause: unknown } | undefined;

  constructor(kind: Kind<Fields>) {
    this.#kind = kind;
  }

  blobs(request: IncomingMessage): AsyncGenerator<IncomingBlob> {
    return this.#watch(this.#receive(request));
  }

  async *#watch<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* source;
    } catch (cause) {
      this.#fault = { cause };
      throw cause;
    }
  }

  async *#receive(request: IncomingMessage): AsyncGenerator<IncomingBlob> {
    const allowance = allowanceOf(this.#kind);
    checkLength(request, allowance);
    const rules: FormRules = {
      files: Object.values(this.#kind.files).reduce((sum, { max }) => sum + max, 0),
      tooManyFiles: this.#kind.tooMany,
      fields: { most: FIELDS_MAX, bytes: FIELD_BYTES, take: (name, value) => this.#take(name, value) },
      damaged,
    };
    const body = receive(request, allowance);
    for await (const part of readMultipart(body, request.headers['content-type'] ?? '', rules)) {
      const file = incoming(part);
      this.#add(file);
      yield { name: file.filename, sha256: null, size: null, body: this.#watch(file.body) };
    }
  }

  #take(name: string, value: string): void {
    if (this.#fields.has(name)) {
      throw new AppError('invalid_input', 'This field was sent twice.', { field: name });
    }
    this.#fields.set(name, value);
  }

  #add(file: Incoming): void {
    this.#files.push(file);
    const field = file.isCrop ? 'crop' : 'attachments';
    const count = this.#files.filter(({ isCrop }) => isCrop === file.isCrop).length;
    if (count > (this.#kind.files[field]?.max ?? 0)) {
      throw new AppError('too_large', this.#kind.tooMany, { field });
    }
  }

  /** Returns the parsed form; throws the error that ended it early. */
  draft(stored: ReceivedBlob[]): Draft<Fields> {
    if (this.#fault) throw this.#fault.cause;
    const entries = [...this.#fields].map(([name, text]) => [name, valueOf(name, text)]);
    const fields = parseInput(this.#kind.fields, Object.fromEntries(entries));
    const files = stored.flatMap(({ sha256, size }, at) => {
      const file = this.#files[at];
      if (!file) return [];
      const { filename, mimeType, isCrop } = file;
      return [{ id: uuidv7(), filename, mimeType, isCrop, sha256, size }];
    });
    return { fields, files };
  }
}

/** Whether a request may have files. */
export const isForm = ({ headers }: IncomingMessage): boolean => isMultipart(headers['content-type'] ?? '');

/** Returns how many bytes of attachments a comment’s form announces at least: a picture and fields are not attachments. */
export const announcedAttachments = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? 0) - PICTURE_MAX - JSON_BODY_BYTES;

/** Reads a form and runs `write` in the transaction that records its files, so that both are stored or neither. */
export async function receiveDraft<Fields, T>(
  app: App,
  request: IncomingMessage,
  kind: Kind<Fields> & Pick<PackOptions, 'skipsTrash'>,
  write: (tx: Tx, draft: Draft<Fields>) => Promise<T>,
): Promise<T> {
  if (!isForm(request)) {
    const fields = parseInput(kind.fields, await readJson(request, JSON_BODY_BYTES));
    return app.db.transaction((tx) => write(tx, { fields, files: [] }));
  }
  const form = new Form(kind);
  let written: { result: T } | undefined;
  const record = async (tx: Tx, stored: ReceivedBlob[]) => {
    written = { result: await write(tx, form.draft(stored)) };
  };
  await writePack(app, form.blobs(request), record, { skipsTrash: kind.skipsTrash ?? false });
  if (written) return written.result;
  // The form contained no file.
  const draft = form.draft([]);
  return app.db.transaction((tx) => write(tx, draft));
}

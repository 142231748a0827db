import type { IncomingMessage } from 'node:http';
import { NewComment, NewPin } from '@stagelink/shared/contracts/comments';
import { ATTACHMENT_BYTES, ATTACHMENTS_MAX, JSON_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import { type Incoming, incoming } from '../attachments/receive.ts';
import type { FileRow } from '../attachments/repo.ts';
import type { App } from '../app.ts';
import type { IncomingBlob, ReceivedBlob } from '../blobs/assembly.ts';
import { writePack } from '../blobs/packs.ts';
import type { Tx } from '../db/db.ts';
import { readJson } from '../http/body.ts';
import { AppError } from '../http/errors.ts';
import { parseInput } from '../http/invalidInput.ts';
import { type FormRules, isMultipart, readMultipart } from '../http/multipart.ts';
import { checkLength, receive } from '../http/receive.ts';

/** What was sent, its files stored but not yet anybody's. */
export interface Draft<Fields = z.output<typeof NewComment>> {
  fields: Fields;
  files: FileRow[];
}

/** What may be sent as a form, or as JSON where there are no files. */
export interface Kind<Fields> {
  fields: z.ZodMiniType<Fields>;
  /** How many there may be beside the picture. */
  attachments: number;
  tooMany: string;
  tooLarge: string;
}

export const COMMENT: Kind<z.output<typeof NewComment>> = {
  fields: NewComment,
  attachments: ATTACHMENTS_MAX,
  tooMany: `A comment can have at most ${ATTACHMENTS_MAX} files`,
  tooLarge: 'A comment’s files have too many bytes together',
};
export const PIN: Kind<z.output<typeof NewPin>> = {
  fields: NewPin,
  attachments: 0,
  tooMany: 'A pin can have one picture, and no other files',
  tooLarge: 'A pin’s picture has too many bytes',
};

const allowanceOf = ({ attachments, tooLarge }: Kind<unknown>) => ({
  bytes: attachments * ATTACHMENT_BYTES + PICTURE_MAX + JSON_BODY_BYTES,
  tooLarge,
});
const FIELDS_MAX = 20;
const FIELD_BYTES = 256 * 1024;

const damaged = (what: string, cause: unknown) =>
  new AppError('invalid_input', `The comment did not arrive whole. ${what}.`, { cause });

/** In a form everything is text: what these hold is JSON. */
const JSON_FIELDS = new Set(['locator', 'context', 'elementX', 'elementY', 'version']);

function valueOf(name: string, text: string): unknown {
  if (!JSON_FIELDS.has(name)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'This field must be JSON.', { field: name, cause });
  }
}

/** A form while it arrives. Its fields may come after its files. */
class Form<Fields> {
  readonly #kind: Kind<Fields>;
  readonly #fields = new Map<string, string>();
  readonly #files: Incoming[] = [];
  /** Why it ended early: something in it was refused, or the sender went away. */
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
      files: this.#kind.attachments + 1,
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
      throw new AppError('invalid_input', 'This field came twice.', { field: name });
    }
    this.#fields.set(name, value);
  }

  #add(file: Incoming): void {
    this.#files.push(file);
    const crops = this.#files.filter(({ isCrop }) => isCrop).length;
    if (crops > 1 || this.#files.length - crops > this.#kind.attachments) {
      throw new AppError('too_large', this.#kind.tooMany, { field: file.isCrop ? 'crop' : 'attachments' });
    }
  }

  /** What it held; throws what ended it early. */
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

/**
 * Reads what was sent and writes it in the very transaction that records its files: both are there afterwards, or
 * neither, however the form ended.
 */
export async function receiveDraft<Fields, T>(
  app: App,
  request: IncomingMessage,
  kind: Kind<Fields>,
  write: (tx: Tx, draft: Draft<Fields>) => Promise<T>,
): Promise<T> {
  if (!isMultipart(request.headers['content-type'] ?? '')) {
    const fields = parseInput(kind.fields, await readJson(request, JSON_BODY_BYTES));
    return app.db.transaction((tx) => write(tx, { fields, files: [] }));
  }
  const form = new Form(kind);
  let written: { result: T } | undefined;
  await writePack(app, form.blobs(request), async (tx, stored) => {
    written = { result: await write(tx, form.draft(stored)) };
  });
  if (written) return written.result;
  // It held no file.
  const draft = form.draft([]);
  return app.db.transaction((tx) => write(tx, draft));
}

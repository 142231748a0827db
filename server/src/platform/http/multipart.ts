import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError } from './errors.ts';

/** A file of a form while it arrives. Must be read to the end before the next one is requested. */
export interface FormFile {
  field: string;
  /** As sent, including folders. */
  filename: string;
  body: Readable;
}

export interface FormRules {
  files: number;
  /** Message when there are too many. */
  tooManyFiles: string;
  /** Accepts the text fields; without it only files are allowed. */
  fields?: { most: number; bytes: number; take: (name: string, value: string) => void };
  /** Makes the error for a malformed form. */
  damaged: (what: string, cause: unknown) => AppError;
}

/** Files buffered before reading from the network pauses. */
const WAITING_FILES = 16;

export const isMultipart = (type: string) => /^multipart\/form-data\s*;/i.test(type);

function openBusboy(type: string, { files, fields }: FormRules) {
  const limits = {
    files,
    fields: fields?.most ?? 0,
    fieldSize: fields?.bytes ?? 0,
    parts: files + (fields?.most ?? 0),
    headerPairs: 10,
    headerSize: 8 * 1024,
  };
  try {
    return new Busboy({ headers: { 'content-type': type }, limits, preservePath: true });
  } catch (cause) {
    throw new AppError('unsupported_media_type', 'The multipart form has no boundary.', { cause });
  }
}

/**
 * Yields the files of a multipart form as they arrive. Each must be read to the end before the next. The source limits
 * the bytes.
 */
export async function* readMultipart(
  source: AsyncIterable<Buffer>,
  type: string,
  rules: FormRules,
): AsyncGenerator<FormFile> {
  const busboy = openBusboy(type, rules);
  const { fields, damaged } = rules;
  const waiting: FormFile[] = [];
  const end: { failure?: unknown; isReached?: true } = {};
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const fail = (cause: unknown) => {
    end.failure ??= cause;
    change();
  };
  const tooMany = () => fail(new AppError('too_large', rules.tooManyFiles));
  const refuse = (message: string, field?: string) =>
    fail(new AppError('invalid_input', message, field === undefined ? {} : { field }));

  const takeField = ({ take }: NonNullable<FormRules['fields']>, name: string, value: string) => {
    try {
      take(name, value);
    } catch (cause) {
      fail(cause);
    }
  };

  busboy.on('file', (field, body: Readable, filename?: string) => {
    body.on('error', (cause) => fail(damaged('It ends before it is complete', cause)));
    waiting.push({ field, filename: filename ?? '', body });
    change();
  });
  busboy.on('field', (name, value, nameCut, valueCut) => {
    if (!fields) refuse(`The form's field “${name}” is not a file.`);
    else if (nameCut || valueCut) refuse('This field of the form is too long.', name);
    else takeField(fields, name, value);
  });
  busboy.on('fieldsLimit', () =>
    refuse(fields ? 'The form has too many fields.' : 'The form may contain files only.'),
  );
  busboy.on('filesLimit', tooMany);
  busboy.on('partsLimit', tooMany);
  busboy.on('error', (cause) => fail(damaged('It is not a complete multipart form', cause)));
  busboy.on('finish', () => {
    end.isReached = true;
    change();
  });

  const feed = async () => {
    for await (const piece of source) {
      if (!busboy.write(piece)) await Promise.race([once(busboy, 'drain'), changed.promise]);
      while (waiting.length >= WAITING_FILES && end.failure === undefined) await changed.promise;
      if (end.failure !== undefined) return;
    }
    busboy.end();
  };
  feed().catch(fail);

  try {
    for (;;) {
      if (end.failure !== undefined) throw end.failure;
      const file = waiting.shift();
      if (file) {
        change();
        yield file;
      } else if (end.isReached) {
        return;
      } else {
        await changed.promise;
      }
    }
  } finally {
    fail(new Error('the reader stopped'));
    for (const { body } of waiting) body.destroy();
    busboy.destroy();
  }
}

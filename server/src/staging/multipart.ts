import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError } from '../http/errors.ts';
import type { IncomingFile } from './incoming.ts';
import { damaged } from './zip/refusals.ts';

/** So many files may wait to be read before no more are taken from the network. */
const WAITING_FILES = 16;

function openBusboy(type: string, files: number) {
  const limits = { files, parts: files, fields: 0, headerPairs: 10, headerSize: 8 * 1024 };
  try {
    return new Busboy({ headers: { 'content-type': type }, limits, preservePath: true });
  } catch (cause) {
    throw new AppError('unsupported_media_type', 'The multipart form has no boundary.', { cause });
  }
}

/**
 * The files of a multipart form, one after the other as they arrive, no more than `most`. Each must be read to its end
 * before the next. How many bytes there may be is up to the source.
 */
export async function* readMultipart(
  source: AsyncIterable<Buffer>,
  type: string,
  most: number,
): AsyncGenerator<IncomingFile> {
  const busboy = openBusboy(type, most);
  const waiting: IncomingFile[] = [];
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
  const tooMany = () =>
    fail(new AppError('too_large', `There are more than ${most} files, the most a snapshot may have.`));

  busboy.on('file', (_field, stream: Readable, filename?: string) => {
    stream.on('error', (cause) => fail(damaged('It ends before it is complete', cause)));
    waiting.push({ path: filename ?? '', size: null, body: stream });
    change();
  });
  busboy.on('field', (name) =>
    fail(new AppError('invalid_input', `The form's field “${name}” is not a file.`)),
  );
  busboy.on('fieldsLimit', () => fail(new AppError('invalid_input', 'The form may hold nothing but files.')));
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
    fail(new Error('nobody reads on'));
    for (const { body } of waiting) (body as Readable).destroy();
    busboy.destroy();
  }
}

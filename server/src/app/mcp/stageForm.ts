import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** A file of an agent's message. It has either `text` or `base64`. */
export interface SentFile {
  path: string;
  text?: string | undefined;
  base64?: string | undefined;
}

/** Characters decoded at once; a multiple of four, so that base64 splits between groups. */
const PORTION = 64 * 1024;

const endsInPair = (text: string, end: number) => /[\uD800-\uDBFF]/.test(text.charAt(end - 1));

/** Decodes a file portion by portion: the message itself is the only copy of it in memory. */
function* bytesOf({ text, base64 }: SentFile): Generator<Buffer> {
  const content = base64 ?? text ?? '';
  const encoding = base64 === undefined ? 'utf8' : 'base64';
  for (let at = 0; at < content.length;) {
    const end = at + PORTION;
    const next = encoding === 'utf8' && endsInPair(content, end) ? end + 1 : end;
    yield Buffer.from(content.slice(at, next), encoding);
    at = next;
  }
}

/** Encodes a name as browsers do. */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function* partsOf(files: readonly SentFile[], boundary: string): AsyncGenerator<Buffer> {
  for (const file of files) {
    const name = quoted(file.path);
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    );
    for (const bytes of bytesOf(file)) {
      // A message is in memory already: without a pause nothing else would run until all of it is stored.
      await setImmediate();
      yield bytes;
    }
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** Streams the files as a browser's form. */
export function formOf(files: readonly SentFile[]): { type: string; body: Readable } {
  const boundary = `files-${randomUUID()}`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Readable.from(partsOf(files, boundary), { objectMode: false }),
  };
}

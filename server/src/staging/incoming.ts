import { Readable } from 'node:stream';
import type { IncomingBlob } from '../blobs/assembly.ts';

/** One file of an upload while it arrives. To be read to its end, or not at all, before the next. */
export interface IncomingFile {
  path: string;
  /** Null when it is only known afterwards. */
  size: number | null;
  body: AsyncIterable<Buffer>;
}

/** Up to this size a file is handed over in one piece: a stream for each of many small files costs most of the time. */
const WHOLE_BYTES = 128 * 1024;

async function whole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

/** A file as blob storage takes it. `said` is what is known of it beforehand. */
export async function toBlob(
  { size, body }: Omit<IncomingFile, 'path'>,
  said: Pick<IncomingBlob, 'name' | 'sha256'>,
): Promise<IncomingBlob> {
  const isSmall = size !== null && size <= WHOLE_BYTES;
  return { ...said, size, body: isSmall ? await whole(body) : Readable.from(body, { objectMode: false }) };
}

/** What systems put beside a person's files and nobody means to publish. */
export function isClutter(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return path.startsWith('__MACOSX/') || name === '.DS_Store' || name.startsWith('._');
}

/** Without the one folder that everything lies in, if there is one: a zipped folder means its contents. */
export function withoutTopFolder(paths: string[]): string[] {
  const top = paths[0]?.slice(0, paths[0].indexOf('/') + 1) ?? '';
  if (top === '' || !paths.every((path) => path.startsWith(top))) return paths;
  return paths.map((path) => path.slice(top.length));
}

/** A file of an upload while it arrives. Read it to the end, or not at all, before the next. */
export interface IncomingFile {
  path: string;
  /** Null if unknown in advance. */
  size: number | null;
  body: AsyncIterable<Buffer>;
}

/** Returns the whole body, or null if it is longer; then it is read to its end. */
export async function readBody({ body }: IncomingFile, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= most) chunks.push(Buffer.from(chunk));
    else chunks.length = 0;
  }
  return length <= most ? Buffer.concat(chunks) : null;
}

/** Returns a file whose first bytes were read already. */
export async function withHead(
  file: IncomingFile,
  most: number,
): Promise<{ head: Buffer; file: IncomingFile }> {
  const rest = file.body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < most) {
    const next = await rest.next();
    if (next.done) break;
    chunks.push(Buffer.from(next.value));
    length += next.value.length;
  }
  async function* body() {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head: Buffer.concat(chunks), file: { ...file, body: body() } };
}

/** Returns a file whose bytes are known. */
export const fileOf = (path: string, bytes: Buffer): IncomingFile => ({
  path,
  size: bytes.length,
  body: (async function* () {
    yield bytes;
  })(),
});

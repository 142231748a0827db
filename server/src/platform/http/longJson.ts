import { Readable } from 'node:stream';

/** A reply whose JSON was made already. */
export class MadeJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns an object whose last field is a list of items that are JSON already. */
export const jsonWithList = (about: object, field: string, items: readonly string[]): MadeJson =>
  new MadeJson(`${JSON.stringify({ ...about, [field]: [] }).slice(0, -']}'.length)}${items.join(',')}]}`);

/** Yields an object whose last field is a long list, chunk by chunk. */
export async function* withList(
  about: object,
  field: string,
  portions: AsyncIterable<readonly object[]>,
): AsyncGenerator<string> {
  const head = JSON.stringify({ ...about, [field]: [] }).slice(0, -']}'.length);
  let before = head;
  for await (const portion of portions) {
    if (portion.length === 0) continue;
    yield before + JSON.stringify(portion).slice(1, -1);
    before = ',';
  }
  yield `${before === head ? head : ''}]}`;
}

/** Streams a body while it is produced. An error before the first chunk becomes an ordinary error response. */
export async function bodyOf(pieces: AsyncGenerator<string | Buffer>): Promise<Readable> {
  const first = await pieces.next();
  async function* all() {
    if (first.done !== true) yield first.value;
    yield* pieces;
  }
  return Readable.from(all(), { highWaterMark: 1 });
}

import { crc32 } from 'node:zlib';

/** Builds a record of a zip: its signature, then numbers of two or four bytes. */
function record(signature: number, fields: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const parts = fields.map(([bytes, value]) => {
    const part = Buffer.alloc(bytes);
    part.writeUIntLE(value, 0, bytes);
    return part;
  });
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, ...parts]);
}

/** Builds a zip with one uncompressed file. */
export function zipOf(name: string, text: string): Buffer {
  const [path, content] = [Buffer.from(name), Buffer.from(text)];
  const none = [2, 0] as const;
  // Version needed, flags, method, time, date, checksum, both sizes, lengths of name and extra field.
  const about: [2 | 4, number][] = [
    [2, 20],
    ...Array.from({ length: 4 }, (): [2, number] => [...none]),
    [4, crc32(content)],
    [4, content.length],
    [4, content.length],
    [2, path.length],
    [...none],
  ];
  const local = Buffer.concat([record(0x04034b50, about), path, content]);
  const entry = Buffer.concat([
    record(0x02014b50, [[2, 20], ...about, [...none], [...none], [...none], [4, 0], [4, 0]]),
    path,
  ]);
  const end = record(0x06054b50, [
    [...none],
    [...none],
    [2, 1],
    [2, 1],
    [4, entry.length],
    [4, local.length],
    [...none],
  ]);
  return Buffer.concat([local, entry, end]);
}

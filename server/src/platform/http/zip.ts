import { once } from 'node:events';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import { ZipArchive } from 'archiver';

/** A whole file, or one that is read while the archive is sent. */
export interface ZipEntry {
  /** Path in the archive, with slashes; without characters that systems forbid in names. */
  name: string;
  content: Buffer | Readable;
}

/** So that one version always makes the same archive. */
const DATE = new Date('1980-01-01T00:00:00Z');

async function fill(archive: ZipArchive, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const leaving = new AbortController();
  archive.once('close', () => leaving.abort());
  for await (const { name, content } of entries) {
    const written = once(archive, 'entry', { signal: leaving.signal });
    // The archive does not listen to errors of what it reads.
    if (content instanceof Readable) content.once('error', (cause) => archive.destroy(cause));
    archive.append(content, { name, date: DATE });
    try {
      await written;
    } finally {
      if (content instanceof Readable) content.destroy();
    }
  }
  await archive.finalize();
}

/**
 * Streams an archive. An entry is requested when the one before has been written, and none after the stream is destroyed.
 * The fastest level of compression is right for what is made for one download.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, level = constants.Z_BEST_SPEED): Readable {
  const archive = new ZipArchive({ zlib: { level } });
  fill(archive, entries).catch((cause: unknown) => archive.destroy(cause as Error));
  return archive;
}

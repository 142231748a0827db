import { Readable } from 'node:stream';
import type { Db } from '../db/db.ts';
import type { BlobLocation, StoredEncoding } from './location.ts';
import * as repo from './repo.ts';
import { type ByteRange, MissingObject, type ObjectStore } from './store.ts';

interface BlobReader {
  db: Db;
  blobs: ObjectStore;
}

/** Maps each stored hash to its encodings; `identity` is always present. Unknown hashes are absent. */
export async function locate(
  db: Db,
  sha256: string[],
): Promise<Map<string, Map<StoredEncoding, BlobLocation>>> {
  const located = new Map<string, Map<StoredEncoding, BlobLocation>>();
  for (const place of await repo.findLocations(db, sha256)) {
    const forms = located.get(place.sha256) ?? new Map<StoredEncoding, BlobLocation>();
    located.set(place.sha256, forms.set(place.form, place));
  }
  return located;
}

/** Reads at the location; if its pack has been replaced, locates the blob again. */
async function readAtCurrentLocation<T>(
  { db }: BlobReader,
  place: BlobLocation,
  readAt: (place: BlobLocation) => Promise<T>,
): Promise<T> {
  try {
    return await readAt(place);
  } catch (cause) {
    if (!(cause instanceof MissingObject)) throw cause;
    const moved = (await locate(db, [place.sha256])).get(place.sha256)?.get(place.form);
    if (!moved || moved.packId === place.packId) throw cause;
    return readAt(moved);
  }
}

/** Opens a stream of the given bytes, or of the whole blob. The caller must read it to the end or destroy it. */
export async function openBlob(app: BlobReader, place: BlobLocation, range?: ByteRange): Promise<Readable> {
  const { offset, length } = range ?? { offset: 0, length: place.size };
  if (offset < 0 || offset + length > place.size) throw new RangeError('The range is outside the blob');
  if (length === 0) return Readable.from([]);
  return readAtCurrentLocation(app, place, ({ packId, packOffset }) =>
    app.blobs.read(packId, { offset: packOffset + offset, length }),
  );
}

/** Reads the first bytes of a file as UTF-8; empty if its blob is gone. */
export async function readBeginning(
  app: BlobReader,
  { sha256, size }: { sha256: string; size: number },
  bytes: number,
): Promise<string> {
  const place = (await locate(app.db, [sha256])).get(sha256)?.get('identity');
  if (!place) return '';
  const stream = await openBlob(app, place, { offset: 0, length: Math.min(size, bytes) });
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8');
}

/** Reads the whole blob into memory. Use for small blobs only. */
export async function readBlob(app: BlobReader, place: BlobLocation): Promise<Buffer> {
  if (place.size === 0) return Buffer.alloc(0);
  return readAtCurrentLocation(app, place, ({ packId, packOffset, size }) =>
    app.blobs.readBytes(packId, { offset: packOffset, length: size }),
  );
}

/** Returns one encoding of a blob, or undefined if it does not exist. */
export async function readVariant(
  app: BlobReader,
  sha256: string,
  form: StoredEncoding,
): Promise<Buffer | undefined> {
  const place = (await locate(app.db, [sha256])).get(sha256)?.get(form);
  return place && readBlob(app, place);
}

import { Readable } from 'node:stream';
import type { Db } from '../db/db.ts';
import * as repo from './repo.ts';
import { type ByteRange, MissingObject, type ObjectStore } from './store.ts';

/** A blob as it is, or compressed. */
export type Form = 'identity' | 'br' | 'gzip' | 'zstd';

/** Where the bytes of one form of a blob are. May be kept: what has moved since is found again. */
export interface Place {
  sha256: string;
  form: Form;
  size: number;
  packId: string;
  packOffset: number;
}

interface Reading {
  db: Db;
  blobs: ObjectStore;
}

/** Every form each hash has, `identity` always among them. A hash nobody stored is absent from the map. */
export async function locate(db: Db, sha256: string[]): Promise<Map<string, Map<Form, Place>>> {
  const located = new Map<string, Map<Form, Place>>();
  for (const place of await repo.places(db, sha256)) {
    const forms = located.get(place.sha256) ?? new Map<Form, Place>();
    located.set(place.sha256, forms.set(place.form, place));
  }
  return located;
}

/** Reads from where the place says, or, when its pack was replaced since, from where it is now. */
async function follow<T>({ db }: Reading, place: Place, readAt: (place: Place) => Promise<T>): Promise<T> {
  try {
    return await readAt(place);
  } catch (cause) {
    if (!(cause instanceof MissingObject)) throw cause;
    const moved = (await locate(db, [place.sha256])).get(place.sha256)?.get(place.form);
    if (!moved || moved.packId === place.packId) throw cause;
    return readAt(moved);
  }
}

/** A stream of these bytes of the place, all of them by default. The caller must read it to its end or destroy it. */
export async function openBlob(app: Reading, place: Place, range?: ByteRange): Promise<Readable> {
  const { offset, length } = range ?? { offset: 0, length: place.size };
  if (offset < 0 || offset + length > place.size) throw new RangeError('The range is outside the blob');
  if (length === 0) return Readable.from([]);
  return follow(app, place, ({ packId, packOffset }) =>
    app.blobs.read(packId, { offset: packOffset + offset, length }),
  );
}

/** All bytes of the place at once: for what is known to be small. */
export async function readBlob(app: Reading, place: Place): Promise<Buffer> {
  if (place.size === 0) return Buffer.alloc(0);
  return follow(app, place, ({ packId, packOffset, size }) =>
    app.blobs.readBytes(packId, { offset: packOffset, length: size }),
  );
}

/** The whole of one form of a blob; undefined when it does not have that form. */
export async function readVariant(app: Reading, sha256: string, form: Form): Promise<Buffer | undefined> {
  const place = (await locate(app.db, [sha256])).get(sha256)?.get(form);
  return place && readBlob(app, place);
}

import type { Readable } from 'node:stream';
import type { Db } from '../db/db.ts';
import type { ByteRange, ObjectStore } from './store.ts';

export const FORMS = ['identity', 'br', 'gzip', 'zstd', 'html', 'html+br', 'html+gzip', 'html+zstd'] as const;
/** A blob as it is, compressed, or an HTML document with the preview agent in it. */
export type Form = (typeof FORMS)[number];

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
export declare function locate(db: Db, sha256: string[]): Promise<Map<string, Map<Form, Place>>>;

/** A stream of these bytes of the place, all of them by default. The caller must read it to its end or destroy it. */
export declare function openBlob(app: Reading, place: Place, range?: ByteRange): Promise<Readable>;

export declare function readBlob(app: Reading, place: Place): Promise<Buffer>;

/** The whole of one form of a blob; undefined when it does not have that form. */
export declare function readVariant(app: Reading, sha256: string, form: Form): Promise<Buffer | undefined>;

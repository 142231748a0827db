import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NoSuchUpload,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Config } from '../config.ts';
import { unavailable } from '../http/errors.ts';
import {
  type ByteRange,
  type Bytes,
  checkKey,
  checkWrites,
  isKey,
  MARKER,
  MissingObject,
  type ObjectStore,
  storageFull,
  type StoredObject,
  StoreRejected,
} from './store.ts';

/** Bounds the memory of a write: this many parts in flight plus the one being filled. */
const PARTS_IN_FLIGHT = 2;
const CONNECT_MS = 3_000;
const ANSWER_MS = 30_000;
const IDLE_MS = 60_000;
const SOCKETS = 200;
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

type BucketConfig = NonNullable<Config['bucket']>;

interface Bucket {
  s3: S3Client;
  name: string;
}

function connect({ endpoint, region, keyId, key }: BucketConfig): S3Client {
  const checksums = endpoint ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED'; // not every S3-compatible store supports AWS's newest checksums
  return new S3Client({
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: key },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  });
}

const isRejection = ({ name, $metadata: { httpStatusCode } }: S3ServiceException) =>
  name === 'NoSuchBucket' || httpStatusCode === 401 || httpStatusCode === 403;

function fromBucket(cause: unknown): Error {
  if (cause instanceof NoSuchKey) return new MissingObject('The object is not in the bucket', { cause });
  if (!(cause instanceof S3ServiceException)) return unavailable(cause);
  if (FULL.has(cause.name) || cause.$metadata.httpStatusCode === 507) return storageFull(cause);
  if (!isRejection(cause)) return unavailable(cause);
  return new StoreRejected(
    `The bucket refuses this server (${cause.name}): check S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    cause,
  );
}

const rangeOf = ({ offset, length }: ByteRange) => `bytes=${offset}-${offset + length - 1}`;

const locate = ({ name }: Bucket, key: string) => ({ Bucket: name, Key: checkKey(key) });

async function replyOf<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (cause) {
    throw fromBucket(cause);
  }
}

async function write(
  bucket: Bucket,
  key: string,
  body: Bytes,
  signal?: AbortSignal,
): Promise<{ bytes: number }> {
  const location = locate(bucket, key);
  let bytes = 0;
  let fault: { cause: unknown } | undefined;
  // Rethrow errors of the source unchanged; wrap only errors of the bucket.
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        signal?.throwIfAborted();
        bytes += chunk.length;
        yield chunk;
      }
      signal?.throwIfAborted();
    } catch (cause) {
      fault = { cause };
      throw cause;
    }
  }
  const params = { ...location, Body: Readable.from(counted(), { objectMode: false }) };
  try {
    await new Upload({ client: bucket.s3, params, queueSize: PARTS_IN_FLIGHT }).done();
  } catch (cause) {
    throw fault ? fault.cause : fromBucket(cause);
  }
  return { bytes };
}

async function get(bucket: Bucket, key: string, range: ByteRange) {
  const command = new GetObjectCommand({ ...locate(bucket, key), Range: rangeOf(range) });
  const { Body } = await replyOf(bucket.s3.send(command));
  if (!Body) throw new MissingObject(`The bucket answered without ${key}`);
  return Body;
}

async function readBytes(bucket: Bucket, key: string, range: ByteRange): Promise<Buffer> {
  const body = await get(bucket, key, range);
  return Buffer.from(await replyOf(body.transformToByteArray()));
}

async function remove(bucket: Bucket, key: string): Promise<void> {
  await replyOf(bucket.s3.send(new DeleteObjectCommand(locate(bucket, key))));
}

async function* listObjects({ s3, name }: Bucket): AsyncGenerator<StoredObject> {
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: name });
  for (;;) {
    const { value: page, done } = await replyOf(pages.next());
    if (done) return;
    for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
      if (isKey(Key)) yield { key: Key, bytes: Size, modified: LastModified };
    }
  }
}

async function* listUnfinished({ s3, name }: Bucket, before: Date) {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await replyOf(s3.send(new ListMultipartUploadsCommand({ Bucket: name, ...marker })));
    for (const { Key = '', UploadId, Initiated = new Date() } of page.Uploads ?? []) {
      if (isKey(Key) && Initiated < before) yield { Key, UploadId };
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return;
    marker = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}

async function removeUnfinished(bucket: Bucket, before: Date): Promise<number> {
  let removed = 0;
  for await (const { Key, UploadId } of listUnfinished(bucket, before)) {
    const aborting = bucket.s3.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }));
    await aborting.catch((cause: unknown) => {
      if (!(cause instanceof NoSuchUpload)) throw fromBucket(cause);
    });
    removed += 1;
  }
  return removed;
}

async function readMarker({ s3, name }: Bucket): Promise<string | null> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: name, Key: MARKER }));
    return (await Body?.transformToString())?.trim() ?? null;
  } catch (cause) {
    if (cause instanceof NoSuchKey) return null;
    throw fromBucket(cause);
  }
}

async function writeMarker({ s3, name }: Bucket, installationId: string): Promise<void> {
  const body = `${installationId}\n`;
  await replyOf(s3.send(new PutObjectCommand({ Bucket: name, Key: MARKER, Body: body })));
}

/** Stores objects in AWS S3 or a compatible bucket. One bucket serves one installation only. */
export function openBucket(config: BucketConfig): ObjectStore {
  const bucket: Bucket = { s3: connect(config), name: config.name };
  const store: ObjectStore = {
    location: `the bucket ${bucket.name}`,
    write: (key, body, signal) => write(bucket, key, body, signal),
    read: async (key, range) => (await get(bucket, key, range)) as Readable,
    readBytes: (key, range) => readBytes(bucket, key, range),
    remove: (key) => remove(bucket, key),
    keys: () => listObjects(bucket),
    removeUnfinished: (before) => removeUnfinished(bucket, before),
    readMarker: () => readMarker(bucket),
    writeMarker: (installationId) => writeMarker(bucket, installationId),
    space: () => Promise.resolve(null),
    check: () => checkWrites(store),
  };
  return store;
}

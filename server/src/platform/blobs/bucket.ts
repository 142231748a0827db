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
} from './store.ts';

/** Bounds the memory of a write: this many parts in flight plus the one being filled. */
const PARTS_IN_FLIGHT = 2;
const CONNECT_MS = 3_000;
const ANSWER_MS = 30_000;
const IDLE_MS = 60_000;
const SOCKETS = 200;
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

type Bucket = NonNullable<Config['bucket']>;

function connect({ endpoint, region, keyId, key }: Bucket): S3Client {
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

function fromBucket(cause: unknown): Error {
  if (cause instanceof NoSuchKey) return new MissingObject('The object is not in the bucket', { cause });
  const isFull =
    cause instanceof S3ServiceException && (FULL.has(cause.name) || cause.$metadata.httpStatusCode === 507);
  if (!isFull) return unavailable(cause);
  return storageFull(cause);
}

const rangeOf = ({ offset, length }: ByteRange) => `bytes=${offset}-${offset + length - 1}`;

/** Stores objects in AWS S3 or a compatible bucket. One bucket serves one installation only. */
export function openBucket(config: Bucket): ObjectStore {
  const s3 = connect(config);
  const at = (key: string) => ({ Bucket: config.name, Key: checkKey(key) });

  async function ask<T>(question: Promise<T>): Promise<T> {
    try {
      return await question;
    } catch (cause) {
      throw fromBucket(cause);
    }
  }

  async function write(key: string, body: Bytes, signal?: AbortSignal): Promise<{ bytes: number }> {
    const where = at(key);
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
    const params = { ...where, Body: Readable.from(counted(), { objectMode: false }) };
    try {
      await new Upload({ client: s3, params, queueSize: PARTS_IN_FLIGHT }).done();
    } catch (cause) {
      throw fault ? fault.cause : fromBucket(cause);
    }
    return { bytes };
  }

  async function get(key: string, range: ByteRange) {
    const { Body } = await ask(s3.send(new GetObjectCommand({ ...at(key), Range: rangeOf(range) })));
    if (!Body) throw new MissingObject(`The bucket answered without ${key}`);
    return Body;
  }

  async function read(key: string, range: ByteRange): Promise<Readable> {
    return (await get(key, range)) as Readable;
  }

  async function readBytes(key: string, range: ByteRange): Promise<Buffer> {
    const body = await get(key, range);
    return Buffer.from(await ask(body.transformToByteArray()));
  }

  async function remove(key: string): Promise<void> {
    await ask(s3.send(new DeleteObjectCommand(at(key))));
  }

  async function* keys() {
    const pages = paginateListObjectsV2({ client: s3 }, { Bucket: config.name });
    for (;;) {
      const { value: page, done } = await ask(pages.next());
      if (done) return;
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        if (isKey(Key)) yield { key: Key, bytes: Size, modified: LastModified };
      }
    }
  }

  async function* unfinished(before: Date) {
    let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const page = await ask(s3.send(new ListMultipartUploadsCommand({ Bucket: config.name, ...marker })));
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

  async function removeUnfinished(before: Date): Promise<number> {
    let removed = 0;
    for await (const { Key, UploadId } of unfinished(before)) {
      const aborting = s3.send(new AbortMultipartUploadCommand({ Bucket: config.name, Key, UploadId }));
      await aborting.catch((cause: unknown) => {
        if (!(cause instanceof NoSuchUpload)) throw fromBucket(cause);
      });
      removed += 1;
    }
    return removed;
  }

  async function readMarker(): Promise<string | null> {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: config.name, Key: MARKER }));
      return (await Body?.transformToString())?.trim() ?? null;
    } catch (cause) {
      if (cause instanceof NoSuchKey) return null;
      throw fromBucket(cause);
    }
  }

  async function writeMarker(installationId: string): Promise<void> {
    const body = `${installationId}\n`;
    await ask(s3.send(new PutObjectCommand({ Bucket: config.name, Key: MARKER, Body: body })));
  }

  return {
    location: `the bucket ${config.name}`,
    write,
    read,
    readBytes,
    remove,
    keys,
    removeUnfinished,
    readMarker,
    writeMarker,
    space: () => Promise.resolve(null),
    check: () => checkWrites({ write, remove }),
  };
}

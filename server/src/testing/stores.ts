import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import * as z from 'zod';
import { openBucket } from '../platform/blobs/bucket.ts';
import { openFolder } from '../platform/blobs/folder.ts';
import type { Config } from '../platform/config.ts';
import type { ObjectStore } from '../platform/blobs/store.ts';

/** An empty store, and what only its driver can observe or cause. */
export interface StoreFixture {
  store: ObjectStore;
  /** What a server that uses it is configured with; null for a folder. */
  bucket: Config['bucket'];
  /** Counts writes that began and never ended. */
  unfinished: () => Promise<number>;
  /** Leaves behind what a process killed during a write leaves. */
  leaveUnfinished?: () => Promise<void>;
  close: () => Promise<void>;
}

async function folder(): Promise<StoreFixture> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-store-'));
  const store = await openFolder(path.join(dir, 'blobs'));
  const parts = async () => (await readdir(path.join(dir, 'blobs'))).filter((name) => name.endsWith('.part'));
  return {
    store,
    bucket: null,
    unfinished: async () => (await parts()).length,
    leaveUnfinished: () => writeFile(path.join(dir, 'blobs', `${randomUUID()}.part`), 'half'),
    close: () => rm(dir, { recursive: true }),
  };
}

async function makeBucket(endpoint: string, keyId: string, key: string) {
  const name = `stagelink-${randomUUID()}`;
  const credentials = { accessKeyId: keyId, secretAccessKey: key };
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: name }));
  const bucket = { endpoint, name, region: 'us-east-1', keyId, key };
  return { s3, name, bucket, store: openBucket(bucket) };
}

async function emulatedBucket(): Promise<StoreFixture> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-s3-'));
  const server = await startFauxqs({ port: 0, logger: false, s3StorageDir: dir });
  const { store, bucket } = await makeBucket(server.address, 'key', 'secret');
  return {
    store,
    bucket,
    unfinished: async () => (await readdir(path.join(dir, '_multipart'))).length,
    async close() {
      await server.stop();
      await rm(dir, { recursive: true });
    },
  };
}

async function realBucket(settings: string): Promise<StoreFixture> {
  const { endpoint, keyId, key } = RealS3.parse(JSON.parse(settings));
  const { s3, name, store, bucket } = await makeBucket(endpoint, keyId, key);
  return {
    store,
    bucket,
    unfinished: async () =>
      (await s3.send(new ListMultipartUploadsCommand({ Bucket: name }))).Uploads?.length ?? 0,
    async leaveUnfinished() {
      await s3.send(new CreateMultipartUploadCommand({ Bucket: name, Key: randomUUID() }));
    },
    close: () => Promise.resolve(),
  };
}

/** `STAGELINK_TEST_S3`: `{"endpoint","keyId","key"}` of a real S3 server that must pass the same tests. */
const RealS3 = z.strictObject({ endpoint: z.url(), keyId: z.string(), key: z.string() });
const realS3 = process.env['STAGELINK_TEST_S3'];
export const onFolder = { name: 'a folder', open: folder };
export const onBucket = { name: 'a bucket', open: emulatedBucket };
export const onRealBucket = realS3
  ? [{ name: 'a bucket of a real S3 server', open: () => realBucket(realS3) }]
  : [];

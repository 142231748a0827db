import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';

/** A bucket as a server is configured with it. */
export interface Bucket {
  endpoint: string;
  name: string;
  keyId: string;
  key: string;
}

const NAME = 'stagelink';

/** Creates the bucket of an installation at an S3 service. */
export async function createBucket({ endpoint, keyId, key }: Omit<Bucket, 'name'>): Promise<Bucket> {
  const credentials = { accessKeyId: keyId, secretAccessKey: key };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: NAME }));
  client.destroy();
  return { endpoint, name: NAME, keyId, key };
}

export const bucketSettings = ({ endpoint, name, keyId, key }: Bucket): Record<string, string> => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: name,
  S3_ACCESS_KEY_ID: keyId,
  S3_SECRET_ACCESS_KEY: key,
});

/** Starts a small S3 service with an empty bucket. */
export async function startEmulatedBucket(): Promise<{ bucket: Bucket; stop: () => Promise<void> }> {
  const s3 = await startFauxqs({ port: 0, logger: false });
  const endpoint = `http://127.0.0.1:${s3.port}`;
  return {
    bucket: await createBucket({ endpoint, keyId: 'story', key: 'story-secret' }),
    stop: () => s3.stop(),
  };
}

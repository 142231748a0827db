import path from 'node:path';
import type { Config } from '../config.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';
import type { ObjectStore } from './store.ts';

export async function openStore({
  bucket,
  dataDir,
}: Pick<Config, 'bucket' | 'dataDir'>): Promise<ObjectStore> {
  return bucket ? openBucket(bucket) : openFolder(path.join(dataDir, 'blobs'));
}

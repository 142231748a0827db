import type { IncomingMessage } from 'node:http';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { App } from '../../platform/context.ts';
import * as idempotency from './idempotency.ts';
import {
  assertType,
  type FileStaging,
  filesOf,
  type FilesWithin,
  readUpload,
  type Received,
  stageFiles,
  type UploadResult,
} from './uploadInOneRequest.ts';
import { warningsOf } from './warnings.ts';

/** What identifies a request, however often it is sent. */
export interface Identity {
  key: idempotency.StoredKey;
  hashOf: (manifest: ManifestFile[]) => Buffer;
}

/** Another request with the same key was published first. */
class PublishedBefore extends Error {
  readonly received: Received;

  constructor(received: Received) {
    super('Another request with the same Idempotency-Key was published.');
    this.received = received;
  }
}

/** Adds that the key is used and the version published in one transaction. */
const withKey = (staging: FileStaging, { key, hashOf }: Identity): FileStaging => ({
  ...staging,
  async beforePublish(tx, received) {
    if (!(await idempotency.claim(tx, key, hashOf(received.manifest)))) throw new PublishedBefore(received);
  },
  async onPublished(tx, snapshotId, version) {
    await staging.onPublished?.(tx, snapshotId, version);
    await idempotency.complete(tx, key, { snapshotId, version });
  },
});

/** Stages a request, or returns what it contains if its key was used before. */
async function stageUnlessUsed(
  app: App,
  staging: FileStaging,
  request: IncomingMessage,
  identity: Identity,
): Promise<UploadResult | Received> {
  const files: FilesWithin = (limits, archive) => filesOf(request, limits, archive);
  if (await idempotency.findUse(app.db, identity.key)) return readUpload(app, staging, files);
  try {
    return await stageFiles(app, withKey(staging, identity), files);
  } catch (cause) {
    if (cause instanceof PublishedBefore) return cause.received;
    throw cause;
  }
}

/** Stages a complete request once. Repeated with the same key, it gets the same result. See docs/decisions/0302. */
export async function uploadOnce(
  app: App,
  staging: FileStaging,
  request: IncomingMessage,
  identity: Identity,
): Promise<UploadResult> {
  assertType(request);
  const result = await stageUnlessUsed(app, staging, request, identity);
  if ('snapshot' in result) return result;
  const { manifest, report } = result;
  const repeated = await idempotency.repeat(app, identity.key, identity.hashOf(manifest));
  return { ...repeated, report: { ...report, warnings: await warningsOf(app, manifest) } };
}

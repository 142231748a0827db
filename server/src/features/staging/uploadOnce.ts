import type { IncomingMessage } from 'node:http';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Marked } from '@stagelink/shared/contracts/threadWork';
import { lockAuthors } from '../agentWork/mark.ts';
import type { App } from '../../platform/context.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import type { FinalizeResult } from './finalize.ts';
import { markForEarlier } from './forThreads.ts';
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

/** Returns which threads of the first request are marked. */
async function markRepeated(
  app: App,
  { snapshot: { id }, version }: FinalizeResult,
  { forThreads }: FileStaging,
): Promise<Marked | null> {
  if (!forThreads) return null;
  return app.db.transaction(async (tx) => {
    await lockAuthors(tx, id, forThreads.stagedFor.threads);
    return markForEarlier(app, tx, await lockSnapshot(tx, id), version, forThreads);
  });
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
  const threads = await markRepeated(app, repeated, staging);
  return { ...repeated, threads, report: { ...report, warnings: await warningsOf(app, manifest) } };
}

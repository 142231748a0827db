import { ApiError, type Call, createClient, type Send } from '../../client/call.ts';
import { isTransient } from '../../client/retry.ts';
import * as api from '../../contracts/staging.ts';
import type { StagedFor } from '../../contracts/threadWork.ts';
import { type LostReply, lostReply } from '../core/errors.ts';
import type { StageLink } from './folderLinks/stageLink.ts';
import type { Offer } from './offer.ts';
import { type UploadOptions, withUploadRetry } from './upload.ts';

interface Finalizing {
  send: Send;
  publish?: api.Publish | undefined;
  stagedFor?: StagedFor | undefined;
  link?: StageLink | undefined;
}

/** Publishes an upload. Continues after cancelling, because the state of the link must be known. */
export async function finalize(
  { uploadId, snapshotId, version, key }: Offer,
  { send, publish, stagedFor, link }: Finalizing,
  uploading: UploadOptions,
): Promise<api.Staged> {
  const call = createClient((request) => send({ ...request, mustFinish: true }));
  const request = () => call(api.finalizeUpload, { uploadId, publish, stagedFor });
  await link?.onPublishing({ uploadId, snapshotId, key });
  const staged = await withUploadRetry(uploading, request).catch(async (cause: unknown) => {
    const known = await whatIsKnown(cause, call, uploadId);
    if (known === 'rejected' || known === 'not_published') await link?.onNotPublished(uploadId);
    if (known === 'rejected') throw cause;
    const error = lostReply(known, { cause, version, isCancelled: uploading.signal.aborted });
    if (known !== 'published') throw error;
    return request().catch(() => Promise.reject(error));
  });
  await link?.onPublished(uploadId, staged);
  return staged;
}

/** Only the server knows what became of a publish request without a reply. */
async function whatIsKnown(cause: unknown, call: Call, uploadId: string): Promise<LostReply | 'rejected'> {
  if (cause instanceof ApiError && !cause.isForeign && !isTransient(cause)) return 'rejected';
  try {
    const { finalized } = await call(api.getUpload, { uploadId });
    return finalized ? 'published' : 'not_published';
  } catch {
    return 'unknown';
  }
}

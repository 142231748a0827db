import { ApiError, type Call } from '../../../client/call.ts';
import { getSnapshot } from '../../../contracts/snapshots.ts';
import { getUpload } from '../../../contracts/staging.ts';
import type { FolderLink, Publishing } from './record.ts';
import type { FolderRecordFile } from './store.ts';

/** What became of an upload whose finalization got no reply. */
export type Settled =
  | { kind: 'nothing_open' }
  | { kind: 'published'; link: FolderLink }
  /** The server says so. */
  | { kind: 'not_published' }
  /** The server no longer knows the upload of a new version; the link stays. */
  | { kind: 'forgotten' };

const isMissing = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.code === 'not_found' || cause.code === 'gone');

async function orMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

/** An upload is forgotten after some hours. Only a published snapshot is found. */
async function ask(
  call: Call,
  { uploadId, snapshotId }: Publishing,
  isNew: boolean,
): Promise<'published' | 'not_published' | 'forgotten'> {
  const upload = await orMissing(call(getUpload, { uploadId }));
  if (upload) return upload.finalized ? 'published' : 'not_published';
  if (!(await orMissing(call(getSnapshot, { id: snapshotId })))) return 'not_published';
  return isNew ? 'published' : 'forgotten';
}

/**
 * Asks the server what became of an upload whose reply was lost, and stores its link if it was published. Throws
 * errors of calls: the result is still unknown then, and the record unchanged. See docs/decisions/0300.
 */
export async function settle(record: FolderRecordFile, call: Call): Promise<Settled> {
  const { publishing, link: before } = record.read();
  if (!publishing) return { kind: 'nothing_open' };
  const { uploadId, snapshotId, key } = publishing;
  const known = before?.snapshotId === snapshotId ? before : null;
  const kind = await ask(call, publishing, known === null);
  const link = known ?? { snapshotId, url: `${record.place.server}/s/${snapshotId}` };
  await record.change((current) => {
    const { publishing: open, ...rest } = current;
    if (open?.uploadId !== uploadId) return current;
    return kind === 'published' ? { ...rest, link, linkedAt: Date.now(), repeatKey: key } : rest;
  });
  return kind === 'published' ? { kind, link } : { kind };
}

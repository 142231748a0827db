import type { OpenUpload, OpenUploadStore } from '@stagelink/shared/staging/core/uploadOnce';
import * as z from 'zod/mini';
import type { Session } from './session.ts';

const StoredUpload = z.object({ idempotencyKey: z.string(), print: z.string() });

/** What an upload is of: a settled one may belong to pages that are not in front any more. */
const UploadedPages = z.object({
  /** The snapshot that gets a new version; null for a new one. */
  snapshotId: z.nullable(z.string()),
  /** The start page first. */
  keys: z.array(z.string()),
});
export type UploadedPages = z.infer<typeof UploadedPages>;

export const printOf = ({ snapshotId, keys }: UploadedPages): string => JSON.stringify({ snapshotId, keys });
export const pagesIn = ({ print }: Pick<OpenUpload, 'print'>): UploadedPages =>
  UploadedPages.parse(JSON.parse(print));

/** Keeps an account's open upload in this browser: the worker may be ended before the reply arrives. */
export function openUploadOf({ server, uid }: Session): OpenUploadStore {
  const key = `upload ${server} ${uid}`;
  return {
    async read() {
      const { [key]: stored } = await chrome.storage.local.get(key);
      return StoredUpload.safeParse(stored).data ?? null;
    },
    write: (upload) =>
      upload === null ? chrome.storage.local.remove(key) : chrome.storage.local.set({ [key]: upload }),
  };
}

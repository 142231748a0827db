import { randomUUID } from 'node:crypto';
import { ApiError } from '../../client/call.ts';
import type { Reply } from '../../contracts/endpoint.ts';
import * as api from '../../contracts/staging.ts';
import { type SnapshotSettings, toManifest, type UploadKeys } from '../core/uploadPlan.ts';
import type { StageLink } from './folderLinks/stageLink.ts';
import type { HashedFile } from './manifest.ts';
import { type UploadOptions, withUploadRetry } from './upload.ts';

/** An upload that the server has opened. */
export interface Offer extends Reply<typeof api.createSnapshot> {
  /** Its idempotency key. */
  key: string;
}

interface Offered {
  settings: SnapshotSettings;
  keys: UploadKeys;
}

const isAboutKeys = (field: string | undefined): boolean =>
  field === 'folderKey' || field === 'newLink' || field === 'idempotencyKey';

/** Returns the request to send after an error of the former one; undefined when the error stays. */
function nextOffer(
  cause: unknown,
  { settings, keys }: Offered,
  link: StageLink | undefined,
): Offered | undefined {
  if (!(cause instanceof ApiError)) return undefined;
  // Other files than those of the upload whose reply was lost.
  if (cause.code === 'conflict' && cause.field === 'idempotencyKey')
    return { settings, keys: { ...keys, idempotencyKey: randomUUID() } };
  if (cause.code === 'link_exists' && cause.link && link && settings.snapshotId === undefined)
    return { settings: link.settingsFor(cause.link.snapshotId), keys };
  // A server of an earlier release knows no keys.
  const hasKeys = Object.keys(keys).length > 0;
  return cause.code === 'invalid_input' && isAboutKeys(cause.field) && hasKeys
    ? { settings, keys: {} }
    : undefined;
}

const keysOf = (link: StageLink | undefined): UploadKeys => ({
  idempotencyKey: link?.repeatKey ?? randomUUID(),
  ...(link ? { folderKey: link.folderKey } : {}),
  ...(link?.newLink ? { newLink: true } : {}),
});

/** Opens an upload, or joins one of the same files to the same link. */
export async function offerFiles(
  files: readonly HashedFile[],
  source: api.Source,
  { about, link }: { about: SnapshotSettings; link: StageLink | undefined },
  uploading: UploadOptions,
): Promise<Offer> {
  let offered: Offered | undefined = { settings: about, keys: keysOf(link) };
  for (;;) {
    const { settings, keys }: Offered = offered;
    const input = toManifest(files, { ...settings, ...keys }, source);
    try {
      const reply = await withUploadRetry(uploading, () => uploading.call(api.createSnapshot, input));
      return { ...reply, key: keys.idempotencyKey ?? '' };
    } catch (cause) {
      offered = nextOffer(cause, offered, link);
      if (!offered) throw cause;
    }
  }
}

import * as staging from '@stagelink/shared/contracts/staging';
import { asZip, manifestOf } from '../../../server/src/testing/stage.ts';
import { forgeZip } from '../../../server/src/testing/forgeZip.ts';
import { OWNER_ONLY, SIGNED_IN, created } from '../expectations.ts';
import type { Rows } from '../row.ts';

const source = { client: 'cli' } as const;
const AGENT = { id: '0198f3c2-6a53-7cc1-8b4e-0d6f4a4b9c11', name: 'Agent' };
/** Bytes that are not stored yet. */
const newZip = () => asZip(forgeZip([{ name: 'index.html', data: crypto.randomUUID() }]));

export const stagingRows: Rows = {
  createSnapshot: {
    call: (api, { staged }) =>
      api(staging.createSnapshot, {
        source,
        snapshotId: staged.snapshot.id,
        files: manifestOf({ 'a.html': 'a' }),
      }),
    expect: created(OWNER_ONLY),
    writes: ['uploads'],
  },
  getUpload: {
    call: (api, { waiting }) => api(staging.getUpload, { uploadId: waiting }),
    expect: OWNER_ONLY,
    writes: [],
  },
  sendBlobs: {
    call: (api, { waiting, bytes }) => api(staging.sendBlobs, { uploadId: waiting }, asZip(bytes)),
    expect: OWNER_ONLY,
    writes: ['blobs', 'objects', 'packs', 'upload_blobs'],
  },
  finalizeUpload: {
    call: (api, { complete, commentId }) =>
      api(staging.finalizeUpload, {
        uploadId: complete,
        stagedFor: { agent: AGENT, threads: [commentId] },
      }),
    // Marking threads needs the scope for comments too.
    expect: { ...OWNER_ONLY, token: 403 },
    writes: ['channels', 'jobs', 'snapshots', 'uploads', 'versions'],
  },
  uploadSnapshot: {
    call: (api, { staged }) => api(staging.uploadSnapshot, { snapshotId: staged.snapshot.id }, newZip()),
    expect: created(OWNER_ONLY),
    writes: [
      'blobs',
      'channels',
      'jobs',
      'objects',
      'packs',
      'snapshot_blobs',
      'snapshots',
      'upload_blobs',
      'uploads',
      'versions',
    ],
  },
  // The key is the caller's own: no account learns or changes what another did with the same one.
  settleUpload: {
    call: (api, { staged: own }) => api(staging.settleUpload, { idempotencyKey: own.snapshot.id }),
    expect: SIGNED_IN,
    writes: ['idempotency_keys'],
  },
};

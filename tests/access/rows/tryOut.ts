import * as tryOut from '@stagelink/shared/contracts/tryOut';
import { asForm } from '../../../server/src/testing/stage.ts';
import { ANYONE, created, SIGNED_IN_WITHOUT_TOKEN } from '../expectations.ts';
import type { Rows } from '../row.ts';

const form = () => asForm({ 'index.html': `<h1>${crypto.randomUUID()}</h1>` });

export const tryOutRows: Rows = {
  getTryOut: {
    call: (api) => api(tryOut.getTryOut, {}),
    expect: ANYONE,
    writes: [],
  },
  tryOut: {
    call: (api) => api(tryOut.tryOut, {}, form()),
    expect: created(ANYONE),
    writes: [
      'blobs',
      'channels',
      'claims',
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
  trySample: {
    call: (api) => api(tryOut.trySample, {}),
    expect: created(ANYONE),
    writes: [
      'channels',
      'comments',
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
  readClaim: {
    call: (api, { claimSecret }) => api(tryOut.readClaim, { secret: claimSecret }),
    expect: ANYONE,
    writes: [],
  },
  claimSnapshot: {
    call: (api, { claimSecret }) => api(tryOut.claimSnapshot, { secret: claimSecret }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [
      'analytics_events',
      'channels',
      'claims',
      'follows',
      'snapshot_blobs',
      'snapshots',
      'uploads',
      'users',
    ],
  },
};

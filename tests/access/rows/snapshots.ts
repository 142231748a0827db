import * as bulkChanges from '@stagelink/shared/contracts/bulkChanges';
import * as downloads from '@stagelink/shared/contracts/downloads';
import * as pictures from '@stagelink/shared/contracts/pictures';
import * as snapshots from '@stagelink/shared/contracts/snapshots';
import * as versions from '@stagelink/shared/contracts/versions';
import { forgeWebp } from '../../../server/src/testing/forgeWebp.ts';
import { ANYONE, OWNER_AMONG_READERS, OWNER_ONLY, SIGNED_IN, WITH_ACCESS, created } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const snapshotsRows: Rows = {
  listSnapshots: {
    call: (api) => api(snapshots.listSnapshots, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  getSnapshot: {
    call: (api, { staged }) => api(snapshots.getSnapshot, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: [],
  },
  updateSnapshot: {
    call: (api, { staged }) =>
      api(snapshots.updateSnapshot, { id: staged.snapshot.id, name: 'renamed', password: 'changed' }),
    expect: OWNER_ONLY,
    writes: ['channels', 'jobs', 'reviewers', 'snapshots'],
  },
  deleteSnapshot: {
    call: (api, { staged }) => api(snapshots.deleteSnapshot, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: [
      'audits',
      'channels',
      'comments',
      'findings',
      'follows',
      'page_trees',
      'pin_trees',
      'reviewers',
      'reviews',
      'snapshot_blobs',
      'snapshots',
      'uploads',
      'users',
      'versions',
    ],
  },
  extendSnapshot: {
    call: (api, { staged }) => api(snapshots.extendSnapshot, { id: staged.snapshot.id }),
    // A superadmin may extend any snapshot.
    expect: { ...OWNER_ONLY, superadmin: 200 },
    writes: ['analytics_events', 'channels', 'snapshots'],
    except: { superadmin: ['admin_actions', 'analytics_events', 'channels', 'snapshots'] },
  },
  expireSnapshot: {
    call: (api, { staged }) => api(snapshots.expireSnapshot, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: ['channels', 'snapshots'],
  },
  viewSnapshot: {
    call: (api, { staged }) => api(snapshots.viewSnapshot, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  passGate: {
    call: (api, { staged, password }) => api(snapshots.passGate, { id: staged.snapshot.id, password }),
    expect: { ...ANYONE, tokenWithoutScope: 403 },
    writes: [],
  },
  listVersions: {
    call: (api, { staged }) => api(versions.listVersions, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  // A draft, visible to its owner only.
  listVersionFiles: {
    call: (api, { staged }) => api(versions.listVersionFiles, { id: staged.snapshot.id, version: 2 }),
    expect: OWNER_AMONG_READERS,
    writes: [],
  },
  downloadVersion: {
    call: (api, { staged }) => api(downloads.downloadVersion, { id: staged.snapshot.id, version: 1 }),
    expect: OWNER_ONLY,
    writes: [],
  },
  // One of them is a draft, visible to its owner only.
  compareVersions: {
    call: (api, { staged }) => api(versions.compareVersions, { id: staged.snapshot.id, from: 1, to: 2 }),
    expect: OWNER_AMONG_READERS,
    writes: [],
  },
  compareFile: {
    call: (api, { staged }) =>
      api(versions.compareFile, { id: staged.snapshot.id, from: 1, to: 2, path: 'index.html' }),
    expect: OWNER_AMONG_READERS,
    writes: [],
  },
  publishVersion: {
    call: (api, { staged }) => api(versions.publishVersion, { id: staged.snapshot.id, version: 2 }),
    expect: OWNER_ONLY,
    writes: ['channels', 'snapshots', 'versions'],
  },
  discardVersion: {
    call: (api, { staged }) => api(versions.discardVersion, { id: staged.snapshot.id, version: 2 }),
    expect: OWNER_ONLY,
    writes: ['channels', 'versions'],
  },
  // It is computed from the link alone, so it tells nothing about the snapshot.
  getLinkCode: {
    call: (api, { staged }) => api(pictures.getLinkCode, { id: staged.snapshot.id }),
    expect: { ...ANYONE, tokenWithoutScope: 403 },
    writes: [],
  },
  putPicture: {
    call: (api, { staged }) =>
      api(
        pictures.putPicture,
        { id: staged.snapshot.id, version: 2 },
        { type: 'image/webp', body: forgeWebp() },
      ),
    expect: OWNER_ONLY,
    writes: ['channels', 'objects', 'packs', 'versions'],
  },
  // Those who may open the snapshot read that it has no picture yet.
  getPicture: {
    call: (api, { staged }) => api(pictures.getPicture, { id: staged.snapshot.id, version: 1 }),
    expect: WITH_ACCESS,
    writes: [],
  },
  openPreview: {
    call: (api, { staged }) => api(snapshots.openPreview, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: ['tickets'],
  },
  listTags: {
    call: (api) => api(snapshots.listTags, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  getSummary: {
    call: (api) => api(snapshots.getSummary, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  // A stranger's change finds none of the owner's snapshots.
  startBulkChange: {
    call: (api, { staged, projectId }) =>
      api(bulkChanges.startBulkChange, {
        snapshots: { ids: [staged.snapshot.id] },
        action: { type: 'move', projectId },
      }),
    expect: created(OWNER_ONLY),
    writes: ['bulk_changes', 'channels', 'snapshots'],
  },
  getBulkChange: {
    call: (api, { changeId }) => api(bulkChanges.getBulkChange, { changeId }),
    expect: OWNER_ONLY,
    writes: [],
  },
  undoBulkChange: {
    call: (api, { changeId }) => api(bulkChanges.undoBulkChange, { changeId }),
    expect: created(OWNER_ONLY),
    writes: ['bulk_changes', 'channels', 'snapshots'],
  },
};

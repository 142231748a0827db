import { PICTURE_TYPE, putPicture } from '@stagelink/shared/contracts/pictures';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { call } from '../../lib/api.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { patchSnapshots } from '../snapshots/listsApi.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';
import { readVersions } from '../versions/api.ts';
import { captureFirstPage } from './capture.ts';
import { encodePicture } from './encode.ts';

/** Versions whose picture this device has failed to make, the newest last. */
const FAILED = 'unpicturedVersions';
const FAILED_MAX = 500;

const readFailed = () => readStored(FAILED)?.split(' ') ?? [];

function writeFailed(version: string, hasFailed: boolean): void {
  const others = readFailed().filter((each) => each !== version);
  const next = hasFailed ? [...others, version].slice(-FAILED_MAX) : others;
  writeStored(FAILED, next.length > 0 ? next.join(' ') : null);
}

/** Browsers do not draw pages of hidden tabs. */
const whenVisible = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });

async function make(id: string, number: number): Promise<void> {
  const version = (await readVersions(id)).find((each) => each.number === number);
  if (!version?.contentOrigin || version.picture !== null) return;
  await whenVisible();
  // Noted first: a page that crashes the tab must not be drawn again.
  const name = `${id}/${number}`;
  writeFailed(name, true);
  const captured = await captureFirstPage(id, number);
  const body = captured && (await encodePicture(captured));
  if (!body) return;
  const { picture } = await call(putPicture, { id, version: number }, { type: PICTURE_TYPE, body });
  writeFailed(name, false);
  const withPicture = (row: Snapshot) =>
    row.id === id && row.version === number ? { ...row, picture } : row;
  await Promise.all([patchSnapshots(withPicture), invalidateSnapshotView(id)]);
}

/** The last picture begun; each draws a whole prototype, so they are made one by one. */
let last: Promise<void> = Promise.resolve();

/**
 * Makes the picture of an own version unless it has one or this device has failed before. Always resolves:
 * without a picture, lists show a placeholder.
 */
export function makePicture(id: string, version: number): Promise<void> {
  if (readFailed().includes(`${id}/${version}`)) return Promise.resolve();
  last = last.then(() => make(id, version)).catch(() => undefined);
  return last;
}

import { readVersions } from '../versions/api.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';

/** Reads the snapshot and its versions again. Returns whether it has this version, as far as the caller may see. */
export async function verifyVersion(snapshotId: string, version: number | null): Promise<boolean> {
  const [versions] = await Promise.all([readVersions(snapshotId), invalidateSnapshotView(snapshotId)]);
  return versions.some(({ number }) => number === version);
}

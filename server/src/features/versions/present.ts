import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Version } from '@stagelink/shared/contracts/versions';
import type { App } from '../../platform/context.ts';
import { contentOrigin } from '../../platform/serving/address.ts';
import { typeOf } from '../../platform/serving/types.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import type { PinStatus } from '../pins/repo.ts';
import { pictureAddress } from '../pictures/address.ts';
import type { VersionRow } from './repo.ts';

export interface VersionWithPins extends VersionRow {
  /** Null while the pins have not been verified. */
  pins: Record<PinStatus, number> | null;
}

/** Counts pins in the statuses that installed programs know. */
function presentCounts(pins: VersionWithPins['pins']): Version['pins'] {
  if (!pins) return null;
  const { removed, ...counts } = pins;
  return { ...counts, lost: counts.lost + removed };
}

export const presentVersion = (
  { number, fileCount, totalBytes, picture, source, createdAt, publishedAt, pins }: VersionWithPins,
  snapshot: LiveSnapshotRow,
  { config }: Pick<App, 'config'>,
): Version => ({
  number,
  createdAt: createdAt.toISOString(),
  totalBytes,
  fileCount,
  picture: pictureAddress(snapshot.id, number, picture),
  client: source.client,
  gitBranch: source.gitBranch ?? null,
  gitCommit: source.gitCommit ?? null,
  isShown: number === snapshot.version,
  isDraft: publishedAt === null,
  contentOrigin: contentOrigin(config, snapshot.label, number),
  pins: presentCounts(pins),
  removedPins: pins?.removed ?? 0,
});

export const presentFile = ({ path, size }: ManifestFile): SnapshotFile => ({
  name: path,
  size,
  type: typeOf(path),
});

import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Version } from '@stagelink/shared/contracts/versionHistory';
import type { App } from '../app.ts';
import { contentOrigin } from '../content/address.ts';
import { typeOf } from '../content/types.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import type { PinStatus } from './pinRepo.ts';
import type { VersionRow } from './repo.ts';

export interface Listed extends VersionRow {
  /** Null while nobody has looked. */
  pins: Record<PinStatus, number> | null;
}

export const presentVersion = (
  { number, fileCount, totalBytes, source, createdAt, publishedAt, pins }: Listed,
  snapshot: LiveSnapshotRow,
  { config }: Pick<App, 'config'>,
): Version => ({
  number,
  createdAt: createdAt.toISOString(),
  totalBytes,
  fileCount,
  client: source.client,
  gitBranch: source.gitBranch ?? null,
  gitCommit: source.gitCommit ?? null,
  isShown: number === snapshot.version,
  isWaiting: publishedAt === null,
  contentOrigin: contentOrigin(config, snapshot.label, number),
  pins,
});

export const presentFile = ({ path, size }: ManifestFile): SnapshotFile => ({
  name: path,
  size,
  type: typeOf(path),
});

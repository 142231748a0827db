import type { ManifestFile, Source } from '@stagelink/shared/contracts/staging';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import type { Settings } from './repo.ts';

/** The settings that a stage may contain. */
export interface UploadRequest extends Omit<Settings, 'passwordSealed'> {
  /** `generate`, a password, or null for none. If missing: generated for a new snapshot, unchanged for a restage. */
  password?: string | null | undefined;
}

export interface NewUpload {
  uploadId: string;
  snapshotId: string;
  version: number;
  missing: string[];
  /** Newest version of the snapshot when it has exactly these files. */
  unchangedSince: number | null;
}

export interface Staging {
  ownerId: string;
  /** The network of the client. */
  address: string;
  /** The snapshot to restage; null creates one. */
  restaged: LiveSnapshotRow | null;
  requested: UploadRequest;
  source: Source;
  files: ManifestFile[];
  /** A new snapshot that counts against no limit. */
  isSample?: boolean;
  /** Names the folder on a computer of the owner, which gets one link. */
  folderKey?: string | undefined;
  /** Makes another link although the folder has one. */
  newLink?: boolean | undefined;
  /** Names this request, which may be repeated. */
  idempotencyKey?: string | undefined;
}

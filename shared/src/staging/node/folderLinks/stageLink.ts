import type { Staged } from '../../../contracts/staging.ts';
import type { SnapshotSettings } from '../../core/uploadPlan.ts';
import type { Publishing } from './record.ts';

/** Connects a stage with the record of its folder. */
export interface StageLink {
  /** Names the folder to the server. */
  folderKey: string;
  /** Makes another link although the folder has one. */
  newLink: boolean;
  /** Idempotency key of an upload whose reply was lost; the same files repeat it. */
  repeatKey: string | undefined;
  /** Returns the settings for the link that the folder has by now. */
  settingsFor: (snapshotId: string) => SnapshotSettings;
  /** Stores that a reply is awaited, before the request is sent. */
  onPublishing: (publishing: Omit<Publishing, 'since'>) => Promise<void>;
  onPublished: (uploadId: string, staged: Staged) => Promise<void>;
  /** The server says so. */
  onNotPublished: (uploadId: string) => Promise<void>;
}

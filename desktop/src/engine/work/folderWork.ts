import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { Folder } from '../../protocol/folders.ts';
import type { Environment } from '../nodeVersion.ts';
import type { Found } from '../detectFolder.ts';
import type { Interrupted, RecordedFolder } from '../folderRecord.ts';
import type { StageEnd, StageJob } from '../stageRun.ts';

export interface LookJob {
  folder: Folder;
  environment: Environment;
}

/**
 * Work that reads a folder. `unreachable`: its disk stopped responding, and the work was abandoned.
 * See docs/decisions/0090.
 */
export interface FolderWork {
  stage: (
    job: StageJob,
    onEvent: (event: StageEvent) => void,
    signal: AbortSignal,
  ) => Promise<StageEnd | 'unreachable'>;
  look: (job: LookJob) => Promise<Found | 'unreachable'>;
  settle: (recorded: RecordedFolder) => Promise<Interrupted | 'unreachable'>;
  /** Whether abandoned work blocks a thread, so this process cannot exit in order. */
  isHeld: () => boolean;
  close: () => void;
}

export type ToThread =
  | { type: 'stage'; job: StageJob }
  | { type: 'look'; job: LookJob }
  | { type: 'settle'; job: RecordedFolder }
  /** Cancels the running stage. */
  | { type: 'abort' };

export type FromThread =
  | { type: 'event'; event: StageEvent }
  | { type: 'ended'; value: StageEnd | Found | Interrupted };

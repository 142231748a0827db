import type { StageEvent } from '@stagelink/shared/staging/events';
import type { Folder } from '../../folders.ts';
import type { Environment } from '../environment.ts';
import type { Found } from '../looking.ts';
import type { StageEnd, StageJob } from '../stageRun.ts';

export interface LookJob {
  folder: Folder;
  environment: Environment;
}

/** Work that reads a folder. `unreachable`: its disk does not answer any more, and the work was left. */
export interface FolderWork {
  stage: (
    job: StageJob,
    hear: (event: StageEvent) => void,
    signal: AbortSignal,
  ) => Promise<StageEnd | 'unreachable'>;
  look: (job: LookJob) => Promise<Found | 'unreachable'>;
  /** A disk holds work that was left; this process cannot end in order any more. */
  isHeld: () => boolean;
  close: () => void;
}

export type ToThread =
  | { type: 'stage'; job: StageJob }
  | { type: 'look'; job: LookJob }
  /** Ends the stage under way, in order. */
  | { type: 'abort' };

export type FromThread = { type: 'event'; event: StageEvent } | { type: 'ended'; value: StageEnd | Found };

import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import type { Uploaded } from '@stagelink/shared/contracts/staging';
import type { NeededPath } from '@stagelink/shared/staging/core/questions';
import type { UploadProgress } from './api.ts';
import type { FoundFile } from './gather.ts';

export type Busy =
  | { step: 'reading'; name: string; files: number }
  | { step: 'sending'; name: string; progress: UploadProgress | null };

export interface Failure {
  message: string;
  /** Folders that can be staged instead. */
  outputs: readonly string[];
  /** What is left out although a page refers to it. */
  needed: readonly NeededPath[];
  /** Where secret keys are that stopped it. */
  secrets: readonly FoundSecret[];
  /** Whether it exceeds what the plan allows for a snapshot. */
  isTooLarge: boolean;
  /** Whether staging the same files again may succeed. */
  mayRetry: boolean;
}

/** What a user chose after a failure. */
export interface Choice {
  /** Path relative to the chosen folder. */
  output?: string | undefined;
  /** Whether what is left out although a page refers to it is staged; asked when absent. */
  withNeeded?: boolean | undefined;
  /** Publishes files although they hold secret keys. */
  allowsSecrets?: boolean | undefined;
}

export type Failed = { step: 'failed'; name: string } & Failure;

/** States from the choice of files to what the server made of them. */
export type StagingState<Result = Uploaded> =
  | { step: 'idle' }
  | Busy
  | { step: 'done'; staged: Result }
  | Failed;

export const isBusy = (state: StagingState<unknown>): state is Busy =>
  state.step === 'reading' || state.step === 'sending';

/** Collects the chosen files and reports the count so far. */
export type Gather = (options: {
  signal: AbortSignal;
  onCount: (files: number) => void;
}) => Promise<FoundFile[]> | FoundFile[];

import { ApiError } from '@stagelink/shared/client/call';
import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import type { Uploaded } from '@stagelink/shared/contracts/staging';
import type { NeededPath } from '@stagelink/shared/staging/core/questions';
import { errorMessage } from '../../lib/errorMessage.ts';
import type { UploadProgress } from './api.ts';
import { t } from './copy.ts';
import type { FoundFile } from './gather.ts';
import { Unstageable } from './unstageable.ts';

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

/** From the choice of files to what the server made of them. */
export type StagingState<Result = Uploaded> =
  { step: 'idle' } | Busy | { step: 'done'; staged: Result } | ({ step: 'failed'; name: string } & Failure);

export const isBusy = (state: StagingState<unknown>): state is Busy =>
  state.step === 'reading' || state.step === 'sending';

/** Collects the chosen files and reports the count so far. */
export type Gather = (options: {
  signal: AbortSignal;
  onCount: (files: number) => void;
}) => Promise<FoundFile[]> | FoundFile[];

/** Returns what to show for an error. */
export const failureOf = (error: unknown): Failure => ({
  message: explain(error),
  outputs: error instanceof Unstageable ? error.outputs : [],
  needed: error instanceof Unstageable ? error.needed : [],
  secrets: error instanceof ApiError ? error.secrets : [],
});

function explain(error: unknown): string {
  if (error instanceof Unstageable) return error.message;
  // A proxy in front of the server may reject a large body with its own response.
  if (error instanceof ApiError && error.status === 413 && error.code === 'internal') {
    return t('tooLargeForServer');
  }
  if (error instanceof DOMException) return t('unreadable');
  return errorMessage(error, t('unexpected'));
}

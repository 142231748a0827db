import { ApiError } from '@stagelink/shared/client/call';
import { isTransient } from '@stagelink/shared/client/retry';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import type { Uploaded } from '@stagelink/shared/contracts/staging';
import type { NeededPath } from '@stagelink/shared/staging/core/questions';
import { ReplyLost } from '@stagelink/shared/staging/core/replyLost';
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

/** From the choice of files to what the server made of them. */
export type StagingState<Result = Uploaded> =
  { step: 'idle' } | Busy | { step: 'done'; staged: Result } | Failed;

export const isBusy = (state: StagingState<unknown>): state is Busy =>
  state.step === 'reading' || state.step === 'sending';

/** Collects the chosen files and reports the count so far. */
export type Gather = (options: {
  signal: AbortSignal;
  onCount: (files: number) => void;
}) => Promise<FoundFile[]> | FoundFile[];

/** Returns what to show for an error of staging files with this name. */
export const failureOf = (error: unknown, name: string): Failure => ({
  message: explain(error, name),
  outputs: error instanceof Unstageable ? error.outputs : [],
  needed: error instanceof Unstageable ? error.needed : [],
  secrets: error instanceof ApiError ? error.secrets : [],
  isTooLarge: error instanceof Unstageable ? error.isTooLarge : isCode(error, 'too_large'),
  mayRetry: error instanceof ReplyLost || isTransient(error),
});

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

function explain(error: unknown, name: string): string {
  if (error instanceof Unstageable) return error.message;
  if (error instanceof ReplyLost) return t('replyLost', { name });
  // A proxy in front of the server may reject a large body with its own response.
  if (error instanceof ApiError && error.status === 413 && error.code === 'internal') {
    return t('tooLargeForServer');
  }
  if (error instanceof DOMException) return t('unreadable');
  return errorMessage(error, t('unexpected'));
}

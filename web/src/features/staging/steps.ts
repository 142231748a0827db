import { ApiError } from '@stagelink/shared/client/call';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { errorMessage } from '../../lib/errorMessage.ts';
import type { UploadProgress } from './api.ts';
import { t } from './copy.ts';
import type { FoundFile } from './gather.ts';
import { Unstageable } from './unstageable.ts';

export type Busy =
  | { step: 'reading'; name: string; files: number }
  | { step: 'sending'; name: string; progress: UploadProgress | null };

/** From the choice of files to what the server made of them. */
export type StagingState<Result = Staged> =
  | { step: 'idle' }
  | Busy
  | { step: 'done'; staged: Result }
  | { step: 'failed'; name: string; message: string; outputs: readonly string[] };

export const isBusy = (state: StagingState<unknown>): state is Busy =>
  state.step === 'reading' || state.step === 'sending';

/** Collects the chosen files and reports the count so far. */
export type Gather = (options: {
  signal: AbortSignal;
  onCount: (files: number) => void;
}) => Promise<FoundFile[]> | FoundFile[];

/** Returns the folders that can be staged instead. */
export const outputsIn = (error: unknown): readonly string[] =>
  error instanceof Unstageable ? error.outputs : [];

/** Returns the message for an error. */
export function explain(error: unknown): string {
  if (error instanceof Unstageable) return error.message;
  // A proxy in front of the server may reject a large body with its own response.
  if (error instanceof ApiError && error.status === 413 && error.code === 'internal') {
    return t('tooLargeForServer');
  }
  if (error instanceof DOMException) return t('unreadable');
  return errorMessage(error, t('unexpected'));
}

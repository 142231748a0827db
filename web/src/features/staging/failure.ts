import { ApiError } from '@stagelink/shared/client/call';
import { isTransient } from '@stagelink/shared/client/retry';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { ReplyLost } from '@stagelink/shared/staging/core/replyLost';
import { errorMessage } from '../../lib/errorMessage.ts';
import { t } from './copy.ts';
import type { Failure } from './steps.ts';
import { Unstageable } from './unstageable.ts';

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

import { APICallError } from 'ai';
import { wait } from '@stagelink/shared/domain/format';
import { AppError } from '../../platform/http/errors.ts';
import * as copy from './copy.ts';
import { type FailureKind, ModelError } from './model.ts';
import { cleanLine } from './plainText.ts';
import type { Usage } from './usageRepo.ts';

const DETAIL_MAX = 300;

/** Failures to connect, before anything was sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause)
    if ('code' in error && typeof error.code === 'string') return error.code;
  return '';
}

interface Verdict {
  kind: FailureKind;
  message: string;
}

const misconfigured = (message: string): Verdict => ({ kind: 'misconfigured', message });

/** A server may report an error in the middle of a stream, as an object. */
const messageOf = (cause: unknown) =>
  typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : '';

const detailOf = (message: string, apiKey: string) => cleanLine(message.replaceAll(apiKey, '…'), DETAIL_MAX);

/** Judges the refusal of a request. The words of a server are not repeated where they may contain the key. */
function judge(error: APICallError, apiKey: string): Verdict {
  const { statusCode: status = 0, responseBody = '' } = error;
  if (status === 401 || status === 403) return misconfigured(copy.KEY_REFUSED);
  if (status === 402 || /insufficient_quota/.test(responseBody)) return misconfigured(copy.NO_QUOTA);
  if (status === 404) return misconfigured(copy.NO_MODEL);
  if (status === 429) return { kind: 'busy', message: copy.BUSY };
  if (status >= 400 && status < 500) {
    return { kind: 'rejected', message: copy.rejected(detailOf(error.message, apiKey)) };
  }
  return { kind: 'unreachable', message: copy.failed(detailOf(`${status || ''} ${error.message}`, apiKey)) };
}

function retryAfterOf({ responseHeaders }: APICallError): number | undefined {
  const seconds = Number(responseHeaders?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** Returns why a request failed. `estimate`: what it has used if it was sent. */
export function failureOf(cause: unknown, apiKey: string, estimate: Usage): ModelError {
  if (cause instanceof ModelError) return cause;
  if (!APICallError.isInstance(cause)) {
    const message = copy.failed(detailOf(messageOf(cause), apiKey));
    return new ModelError('unreachable', message, { used: estimate });
  }
  const { kind, message } = judge(cause, apiKey);
  const wasWorkedOn = kind === 'unreachable' && !UNSENT.has(codeOf(cause));
  const retryAfter = kind === 'busy' ? retryAfterOf(cause) : undefined;
  return new ModelError(kind, message, { retryAfter, used: wasWorkedOn ? estimate : undefined });
}

/** Returns the failure as a person may read it. `isOperator`: the owner of the snapshot or a superadmin. */
export function shownFailure(failure: ModelError, isOperator: boolean): AppError {
  const { kind, message, retryAfter } = failure;
  const cause = { cause: failure };
  if (kind === 'unreachable') return new AppError('unavailable', copy.UNAVAILABLE, cause);
  if (kind === 'silent') return new AppError('model_silent', copy.SILENT, cause);
  if (kind === 'empty') return new AppError('no_answer', copy.EMPTY, cause);
  if (kind === 'busy') {
    const when = retryAfter === undefined ? copy.IN_A_MINUTE : wait(retryAfter);
    return new AppError('model_busy', copy.busyFor(when), {
      ...cause,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
  return new AppError('model_misconfigured', isOperator ? message : copy.NOT_AVAILABLE, cause);
}

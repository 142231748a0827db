import { ApiError, NetworkError } from '@stagelink/shared/client/call';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';

/** Returns the message of a failure: the server's if it has one. */
export function errorMessage(error: unknown, fallback: string): string {
  const isReadable =
    (error instanceof ApiError && !error.isForeign) ||
    error instanceof NetworkError ||
    // Only the companion throws one; its class would be part of the viewer's first screen.
    (error instanceof Error && error.name === 'UserError');
  return isReadable ? error.message : fallback;
}

/** Refusals of what was asked: the same request is refused again. */
const FINAL = new Set<ErrorCode>([
  'invalid_input',
  'forbidden',
  'email_unverified',
  'plan_limit',
  'not_found',
  'method_not_allowed',
  'email_taken',
  'link_exists',
  'gone',
  'too_large',
  'unsupported_media_type',
  'invalid_manifest',
  'invalid_archive',
  'secret_found',
  'model_misconfigured',
]);

/** Whether the same request may succeed later. Only then is a retry offered. */
export const mayPass = (error: unknown): boolean => !(error instanceof ApiError && FINAL.has(error.code));

/** Rejected without a session: the sign-in page explains it. */
export const isSessionLost = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthenticated';

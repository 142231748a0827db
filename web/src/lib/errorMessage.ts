import { ApiError, NetworkError } from '@stagelink/shared/client/call';

/** Returns the message of a failure: the server's if it has one. */
export function errorMessage(error: unknown, fallback: string): string {
  const isReadable =
    (error instanceof ApiError && !error.isForeign) ||
    error instanceof NetworkError ||
    // Only the companion throws one; its class would be part of the viewer's first screen.
    (error instanceof Error && error.name === 'UserError');
  return isReadable ? error.message : fallback;
}

/** Rejected without a session: the sign-in page explains it. */
export const isSessionLost = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthenticated';

import { ApiError, NetworkError } from '@stagelink/shared/client';

/** A failure outside the server's calls whose message is a sentence for the person. */
export class Told extends Error {}

/** What to tell a person about a failure: the server's own sentence where there is one. */
export function sentence(error: unknown, fallback: string): string {
  const isReadable =
    (error instanceof ApiError && !error.isForeign) || error instanceof NetworkError || error instanceof Told;
  return isReadable ? error.message : fallback;
}

/** Refused for want of a session: the sign-in page that follows says so itself. */
export const isSessionLost = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthenticated';

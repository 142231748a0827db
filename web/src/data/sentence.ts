import { ApiError, NetworkError } from '@stagelink/shared/client';

/** What to tell a person about a failure: the server's own sentence where there is one. */
export function sentence(error: unknown, fallback: string): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : fallback;
}

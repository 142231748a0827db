import { ApiError } from '@stagelink/shared/client/call';
import { QueryClient } from '@tanstack/react-query';

/** Returns whether a server that is overloaded has refused a request, and says when to try again. */
export const isBusy = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'unavailable' && error.retryAfter !== undefined;

/** Retries network failures and 5xx responses only, and those of a busy server until it answers. */
export const mayHelpToRetry = (failures: number, error: Error): boolean =>
  isBusy(error) || (failures < 2 && (!(error instanceof ApiError) || error.status >= 500));

const RETRY_MS = 1_000;

/** Waits for as long as the server asks for, or else longer each time. */
const retryDelay = (failures: number, error: Error): number =>
  error instanceof ApiError && error.retryAfter !== undefined
    ? error.retryAfter * 1000
    : RETRY_MS * 2 ** failures;

/** The cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The server may run on this computer, so requests do not wait for the internet.
    queries: { staleTime: 30_000, networkMode: 'always', retry: mayHelpToRetry, retryDelay },
    mutations: { retry: false, networkMode: 'always' },
  },
});

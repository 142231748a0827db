import { ApiError } from '@stagelink/shared/client/call';
import { QueryClient } from '@tanstack/react-query';

/** Retries network failures and 5xx responses only. */
export const mayHelpToRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status >= 500);

/** The cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The server may run on this computer, so requests do not wait for the internet.
    queries: { staleTime: 30_000, networkMode: 'always', retry: mayHelpToRetry },
    mutations: { retry: false, networkMode: 'always' },
  },
});

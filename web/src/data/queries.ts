import { ApiError } from '@stagelink/shared/client';
import { QueryClient } from '@tanstack/react-query';

/** An answer is an answer; only silence and a server in trouble are worth asking again. */
const mayHelpToRetry = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500;

/** The one cache of what the server said. */
export const queries = new QueryClient({
  defaultOptions: {
    // “Offline” is said of the internet; the server may run on this machine.
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && mayHelpToRetry(error),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

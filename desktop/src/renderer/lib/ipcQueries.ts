import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Commands } from '../../protocol/window.ts';
import { invoke } from './stagelink.ts';

/**
 * Cache of data of this computer, independent of the active account; the web app's own cache is cleared
 * when the account changes. Events keep it current, so queries run once and need no network.
 */
export const ipcQueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always' },
  },
});

type Question = {
  [C in keyof Commands]: Parameters<Commands[C]> extends [] ? C : never;
}[keyof Commands];

/** A reply of the main process, cached under its command. */
export const useIpcQuery = <C extends Question>(command: C) =>
  useQuery<ReturnType<Commands[C]>>(
    {
      queryKey: [command],
      queryFn: () => (invoke as (name: C) => Promise<ReturnType<Commands[C]>>)(command),
    },
    ipcQueryClient,
  );

export function setIpcData<C extends Question>(command: C, data: ReturnType<Commands[C]>): void {
  // A reply in flight is older than this data.
  void ipcQueryClient.cancelQueries({ queryKey: [command] });
  ipcQueryClient.setQueryData<ReturnType<Commands[C]>>([command], data as never);
}

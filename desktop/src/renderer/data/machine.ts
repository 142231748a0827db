import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Commands } from '../../ipc.ts';
import { ask } from '../desk.ts';

/**
 * What is known on this machine, whoever is signed in; the web app's own cache is emptied when that changes. Signals
 * keep it true, so nothing is asked for twice, and none of it needs a network.
 */
export const machine = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always' } },
});

type Question = {
  [C in keyof Commands]: Parameters<Commands[C]> extends [] ? C : never;
}[keyof Commands];

/** An answer of the main process that needs no words of ours; kept under its command. */
export const useMachine = <C extends Question>(command: C) =>
  useQuery<ReturnType<Commands[C]>>(
    {
      queryKey: [command],
      queryFn: () => (ask as (asked: C) => Promise<ReturnType<Commands[C]>>)(command),
    },
    machine,
  );

/** Keeps what a signal or an answer told. */
export function tellMachine<C extends Question>(command: C, told: ReturnType<Commands[C]>): void {
  // An answer still under way tells of before.
  void machine.cancelQueries({ queryKey: [command] });
  machine.setQueryData<ReturnType<Commands[C]>>([command], told as never);
}

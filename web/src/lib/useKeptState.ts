import { useState } from 'react';
import { queryClient } from './queryClient.ts';

// The cache is emptied when another account signs in.
const keyOf = (key: string) => ['kept', key] as const;
queryClient.setQueryDefaults(['kept'], { gcTime: Infinity });

export const isKept = (key: string): boolean => queryClient.getQueryData(keyOf(key)) !== undefined;
export const dropKept = (key: string): void => queryClient.removeQueries({ queryKey: keyOf(key) });

/**
 * As `useState`, for what was typed and not sent: it outlives its component, whose place another panel may take. It is
 * kept until it is dropped, or the page is reloaded; without a key it is not kept.
 */
export function useKeptState<State>(key: string | null, first: State): [State, (next: State) => void] {
  const [state, setState] = useState(
    () => (key === null ? undefined : queryClient.getQueryData<State>(keyOf(key))) ?? first,
  );
  function change(next: State): void {
    if (key !== null) queryClient.setQueryData<State>(keyOf(key), next);
    setState(next);
  }
  return [state, change];
}

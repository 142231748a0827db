import type { ListState, Sorted, SortedListState } from './listState.ts';
import { useSearchParams } from './router.ts';

/** State of a list that is kept in the address: a reload, a bookmark and Back restore the list. */
export function useListState<State extends object>({ read, write }: ListState<State>) {
  const [query, setQuery] = useSearchParams();

  function change(next: Partial<State> | ((current: State) => Partial<State>)): void {
    // Reads the location itself: the router's copy may lag, and a quick second change would undo the first.
    const changed = new URLSearchParams(window.location.search);
    const current = read(changed);
    write(changed, { ...current, ...(typeof next === 'function' ? next(current) : next) });
    setQuery(changed, { replace: true });
  }

  return { state: read(query), change };
}

/** The same for a list that is sorted. */
export function useSortedListState<State extends Sorted<Sort>, Sort extends string>(
  list: SortedListState<State, Sort>,
) {
  const { state, change } = useListState(list);
  const sortBy = (sort: Sort) => change((current) => list.pressed(current, sort) as Partial<State>);
  return { state, change, sortBy };
}

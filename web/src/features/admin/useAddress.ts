import { useSearchParams } from '../../lib/router.ts';

/** New values of the query; null and an empty list remove a name. */
export type AddressChange = Record<string, string | readonly string[] | null>;

/** Returns a query with these changes. */
export function changeQuery(query: URLSearchParams, change: AddressChange): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    for (const each of typeof value === 'string' ? [value] : (value ?? []))
      if (each !== '') next.append(name, each);
  }
  return next;
}

/** Filters live in the address, so that a view survives a reload and can be sent as a link. */
export function useAddress() {
  const [query, setQuery] = useSearchParams();
  // Reads the location itself: the router's copy may lag, and a quick second change would undo the first.
  const change = (patch: AddressChange) =>
    setQuery(changeQuery(new URLSearchParams(window.location.search), patch), { replace: true });
  return { query, change };
}

/** Returns the value if it is one of these words. The address is typed by people. */
export const oneOf = <const T extends string>(words: readonly T[], text: string | null): T | undefined =>
  words.find((word) => word === text);

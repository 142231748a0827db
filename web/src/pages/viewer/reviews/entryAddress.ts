const ENTRY = /^#review=([\w.-]+)$/;

/** The token of a personal link, from the part of the address no server sees; null in any other address. */
export const entryToken = (hash: string): string | null => ENTRY.exec(hash)?.[1] ?? null;

/** The token opens a snapshot as somebody: it must not stay where it is copied along with the link. */
export function dropEntryToken(): void {
  if (entryToken(window.location.hash) === null) return;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}

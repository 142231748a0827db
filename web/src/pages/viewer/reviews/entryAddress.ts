const ENTRY = /^#review=([\w.-]+)(?:&(thread=[\da-f-]{36}))?$/;

/** The token of a personal link, from the part of the address no server sees; null in any other address. */
export const entryToken = (hash: string): string | null => ENTRY.exec(hash)?.[1] ?? null;

/** The token opens a snapshot as somebody: it must not stay where it is copied along with the link. */
export function dropEntryToken(): void {
  const { pathname, search, hash } = window.location;
  const entry = ENTRY.exec(hash);
  if (!entry) return;
  const thread = entry[2] ? `#${entry[2]}` : '';
  window.history.replaceState(window.history.state, '', pathname + search + thread);
}

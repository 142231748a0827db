const ENTRY = /^#review=([\w.-]+)(?:&(thread=[\da-f-]{36}))?$/;

/** Returns the token in the hash of a personal link, which no server receives; null without one. */
export const entryToken = (hash: string): string | null => ENTRY.exec(hash)?.[1] ?? null;

/** Removes the token, a credential, from the address, where it would be copied with the link. */
export function dropEntryToken(): void {
  const { pathname, search, hash } = window.location;
  const entry = ENTRY.exec(hash);
  if (!entry) return;
  const thread = entry[2] ? `#${entry[2]}` : '';
  window.history.replaceState(window.history.state, '', pathname + search + thread);
}

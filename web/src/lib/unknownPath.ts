const KEY = 'stagelink-unknown-path';

/** Keeps in this tab the path of a URL that no page has, for the landing page. */
export function keepUnknownPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // The landing page does not name the path if there is no storage.
  }
}

/** Returns the path that led to the landing page, once; null otherwise. */
export function takeUnknownPath(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path;
  } catch {
    return null;
  }
}

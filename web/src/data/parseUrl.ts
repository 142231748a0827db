/** `URL.parse`, which is newer than the browsers the build is made for; null where there is no URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
